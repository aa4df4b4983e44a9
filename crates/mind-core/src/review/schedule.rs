//! When a review runs, and what becomes of it: a state machine without clock, I/O or randomness (O-110 to O-115, sections 8 and 9).
//!
//! A host feeds [`Review::step`] its events and carries out the [`Effect`]s in order. Three of them are not the host's but the engine's own work, done at once and fed back as events:
//!
//! | effect | the engine | and answers with |
//! |---|---|---|
//! | [`Effect::Prepare`] | reads a strict snapshot and calls [`prepare`](super::prepare::prepare); keeps the [`Prepared`](super::prepare::Prepared) | [`Event::Prepared`] |
//! | [`Effect::Propose`] | makes the cards of the kept plan, appends each | [`Event::Card`], once for each |
//! | [`Effect::Apply`] | applies the kept plan, under a guard that asks [`Review::stopped`] | [`Event::Applied`] |
//!
//! When a worker settles, the engine asks [`Review::awaits`] first. A result nobody waits for is dropped unread; another one is judged by [`judge`](super::judge::judge), whose change the engine keeps, and fed as [`Event::Worker`].

mod card;
mod effect;
mod end;
mod event;
mod launch;
mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use card::{BatchEnd, ResultCard};
pub use effect::Effect;
pub use event::{
    Activation, ApplyEnd, DeclineReason, Event, Preparation, Stop, Verdict, WorkerEnd, WorkerFault,
};

use super::digest::WindowDigest;
use super::log::Outcome;
use super::prepare::Model;
use super::request::RunId;
use super::window::Progress;
use crate::consolidate::plan::Origin;
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// How long an automatic review waits for the agent to go on, in milliseconds.
pub const DEBOUNCE_MS: u64 = 2_000;
/// How long after a launch the next automatic one may follow, in milliseconds.
pub const COOLDOWN_MS: i64 = 300_000;
/// Input tokens after which saved tiers are worth another automatic review.
pub const TOKEN_GATE: u64 = 1_000_000;
/// How long the host may take to write a card down, in milliseconds.
pub const CARD_WAIT_MS: u64 = 10_000;

/// What the machine is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is no session, or nobody owns its memory.
    #[default]
    Closed,
    /// Nothing is planned.
    Idle,
    /// A launch is planned.
    Armed,
    /// A worker runs, or a window for one is looked for.
    Running,
    /// A proposal is on its way to the operator's card.
    Proposed,
    /// The plan is being applied.
    Applying,
}

/// The reviews of one session: the whole state of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    phase: Phase,
    enabled: bool,
    owner: Option<ReviewOwner>,
    dirty: Vec<Tier>,
    first: bool,
    tokens: u64,
    last: Option<Timestamp>,
    retry: Option<Tier>,
    batch: Vec<Tier>,
    done: Vec<(Tier, Outcome)>,
    launching: Option<(Tier, Origin)>,
    run: Option<Run>,
    alarm: Option<Alarm>,
    progress: BTreeMap<Tier, Progress>,
    settled: BTreeMap<Tier, Vec<WindowDigest>>,
}

/// Whose memory is reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReviewOwner {
    persona: Segment,
    project: Option<String>,
}

/// The timer that is armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Alarm {
    due: Timestamp,
    span: i64,
}

/// A run that was launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// The target.
    pub target: Tier,
    /// Whether it was asked for or began by itself.
    pub origin: Origin,
    /// When it was launched.
    pub launched_at: Timestamp,
    /// The model that is asked.
    pub model: Model,
    /// How many records it is shown.
    pub records: usize,
    digest: WindowDigest,
    after: Progress,
    taken: Taken,
    change: Option<ProposedChange>,
    result_ref: Option<String>,
    stopped: Option<Stop>,
}

/// What a launch took and overwrote, so that a run the host declined leaves no trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Taken {
    dirty: Option<usize>,
    retry: bool,
    last: Option<Timestamp>,
    tokens: u64,
    first: bool,
}

/// What an accepted reply would change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ProposedChange {
    digest: WindowDigest,
    sources: usize,
    replacements: usize,
    cards_missing: usize,
}

/// What `status` shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    /// Whether reviews begin by themselves.
    pub enabled: bool,
    /// Tiers saved to since their last review, first saved first.
    pub dirty: &'a [Tier],
    /// Input tokens since the last launch, of [`TOKEN_GATE`].
    pub tokens: u64,
    /// Milliseconds until an automatic launch may follow the last one.
    pub cooldown_ms: i64,
    /// The run that is launched.
    pub run: Option<&'a Run>,
}

impl Review {
    /// What it is at.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The run that is launched.
    pub const fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// Whether the result of this run is waited for. Any other is to be dropped unread.
    pub fn awaits(&self, run: &RunId) -> bool {
        self.phase == Phase::Running && self.is_current(run)
    }

    /// Why the plan that is being applied must not change anything any more; asked inside the store's decision (O-43).
    ///
    /// The owner is the caller's to check: a run whose owner is gone is not known here, and answers with [`Stop::Gone`].
    pub fn stopped(&self, run: &RunId) -> Option<Stop> {
        match &self.run {
            Some(current) if current.id == *run && self.phase == Phase::Applying => current.stopped,
            _ => Some(Stop::Gone),
        }
    }

    /// What `/mind optimize auto status` and doctor show (O-110).
    pub fn status(&self, now: Timestamp) -> Status<'_> {
        let since = self.last.map_or(COOLDOWN_MS, |last| last.age_millis(now));
        Status {
            enabled: self.enabled,
            dirty: &self.dirty,
            tokens: self.tokens,
            cooldown_ms: (COOLDOWN_MS - since).max(0),
            run: self.run.as_ref(),
        }
    }

    /// Where the next review of a target begins.
    pub fn progress(&self, target: Tier) -> Progress {
        self.progress.get(&target).copied().unwrap_or_default()
    }

    /// The targets a batch may have here, in its order (O-100).
    pub fn targets(&self) -> &'static [Tier] {
        match &self.owner {
            Some(ReviewOwner { project: Some(_), .. }) => {
                &[Tier::Project, Tier::ProjectLong, Tier::Persona]
            }
            Some(_) => &[Tier::Persona],
            None => &[],
        }
    }

    fn is_current(&self, run: &RunId) -> bool {
        self.run.as_ref().is_some_and(|current| current.id == *run)
    }

    fn mark(&mut self, target: Tier) {
        if !self.dirty.contains(&target) {
            self.dirty.push(target);
        }
    }

    /// O-112. A clock that was set back moves the last launch with it.
    fn is_open(&mut self, now: Timestamp) -> bool {
        self.last = self.last.map(|last| last.min(now));
        let cool = self.last.is_none_or(|last| last.age_millis(now) >= COOLDOWN_MS);
        let worth = !self.dirty.is_empty() && (self.first || self.tokens >= TOKEN_GATE);
        self.enabled && cool && (self.retry.is_some() || worth)
    }
}
