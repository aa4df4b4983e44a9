//! Calls that go on beside others: they take with them whose they are, and show nothing when that has changed.

use std::time::Duration;

use mind_core::error::Error;
use mind_core::port::{Clock, Store};
use mind_mcp::{Begun, Work};
use serde_json::Value;

use super::Host;
use super::answer::refused;
use crate::fault::Fault;
use crate::job::Job;
use crate::session::Session;
use crate::status::Counts;

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    /// A call that goes on beside others.
    pub(super) fn work(
        &self,
        session: &Session,
        within: Duration,
        late: Value,
        run: impl FnOnce(&Self, &Job) -> Value + Send + 'static,
    ) -> Result<Begun, Fault> {
        Ok(self.go_on(Self::job(session, within)?, within, late, run))
    }

    /// What a call takes with it.
    pub(super) fn job(session: &Session, within: Duration) -> Result<Job, Fault> {
        Job::of(session, within).ok_or_else(|| match session.check_owner() {
            Err(fault) => fault,
            Ok(()) => Error::OwnerChanged.into(),
        })
    }

    pub(super) fn go_on(
        &self,
        job: Job,
        within: Duration,
        late: Value,
        run: impl FnOnce(&Self, &Job) -> Value + Send + 'static,
    ) -> Begun {
        let host = self.me.upgrade().expect("a call is made on a living engine");
        let abandoned = job.abandoned.clone();
        let run = Box::new(move || run(&host, &job));
        Begun::Work(Work { within, late, abandoned, run })
    }

    /// The end of a call that asked the stores: nothing of it is shown when its session or owner has gone meanwhile.
    pub(super) fn finish(&self, job: &Job, end: impl FnOnce(&mut Session) -> Value) -> Value {
        let mut live = self.live();
        let session = live.session.as_mut().filter(|session| session.serial == job.serial);
        match session.filter(|_| job.is_wanted()) {
            Some(session) => end(session),
            None => refused(Vec::new(), &Error::OwnerChanged.into()),
        }
    }

    /// Something of a call that asked the stores, before its end.
    pub(super) fn within<T>(&self, job: &Job, change: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let mut live = self.live();
        let session = live.session.as_mut().filter(|session| session.serial == job.serial);
        session.filter(|_| job.is_wanted()).map(change)
    }

    /// How much is remembered, for the status line.
    pub(super) fn counts(&self, job: &Job) -> Option<Counts> {
        let status = job.run(&self.mind, |mind, scope| Ok(mind.status(scope))).ok()?;
        Some(Counts::of(&status, job.project.is_some()))
    }
}
