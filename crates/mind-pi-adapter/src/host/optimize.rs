//! A person's commands about consolidation (O-100, O-110, O-130).

use std::time::Duration;

use mind_core::error::{ApplyError, ConsolidateError, Error};
use mind_core::port::{Clock, Store};
use mind_core::review::schedule::Event;
use mind_core::review::targets;
use mind_core::scope::{Persona, Scope, Tier};
use mind_mcp::Begun;
use serde_json::{Map, Value};

use super::Host;
use super::answer::refused;
use super::commands::{report_value, reported, told};
use crate::command::{Auto, Optimize, optimize_help};
use crate::fault::Fault;
use crate::review::Said;
use crate::session::Session;
use crate::tool::{Facility, Reply, Rest, Says, Task};

const TITLE: &str = "mind · optimize";

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    pub(super) fn optimize(
        &self,
        session: &mut Session,
        deadline: Duration,
        wanted: &Optimize,
        idle: bool,
    ) -> Result<Begun, Fault> {
        match wanted {
            Optimize::Help => Ok(reported(session, TITLE, &optimize_help(&session.command()))),
            Optimize::Auto { word } => Ok(self.auto(session, *word)),
            Optimize::Review { target } => self.request(session, target.as_deref(), idle),
            Optimize::Receipt { id } => {
                self.anywhere(session, deadline, "history", "mind · optimize history", id)
            }
            Optimize::Undo { id } => {
                self.anywhere(session, deadline, "undo", "mind · optimize undo", id)
            }
        }
    }

    fn auto(&self, session: &mut Session, word: Auto) -> Begun {
        let now = self.now();
        let switched = match word {
            Auto::Status => None,
            Auto::On => Some((true, Event::On)),
            Auto::Off => Some((false, Event::Off)),
        };
        if let Some((on, event)) = switched {
            session.reviews.policy.switch(on);
            drop(session.review(event, now));
        }
        let text = session.review_status(now);
        reported(session, TITLE, &text)
    }

    /// A review that is asked for: accepted or refused at once, before any store is opened (O-101).
    fn request(
        &self,
        session: &mut Session,
        target: Option<&str>,
        idle: bool,
    ) -> Result<Begun, Fault> {
        let scope = Scope { persona: Persona::unnamed(), project: session.project.clone() };
        let targets: Vec<Tier> = targets(target, &scope)?;
        drop(session.review(Event::Request { targets, idle }, self.now()));
        match session.reviews.take_said() {
            Some(Said::Accepted(text)) => Ok(reported(session, TITLE, &text)),
            Some(Said::Refused(error)) => Err(error.into()),
            None => Err(Error::OwnerChanged.into()),
        }
    }

    /// A step about a receipt whose target a person need not know: the targets are asked one after another.
    fn anywhere(
        &self,
        session: &mut Session,
        deadline: Duration,
        action: &'static str,
        title: &'static str,
        receipt: &str,
    ) -> Result<Begun, Fault> {
        let receipt = receipt.to_owned();
        let here = |tier: &Tier| {
            session.project.is_some() || !matches!(tier, Tier::Project | Tier::ProjectLong)
        };
        let tiers = [Tier::Project, Tier::ProjectLong, Tier::Persona, Tier::Shared];
        let tiers: Vec<Tier> = tiers.into_iter().filter(here).collect();
        let late = refused(Vec::new(), &Fault::Deadline);
        self.work(session, deadline, late, move |host, job| {
            let unknown = Error::from(ConsolidateError::Apply(ApplyError::ReceiptUnknown));
            let mut reply = Reply::refused(action, "Not found", &mind_mcp::wire::error(&unknown));
            for tier in tiers {
                match host.step(job, action, tier, &receipt) {
                    Reply::Refused { refusal, .. } if refusal.code == unknown.code() => {}
                    found => {
                        reply = found;
                        break;
                    }
                }
            }
            let counts = host.counts(job);
            host.finish(job, |session| {
                session.count(counts);
                match reply {
                    Reply::Done { text, .. } => report_value(session, title, &text),
                    reply => told(session, title, reply),
                }
            })
        })
    }

    fn step(&self, job: &crate::job::Job, action: &str, tier: Tier, receipt: &str) -> Reply {
        let fields = [("action", action), ("target", tier.as_str()), ("receiptId", receipt)];
        let params: Map<String, Value> =
            fields.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        match Task::read(Facility::Optimize, params) {
            Err(reply) => reply,
            Ok(task) => match task.ask(job, &self.mind, self.now(), Says::Nothing) {
                Rest::Nothing(reply) | Rest::SaidWhatRemains(reply) => reply,
                Rest::Forget { .. } => task.refused(&Fault::Deadline),
            },
        }
    }
}
