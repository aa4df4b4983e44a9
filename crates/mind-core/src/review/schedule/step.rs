//! The table of transitions (O-113).

use super::end::Ending;
use super::{
    Activation, Alarm, ApplyEnd, DEBOUNCE_MS, Effect, Event, Phase, Review, ReviewOwner, Stop,
    Taken,
};
use crate::consolidate::plan::Origin;
use crate::error::{Error, ReviewError};
use crate::review::log::{Outcome, ReviewRecord};
use crate::review::request::RunId;
use crate::scope::Tier;
use crate::time::Timestamp;

impl Review {
    /// The state after an event, and what is to be done, in order.
    ///
    /// The same state, event and time give the same answer. `now` may jump either way between two events.
    #[must_use]
    pub fn step(mut self, event: Event, now: Timestamp) -> (Self, Vec<Effect>) {
        let effects = self.feed(event, now);
        (self, effects)
    }

    /// [`Review::step`] on a state that is kept in its place.
    pub fn feed(&mut self, event: Event, now: Timestamp) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Activate(activation) => {
                self.gone(&mut effects);
                *self = Self::activated(activation);
            }
            _ if self.phase == Phase::Closed => self.closed(&event, &mut effects),
            Event::Gone => self.gone(&mut effects),
            Event::Saved(target) => self.saved(target),
            Event::Settled { input, idle, pending } => {
                self.tokens = self.tokens.saturating_add(input);
                self.at_rest(idle && !pending, now, &mut effects);
            }
            Event::Request { targets, idle } => self.asked(targets, idle, now, &mut effects),
            Event::Timer => self.rang(now, &mut effects),
            Event::Prepared(target, found) => self.prepared(target, found, now, &mut effects),
            Event::NotRecorded(run) => self.not_recorded(&run, now, &mut effects),
            Event::Worker(run, end) => self.worked(&run, end, now, &mut effects),
            Event::Card { run, written } => self.carded(&run, written, now, &mut effects),
            Event::Applied(run, end) => self.applied(&run, end, now, &mut effects),
            Event::Interrupt => self.stop(Stop::Interrupted, now, &mut effects),
            Event::Off => self.off(now, &mut effects),
            Event::On => self.enabled = true,
        }
        effects
    }

    /// A fresh state, with what the session's records remember (O-115).
    fn activated(activation: Activation) -> Self {
        let Activation { enabled, persona, project, records } = activation;
        let owner = ReviewOwner { persona, project };
        let mut review = Self { phase: Phase::Idle, enabled, first: true, ..Self::default() };
        review.remember(&owner, &records);
        review.retry = review.retry.filter(|_| enabled);
        review.owner = Some(owner);
        review
    }

    fn remember(&mut self, owner: &ReviewOwner, records: &[ReviewRecord]) {
        let end_of = |id: &RunId| {
            records.iter().rev().find_map(|record| match record {
                ReviewRecord::Settled { run, outcome, code, digests, .. } if run == id => {
                    Some((*outcome, code.as_deref(), digests))
                }
                _ => None,
            })
        };
        for record in records {
            let ReviewRecord::Started { run, target, origin, at, persona, project, .. } = record
            else {
                continue;
            };
            let end = end_of(run);
            if matches!(end, Some((Outcome::Declined, ..))) {
                continue;
            }
            if let Some((.., digests)) = end {
                self.keep_settled(*target, digests);
            }
            self.first = false;
            if self.last.is_some_and(|last| last > *at) {
                continue;
            }
            self.last = Some(*at);
            let open = match end {
                None => true,
                Some((Outcome::Cancelled, code, _)) => code != Some("review.off"),
                Some(_) => false,
            };
            let ours = *persona == owner.persona && *project == owner.project;
            self.retry = (open && ours && *origin == Origin::Auto).then_some(*target);
        }
    }

    /// Without a session only a request is answered, with no.
    fn closed(&mut self, event: &Event, effects: &mut Vec<Effect>) {
        match event {
            Event::Request { .. } => effects.push(Effect::Refused(ReviewError::NoSession)),
            Event::Off => self.enabled = false,
            Event::On => self.enabled = true,
            _ => {}
        }
    }

    fn gone(&mut self, effects: &mut Vec<Effect>) {
        let enabled = self.enabled;
        if let Some(run) = self.run.take_if(|_| self.phase != Phase::Applying) {
            effects.push(Effect::CancelWorker(run.id));
        }
        self.cancel_timer(effects);
        *self = Self { enabled, ..Self::default() };
    }

    fn saved(&mut self, target: Tier) {
        if self.enabled && self.targets().contains(&target) {
            self.mark(target);
        }
    }

    /// The agent came to rest: an automatic launch is planned, or a planned one is taken back.
    fn at_rest(&mut self, quiet: bool, now: Timestamp, effects: &mut Vec<Effect>) {
        let waits = match self.phase {
            Phase::Idle => true,
            Phase::Armed => self.batch.is_empty(),
            _ => false,
        };
        if !waits {
            return;
        }
        if quiet && self.is_open(now) {
            self.phase = Phase::Armed;
            self.arm(DEBOUNCE_MS, now, effects);
        } else {
            self.phase = Phase::Idle;
            self.cancel_timer(effects);
        }
    }

    fn asked(&mut self, targets: Vec<Tier>, idle: bool, now: Timestamp, effects: &mut Vec<Effect>) {
        let free = match self.phase {
            Phase::Idle => true,
            Phase::Armed => self.batch.is_empty(),
            _ => false,
        };
        let refusal = match (free, idle) {
            (false, _) => ReviewError::InFlight,
            (true, false) => ReviewError::Busy,
            (true, true) => {
                effects.push(Effect::Accepted(targets.clone()));
                (self.batch, self.phase) = (targets, Phase::Armed);
                return self.arm(0, now, effects);
            }
        };
        effects.push(Effect::Refused(refusal));
    }

    fn rang(&mut self, now: Timestamp, effects: &mut Vec<Effect>) {
        let Some(alarm) = self.alarm else { return };
        let rest = (alarm.due.millis() - now.millis()).min(alarm.span);
        if rest > 0 {
            return self.arm(rest.unsigned_abs(), now, effects);
        }
        self.alarm = None;
        match self.phase {
            Phase::Armed if !self.batch.is_empty() => {
                let target = self.batch.remove(0);
                self.look_for(target, Origin::Explicit, effects);
            }
            Phase::Armed => {
                let open = self.is_open(now);
                match self.retry.or_else(|| self.dirty.first().copied()).filter(|_| open) {
                    Some(target) => self.look_for(target, Origin::Auto, effects),
                    None => self.phase = Phase::Idle,
                }
            }
            Phase::Running => {
                self.cancel_worker(effects);
                let late = Ending::of(Outcome::Failed).refused(ReviewError::Deadline.into());
                self.end(late, now, effects);
            }
            Phase::Proposed => {
                let missing = Ending::of(Outcome::Failed).refused(ReviewError::CardMissing.into());
                self.end(missing, now, effects);
            }
            Phase::Closed | Phase::Idle | Phase::Applying => {}
        }
    }

    fn not_recorded(&mut self, run: &RunId, now: Timestamp, effects: &mut Vec<Effect>) {
        if self.is_current(run) && matches!(self.phase, Phase::Running | Phase::Proposed) {
            self.cancel_worker(effects);
            self.cancel_timer(effects);
            let missing = Ending::of(Outcome::Failed).refused(ReviewError::CardMissing.into());
            self.end(missing, now, effects);
        }
    }

    fn applied(&mut self, run: &RunId, end: ApplyEnd, now: Timestamp, effects: &mut Vec<Effect>) {
        if self.phase != Phase::Applying || !self.is_current(run) {
            return;
        }
        let ending = Ending::of(end.outcome());
        let ending = match end {
            ApplyEnd::Applied { receipt } | ApplyEnd::Uncertain { receipt } => {
                ending.receipt(receipt)
            }
            ApplyEnd::Refused(error) => ending.refused(error),
        };
        self.end(ending, now, effects);
    }

    /// Stops whatever can be stopped; what is being applied is told to change nothing if it has not begun.
    fn stop(&mut self, why: Stop, now: Timestamp, effects: &mut Vec<Effect>) {
        let error: Error = why.error();
        match self.phase {
            Phase::Closed | Phase::Idle => {}
            Phase::Armed if self.batch.is_empty() => {
                self.cancel_timer(effects);
                self.phase = Phase::Idle;
            }
            Phase::Armed => {
                self.cancel_timer(effects);
                self.stop_batch(Outcome::Cancelled, Some(error), effects);
            }
            Phase::Running if self.run.is_none() => self.stop_looking(error, effects),
            Phase::Running | Phase::Proposed => {
                self.cancel_worker(effects);
                self.cancel_timer(effects);
                self.end(Ending::of(Outcome::Cancelled).refused(error), now, effects);
            }
            Phase::Applying => {
                if let Some(run) = &mut self.run {
                    run.stopped.get_or_insert(why);
                }
            }
        }
    }

    /// Stops between the question for a window and its answer.
    fn stop_looking(&mut self, error: Error, effects: &mut Vec<Effect>) {
        match self.launching.take() {
            Some((target, Origin::Explicit)) => {
                self.batch.insert(0, target);
                self.stop_batch(Outcome::Cancelled, Some(error), effects);
            }
            _ => self.phase = Phase::Idle,
        }
    }

    fn off(&mut self, now: Timestamp, effects: &mut Vec<Effect>) {
        self.stop(Stop::Off, now, effects);
        self.enabled = false;
        self.dirty.clear();
        self.retry = None;
        if let Some(run) = &mut self.run {
            run.taken = Taken { dirty: None, retry: false, ..run.taken };
            run.stopped = Some(Stop::Off);
        }
    }

    fn cancel_worker(&self, effects: &mut Vec<Effect>) {
        effects.extend(self.run.as_ref().map(|run| Effect::CancelWorker(run.id.clone())));
    }

    pub(super) fn arm(&mut self, millis: u64, now: Timestamp, effects: &mut Vec<Effect>) {
        let span = i64::try_from(millis).unwrap_or(i64::MAX);
        let due = now.plus_millis(span).unwrap_or(Timestamp::MAX);
        self.alarm = Some(Alarm { due, span });
        effects.push(Effect::ArmTimer(millis));
    }

    pub(super) fn cancel_timer(&mut self, effects: &mut Vec<Effect>) {
        if self.alarm.take().is_some() {
            effects.push(Effect::CancelTimer);
        }
    }
}
