//! Merging rows of another memory into this one (D-84): nothing is lost, nothing finished is reopened, nothing expired is revived.

use std::collections::BTreeMap;

use crate::backlog::BacklogItem;
use crate::fact::{Extra, Fact, FactId, backlog_id};
use crate::port::{Edits, Record};
use crate::scan::{Clean, FreeText};
use crate::scope::{Segment, Tier};

/// What a merge came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows that were not there before.
    pub added: usize,
    /// Rows whose key was there already, whichever side gave what.
    pub conflicts: usize,
    /// Rows the scanner refused; they stay in their source.
    pub refused: usize,
}

/// The edits that bring facts into a store of this tier. Of two rows with one semantic key the one seen later gives kind, text, tags, source and origins; the row that is here keeps its id, its end and its members, and the earlier recording time counts.
pub fn merge_facts(rows: &[Fact], incoming: &[Fact], tier: Tier) -> (Edits<Fact>, Tally) {
    let mut merge = Merge::new(rows, |fact: &Fact| fact.semantic_key(tier));
    for fact in incoming {
        merge.bring(fact, later_fact);
    }
    merge.finish()
}

/// The edits that bring deferred work into a backlog. Of two items with one key the further state wins and brings its note and due time; the item that is here keeps its id and its end.
pub fn merge_backlog(
    rows: &[BacklogItem],
    incoming: &[BacklogItem],
) -> (Edits<BacklogItem>, Tally) {
    let mut merge = Merge::new(rows, backlog_key);
    for item in incoming {
        merge.bring(item, further_item);
    }
    merge.finish()
}

/// An item's key: its content, and who added it.
fn backlog_key(item: &BacklogItem) -> (FactId, Option<Segment>) {
    (backlog_id(item.text.as_str(), &item.tags), item.persona.clone())
}

/// Rows as they will stand, each by its key: those of the store by position, then new ones.
struct Merge<'a, T, K, F> {
    rows: &'a [T],
    key: F,
    known: BTreeMap<K, usize>,
    changed: BTreeMap<usize, T>,
    added: Vec<T>,
    tally: Tally,
}

impl<'a, T, K, F> Merge<'a, T, K, F>
where
    T: Record + FreeText,
    K: Ord,
    F: Fn(&T) -> K,
{
    fn new(rows: &'a [T], key: F) -> Self {
        let known = rows.iter().enumerate().map(|(at, row)| (key(row), at)).collect();
        Self {
            rows,
            key,
            known,
            changed: BTreeMap::new(),
            added: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Takes a row in, unless the scanner refuses what would stand.
    fn bring(&mut self, row: &T, merged: impl Fn(&T, &T) -> T) {
        let key = (self.key)(row);
        let at = self.known.get(&key).copied();
        let held = at.map(|at| self.held(at).clone());
        let next = held.as_ref().map_or_else(|| row.clone(), |held| merged(held, row));
        if Clean::admit(next.clone()).is_err() {
            self.tally.refused += 1;
            return;
        }
        let Some(at) = at else {
            self.tally.added += 1;
            self.known.insert(key, self.rows.len() + self.added.len());
            self.added.push(next);
            return;
        };
        self.tally.conflicts += 1;
        if held.as_ref() != Some(&next) {
            match at.checked_sub(self.rows.len()) {
                Some(new) => self.added[new] = next,
                None => drop(self.changed.insert(at, next)),
            }
        }
    }

    fn held(&self, at: usize) -> &T {
        match at.checked_sub(self.rows.len()) {
            Some(new) => &self.added[new],
            None => self.changed.get(&at).unwrap_or(&self.rows[at]),
        }
    }

    fn finish(self) -> (Edits<T>, Tally) {
        let mut edits = Edits::new();
        let clean = |row: T| Clean::admit(row).expect("refused rows were left out");
        for (at, row) in self.changed {
            edits.amend(at, clean(row));
        }
        for row in self.added {
            edits.append(clean(row));
        }
        (edits, self.tally)
    }
}

fn later_fact(held: &Fact, new: &Fact) -> Fact {
    let later = if new.last_seen_at > held.last_seen_at { new } else { held };
    Fact {
        kind: later.kind,
        text: later.text.clone(),
        tags: later.tags.clone(),
        source: later.source.clone(),
        derived_from: later.derived_from.clone(),
        recorded_at: held.recorded_at.min(new.recorded_at),
        last_seen_at: later.last_seen_at,
        extra: united(&held.extra, &new.extra),
        ..held.clone()
    }
}

fn further_item(held: &BacklogItem, new: &BacklogItem) -> BacklogItem {
    let rank = |item: &BacklogItem| item.state.min(crate::backlog::BacklogState::Done);
    let extra = united(&held.extra, &new.extra);
    if rank(new) <= rank(held) {
        return BacklogItem { extra, ..held.clone() };
    }
    BacklogItem {
        state: new.state,
        note: new.note.clone(),
        due_at: new.due_at,
        extra,
        ..held.clone()
    }
}

/// The unknown members of both rows; where both have one, the held row's.
pub(crate) fn united(held: &Extra, new: &Extra) -> Extra {
    let known = |key: &str| held.iter().any(|(other, _)| other == key);
    let added = new.iter().filter(|(key, _)| !known(key));
    Extra::new(held.iter().chain(added).map(|(k, v)| (k.into(), v.into())).collect())
}
