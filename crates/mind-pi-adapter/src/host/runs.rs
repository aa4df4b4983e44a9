//! What is put in, what a run gets, and its end.

use std::time::Duration;

use mind_core::port::{Clock, Store};
use mind_core::review::schedule::Event;
use mind_core::{capture, scope::Scope};
use mind_mcp::Begun;
use mind_protocol::host::{
    Acknowledged, Input, InputSource, Message, RunStart, RunStarted, Settled, Timer,
};

use super::Host;
use super::answer::{acknowledged, answer_value, answered, refused, value};
use crate::capture::{DEFERRED_INPUT, heard, needs_store};
use crate::companion::State;
use crate::fault::Fault;
use crate::job::Job;
use crate::nudge::REPORTS;
use crate::reminder;
use crate::review::REVIEW;
use crate::run::Wanted;
use crate::session::Session;

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    /// Something was put in; only a user's own words are looked at.
    pub(super) fn input(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: Input,
    ) -> Result<Begun, Fault> {
        if body.source == InputSource::Extension {
            session.listening.hear(None);
            return Ok(acknowledged(session));
        }
        drop(session.review(Event::Interrupt, self.now()));
        let generation = session.listening.hear(Some(&body.text));
        self.listen(session, deadline, generation, body.text)
    }

    /// A message appeared: a user's own words replayed, or a report of the companion.
    pub(super) fn message(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: Message,
    ) -> Result<Begun, Fault> {
        match body.custom_type.as_str() {
            DEFERRED_INPUT if session.listening.is_new(&body.text) => {
                let generation = session.listening.hear(None);
                self.listen(session, deadline, generation, body.text)
            }
            REPORTS => {
                session.report_appeared(&body.text);
                Ok(acknowledged(session))
            }
            _ => Ok(acknowledged(session)),
        }
    }

    fn listen(
        &self,
        session: &mut Session,
        deadline: Duration,
        generation: u64,
        text: String,
    ) -> Result<Begun, Fault> {
        let settings = session.capture_settings();
        let cues = heard(&text, settings);
        if !session.is_active() || cues.is_empty() {
            return Ok(acknowledged(session));
        }
        if !needs_store(&cues, settings) {
            let persona = mind_core::scope::Persona::unnamed();
            let scope = Scope { persona, project: session.project.clone() };
            let noticed = self.mind.capture(&scope, &text, settings);
            let fresh = session.listening.fresh(&cues, noticed, settings);
            session.noticed(generation, fresh);
            return Ok(acknowledged(session));
        }
        let late = value(Vec::new(), Acknowledged {});
        let job = Self::job(session, deadline)?.at_this_point(session);
        Ok(self.go_on(job, deadline, late, move |host, job| {
            let kept = job.run(&host.mind, |mind, scope| Ok(mind.capture(scope, &text, settings)));
            let counts = host.counts(job);
            host.finish(job, |session| {
                let cues = capture::cues(&text);
                let kept = kept.unwrap_or_default();
                session.saved(&kept, host.now());
                let fresh = session.listening.fresh(&cues, kept, settings);
                session.noticed(generation, fresh);
                session.count(counts);
                answer_value(session, Acknowledged {})
            })
        }))
    }

    /// A run begins. Without an owner it goes without memory; that is said and is no failure.
    pub(super) fn run_start(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: &RunStart,
    ) -> Result<Begun, Fault> {
        let without = session.opened.passive && !session.is_lean();
        if without || matches!(session.companion.state(), State::Inactive(_)) {
            return Ok(answered(session, nothing()));
        }
        session.check_notes()?;
        let wanted = Wanted::of(session, &body.request);
        let late = refused(Vec::new(), &Fault::Deadline);
        self.work(session, deadline, late, move |host, job| match wanted.blocks(job, &host.mind) {
            Err(error) => refused(Vec::new(), &error.into()),
            Ok(blocks) => host.finish(job, |session| {
                let (started, last) = wanted.started(blocks);
                session.last = Some(last);
                answer_value(session, started)
            }),
        })
    }

    /// The agent has come to rest: what has run out is taken away, and the status line says what there is.
    pub(super) fn settled(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: Settled,
    ) -> Result<Begun, Fault> {
        session.status.suggest(None);
        if body.model.is_some() {
            session.opened.model = body.model;
        }
        let (idle, pending) = (body.idle, body.pending);
        let input = body.usage.input;
        drop(session.review(Event::Settled { input, idle, pending }, self.now()));
        if !session.is_active() {
            return Ok(acknowledged(session));
        }
        let late = value(Vec::new(), Acknowledged {});
        self.work(session, deadline, late, |host, job| {
            // What could not be swept now is swept another time, and nobody is shown it meanwhile.
            let _ = job.run(&host.mind, |mind, scope| mind.sweep(scope).map(drop));
            let counts = host.counts(job);
            host.finish(job, |session| {
                session.count(counts);
                answer_value(session, Acknowledged {})
            })
        })
    }

    /// A timer ran out.
    pub(super) fn timer(
        &self,
        session: &mut Session,
        deadline: Duration,
        body: &Timer,
    ) -> Result<Begun, Fault> {
        if body.timer_id == REVIEW {
            let todos = session.review(Event::Timer, self.now());
            return self.reviewed(session, deadline, todos, Acknowledged {});
        }
        let ours = matches!(body.timer_id.as_str(), reminder::DUE | reminder::WAKE);
        if !ours || session.check_owner().is_err() {
            return Ok(acknowledged(session));
        }
        let late = value(Vec::new(), Acknowledged {});
        self.work(session, deadline, late, |host, job| {
            let counts = host.counts(job);
            host.remind(job);
            host.finish(job, |session| {
                session.count(counts);
                answer_value(session, Acknowledged {})
            })
        })
    }

    /// Shows what is due, where this session is the one that does.
    pub(super) fn remind(&self, job: &Job) {
        let shows = self.within(job, |session| {
            session.ask_to_wake(&*self.world);
            session.may_remind() && session.reminders.shows()
        });
        if shows != Some(true) {
            return;
        }
        // A store that cannot be read now is asked again at the next change or the next session.
        if let Ok(due) = reminder::look(job, &self.mind) {
            let now = self.now();
            self.within(job, |session| session.remind(due, now));
        }
    }
}

const fn nothing() -> RunStarted {
    RunStarted { standing: String::new(), task: String::new(), manifest: None, degraded: None }
}
