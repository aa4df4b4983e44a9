//! A call that goes to the stores: for whom, how long it may wait, and when it must stop.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mind_core::Mind;
use mind_core::consolidate::plans::Plans;
use mind_core::error::Error;
use mind_core::note::Notes;
use mind_core::port::{Clock, Guarded, Store};
use mind_core::scope::{Project, Scope};
use mind_mcp::Abandoned;
use mind_persona_port::Stamp;

use crate::companion::PiPersona;
use crate::session::Session;

/// How long before its deadline a call stops waiting for a lock, so that it can still answer (PI-22).
const MARGIN: Duration = Duration::from_millis(150);

/// What a call takes with it when it leaves the session's lock.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) serial: u64,
    pub(crate) stamp: Stamp,
    pub(crate) project: Option<Project>,
    pub(crate) notes: Arc<Notes>,
    /// What was staged in the session and not applied yet.
    pub(crate) plans: Arc<Mutex<Plans>>,
    pub(crate) abandoned: Abandoned,
    wait: Duration,
    owner: PiPersona,
    /// The point of the session's tree it belongs to; none where it is the same anywhere.
    point: Option<Point>,
}

/// A point of a session's tree.
#[derive(Clone, Debug)]
struct Point {
    moves: Arc<AtomicU64>,
    at: u64,
}

impl Point {
    fn is_here(&self) -> bool {
        self.moves.load(Ordering::SeqCst) == self.at
    }
}

impl Job {
    /// A call of a session with an owner; none when nobody says whose memory it is.
    pub(crate) fn of(session: &Session, deadline: Duration) -> Option<Self> {
        Some(Self {
            serial: session.serial,
            stamp: session.companion.stamp()?,
            project: session.project.clone(),
            notes: Arc::clone(&session.notes),
            plans: Arc::clone(&session.plans),
            abandoned: Abandoned::default(),
            wait: deadline.saturating_sub(MARGIN),
            owner: session.companion.host(),
            point: None,
        })
    }

    /// The same, unless the session goes to another point of its tree before it has begun to change something (CA-72).
    #[must_use]
    pub(crate) fn at_this_point(self, session: &Session) -> Self {
        let moves = Arc::clone(&session.moves);
        let at = moves.load(Ordering::SeqCst);
        Self { point: Some(Point { moves, at }), ..self }
    }

    /// Whether it is still done for the owner it began with, and somebody waits for it.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.abandoned.is_set()
            && self.stamp.is_current(&self.owner)
            && self.point.as_ref().is_none_or(Point::is_here)
    }

    /// Whether it is still done for the owner it began with, whoever waits for it.
    pub(crate) fn is_current(&self) -> bool {
        self.stamp.is_current(&self.owner)
    }

    /// Runs the call on the memory of its owner; it ends where it is no longer wanted.
    ///
    /// # Errors
    /// `owner.changed`, and those of the call.
    pub(crate) fn run<S: Store, C: Clock, T>(
        &self,
        mind: &Mind<S, C>,
        call: impl FnOnce(&Mind<Guarded<'_, S>, &C>, &Scope) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let guard = || if self.is_wanted() { Ok(()) } else { Err(Error::OwnerChanged) };
        mind.guarded(&guard, self.wait, |mind| {
            let persona = mind.acting(self.stamp.persona.as_deref().unwrap_or_default())?;
            call(mind, &Scope { persona, project: self.project.clone() })
        })
    }
}
