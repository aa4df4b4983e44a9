//! `promote`: from working to durable, the destination first (F-40 to F-43).

use super::Mind;
use super::plan::{Origin, Placed, Placing, Plan};
use super::receipt::{Promoted, Replaced, Unmoved};
use super::request::Destination;
use super::resolve::{Found, Question, resolve};
use super::rows::{Retirement, decision, remove_rows, replaced, retire_rows, warnings_of};
use super::shelf::Sight;
use crate::error::{Error, StoreWarning};
use crate::fact::{Fact, FactId};
use crate::port::{Clock, Commit, Expect, Store, Transaction};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn promote_one(
        &self,
        scope: &Scope,
        reference: &str,
        destination: Destination,
    ) -> Result<Promoted, Error> {
        let now = self.clock.now();
        let place = scope.place(destination.tier())?;
        scope.place(Tier::Project)?;
        let question = Question::parse(reference, None)?;
        self.source(scope, &question, now)?;
        let mut transaction = self.store.transaction(now, self.wait)?;
        let source = self.source(scope, &question, now)?;
        let (commit, placed) = write(&mut *transaction, &place, scope, &source.fact, now)?;
        let mut warnings = warnings_of(&commit);
        let also_working = clear(&mut *transaction, &source, &commit, now, &mut warnings);
        let (replaced, replaced_nothing) = self.supersede(
            &mut *transaction,
            scope,
            (&source, &placed.id),
            &commit,
            now,
            &mut warnings,
        );
        Ok(Promoted {
            id: placed.id,
            kind: source.fact.kind,
            tier: place.tier(),
            outcome: placed.outcome,
            replaced,
            replaced_nothing,
            also_working,
            warnings,
        })
    }

    /// The acting persona's own working row the reference names.
    fn source(&self, scope: &Scope, question: &Question, now: Timestamp) -> Result<Found, Error> {
        let working = Sight::of(&self.store, &self.shelves, scope, &[Tier::Project])?;
        let asked = question.tiers();
        let elsewhere = !asked.is_empty() && asked != [Tier::Project];
        let found = if elsewhere {
            Err(question.not_found())
        } else {
            resolve(question, &working, scope, now)
        };
        match found {
            Ok(mut rows) => {
                let found = rows.remove(0);
                let own = found.is_own(scope);
                let reference = question.asked.clone();
                if own { Ok(found) } else { Err(Error::ForeignOwner { reference }) }
            }
            Err(Error::NotFound { reference }) => {
                let sight = Sight::of(&self.store, &self.shelves, scope, &asked)?;
                let anywhere = resolve(question, &sight, scope, now);
                Err(match anywhere {
                    Err(Error::NotFound { .. }) => Error::NotFound { reference },
                    Err(Error::Expired { .. }) => Error::Expired { reference },
                    _ => Error::NotWorking { reference },
                })
            }
            Err(Error::AmbiguousId { reference, candidates }) => {
                let own = Some(scope.persona.segment());
                let foreign = candidates.listed.iter().all(|row| row.persona.as_ref() != own);
                Err(if foreign {
                    Error::ForeignOwner { reference }
                } else {
                    Error::AmbiguousId { reference, candidates }
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Carries out a pending replacement; says so when its reference no longer names one fact (F-42).
    fn supersede(
        &self,
        transaction: &mut (dyn Transaction + '_),
        scope: &Scope,
        (source, by): (&Found, &FactId),
        commit: &Commit,
        now: Timestamp,
        warnings: &mut Vec<StoreWarning>,
    ) -> (Option<Replaced>, bool) {
        let Some(target) = &source.fact.supersedes else { return (None, false) };
        let found = Question::parse(target.as_str(), None).and_then(|question| {
            let sight = Sight::of(&self.store, &self.shelves, scope, &[])?;
            resolve(&question, &sight, scope, now)
        });
        let key = source.fact.content_key();
        match found {
            Ok(found) if found[0].fact.content_key() != key => {
                let each: Vec<_> = found.iter().map(|found| Retirement { found, by }).collect();
                let results = retire_rows(transaction, &each, commit, now);
                (replaced(&found, results, warnings), false)
            }
            _ => (None, !self.is_retired(scope, target)),
        }
    }

    /// Whether the target was already retired when the working fact was recorded.
    fn is_retired(&self, scope: &Scope, target: &FactId) -> bool {
        let holds = |place: &FactPlace| {
            let retired = self.store.retired(place);
            retired.is_ok_and(|retired| retired.rows.iter().any(|row| row.fact.id == *target))
        };
        scope.visible().iter().any(holds)
    }
}

/// Puts the row into its durable place: everything it was, seen now, without an expiry.
fn write(
    transaction: &mut (dyn Transaction + '_),
    place: &FactPlace,
    scope: &Scope,
    fact: &Fact,
    now: Timestamp,
) -> Result<(Commit, Placed), Error> {
    let tier = place.tier();
    let placing = Placing {
        fact: Fact { last_seen_at: now, ..fact.clone() },
        earlier: Some(fact.recorded_at),
        end: None,
        origin: Origin::Now,
        retire: Vec::new(),
    };
    let mut placed = None;
    let commit = transaction.update(place, Expect::Any, &mut |rows| {
        let mut plan = Plan::new(rows, tier, scope.owner_in(tier), now);
        match plan.place(&placing) {
            Ok(row) => {
                placed = Some(row);
                decision(plan.finish())
            }
            Err(error) => crate::port::Decision::Refuse(error),
        }
    })?;
    Ok((commit, placed.expect("a committed decision placed the row")))
}

/// Takes the working row out once the durable one is certain to stand.
fn clear(
    transaction: &mut (dyn Transaction + '_),
    source: &Found,
    commit: &Commit,
    now: Timestamp,
    warnings: &mut Vec<StoreWarning>,
) -> Option<Unmoved> {
    if !commit.is_durable() {
        return Some(Unmoved::NotDurable);
    }
    match source
        .store()
        .and_then(|place| remove_rows(transaction, place, std::slice::from_ref(source), now))
    {
        Ok(commit) => {
            warnings.extend(warnings_of(&commit));
            None
        }
        Err(error) => Some(Unmoved::failed(error)),
    }
}
