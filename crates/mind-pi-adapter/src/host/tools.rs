//! A model's calls, and what the host says of the effects they asked for.

use std::time::Duration;

use mind_core::port::{Clock, Store};
use mind_core::review::schedule::Event;
use mind_core::time::Timestamp;
use mind_mcp::Begun;
use mind_protocol::host::{EffectsDone, EffectsTaken, ReportOutcome, ToolAnswered, ToolCall};
use serde_json::{Value, json};

use super::Host;
use super::answer::{answer_value, refusal, refused_reply, value, with_more};
use super::commands::show_reply;
use crate::fault::Fault;
use crate::job::Job;
use crate::pending::Pending;
use crate::session::Session;
use crate::tool::{Facility, Reply, Rest, Says, Step, Task};

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    /// The model calls a tool.
    pub(super) fn tool_call(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: ToolCall,
    ) -> Result<Begun, Fault> {
        let Some(facility) = session.names.facility(&body.tool) else {
            // A tool of an earlier session, or one that was never registered.
            session.check_owner()?;
            let field = "tool".to_owned();
            return Err(Fault::Input { code: "input.invalid", field });
        };
        if session.check_owner().is_ok() && facility == Facility::Memory {
            session.check_notes()?;
        }
        match Task::read(facility, body.params) {
            Err(reply) => Ok(Begun::Answered(replied(session, reply))),
            Ok(task) => self.carry_out(session, deadline, task, replied),
        }
    }

    /// Carries a tool's work out, and says what came of it as `say` does.
    pub(super) fn carry_out(
        &self,
        session: &mut Session,
        deadline: Duration,
        task: Task,
        say: impl Fn(&mut Session, Reply) -> Value + Send + 'static,
    ) -> Result<Begun, Fault> {
        let late = late(&task);
        let task = match task.begin(session, self.now()) {
            Step::Answered(reply) => return Ok(Begun::Answered(say(session, reply))),
            Step::Ask(task) => task,
        };
        let says = if session.said_what_remains { Says::Nothing } else { Says::WhatRemains };
        self.work(session, deadline, late, move |host, job| {
            let now = host.now();
            let rest = task.ask(job, &host.mind, now, says);
            let counts = if task.changes() { host.counts(job) } else { None };
            if task.moves_work() {
                host.remind(job);
            }
            host.finish(job, |session| {
                session.count(counts);
                let reply = end(session, rest, now);
                if let Some(tier) = task.saved(&reply) {
                    drop(session.review(Event::Saved(tier), now));
                }
                if let Some(activity) = task.activity() {
                    session.active_in(activity, &reply, now);
                }
                say(session, reply)
            })
        })
    }

    /// The host says what became of effects.
    pub(super) fn effects_done(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: &EffectsDone,
    ) -> Result<Begun, Fault> {
        if session.needs_events(&body.results) {
            return Err(Fault::EventsNeeded);
        }
        let now = self.now();
        let (mut reply, mut shown, mut todos) = (None, Vec::new(), Vec::new());
        for report in &body.results {
            let Some(pending) = session.pending.remove(&report.effect_id) else { continue };
            match pending {
                Pending::Note { write, before, rounds, title } => {
                    let before = before.map(|before| *before);
                    let said = session.note_reported(*write, before, rounds, report, now);
                    reply = Some((said, title));
                }
                Pending::Reminder(items) => {
                    if report.outcome == ReportOutcome::Applied {
                        shown.extend(items);
                    } else {
                        session.reminders.reported(&items);
                    }
                }
                Pending::Record(Some(run)) if report.outcome != ReportOutcome::Applied => {
                    todos.extend(session.review(Event::NotRecorded(run), now));
                }
                Pending::Proposal(run) => {
                    let written = report.outcome == ReportOutcome::Applied;
                    todos.extend(session.review(Event::Card { run, written }, now));
                }
                Pending::Record(_) | Pending::Card => {}
            }
        }
        // What a note came to is said whatever becomes of the rest.
        if (shown.is_empty() && todos.is_empty()) || session.check_owner().is_err() {
            return Ok(Begun::Answered(settled(session, reply)));
        }
        let late = settled(session, reply);
        let in_time = late.clone();
        self.work(session, deadline, late, move |host, job| {
            let cleared = host.acknowledge(job, shown);
            host.review(job, todos);
            let counts = host.counts(job);
            let more = host.within(job, |session| {
                session.reminders.reported(&cleared);
                session.count(counts);
                session.show_status();
                session.outbox.take()
            });
            with_more(in_time, more.unwrap_or_default())
        })
    }

    /// Clears the due times of reminders that were shown; it says of which. One that could not be cleared is not shown again in this session, and is in the next, which is better than never.
    fn acknowledge(
        &self,
        job: &Job,
        mut shown: Vec<(String, Timestamp)>,
    ) -> Vec<(String, Timestamp)> {
        let clear = |(id, due): &(String, Timestamp)| {
            job.run(&self.mind, |mind, scope| mind.acknowledge(scope, id, *due)).is_ok()
        };
        shown.retain(clear);
        shown
    }
}

/// What is left to do under the session's lock.
pub(super) fn end(session: &mut Session, rest: Rest, now: Timestamp) -> Reply {
    match rest {
        Rest::Nothing(reply) => reply,
        Rest::SaidWhatRemains(reply) => {
            session.said_what_remains = true;
            reply
        }
        Rest::Forget { id, before } => {
            session.said_what_remains |= before.is_some();
            session.unnote(&id, before, now)
        }
    }
}

/// What a tool answers.
fn replied(session: &mut Session, reply: Reply) -> Value {
    match reply {
        Reply::Done { text, details } => {
            let details = details.into_value();
            answer_value(session, ToolAnswered { text, details, await_effects: false })
        }
        Reply::Waiting(_) => {
            let details = json!({ "ok": true });
            let text = "Waiting for the session.".to_owned();
            answer_value(session, ToolAnswered { text, details, await_effects: true })
        }
        refused @ Reply::Refused { .. } => {
            refused_reply(session, refused).expect("a refusal is refused")
        }
    }
}

/// What takes the place of an answer that waited, if one did.
fn settled(session: &mut Session, reply: Option<(Reply, Option<&'static str>)>) -> Value {
    let Some((reply, title)) = reply else {
        return answer_value(session, EffectsTaken::default());
    };
    if let Some(title) = title {
        show_reply(session, title, &reply);
    }
    match reply {
        Reply::Done { text, details } => {
            let details = Some(details.into_value());
            let text = Some(text);
            answer_value(session, EffectsTaken { text, details, await_effects: false })
        }
        Reply::Waiting(_) => {
            answer_value(session, EffectsTaken { await_effects: true, ..EffectsTaken::default() })
        }
        refused @ Reply::Refused { .. } => {
            refused_reply(session, refused).expect("a refusal is refused")
        }
    }
}

/// A tool's answer when it took too long.
fn late(task: &Task) -> Value {
    match task.refused(&Fault::Deadline) {
        Reply::Refused { text, refusal: because, details } => {
            refusal(Vec::new(), *because, Some((text, details.into_value())))
        }
        Reply::Done { .. } | Reply::Waiting(_) => value(Vec::new(), EffectsTaken::default()),
    }
}
