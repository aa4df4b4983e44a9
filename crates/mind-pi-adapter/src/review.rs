//! Reviews by a model in a session: the machine of the core, tied to what a host does (consolidation.md sections 7 to 9).
//!
//! What the machine wants of the host becomes effects of the answer; what it wants of the stores is left to the caller as [`Todo`], which looks, applies and feeds back.

mod worker;

use std::collections::VecDeque;

use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::mind::{Noticed, Outcome, Remembered};
use mind_core::review::digest::WindowDigest;
use mind_core::review::judge::Change;
use mind_core::review::log::{ENTRY_TYPE, RECORDS_READ, ReviewRecord};
use mind_core::review::policy::Policy;
use mind_core::review::prepare::{Model, Prepared};
use mind_core::review::proposal::proposal;
use mind_core::review::request::{DEADLINE_MS, OUTPUT_TOKENS, RunId};
use mind_core::review::schedule::{
    Activation, DeclineReason, Effect, Event, ResultCard, Review, WorkerEnd,
};
use mind_core::review::window::Progress;
use mind_core::scope::{Persona, Scope, Tier};
use mind_core::time::Timestamp;
use mind_persona_port::Mode;
use mind_protocol::host::{BoundTo, CardKind, EffectKind, NoticeLevel, SessionEntry, Via};

use crate::card::{bound, card};
use crate::notes::value;
use crate::pending::Pending;
use crate::session::Session;

/// The timer of the reviews.
pub(crate) const REVIEW: &str = "review";
/// What a companion can that runs reviews.
const WORKER: &str = "mind-worker";

/// The reviews of a session.
#[derive(Debug, Default)]
pub(crate) struct Reviews {
    pub(crate) machine: Review,
    pub(crate) policy: Policy,
    records: Vec<ReviewRecord>,
    prepared: Option<Box<Prepared>>,
    change: Option<Box<Change>>,
    result: Option<String>,
    /// What a person is told who asked for a review.
    said: Option<Said>,
}

/// The answer to a request.
#[derive(Debug)]
pub(crate) enum Said {
    Accepted(String),
    Refused(mind_core::error::Error),
}

/// What is to be asked of the stores, and fed back.
#[derive(Debug)]
pub(crate) enum Todo {
    /// Look for a window.
    Prepare { target: Tier, origin: Origin, progress: Progress, settled: Vec<WindowDigest> },
    /// Apply the kept plan.
    Apply(RunId),
}

impl Reviews {
    /// The reviews of a session that begins, with what its entries remember.
    pub(crate) fn begin(policy: Policy, entries: &[SessionEntry]) -> Self {
        let read = |entry: &SessionEntry| ReviewRecord::read(&value(&entry.data));
        let newest = entries.len().saturating_sub(RECORDS_READ);
        let records = entries[newest..].iter().filter_map(read).collect();
        Self { policy, records, ..Self::default() }
    }

    pub(crate) fn take_said(&mut self) -> Option<Said> {
        self.said.take()
    }

    /// The run that is prepared, with its plan once there is one.
    pub(crate) fn prepared(&self, run: &RunId) -> Option<(&Prepared, Option<&Change>)> {
        let prepared = self.prepared.as_deref().filter(|prepared| prepared.run == *run)?;
        Some((prepared, self.change.as_deref()))
    }

    /// The opaque word under which the companion keeps the answer.
    pub(crate) fn result(&self) -> Option<String> {
        self.result.clone()
    }

    /// Keeps what was found for a run that may begin.
    pub(crate) fn keep(&mut self, prepared: Prepared) {
        (self.prepared, self.change, self.result) = (Some(Box::new(prepared)), None, None);
    }
}

impl Session {
    /// The machine begins anew for the present owner, or ends where there is none or nothing happens by itself.
    pub(crate) fn activate_reviews(&mut self, now: Timestamp) {
        let active = self.is_active();
        let stamp = self.companion.stamp().filter(|_| active);
        let named = |stamp: &mind_persona_port::Stamp| {
            Persona::named(stamp.persona.as_deref().unwrap_or_default()).ok()
        };
        let event = match stamp.as_ref().and_then(named) {
            None => Event::Gone,
            Some(persona) => Event::Activate(Activation {
                enabled: self.reviews.policy.is_on(),
                persona: persona.segment().clone(),
                project: self.project.as_ref().map(|project| project.slug().as_str().to_owned()),
                records: self.reviews.records.clone(),
            }),
        };
        // Nothing is looked for when a machine begins or ends.
        drop(self.review(event, now));
    }

