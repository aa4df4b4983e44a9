//! What a write does to the rows of one place: the effect-free half of `remember` and `promote`.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::key::{KeyHash, KeyMap};
use super::receipt::Outcome;
use super::resolve::Found;
use crate::error::Error;
use crate::fact::{Fact, FactId};
use crate::import::united;
use crate::port::Edits;
use crate::scan::Clean;
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// When a working row ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// At the time the caller asked for.
    Asked(Timestamp),
    /// At the usual time, but never earlier than a row that already says it.
    Usual(Timestamp),
}

/// Whether a placed row was recorded just now or brought in with a past of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Recorded now: an equal row is refreshed and moves to the end.
    Now,
    /// Brought in: an equal row that is as young stays as it is.
    Elsewhere,
}

/// One fact on its way into one place.
#[derive(Clone, Debug)]
pub(super) struct Placing {
    /// The row as it would be appended, but for owner and expiry.
    pub(super) fact: Fact,
    /// A recording time to take over when it is earlier.
    pub(super) earlier: Option<Timestamp>,
    /// Its end, in the working tier.
    pub(super) end: Option<End>,
    /// Where its times come from.
    pub(super) origin: Origin,
    /// Rows of this very place that it replaces.
    pub(super) retire: Vec<Found>,
}

/// What became of a placing.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) id: FactId,
    pub(super) outcome: Outcome,
    pub(super) expires_at: Option<Timestamp>,
}

/// The edits of one place, built up placing by placing.
pub(super) struct Plan<'a> {
    rows: &'a [Fact],
    tier: Tier,
    owner: Option<Segment>,
    now: Timestamp,
    keys: KeyMap,
    gone: Vec<bool>,
    edits: Edits<Fact>,
    appended: Vec<Clean<Fact>>,
    appended_keys: HashMap<KeyHash, Vec<usize>, FxBuildHasher>,
}

impl<'a> Plan<'a> {
    /// A plan for the rows of a place of this tier, on behalf of `owner`.
    pub(super) fn new(
        rows: &'a [Fact],
        tier: Tier,
        owner: Option<Segment>,
        now: Timestamp,
    ) -> Self {
        Self {
            rows,
            tier,
            owner,
            now,
            keys: KeyMap::of(rows),
            gone: vec![false; rows.len()],
            edits: Edits::new(),
            appended: Vec::new(),
            appended_keys: HashMap::default(),
        }
    }

    /// Adds a fact, or refreshes the row that already says it (F-31, F-32, F-28).
    ///
    /// # Errors
    /// `scan.refused` when the row would hold unsafe text, for example a source kept from a row edited by hand.
    pub(super) fn place(&mut self, placing: &Placing) -> Result<Placed, Error> {
        let (fact, outcome, slot) = self.successor(placing);
        let placed = Placed { id: fact.id.clone(), outcome, expires_at: fact.expires_at };
        if let Slot::Row(row) = slot
            && placing.origin == Origin::Elsewhere
            && self.rows[row] == fact
        {
            return Ok(placed);
        }
        let clean = Clean::admit(fact)?;
        self.retire(&placing.retire, &placed.id);
        match slot {
            Slot::Appended(at) => self.appended[at] = clean,
            Slot::Row(row) => {
                self.remove_equals(row);
                self.append(clean);
            }
            Slot::New => self.append(clean),
        }
        Ok(placed)
    }

    /// The edits, with the expired rows going in the same write; nothing when nothing was placed (D-60).
    pub(super) fn finish(mut self) -> Edits<Fact> {
        if !self.edits.is_empty() || !self.appended.is_empty() {
            for row in 0..self.rows.len() {
                if !self.rows[row].is_live(self.now) {
                    self.remove(row);
                }
            }
        }
        for clean in self.appended {
            self.edits.append(clean);
        }
        self.edits
    }

