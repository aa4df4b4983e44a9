//! A person's commands: each answered with a report, which is a card in the session and a toast (PI-80).

use std::time::Duration;

use mind_core::error::Error;
use mind_core::mind::ForgetMode;
use mind_core::port::{Clock, Store};
use mind_core::scope::Persona;
use mind_mcp::{Begun, words};
use mind_protocol::host::{CardKind, Command as Typed, CommandAnswered, NoticeLevel};
use serde_json::Value;

use super::Host;
use super::Live;
use super::answer::{answer_value, refused, refused_command};
use super::reports::{context, doctor};
use crate::card::{BODY_LIMIT, card};
use crate::command::{Command, help, overview, settings, workspace};
use crate::fault::Fault;
use crate::pending::Pending;
use crate::session::Session;
use crate::tool::Reply;
use crate::{doctor as examine, notes};

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    /// A person typed the command. A refusal is in words too, but where the host mends it by itself.
    pub(super) fn command(
        &self,
        live: &mut Live,
        deadline: Duration,
        body: &Typed,
    ) -> Result<Begun, Fault> {
        match (self.typed(live, deadline, body), &mut live.session) {
            (Err(fault), Some(session)) if fault != Fault::EventsNeeded => {
                Ok(Begun::Answered(refused_command(session, &fault)))
            }
            (answer, _) => answer,
        }
    }

    fn typed(&self, live: &mut Live, deadline: Duration, body: &Typed) -> Result<Begun, Fault> {
        let Live { session, timings, .. } = live;
        let session = session.as_mut().ok_or(Fault::UnknownSession)?;
        let command = Command::read(&body.args);
        if !command.works_without_owner() {
            session.check_owner()?;
        } else if session.is_lean() {
            return Err(Fault::Lean);
        }
        match command {
            Command::Notes => {
                session.check_notes()?;
                let listing = notes::listing(&session.notes, self.now());
                Ok(reported(session, "mind · notes", &listing))
            }
            Command::Refused { title, reply } => Ok(Begun::Answered(told(session, title, reply))),
            Command::Tool { title, task } => {
                if task.needs_notes() {
                    session.check_notes()?;
                }
                self.carry_out(session, deadline, task, move |session, reply| {
                    told(session, title, reply)
                })
            }
            Command::Overview => self.overview(session, deadline),
            Command::Optimize(wanted) => self.optimize(session, deadline, &wanted, body.idle),
            Command::Help
            | Command::Settings
            | Command::Context
            | Command::Restart
            | Command::Unknown(_) => Ok(said(session, &command)),
            Command::Doctor => {
                session.status.looked_at();
                let lines = examine::session(session, &*self.world, timings, self.now());
                doctor(self, session, deadline, lines)
            }
            Command::Reset { confirmation } => {
                self.reset(session, deadline, confirmation.as_deref())
            }
            Command::Migrate { old, confirmation } => {
                self.migrate(session, deadline, &old, confirmation.as_deref())
            }
        }
    }

    fn overview(&self, session: &mut Session, deadline: Duration) -> Result<Begun, Fault> {
        let last = session.last.clone();
        let late = refused(Vec::new(), &Fault::Deadline);
        self.work(session, deadline, late, move |host, job| {
            let report = job.run(&host.mind, |mind, scope| {
                Ok(overview(scope, &mind.status(scope), last.as_ref()))
            });
            host.finish(job, |session| match report {
                Ok(text) => report_value(session, "mind", &text),
                Err(error) => refused_command(session, &error.into()),
            })
        })
    }

    fn reset(
        &self,
        session: &mut Session,
        deadline: Duration,
        confirmation: Option<&str>,
    ) -> Result<Begun, Fault> {
        let confirmed = session.confirmed("reset", confirmation, self.now());
        let mode = if confirmed { ForgetMode::Remove } else { ForgetMode::DryRun };
        let late = refused(Vec::new(), &Fault::Deadline);
        self.work(session, deadline, late, move |host, job| {
            let found = job.run(&host.mind, |mind, scope| mind.reset_workspace(scope, mode));
            let counts = host.counts(job);
            host.finish(job, |session| {
                session.count(counts);
                let text = match found {
                    Err(error) => return refused_command(session, &error.into()),
                    Ok(gone) if confirmed => format!("Removed {}.", workspace(gone)),
                    Ok(found) => {
                        let code = session.confirm("reset", host.now());
                        let command = session.command();
                        let what = workspace(found);
                        format!("{what} would go; `{command} reset workspace {code}` removes them (valid 2 minutes).")
                    }
                };
                report_value(session, "mind · reset", &text)
            })
        })
    }

    fn migrate(
        &self,
        session: &mut Session,
        deadline: Duration,
        old: &str,
        confirmation: Option<&str>,
    ) -> Result<Begun, Fault> {
        if old.is_empty() {
            return Err(Fault::Input { code: "input.missing_field", field: "old".to_owned() });
        }
        let persona = Persona::named(old)?;
        let about = format!("migrate {old}");
        let confirmed = session.confirmed(&about, confirmation, self.now());
        let bring = if confirmed { crate::Bring::Store } else { crate::Bring::Count };
        let late = refused(Vec::new(), &Fault::Deadline);
        self.work(session, deadline, late, move |host, job| {
            let found = job.is_wanted().then(|| host.world.older_persona(&persona, bring));
            host.finish(job, |session| {
                let text = match found {
                    None => return refused_command(session, &Error::OwnerChanged.into()),
                    Some(Err(refusal)) => words::refusal("Not brought in", &refusal),
                    Some(Ok(entries)) if confirmed => {
                        format!("Brought in {entries} for {}.", persona.segment())
                    }
                    Some(Ok(entries)) => {
                        let code = session.confirm(&about, host.now());
                        mapped(&persona, entries, &session.command(), &code)
                    }
                };
                report_value(session, "mind · migrate-persona", &text)
            })
        })
    }
}