    /// Feeds an event; what the stores are needed for is given back, in order.
    pub(crate) fn review(&mut self, event: Event, now: Timestamp) -> Vec<Todo> {
        let mut todos = Vec::new();
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            let effects = self.reviews.machine.feed(event, now);
            for effect in effects {
                self.carry_out(effect, &mut events, &mut todos);
            }
        }
        todos
    }

    fn carry_out(&mut self, effect: Effect, events: &mut VecDeque<Event>, todos: &mut Vec<Todo>) {
        match effect {
            Effect::Accepted(targets) => {
                self.reviews.said = Some(Said::Accepted(Effect::accepted_text(&targets)));
            }
            Effect::Refused(error) => self.reviews.said = Some(Said::Refused(error.into())),
            Effect::Prepare { target, origin, progress, settled } => {
                todos.push(Todo::Prepare { target, origin, progress, settled });
            }
            Effect::Record(record) => self.record(record),
            Effect::RunWorker(run) => events.extend(self.run_worker(&run)),
            Effect::CancelWorker(run) => {
                let run_id = run.as_str().to_owned();
                self.outbox.push(EffectKind::CancelWorker { run_id });
            }
            Effect::ArmTimer(delay_ms) => {
                let timer_id = REVIEW.to_owned();
                self.outbox.push(EffectKind::ArmTimer { timer_id, delay_ms });
            }
            Effect::CancelTimer => {
                self.outbox.push(EffectKind::CancelTimer { timer_id: REVIEW.to_owned() });
            }
            Effect::Propose(run) => self.propose(&run),
            Effect::Apply(run) => todos.push(Todo::Apply(run)),
            Effect::Card(result) => self.result_card(&result),
        }
    }

    /// Appends a record, wherever the branch ends.
    fn record(&mut self, record: ReviewRecord) {
        let data = serde_json::from_str(&record.encode()).expect("a record is JSON");
        let bind = BoundTo { leaf_id: None, ..bound(&self.bind()) };
        let custom_type = ENTRY_TYPE.to_owned();
        let id = self.outbox.push(EffectKind::AppendEntry { custom_type, data, bind });
        let run = match &record {
            ReviewRecord::Started { run, .. } => Some(run.clone()),
            ReviewRecord::Settled { .. } => None,
        };
        self.pending.insert(id, Pending::Record(run));
        self.reviews.records.push(record);
    }

    /// Asks for a worker: the companion's where it owns the memory, else the host's. A companion that cannot is no reason to ask somebody else.
    fn run_worker(&mut self, run: &RunId) -> Option<Event> {
        let via = match self.companion.diagnosis().mode {
            Mode::Standalone => Via::Session,
            Mode::Persona if self.companion.may_use(WORKER) => Via::Companion,
            Mode::Persona => {
                let declined = WorkerEnd::Declined(DeclineReason::Unsupported);
                return Some(Event::Worker(run.clone(), declined));
            }
        };
        let (prepared, _) = self.reviews.prepared(run)?;
        let Model { provider, id, thinking } = prepared.model.clone();
        let kind = EffectKind::RunWorker {
            run_id: run.as_str().to_owned(),
            via,
            model: mind_protocol::host::Model { provider, id, thinking: Some(thinking) },
            system_prompt: prepared.system_prompt().to_owned(),
            prompt: prepared.prompt.clone(),
            max_output_tokens: u64::from(OUTPUT_TOKENS),
            deadline_ms: DEADLINE_MS,
        };
        self.outbox.push(kind);
        None
    }

    /// Shows the kept plan on cards, all of which have to be in the session before it is applied (O-92).
    fn propose(&mut self, run: &RunId) {
        let Some((prepared, Some(change))) = self.reviews.prepared(run) else { return };
        let title = format!("mind · optimize {}", prepared.place.tier());
        for body in proposal(&change.plan, run, &prepared.model) {
            let kind = card(CardKind::Review, &title, &body, &self.bind());
            let id = self.outbox.push(kind);
            self.pending.insert(id, Pending::Proposal(run.clone()));
        }
    }

    fn result_card(&mut self, result: &ResultCard) {
        let (title, body) = (result.title(), result.body());
        let kind = card(CardKind::Review, &title, &body, &self.bind());
        let id = self.outbox.push(kind);
        self.pending.insert(id, Pending::Card);
        let first = body.lines().next().unwrap_or_default();
        self.outbox.notify(NoticeLevel::Info, &format!("{title}: {first}"));
    }

    /// What is reviewed in this session, and why it may or may not begin by itself (O-110).
    pub(crate) fn review_status(&self, now: Timestamp) -> String {
        let policy = &self.reviews.policy;
        let status = self.reviews.machine.status(now);
        let on = if policy.is_on() { "on" } else { "off" };
        let dirty: Vec<&str> = status.dirty.iter().map(|tier| tier.as_str()).collect();
        let dirty = if dirty.is_empty() { "none".to_owned() } else { dirty.join(", ") };
        let run = status.run.map_or_else(|| "none".to_owned(), |run| run.id.as_str().to_owned());
        format!(
            "automatic reviews: {on} ({})\nsaved since the last: {dirty}\ntokens: {} of 1000000\ncooldown left: {} s\nrun: {run}",
            policy.said_by(),
            status.tokens,
            status.cooldown_ms.div_euclid(1_000),
        )
    }

    /// What was kept of a user's own words is worth a review.
    pub(crate) fn saved(&mut self, kept: &[Noticed], now: Timestamp) {
        for one in kept {
            if let Noticed::Kept(Remembered { tier, outcome, .. }) = one
                && *outcome != Outcome::Refreshed
            {
                drop(self.review(Event::Saved(*tier), now));
            }
        }
    }

    /// The model a review would ask.
    pub(crate) fn review_model(&self) -> Option<Model> {
        self.opened.model.as_ref().map(core_model)
    }
}

/// Whose plan a review of a session makes.
pub(crate) fn plan_owner(scope: &Scope, session: &str, generation: u64) -> PlanOwner {
    let (session, generation) = (Some(session.to_owned()), Some(generation));
    PlanOwner { session, generation, ..PlanOwner::of(scope) }
}

pub(super) fn core_model(model: &mind_protocol::host::Model) -> Model {
    Model {
        provider: model.provider.clone(),
        id: model.id.clone(),
        thinking: model.thinking.clone().unwrap_or_else(|| "off".to_owned()),
    }
}
