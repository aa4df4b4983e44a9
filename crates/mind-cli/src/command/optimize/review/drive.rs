//! The machine of `mind_core::review::schedule`, driven to its end by a command: there are no timers to wait for and no session to write into.

use std::collections::VecDeque;

use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::PlanOwner;
use mind_core::review::judge::{Change, Proposal, Reply};
use mind_core::review::log::Outcome;
use mind_core::review::prepare::Prepared;
use mind_core::review::proposal::proposal;
use mind_core::review::request::RunId;
use mind_core::review::schedule::{
    Activation, ApplyEnd, Effect, Event, Preparation, ResultCard, Review, Verdict, WorkerEnd,
    WorkerFault,
};
use mind_core::scope::Tier;
use mind_llm_port::ModelFault;

use super::model::Asked;
use super::{prepared, say};
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show;
use crate::streams::Streams;
use crate::wire;

/// Reviews these targets, one after the other; the exit code is that of the last (O-135).
pub(super) fn run(
    targets: Vec<Tier>,
    asked: &Asked,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let owner = PlanOwner::of(&session.scope);
    let (persona, project) = (owner.persona, owner.project);
    let activation = Activation { enabled: false, persona, project, records: Vec::new() };
    let mut drive = Drive { asked, session, kept: None, fault: None, exit: Exit::Done };
    let mut review = Review::default();
    let request = Event::Request { targets, idle: true };
    let mut events = VecDeque::from([Event::Activate(activation), request]);
    while let Some(event) = events.pop_front() {
        for effect in review.feed(event, session.now()) {
            events.extend(drive.carry_out(effect, streams)?);
        }
    }
    Ok(drive.exit)
}

/// What a running review works with.
struct Drive<'a> {
    asked: &'a Asked,
    session: &'a Session<'a>,
    kept: Option<Kept>,
    /// Why the model gave no answer.
    fault: Option<ModelFault>,
    exit: Exit,
}

/// The review that was prepared, and what was made of its answer.
struct Kept {
    prepared: Prepared,
    change: Option<Box<Change>>,
}

impl Drive<'_> {
    /// Does what the machine wants, and tells it what came of that.
    fn carry_out(
        &mut self,
        effect: Effect,
        streams: &mut Streams<'_>,
    ) -> Result<Vec<Event>, Fault> {
        Ok(match effect {
            Effect::Prepare { target, origin, progress, .. } => {
                let found = prepared(target, (origin, progress), &self.asked.model, self.session);
                let event = Event::Prepared(target, Preparation::of(&found));
                self.kept = found.ok().map(|prepared| Kept { prepared, change: None });
                vec![event]
            }
            Effect::RunWorker(run) => vec![self.work(run, streams)],
            Effect::Propose(run) => self.propose(&run, streams)?,
            Effect::Apply(run) => vec![Event::Applied(run, ApplyEnd::of(self.apply()))],
            // The next target is due at once; what a model or a card may take is over when it is.
            Effect::ArmTimer(0) => vec![Event::Timer],
            Effect::Card(card) => {
                self.tell(&card, streams)?;
                Vec::new()
            }
            Effect::Refused(error) => return Err(mind_core::Error::from(error).into()),
            Effect::Accepted(_)
            | Effect::Record(_)
            | Effect::CancelWorker(_)
            | Effect::ArmTimer(_)
            | Effect::CancelTimer => Vec::new(),
        })
    }

    fn work(&mut self, run: RunId, streams: &mut Streams<'_>) -> Event {
        let Some(kept) = &mut self.kept else {
            return Event::Worker(run, WorkerEnd::Failed(WorkerFault::Other));
        };
        let answer = match self.asked.answer(&kept.prepared) {
            Ok(answer) => answer,
            Err(fault) => {
                let told = self.asked.fault(fault);
                // Whoever does not listen to the talk still gets the answer.
                let _ = writeln!(streams.errors, "warning: {} ({})", told.message(), told.code());
                self.fault = Some(fault);
                return Event::Worker(run, WorkerEnd::Failed(worker_fault(fault)));
            }
        };
        let reply = Reply { text: &answer.text, model: Some(&answer.model) };
        let verdict = match self.session.mind.judge_reply(&kept.prepared, reply) {
            Ok(Proposal::Nothing) => Verdict::Nothing,
            Ok(Proposal::Change(change)) => {
                let ((sources, replacements), digest) = (change.counts(), change.digest.clone());
                kept.change = Some(change);
                Verdict::Accepted { digest, sources, replacements, cards: 1 }
            }
            Err(error) => Verdict::Refused(error),
        };
        Event::Worker(run, WorkerEnd::Judged { verdict, result_ref: None })
    }

    /// Shows the plan before it is applied; one that could not be shown is not applied (O-92, O-134).
    fn propose(&self, run: &RunId, streams: &mut Streams<'_>) -> Result<Vec<Event>, Fault> {
        let kept =
            self.kept.as_ref().and_then(|kept| Some((&kept.prepared, kept.change.as_ref()?)));
        let written = kept.is_some();
        if let Some((prepared, change)) = kept.filter(|_| !self.session.common.json) {
            let words = proposal(&change.plan, run, &prepared.model).concat();
            say(&words, &[], streams)?;
            streams.output.flush()?;
        }
        Ok(vec![Event::Card { run: run.clone(), written }])
    }

    fn apply(&self) -> Result<mind_core::mind::Applied, mind_core::Error> {
        let order: Option<Order> = self
            .kept
            .as_ref()
            .and_then(|kept| Some(kept.change.as_ref()?.order(&kept.prepared, None)));
        let order = order.ok_or(mind_core::error::ApplyError::PlanUnknown)?;
        let scope = &self.session.scope;
        self.session.mind.apply(scope, &order, &PlanOwner::of(scope), &|| Ok(()))
    }

    fn tell(&mut self, card: &ResultCard, streams: &mut Streams<'_>) -> Result<(), Fault> {
        self.exit = exit_of(card);
        let model = self.fault.take().map(|fault| self.asked.fault(fault));
        if self.session.common.json {
            if self.exit == Exit::Done {
                accept(wire::reviewed(card), streams)?;
                return Ok(());
            }
            return show::json(&wire::not_reviewed(card, model), streams);
        }
        say(&format!("{}\n{}", card.title(), card.body()), &[], streams)
    }
}

/// O-135.
fn exit_of(card: &ResultCard) -> Exit {
    match card.outcome {
        Outcome::Skipped | Outcome::NoOp | Outcome::Applied => Exit::Done,
        Outcome::Refused | Outcome::Conflict | Outcome::Cancelled => Exit::Refused,
        Outcome::Uncertain => Exit::Unavailable,
        Outcome::Declined => Exit::HostUnavailable,
        Outcome::Failed => match &card.error {
            Some(error) if Exit::of(error.kind()) == Exit::Unavailable => Exit::Unavailable,
            _ => Exit::HostUnavailable,
        },
    }
}

const fn worker_fault(fault: ModelFault) -> WorkerFault {
    match fault {
        ModelFault::Deadline => WorkerFault::Deadline,
        ModelFault::TooLong => WorkerFault::TooLong,
        ModelFault::Cancelled => WorkerFault::Cancelled,
        ModelFault::Incomplete => WorkerFault::InvalidOutput,
        _ => WorkerFault::ProviderError,
    }
}
