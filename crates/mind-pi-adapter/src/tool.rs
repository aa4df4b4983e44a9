//! The tools a model gets in a host: what each is called and takes, and what comes of a call (PI-70 to PI-74).

mod backlog;
mod define;
mod memory;
mod optimize;
mod page;

use mind_core::port::{Clock, Store};
use mind_core::scope::Tier;
use mind_core::time::Timestamp;
use mind_mcp::parameter::{Arguments, Parameter};
use mind_mcp::words;
use mind_protocol::Refusal;
use mind_protocol::host::ActivityPhase;
use serde_json::{Map, Value};

use crate::details::Details;
use crate::fault::Fault;
use crate::job::Job;
use crate::session::Session;
use mind_core::Mind;

pub(crate) use define::{ToolNames, definitions};

/// What a tool is, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Facility {
    /// Facts and notes.
    Memory,
    /// Deferred work.
    Backlog,
    /// Tidying.
    Optimize,
}

/// What a tool or a command says, and what it means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// It is done.
    Done { text: String, details: Details },
    /// It is refused.
    Refused { text: String, refusal: Box<Refusal>, details: Details },
    /// The host's report on this effect decides.
    Waiting(String),
}

impl Reply {
    pub(crate) fn done(text: String, details: Details) -> Self {
        Self::Done { text, details }
    }

    pub(crate) fn refused(action: &str, lead: &str, refusal: &Refusal) -> Self {
        let text = words::refusal(lead, refusal);
        let details = Details::refused(action, refusal);
        Self::Refused { text, refusal: Box::new(refusal.clone()), details }
    }
}

/// A call that was taken apart and may be carried out.
#[derive(Debug)]
pub(crate) struct Task {
    facility: Facility,
    action: &'static str,
    arguments: Arguments,
    by: By,
}

/// Who asks: the words of a tool's answer are fixed, a person is told more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Model,
    Person,
}

/// What is left to do under the session's lock once the stores have answered.
#[derive(Debug)]
pub(crate) enum Rest {
    /// Nothing.
    Nothing(Reply),
    /// A note goes too.
    Forget { id: mind_core::fact::FactId, before: Option<crate::notes::Before> },
    /// It was said what is left of a forgotten fact.
    SaidWhatRemains(Reply),
}

/// What a call comes to before any store is asked.
#[derive(Debug)]
pub(crate) enum Step {
    /// It is answered.
    Answered(Reply),
    /// The stores are to be asked.
    Ask(Task),
}

impl Facility {
    pub(crate) const ALL: [Self; 3] = [Self::Memory, Self::Backlog, Self::Optimize];

    /// Its name, where it is free.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Backlog => "backlog",
            Self::Optimize => "memory_optimize",
        }
    }

    /// Its actions, each with what it takes.
    pub(crate) const fn actions(self) -> &'static [(&'static str, &'static [Parameter])] {
        match self {
            Self::Memory => &memory::ACTIONS,
            Self::Backlog => &backlog::ACTIONS,
            Self::Optimize => &optimize::ACTIONS,
        }
    }

    /// How a refusal of an action begins.
    fn lead(self, action: &str) -> &'static str {
        match (self, action) {
            (Self::Optimize, "stage") => "Not staged",
            (Self::Optimize, "apply") => "Not applied",
            (Self::Optimize, "undo") => "Not undone",
            (_, "remember") => "Not stored",
            (_, "forget" | "promote") => "Not changed",
            (Self::Memory | Self::Optimize, _) => "Not read",
            (_, "add") => "Not queued",
            (_, "list") => "Not listed",
            (Self::Backlog, _) => "Not updated",
        }
    }
}

impl Task {
    /// The same, asked by a person.
    pub(crate) fn by_hand(self) -> Self {
        Self { by: By::Person, ..self }
    }

    /// Takes a call's arguments apart: the action, then its fields, each refused by name.
    ///
    /// # Errors
    /// The refusal as the tool says it.
    pub(crate) fn read(facility: Facility, params: Map<String, Value>) -> Result<Self, Reply> {
        let sent = params.get("action").and_then(Value::as_str).map(str::to_owned);
        let known = facility.actions().iter().find(|(name, _)| sent.as_deref() == Some(*name));
        let action = known.map_or("?", |(name, _)| name);
        Self::parse(facility, params, sent.is_some(), known)
            .map_err(|fault| Reply::refused(action, facility.lead(action), &fault.refusal()))
    }

