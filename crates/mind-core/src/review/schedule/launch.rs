//! A launch: from a target to a running worker, or to the reason why none runs (O-114).

use super::{
    CARD_WAIT_MS, Effect, Phase, Preparation, ProposedChange, Review, Run, Taken, Verdict,
    WorkerEnd,
};
use super::{ResultCard, WorkerFault};
use crate::consolidate::plan::Origin;
use crate::error::{Error, ReviewError};
use crate::review::log::{Outcome, ReviewRecord};
use crate::review::prepare::Skip;
use crate::review::request::{DEADLINE_MS, RunId};
use crate::review::window::NoWindow;
use crate::scope::Tier;
use crate::time::Timestamp;

use super::end::Ending;

impl Review {
    /// Asks the engine for a window.
    pub(super) fn look_for(&mut self, target: Tier, origin: Origin, effects: &mut Vec<Effect>) {
        self.phase = Phase::Running;
        self.launching = Some((target, origin));
        let settled = match origin {
            Origin::Auto => self.settled.get(&target).cloned().unwrap_or_default(),
            _ => Vec::new(),
        };
        let progress = self.progress(target);
        effects.push(Effect::Prepare { target, origin, progress, settled });
    }

    /// Goes on with what the engine found.
    pub(super) fn prepared(
        &mut self,
        target: Tier,
        found: Preparation,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) {
        let waited = self.launching.take_if(|(waited, _)| *waited == target);
        let Some((target, origin)) = waited else { return };
        match found {
            Preparation::Skipped(skip) => self.skipped(target, origin, skip, now, effects),
            Preparation::NoModel if origin == Origin::Auto => self.phase = Phase::Idle,
            Preparation::NoModel => {
                self.batch.insert(0, target);
                let error: Error = ReviewError::NoModel.into();
                self.stop_batch(Outcome::Declined, Some(error), effects);
            }
            Preparation::Window { run, digest, records, after, model } => {
                let launched_at = now;
                let taken = self.take(target, now);
                let run = Run {
                    id: run,
                    target,
                    origin,
                    launched_at,
                    model,
                    records,
                    digest,
                    after,
                    taken,
                    change: None,
                    result_ref: None,
                    stopped: None,
                };
                self.launch(run, now, effects);
            }
        }
    }

    fn launch(&mut self, run: Run, now: Timestamp, effects: &mut Vec<Effect>) {
        let owner = self.owner.clone().expect("what is not closed has an owner");
        effects.push(Effect::Record(ReviewRecord::Started {
            run: run.id.clone(),
            target: run.target,
            origin: run.origin,
            at: now,
            persona: owner.persona,
            project: owner.project,
            digest: run.digest.clone(),
        }));
        effects.push(Effect::RunWorker(run.id.clone()));
        self.run = Some(run);
        self.arm(DEADLINE_MS, now, effects);
    }

    /// Takes a target out of what waits, and begins to count anew.
    fn take(&mut self, target: Tier, now: Timestamp) -> Taken {
        let dirty = self.dirty.iter().position(|waits| *waits == target);
        if let Some(at) = dirty {
            self.dirty.remove(at);
        }
        let retry = self.retry.take_if(|waits| *waits == target).is_some();
        let before =
            Taken { dirty, retry, last: self.last, tokens: self.tokens, first: self.first };
        (self.last, self.tokens, self.first) = (Some(now), 0, false);
        before
    }

    fn skipped(
        &mut self,
        target: Tier,
        origin: Origin,
        skip: Skip,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) {
        self.progress.insert(target, skip.after);
        if origin == Origin::Auto {
            self.retry.take_if(|waits| *waits == target);
            if leaves_nothing_to_do(&skip) {
                self.dirty.retain(|waits| *waits != target);
            }
            self.phase = Phase::Idle;
            return;
        }
        self.done.push((target, Outcome::Skipped));
        let card =
            ResultCard { skip: Some(skip), ..ResultCard::of(Some(target), Outcome::Skipped) };
        self.close(card, now, effects);
    }

    /// Goes on with what a worker brought.
    pub(super) fn worked(
        &mut self,
        run: &RunId,
        end: WorkerEnd,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) {
        if !self.awaits(run) {
            return;
        }
        let ending = match end {
            WorkerEnd::Declined(reason) => Ending::of(Outcome::Declined).because(reason.as_str()),
            WorkerEnd::Failed(WorkerFault::Deadline) => {
                Ending::of(Outcome::Failed).refused(ReviewError::Deadline.into())
            }
            WorkerEnd::Failed(fault) => Ending::of(Outcome::Failed).because(fault.as_str()),
            WorkerEnd::Judged { verdict, result_ref } => {
                if let Some(run) = &mut self.run {
                    run.result_ref = result_ref;
                }
                match verdict {
                    Verdict::Nothing => Ending::of(Outcome::NoOp),
                    Verdict::Refused(error) => Ending::of(Outcome::Refused).refused(error),
                    Verdict::Accepted { digest, sources, replacements, cards } => {
                        let change =
                            ProposedChange { digest, sources, replacements, cards_missing: cards };
                        return self.propose(change, now, effects);
                    }
                }
            }
        };
        self.cancel_timer(effects);
        self.end(ending, now, effects);
    }

    fn propose(&mut self, change: ProposedChange, now: Timestamp, effects: &mut Vec<Effect>) {
        let Some(run) = &mut self.run else { return };
        run.change = Some(change);
        effects.push(Effect::Propose(run.id.clone()));
        self.phase = Phase::Proposed;
        self.arm(CARD_WAIT_MS, now, effects);
    }

    /// Counts a card; the plan is applied only when the last of them is written.
    pub(super) fn carded(
        &mut self,
        run: &RunId,
        written: bool,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) {
        if self.phase != Phase::Proposed || !self.is_current(run) {
            return;
        }
        if !written {
            self.cancel_timer(effects);
            let missing = Ending::of(Outcome::Failed).refused(ReviewError::CardMissing.into());
            return self.end(missing, now, effects);
        }
        let change = self.run.as_mut().and_then(|run| run.change.as_mut());
        let Some(change) = change else { return };
        change.cards_missing = change.cards_missing.saturating_sub(1);
        if change.cards_missing == 0 {
            self.cancel_timer(effects);
            self.phase = Phase::Applying;
            effects.push(Effect::Apply(run.clone()));
        }
    }
}

/// Whether looking again would find the same, until something is saved there.
const fn leaves_nothing_to_do(skip: &Skip) -> bool {
    match skip.reason {
        NoWindow::InvalidInput
        | NoWindow::OverBudget
        | NoWindow::SingleShortFact
        | NoWindow::AlreadyReviewed => true,
        NoWindow::NoneEligible => skip.census.page == 0,
        NoWindow::EmptyPage | NoWindow::ExhaustedPage => false,
    }
}
