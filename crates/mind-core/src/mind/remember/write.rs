//! Writing what a batch has queued: one update a place, and what follows from it.

use super::{Batch, Job};
use crate::error::{Error, StoreFault, StoreWarning};
use crate::mind::plan::{Placed, Plan};
use crate::mind::receipt::{Outcome, Remembered, Replaced, Unmoved};
use crate::mind::resolve::Found;
use crate::mind::rows::{Retirement, decision, remove_rows, replaced, retire_rows, warnings_of};
use crate::port::{Clock, Commit, Expect, Store};
use crate::scope::FactPlace;

impl<S: Store, C: Clock> Batch<'_, S, C> {
    /// Writes everything queued, one update a place.
    pub(super) fn flush(&mut self) {
        for (place, jobs) in std::mem::take(&mut self.groups) {
            let mut exhausted = false;
            self.commit(&place, jobs, &mut exhausted);
        }
        self.shelves.clear();
    }

    /// Writes the jobs of one place. When together they would overfill it, those that fit go in, in order.
    fn commit(&mut self, place: &FactPlace, mut jobs: Vec<Job>, exhausted: &mut bool) {
        match self.update(place, &jobs) {
            Ok((commit, placed)) => self.finish(&jobs, &commit, placed),
            Err(error) if is_full(&error) && jobs.len() > 1 && !*exhausted => {
                let later = jobs.split_off(jobs.len() / 2);
                self.commit(place, jobs, exhausted);
                self.commit(place, later, exhausted);
            }
            Err(error) => {
                *exhausted |= is_full(&error);
                for job in jobs {
                    self.results[job.at] = Some(Err(error.clone()));
                }
            }
        }
    }

    fn update(
        &mut self,
        place: &FactPlace,
        jobs: &[Job],
    ) -> Result<(Commit, Vec<Result<Placed, Error>>), Error> {
        let (tier, now) = (place.tier(), self.now);
        let owner = self.scope.owner_in(tier);
        let mut placed = Vec::new();
        let commit = self.transaction.update(place, Expect::Any, &mut |rows| {
            let mut plan = Plan::new(rows, tier, owner.clone(), now);
            placed = jobs.iter().map(|job| plan.place(&job.placing)).collect();
            decision(plan.finish())
        })?;
        Ok((commit, placed))
    }

    /// Carries out what follows a write that stands, and answers each job.
    fn finish(&mut self, jobs: &[Job], commit: &Commit, placed: Vec<Result<Placed, Error>>) {
        let stands = || {
            jobs.iter().zip(&placed).filter_map(|(job, placed)| Some((job, placed.as_ref().ok()?)))
        };
        let twins: Vec<Found> = stands().filter_map(|(job, _)| job.twin.clone()).collect();
        let retirements: Vec<Retirement<'_>> = stands()
            .flat_map(|(job, placed)| {
                job.retire.iter().map(|found| Retirement { found, by: &placed.id })
            })
            .collect();
        let unmoved = self.drop_twins(&twins, commit);
        let mut retired =
            retire_rows(&mut *self.transaction, &retirements, commit, self.now).into_iter();
        for (job, placed) in jobs.iter().zip(placed) {
            let result = placed.map(|placed| {
                let retired = retired.by_ref().take(job.retire.len());
                receipt(job, placed, commit, unmoved.as_ref(), retired)
            });
            self.results[job.at] = Some(result);
        }
    }

    /// Takes out the working rows whose content now stands durably; says why when they stay.
    fn drop_twins(&mut self, twins: &[Found], commit: &Commit) -> Option<Unmoved> {
        let place = twins.first()?.place.as_ref()?;
        if !commit.is_durable() {
            return Some(Unmoved::NotDurable);
        }
        remove_rows(&mut *self.transaction, place, twins, self.now).err().map(Unmoved::failed)
    }
}

fn receipt(
    job: &Job,
    placed: Placed,
    commit: &Commit,
    unmoved: Option<&Unmoved>,
    retired: impl Iterator<Item = Result<Vec<StoreWarning>, Unmoved>>,
) -> Remembered {
    let moved = job.twin.is_some() && unmoved.is_none();
    let mut warnings = warnings_of(commit);
    let elsewhere = replaced(&job.retire, retired, &mut warnings);
    let pending = job.pending.clone().map(|(id, tier)| Replaced::Pending { id, tier });
    let retired_here = job
        .placing
        .retire
        .first()
        .map(|found| Replaced::Retired { id: found.fact.id.clone(), tier: found.tier });
    Remembered {
        id: placed.id,
        tier: job.place.tier(),
        kind: job.placing.fact.kind,
        outcome: if moved { Outcome::PromotedExisting } else { placed.outcome },
        choice: job.choice,
        expires_at: placed.expires_at,
        replaced: elsewhere.or(retired_here).or(pending),
        also_working: job.twin.as_ref().and(unmoved.cloned()),
        warnings,
    }
}

fn is_full(error: &Error) -> bool {
    matches!(error, Error::Store(store) if matches!(store.fault, StoreFault::Full { .. }))
}