    fn parse(
        facility: Facility,
        mut params: Map<String, Value>,
        named: bool,
        known: Option<&(&'static str, &'static [Parameter])>,
    ) -> Result<Self, mind_mcp::Fault> {
        let Some((action, fields)) = known else {
            return Err(if named {
                mind_mcp::Fault::Invalid { field: "action", expected: "an action of this tool" }
            } else {
                mind_mcp::Fault::MissingField { field: "action" }
            });
        };
        params.remove("action");
        let arguments = Arguments::check(Some(params), fields)?;
        Ok(Self { facility, action, arguments, by: By::Model })
    }

    /// The call refused, in the words of its tool.
    pub(crate) fn refused(&self, fault: &Fault) -> Reply {
        Reply::refused(self.action, self.facility.lead(self.action), &fault.refusal())
    }

    /// What a companion is told it is about, for the steps it is told of at all (W-40).
    pub(crate) fn activity(&self) -> Option<(ActivityPhase, String)> {
        let phase = match (self.facility, self.action) {
            (Facility::Optimize, "inspect") => ActivityPhase::Inspect,
            (Facility::Optimize, "stage") => ActivityPhase::Stage,
            (Facility::Optimize, "apply") => ActivityPhase::Apply,
            _ => return None,
        };
        Some((phase, self.arguments.text("target").unwrap_or("project").to_owned()))
    }

    /// The tier that was written, for what is worth a review (O-113).
    pub(crate) fn saved(&self, reply: &Reply) -> Option<Tier> {
        let Reply::Done { details, .. } = reply else { return None };
        let writes = matches!(self.action, "remember" | "promote");
        let known = details.text("outcome") == Some("refreshed");
        details.text("tier")?.parse().ok().filter(|_| writes && !known)
    }

    /// Whether it changes facts or backlog.
    pub(crate) fn changes(&self) -> bool {
        !matches!(self.action, "recall" | "read" | "list" | "inspect" | "stage" | "history")
    }

    /// Whether its answer depends on the session's notes.
    pub(crate) fn needs_notes(&self) -> bool {
        self.facility == Facility::Memory
    }

    /// Whether it changes work put off, so that something may be due.
    pub(crate) fn moves_work(&self) -> bool {
        self.facility == Facility::Backlog && self.changes()
    }

    /// What can be said under the session's lock: notes are not in a store.
    pub(crate) fn begin(self, session: &mut Session, now: Timestamp) -> Step {
        let notes = |()| if self.needs_notes() { session.check_notes() } else { Ok(()) };
        if let Err(fault) = session.check_owner().and_then(notes) {
            return Step::Answered(self.refused(&fault));
        }
        match memory::note(&self, session, now) {
            None => Step::Ask(self),
            Some(Ok(reply)) => Step::Answered(reply),
            Some(Err(Fault::Tool(fault))) if self.action == "remember" => {
                Step::Answered(Reply::refused("remember", "Not noted", &fault.refusal()))
            }
            Some(Err(fault)) => Step::Answered(self.refused(&fault)),
        }
    }

    /// Asks the stores.
    pub(crate) fn ask<S: Store, C: Clock>(
        &self,
        job: &Job,
        mind: &Mind<S, C>,
        now: Timestamp,
        says: Says,
    ) -> Rest {
        let answer = match self.facility {
            Facility::Memory => memory::ask(self, job, mind, (now, says)),
            Facility::Backlog => backlog::ask(self, job, mind, now).map(Rest::Nothing),
            Facility::Optimize => optimize::ask(self, job, mind).map(Rest::Nothing),
        };
        answer.unwrap_or_else(|fault| Rest::Nothing(self.refused(&fault)))
    }
}

/// Whether it is still to be said what is left of a forgotten fact (facts.md F-46: once a session).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    WhatRemains,
    Nothing,
}

pub(crate) use backlog::line as item_line;