/// What an older name maps to, and the word that brings it in.
fn mapped(persona: &Persona, entries: usize, command: &str, code: &str) -> String {
    let (older, present) = (persona.older_segment(), persona.segment());
    let shared = if older == *present { "" } else { " Other names may have shared it." };
    let name = mind_core::scan::label(persona.name());
    format!(
        "{older} maps to {present}: {entries} new entries.{shared}\n`{command} migrate-persona {name} {code}` brings them in (valid 2 minutes)."
    )
}

/// What is said without asking anybody.
fn said(session: &mut Session, command: &Command) -> Begun {
    let (title, text) = match command {
        Command::Help => ("mind · help", help(&session.command())),
        Command::Settings => ("mind · settings", settings(&session.settings)),
        Command::Context => ("mind · context", context(session)),
        Command::Restart => ("mind · restart", "the host restarts the engine".to_owned()),
        Command::Unknown(word) => {
            let word = mind_core::scan::label(word);
            ("mind", format!("unknown: {word}. try {} help", session.command()))
        }
        _ => ("mind", help(&session.command())),
    };
    reported(session, title, &text)
}

/// A report as an answer.
pub(super) fn reported(session: &mut Session, title: &str, text: &str) -> Begun {
    Begun::Answered(report_value(session, title, text))
}

/// A report: a card, a toast of its first line, and the text for where neither can be shown.
pub(super) fn report_value(session: &mut Session, title: &str, text: &str) -> Value {
    let text = crate::card::clean(text);
    let text = text[..text.floor_char_boundary(BODY_LIMIT)].to_owned();
    show(session, title, &text, NoticeLevel::Info);
    answer_value(session, CommandAnswered { text, await_effects: false })
}

fn show(session: &mut Session, title: &str, text: &str, level: NoticeLevel) {
    let kind = card(CardKind::Report, title, text, &session.bind());
    let id = session.outbox.push(kind);
    session.pending.insert(id, Pending::Card);
    let first = text.lines().next().unwrap_or_default().to_owned();
    session.outbox.notify(level, &first);
}

/// What a command's work came to. One that waits for the session is reported when the host has said what became of it.
pub(super) fn told(session: &mut Session, title: &'static str, reply: Reply) -> Value {
    match reply {
        Reply::Done { text, .. } => report_value(session, title, &text),
        Reply::Waiting(effect) => {
            session.reported_as(&effect, title);
            let text = String::new();
            answer_value(session, CommandAnswered { text, await_effects: true })
        }
        Reply::Refused { text, refusal, details } => {
            show(session, title, &text, NoticeLevel::Warning);
            session.show_status();
            let words = Some((text, details.into_value()));
            super::answer::refusal(session.outbox.take(), *refusal, words)
        }
    }
}

/// Shows what a command's note came to, unless the host is asked once more.
pub(super) fn show_reply(session: &mut Session, title: &'static str, reply: &Reply) {
    match reply {
        Reply::Done { text, .. } => show(session, title, text, NoticeLevel::Info),
        Reply::Refused { text, .. } => show(session, title, text, NoticeLevel::Warning),
        Reply::Waiting(effect) => session.reported_as(effect, title),
    }
}
