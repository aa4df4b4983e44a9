//! `forget`: out of active use, in every tier the content is in (F-44 to F-46).

use std::sync::Arc;

use super::Mind;
use super::receipt::{Forgotten, Removed};
use super::request::ForgetMode;
use super::resolve::{Found, Question, resolve};
use super::rows::{remove_rows, warnings_of};
use super::shelf::{Shelf, Sight, View};
use crate::error::Error;
use crate::fact::{FactId, RetiredFact};
use crate::port::{Clock, Store, Transaction};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn forget_one(
        &self,
        view: View<'_>,
        reference: &str,
        tier: Option<Tier>,
        mode: ForgetMode,
    ) -> Result<(Forgotten, Option<FactId>), Error> {
        let scope = view.scope;
        let now = self.clock.now();
        let question = Question::parse(reference, tier)?;
        if let Some(tier) = tier {
            view.check(tier)?;
        }
        // Refused before any lock: an unknown id must leave the home untouched.
        let targets = self.targets(view, &question, now)?;
        if mode == ForgetMode::DryRun || targets.places().is_empty() {
            return Ok((self.receipt(targets.rows(None), scope, &targets), targets.note()));
        }
        let mut transaction = self.store.transaction(now, self.wait)?;
        let targets = self.targets(view, &question, now)?;
        let receipt = self.remove(&mut *transaction, scope, &question, &targets, now);
        Ok((receipt, targets.note()))
    }

    /// What a reference names: live rows, or retired ones when only they answer.
    fn targets(
        &self,
        view: View<'_>,
        question: &Question,
        now: Timestamp,
    ) -> Result<Targets, Error> {
        let sight = Sight::of(&self.store, &self.shelves, view, &question.tiers())?;
        match resolve(question, &sight, view.scope, now) {
            Ok(found) => Ok(Targets::Live(found)),
            Err(error @ (Error::NotFound { .. } | Error::Expired { .. })) => {
                let retired: Vec<_> = sight
                    .shelves
                    .iter()
                    .flat_map(|shelf| self.retired_in(shelf, question))
                    .collect();
                if retired.is_empty() { Err(error) } else { Ok(Targets::Retired(retired)) }
            }
            Err(error) => Err(error),
        }
    }

    fn retired_in(&self, shelf: &Arc<Shelf>, question: &Question) -> Vec<Found> {
        let Some(place) = &shelf.place else { return Vec::new() };
        let Ok(retired) = self.store.retired(place) else { return Vec::new() };
        let named = retired.rows.iter().filter(|row| names(question, shelf.tier, row));
        let found = |row: &RetiredFact| Found {
            place: Some(place.clone()),
            tier: shelf.tier,
            fact: row.fact.clone(),
        };
        named.map(found).collect()
    }

    fn remove(
        &self,
        transaction: &mut (dyn Transaction + '_),
        scope: &Scope,
        question: &Question,
        targets: &Targets,
        now: Timestamp,
    ) -> Forgotten {
        let mut warnings = Vec::new();
        let mut rows = Vec::new();
        for place in targets.places() {
            let result = match targets {
                Targets::Live(found) => {
                    let here: Vec<Found> =
                        found.iter().filter(|found| found.is_in(&place)).cloned().collect();
                    remove_rows(transaction, &place, &here, now)
                }
                Targets::Retired(_) => transaction
                    .forget_retired(&place, &mut |row| names(question, place.tier(), row)),
            };
            let failed = match result {
                Ok(commit) => {
                    warnings.extend(warnings_of(&commit));
                    None
                }
                Err(error) => Some(error),
            };
            let here = targets.rows(failed.as_ref()).into_iter();
            rows.extend(
                here.zip(targets.stored()).filter(|(_, f)| f.is_in(&place)).map(|(r, _)| r),
            );
        }
        let mut receipt = self.receipt(rows, scope, targets);
        receipt.warnings = warnings;
        receipt
    }

    fn receipt(&self, removed: Vec<Removed>, scope: &Scope, targets: &Targets) -> Forgotten {
        let predecessors = match targets {
            Targets::Live(found) => self.predecessors(scope, found),
            Targets::Retired(_) => Vec::new(),
        };
        Forgotten { removed, predecessors, warnings: Vec::new() }
    }

    /// Retired rows the forgotten ones replaced; they stay retired (F-39).
    fn predecessors(&self, scope: &Scope, found: &[Found]) -> Vec<FactId> {
        let mut ids = Vec::new();
        for place in scope.visible() {
            let Ok(retired) = self.store.retired(&place) else { continue };
            for row in &retired.rows {
                let replaced = |found: &Found| {
                    row.retired_by == found.fact.id
                        || found.fact.supersedes.as_ref() == Some(&row.fact.id)
                };
                if found.iter().any(replaced) && !ids.contains(&row.fact.id) {
                    ids.push(row.fact.id.clone());
                }
            }
        }
        ids
    }
}

/// What a reference names for `forget`.
enum Targets {
    Live(Vec<Found>),
    Retired(Vec<Found>),
}

impl Targets {
    fn found(&self) -> &[Found] {
        match self {
            Self::Live(found) | Self::Retired(found) => found,
        }
    }

    fn stored(&self) -> impl Iterator<Item = &Found> {
        self.found().iter().filter(|found| found.place.is_some())
    }

    /// The places concerned, in tier order (D-64).
    fn places(&self) -> Vec<FactPlace> {
        let mut places: Vec<FactPlace> =
            self.found().iter().filter_map(|found| found.place.clone()).collect();
        places.sort_by_key(FactPlace::tier);
        places.dedup();
        places
    }

    /// The note among them, which is the host's to take out.
    fn note(&self) -> Option<FactId> {
        let note = self.found().iter().find(|found| found.tier == Tier::Session);
        note.map(|found| found.fact.id.clone())
    }

    /// The rows of stores, as a receipt names them. Their order is that of [`Targets::stored`].
    fn rows(&self, failed: Option<&Error>) -> Vec<Removed> {
        let removed = |found: &Found| Removed {
            id: found.fact.id.clone(),
            tier: found.tier,
            persona: found.owner().cloned(),
            retired: matches!(self, Self::Retired(_)),
            failed: failed.cloned().map(Box::new),
        };
        self.stored().map(removed).collect()
    }
}

fn names(question: &Question, tier: Tier, row: &RetiredFact) -> bool {
    let owner = question.reference.owner.as_ref();
    owner.is_none_or(|owner| owner.is(row.fact.owner(tier)))
        && row.fact.answers_to(&question.reference.id)
}