    /// The row as it will stand, and what it takes the place of.
    fn successor(&self, placing: &Placing) -> (Fact, Outcome, Slot) {
        let slot = self.slot(&placing.fact);
        let existing = match slot {
            Slot::Appended(at) => Some(self.appended[at].get()),
            Slot::Row(row) => Some(&self.rows[row]),
            Slot::New => None,
        };
        let outcome = existing.map_or(Outcome::Stored, |_| Outcome::Refreshed);
        let mut fact =
            existing.map_or_else(|| first(placing), |existing| merged(existing, placing, self.now));
        fact.persona.clone_from(&self.owner);
        fact.expires_at = placing.end.map(|end| match (end, existing.and_then(|e| e.expires_at)) {
            (End::Usual(end), Some(held)) => end.max(held),
            (End::Usual(end) | End::Asked(end), _) => end,
        });
        (fact, outcome, slot)
    }

    /// An equal row of the acting owner; else one of nobody, which is adopted.
    fn slot(&self, fact: &Fact) -> Slot {
        let key = KeyHash::of_fact(fact);
        let appended = self.appended_keys.get(&key).map_or(&[][..], Vec::as_slice);
        let content = fact.content_key();
        let same = |at: &&usize| self.appended[**at].get().content_key() == content;
        if let Some(&at) = appended.iter().find(same) {
            return Slot::Appended(at);
        }
        let live = |owner: Option<&Segment>| {
            let mut rows = self.keys.same_semantics(self.rows, fact, self.tier, owner);
            rows.retain(|&row| !self.gone[row] && self.rows[row].is_live(self.now));
            rows.pop()
        };
        live(self.owner.as_ref()).or_else(|| live(None)).map_or(Slot::New, Slot::Row)
    }

    fn append(&mut self, clean: Clean<Fact>) {
        let key = KeyHash::of_fact(clean.get());
        self.appended_keys.entry(key).or_default().push(self.appended.len());
        self.appended.push(clean);
    }

    /// Takes out a row and every other row of its semantic key, which it replaces when written.
    fn remove_equals(&mut self, row: usize) {
        let fact = &self.rows[row];
        let owner = fact.owner(self.tier);
        for equal in self.keys.same_semantics(self.rows, fact, self.tier, owner) {
            self.remove(equal);
        }
    }

    fn remove(&mut self, row: usize) {
        if !std::mem::replace(&mut self.gone[row], true) {
            self.edits.remove(row);
        }
    }

    fn retire(&mut self, found: &[Found], by: &FactId) {
        for found in found {
            for row in rows_of(found, &self.keys, self.rows) {
                if !std::mem::replace(&mut self.gone[row], true) {
                    self.edits.retire(row, by.clone(), self.now);
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Slot {
    New,
    Row(usize),
    Appended(usize),
}

/// The rows that are the found one, as they stand now: its content and owner.
pub(super) fn rows_of(found: &Found, keys: &KeyMap, rows: &[Fact]) -> Vec<usize> {
    keys.same_semantics(rows, &found.fact, found.tier, found.owner())
}

/// A row nothing said before.
fn first(placing: &Placing) -> Fact {
    let mut fact = placing.fact.clone();
    fact.recorded_at = placing.earlier.map_or(fact.recorded_at, |at| at.min(fact.recorded_at));
    fact
}

/// A row that already said it, in its new spelling.
fn merged(existing: &Fact, placing: &Placing, now: Timestamp) -> Fact {
    let new = &placing.fact;
    let seen = match placing.origin {
        Origin::Now => now,
        Origin::Elsewhere => existing.last_seen_at.max(new.last_seen_at),
    };
    let derived_from =
        if new.derived_from.is_empty() { existing } else { new }.derived_from.clone();
    Fact {
        id: existing.id.clone(),
        kind: new.kind,
        text: new.text.clone(),
        tags: new.tags.clone(),
        recorded_at: placing
            .earlier
            .map_or(existing.recorded_at, |at| at.min(existing.recorded_at)),
        last_seen_at: seen,
        expires_at: None,
        persona: None,
        supersedes: new.supersedes.clone().or_else(|| existing.supersedes.clone()),
        source: new.source.clone().or_else(|| existing.source.clone()),
        derived_from,
        extra: united(&existing.extra, &new.extra),
    }
}
