//! What an engine keeps from call to call.

use mind_core::review::schedule::Event;
use mind_core::time::Timestamp;
use mind_persona_port::Generation;
use serde_json::Value;

use super::answer::refused;
use super::timings::Timings;
use crate::fault::Fault;
use crate::session::Session;

/// What changes from call to call.
#[derive(Debug, Default)]
pub(super) struct Live {
    pub(super) session: Option<Session>,
    pub(super) serial: u64,
    pub(super) generation: Generation,
    pub(super) timings: Timings,
}

impl Live {
    /// A refusal. What is to be shown of the open session is not shown by another's answer.
    pub(super) fn refused(&mut self, fault: &Fault) -> Value {
        let session = self.session.as_mut().filter(|_| *fault != Fault::UnknownSession);
        let effects = session.map_or_else(Vec::new, |session| {
            session.show_status();
            session.outbox.take()
        });
        refused(effects, fault)
    }

    /// Ends the session: what was begun for it and has changed nothing changes nothing any more (CA-72).
    pub(super) fn end(&mut self, now: Timestamp) -> Option<Session> {
        let mut session = self.session.take()?;
        drop(session.review(Event::Gone, now));
        self.generation = session.companion.close();
        Some(session)
    }
}
