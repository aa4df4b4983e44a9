//! The end of a run: its record, its card, and what it leaves behind (O-93, O-114).

use super::{BatchEnd, Effect, Phase, ResultCard, Review, Run, Stop};
use crate::consolidate::plan::Origin;
use crate::error::Error;
use crate::review::digest::{DIGESTS_KEPT, WindowDigest};
use crate::review::log::{Outcome, ReviewRecord};
use crate::scope::Tier;
use crate::time::Timestamp;

/// How a run ends, and why.
pub(super) struct Ending {
    pub(super) outcome: Outcome,
    error: Option<Error>,
    word: Option<&'static str>,
    receipt: Option<String>,
    /// Whether reviews were switched off, so that nothing may be taken up again.
    off: bool,
}

impl Ending {
    pub(super) const fn of(outcome: Outcome) -> Self {
        Self { outcome, error: None, word: None, receipt: None, off: false }
    }

    /// Ends for a reason that is no error of ours, a closed word.
    pub(super) fn because(self, word: &'static str) -> Self {
        Self { word: Some(word), ..self }
    }

    pub(super) fn refused(self, error: Error) -> Self {
        let off = error.code() == "review.off";
        Self { error: Some(error), off, ..self }
    }

    pub(super) fn receipt(self, receipt: String) -> Self {
        Self { receipt: Some(receipt), ..self }
    }

    fn code(&self) -> Option<&'static str> {
        self.error.as_ref().map(Error::code).or(self.word)
    }
}

impl Review {
    /// Ends the current run.
    pub(super) fn end(&mut self, ending: Ending, now: Timestamp, effects: &mut Vec<Effect>) {
        let Some(run) = self.run.take() else { return };
        effects.push(Effect::Record(self.settle(&run, &ending, now)));
        self.leave_behind(&run, &ending);
        if run.origin == Origin::Auto {
            self.phase = Phase::Idle;
            if ending.outcome != Outcome::Declined {
                effects.push(Effect::Card(Box::new(card(&run, ending))));
            }
            return;
        }
        self.done.push((run.target, ending.outcome));
        self.close(card(&run, ending), now, effects);
    }

    /// The settled record; the windows it names are kept here too.
    fn settle(&mut self, run: &Run, ending: &Ending, now: Timestamp) -> ReviewRecord {
        let mut digests = Vec::new();
        if ending.outcome.is_reviewed() {
            digests.push(run.digest.clone());
        }
        if let (Outcome::Applied, Some(change)) = (ending.outcome, &run.change) {
            digests.push(change.digest.clone());
        }
        self.keep_settled(run.target, &digests);
        ReviewRecord::Settled {
            run: run.id.clone(),
            at: now,
            outcome: ending.outcome,
            code: ending.code().map(str::to_owned),
            receipt: ending.receipt.clone(),
            digests,
        }
    }

    /// Keeps the newest digests of a target.
    pub(super) fn keep_settled(&mut self, target: Tier, digests: &[WindowDigest]) {
        let kept = self.settled.entry(target).or_default();
        kept.extend_from_slice(digests);
        let over = kept.len().saturating_sub(DIGESTS_KEPT);
        kept.drain(..over);
    }

    /// What waits again, and where the next review begins (O-83, O-93).
    fn leave_behind(&mut self, run: &Run, ending: &Ending) {
        let (target, taken) = (run.target, run.taken);
        match ending.outcome {
            Outcome::Declined => {
                let place = taken.dirty.filter(|_| !self.dirty.contains(&target));
                if let Some(at) = place {
                    self.dirty.insert(at.min(self.dirty.len()), target);
                }
                if taken.retry {
                    self.retry = Some(target);
                }
                self.tokens = self.tokens.saturating_add(taken.tokens);
                (self.last, self.first) = (taken.last, taken.first);
            }
            Outcome::Cancelled if ending.off || run.stopped == Some(Stop::Off) => {}
            Outcome::Cancelled => {
                if taken.dirty.is_some() {
                    self.mark(target);
                }
                if run.origin == Origin::Auto {
                    self.retry = Some(target);
                }
            }
            Outcome::Conflict | Outcome::Failed if taken.dirty.is_some() || taken.retry => {
                self.mark(target);
            }
            outcome if outcome.is_reviewed() => self.go_forward(run, outcome),
            _ => {}
        }
    }

    fn go_forward(&mut self, run: &Run, outcome: Outcome) {
        let mut after = run.after;
        if let (Outcome::Applied, Some(change)) = (outcome, &run.change) {
            let gone = change.sources.saturating_sub(change.replacements);
            after.start = after.start.saturating_sub(gone);
        }
        self.progress.insert(run.target, after);
    }

    /// Ends one target of a batch: the next one follows, or the batch is over.
    pub(super) fn close(&mut self, card: ResultCard, now: Timestamp, effects: &mut Vec<Effect>) {
        if card.outcome.goes_on() && !self.batch.is_empty() {
            effects.push(Effect::Card(Box::new(card)));
            self.phase = Phase::Armed;
            self.arm(0, now, effects);
        } else {
            self.report(card, effects);
        }
    }

    /// Ends a batch of which a target was not begun.
    pub(super) fn stop_batch(
        &mut self,
        outcome: Outcome,
        error: Option<Error>,
        effects: &mut Vec<Effect>,
    ) {
        self.report(ResultCard { error, ..ResultCard::of(None, outcome) }, effects);
    }

    fn report(&mut self, card: ResultCard, effects: &mut Vec<Effect>) {
        let not_examined = std::mem::take(&mut self.batch);
        let batch = Some(BatchEnd { done: std::mem::take(&mut self.done), not_examined });
        effects.push(Effect::Card(Box::new(ResultCard { batch, ..card })));
        self.phase = Phase::Idle;
    }
}

fn card(run: &Run, ending: Ending) -> ResultCard {
    let change = run.change.as_ref().map(|change| (change.sources, change.replacements));
    ResultCard {
        run: Some(run.id.clone()),
        model: Some(run.model.clone()),
        records: run.records,
        change,
        result_ref: run.result_ref.clone(),
        error: ending.error,
        word: ending.word,
        receipt: ending.receipt,
        ..ResultCard::of(Some(run.target), ending.outcome)
    }
}
