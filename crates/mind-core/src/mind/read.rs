//! `read`: one fact, whole, with its other places and its history (F-38, F-47).

use std::collections::VecDeque;
use std::sync::Arc;

use super::Mind;
use super::answer::{Entry, Named, Other, Reading, Retired};
use super::request::Screen;
use super::resolve::{Found, Question, resolve};
use super::shelf::{Sight, View};
use super::show::{body, entry};
use crate::error::Error;
use crate::fact::{Fact, Reference, ReferenceTier, RetiredFact};
use crate::port::{Clock, Snapshot, Store};
use crate::scan::{self, ScanScope};
use crate::scope::{Scope, Tier};

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn look_up_one(
        &self,
        scope: &Scope,
        asked: &str,
        screen: Screen,
    ) -> Result<Named, Error> {
        let reference = Reference::parse(asked)?;
        if reference.tier == Some(ReferenceTier::Backlog) {
            return self.read_item(scope, asked).map(|item| Named::Item(Box::new(item)));
        }
        let nothing = match self.read_one(scope.into(), asked, None, screen) {
            Err(nothing @ Error::NotFound { .. }) if reference.tier.is_none() => nothing,
            read => return read.map(|reading| Named::Fact(Box::new(reading))),
        };
        // A bare id is shown for both kinds of row, so it is looked for in both.
        match self.read_item(scope, asked) {
            Ok(item) => Ok(Named::Item(Box::new(item))),
            Err(Error::BacklogNotFound { .. } | Error::NoProject) => Err(nothing),
            Err(error) => Err(error),
        }
    }

    pub(super) fn read_one(
        &self,
        view: View<'_>,
        reference: &str,
        tier: Option<Tier>,
        screen: Screen,
    ) -> Result<Reading, Error> {
        let scope = view.scope;
        let now = self.clock.now();
        let question = Question::parse(reference, tier)?;
        // Everywhere, because a reading names the other places of the content.
        let sight = Sight::of(&self.store, &self.shelves, view, &[])?;
        if let Some(tier) = tier {
            view.check(tier)?;
        }
        let history = History::of(&self.store, &sight);
        match resolve(&question, &sight, scope, now) {
            Ok(mut found) => {
                found.sort_by_key(|found| (!found.is_own(scope), found.tier));
                let others = others(&found[0], &sight, now);
                Ok(history.reading(found[0].tier, &found[0].fact, others, None, sight, screen))
            }
            Err(error @ (Error::NotFound { .. } | Error::Expired { .. })) => {
                let (tier, row) = history.answering(&question).ok_or(error)?;
                let retired = Retired { at: row.retired_at, by: row.retired_by.clone() };
                Ok(history.reading(tier, &row.fact, Vec::new(), Some(retired), sight, screen))
            }
            Err(error) => Err(error),
        }
    }
}

/// Every other live row of the content, whoever's it is.
fn others(found: &Found, sight: &Sight, now: crate::time::Timestamp) -> Vec<Other> {
    let mut others = Vec::new();
    for shelf in &sight.shelves {
        for row in shelf.keys().same_content(shelf.rows(), &found.fact) {
            let fact = &shelf.rows()[row];
            let owner = fact.owner(shelf.tier);
            let other = Other { tier: shelf.tier, persona: owner.cloned() };
            let itself = shelf.tier == found.tier && owner == found.owner();
            if fact.is_live(now) && !itself && !others.contains(&other) {
                others.push(other);
            }
        }
    }
    others
}

/// The retired rows of the places a call sees.
struct History {
    places: Vec<(Tier, Arc<Snapshot<RetiredFact>>)>,
}

impl History {
    /// A retired list that cannot be read is left out: history is told as far as it is known.
    fn of(store: &impl Store, sight: &Sight) -> Self {
        let read = |shelf: &Arc<super::shelf::Shelf>| {
            Some((shelf.tier, store.retired(shelf.place.as_ref()?).ok()?))
        };
        Self { places: sight.shelves.iter().filter_map(read).collect() }
    }

    /// The newest retired row a reference names.
    fn answering(&self, question: &Question) -> Option<(Tier, &RetiredFact)> {
        let asked = question.tiers();
        let rows = self.rows().filter(|(tier, row)| {
            let owner = question.reference.owner.as_ref();
            (asked.is_empty() || asked.contains(tier))
                && owner.is_none_or(|owner| owner.is(row.fact.owner(*tier)))
                && row.fact.answers_to(&question.reference.id)
        });
        rows.max_by_key(|(_, row)| row.retired_at)
    }

    fn rows(&self) -> impl Iterator<Item = (Tier, &RetiredFact)> {
        self.places.iter().flat_map(|(tier, list)| list.rows.iter().map(move |row| (*tier, row)))
    }

    /// Retired predecessors, nearest first: the one the fact names, the one that names, and so on; and any that say the fact replaced them. All of them: the lists of retired rows have limits of their own (F-39).
    fn lineage(&self, fact: &Fact, screen: Screen) -> Vec<Entry> {
        let rows: Vec<_> = self.rows().collect();
        let mut known: Vec<bool> =
            rows.iter().map(|(_, row)| std::ptr::eq(&raw const row.fact, fact)).collect();
        let mut lineage = Vec::new();
        let mut heirs = VecDeque::from([(&fact.id, fact.supersedes.as_ref())]);
        while let Some((heir, named)) = heirs.pop_front() {
            for (at, (tier, row)) in rows.iter().enumerate() {
                let replaced = row.retired_by == *heir || Some(&row.fact.id) == named;
                if replaced && !std::mem::replace(&mut known[at], true) {
                    lineage.push(retired_entry(*tier, &row.fact, screen));
                    heirs.push_back((&row.fact.id, row.fact.supersedes.as_ref()));
                }
            }
        }
        lineage
    }

    fn reading(
        &self,
        tier: Tier,
        fact: &Fact,
        others: Vec<Other>,
        retired: Option<Retired>,
        sight: Sight,
        screen: Screen,
    ) -> Reading {
        let refusal = scan::check(fact, ScanScope::Context).err();
        Reading {
            entry: entry(tier, fact, body(fact, refusal, screen), others),
            derived_from: fact.derived_from.clone(),
            supersedes: fact.supersedes.clone(),
            predecessors: self.lineage(fact, screen),
            retired,
            unreadable: sight.unreadable,
            warnings: sight.warnings,
        }
    }
}

fn retired_entry(tier: Tier, fact: &Fact, screen: Screen) -> Entry {
    let refusal = scan::check(fact, ScanScope::Context).err();
    entry(tier, fact, body(fact, refusal, screen), Vec::new())
}
