//! One open session: whose it is, where it stands, and what it keeps between calls.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use mind_core::consolidate::plans::Plans;
use mind_core::note::{Bind, HostId, Mark, Notes};
use mind_core::scope::Project;
use mind_core::time::Timestamp;
use mind_persona_port::protocol::Heard;
use mind_protocol::host::{HostName, HostReference, HostState, Model, NoticeLevel, SessionOpened};

use crate::capture::Listening;
use crate::companion::{Companion, Hearing, Moment, State};
use crate::fault::Fault;
use crate::nudge::Nudge;
use crate::outbox::Outbox;
use crate::pending::Pending;
use crate::reminder::Reminders;
use crate::review::Reviews;
use crate::run::LastRun;
use crate::settings::Settings;
use crate::status::StatusLine;
use crate::tool::ToolNames;

/// What is said of a session that would otherwise be shown twice.
const PASSIVE: &str = "mind is passive: persona-mind is loaded too. Tools and commands work; nothing is captured, injected or reminded.";

/// What a session was opened with.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) host: HostName,
    pub(crate) cwd: String,
    pub(crate) agent_dir: String,
    pub(crate) leg: bool,
    /// Another memory of the same kind is loaded.
    pub(crate) passive: bool,
    pub(crate) model: Option<Model>,
}

/// An open session.
#[derive(Debug)]
pub(crate) struct Session {
    /// Which of the engine's sessions it is; what was begun for another changes nothing here.
    pub(crate) serial: u64,
    pub(crate) id: String,
    pub(crate) here: HostReference,
    pub(crate) opened: Opened,
    pub(crate) project: Option<Project>,
    pub(crate) companion: Companion,
    pub(crate) settings: Settings,
    pub(crate) notes: Arc<Notes>,
    /// How often the session went to another point of its tree.
    pub(crate) moves: Arc<AtomicU64>,
    pub(crate) pending: BTreeMap<String, Pending>,
    pub(crate) names: ToolNames,
    /// The answer to the open call, for a host that asks twice.
    pub(crate) answer: Option<SessionOpened>,
    pub(crate) listening: Listening,
    pub(crate) last: Option<LastRun>,
    pub(crate) nudge: Nudge,
    pub(crate) reminders: Reminders,
    pub(crate) status: StatusLine,
    pub(crate) reviews: Reviews,
    /// What was staged and not applied yet.
    pub(crate) plans: Arc<Mutex<Plans>>,
    pub(crate) outbox: Outbox,
    /// What has to be typed to reset the workspace, and until when.
    pub(crate) confirmation: Option<(String, Timestamp)>,
    /// Pieces of work the companion was told of.
    pub(crate) activities: u64,
    /// Whether it was said once what is left of a forgotten fact.
    pub(crate) said_what_remains: bool,
    said: BTreeSet<String>,
}

/// What a session begins with.
pub(crate) struct Beginning {
    pub(crate) serial: u64,
    pub(crate) here: HostReference,
    pub(crate) opened: Opened,
    pub(crate) project: Option<Project>,
    pub(crate) companion: Companion,
    pub(crate) settings: Settings,
    pub(crate) notes: Notes,
    pub(crate) names: ToolNames,
    pub(crate) reviews: Reviews,
    pub(crate) outbox: Outbox,
}

impl Session {
    pub(crate) fn begin(beginning: Beginning) -> Self {
        let Beginning {
            serial,
            here,
            opened,
            project,
            companion,
            settings,
            notes,
            names,
            reviews,
            outbox,
        } = beginning;
        Self {
            serial,
            id: here.session_id.clone(),
            here,
            opened,
            project,
            companion,
            settings,
            notes: Arc::new(notes),
            moves: Arc::default(),
            pending: BTreeMap::new(),
            names,
            answer: None,
            listening: Listening::default(),
            last: None,
            nudge: Nudge::default(),
            reminders: Reminders::default(),
            status: StatusLine::default(),
            reviews,
            plans: Arc::default(),
            outbox,
            confirmation: None,
            activities: 0,
            said_what_remains: false,
            said: BTreeSet::new(),
        }
    }

    /// Takes where the session stands now and judges its owner afresh.
    pub(crate) fn hear(
        &mut self,
        reference: &HostReference,
        moment: Moment,
        now: Timestamp,
    ) -> State {
        let before = self.companion.generation();
        self.here = reference.clone();
        let state = self.companion.hear(&hearing(reference), moment);
        if self.companion.generation() != before {
            self.owner_moved(now);
        }
        self.tell_news();
        state
    }

    /// What belonged to the owner before is dropped (W-32).
    fn owner_moved(&mut self, now: Timestamp) {
        self.outbox.owner_moved();
        self.plans = Arc::default();
        self.activate_reviews(now);
        self.listening.forget();
        self.last = None;
        self.confirmation = None;
        self.nudge = Nudge::default();
        self.reminders.owner_moved();
        self.status.owner_moved();
        self.look_anew();
    }

    /// Shows what is new about the owner, once.
    pub(crate) fn tell_news(&mut self) {
        for text in self.companion.news() {
            self.warn(&text);
        }
        if self.state().0 == HostState::Passive {
            self.warn(PASSIVE);
        }
    }

    /// Shows which switches are off because nobody understands what they say.
    pub(crate) fn tell_switched_off(&mut self) {
        for text in std::mem::take(&mut self.settings.switched_off) {
            self.warn(&text);
        }
    }

    /// Shows a warning, once a text, and keeps it in the status line until it was looked at. A leg says nothing.
    pub(crate) fn warn(&mut self, text: &str) {
        if self.is_lean() || !self.said.insert(text.to_owned()) {
            return;
        }
        self.status.warned();
        self.outbox.notify(NoticeLevel::Warning, text);
    }

    /// Whether it is a worker a run delegates to.
    pub(crate) fn is_lean(&self) -> bool {
        self.opened.leg || self.companion.state() == State::Lean
    }

    /// What the session may do, and why it may do less.
    pub(crate) fn state(&self) -> (HostState, Option<String>) {
        match self.companion.state() {
            State::Inactive(because) => (HostState::Inactive, Some(because.code().to_owned())),
            State::Lean => (HostState::Lean, None),
            State::Active if self.opened.passive => (HostState::Passive, None),
            State::Active => (HostState::Active, None),
        }
    }

    /// Whether everything works, by itself too.
    pub(crate) fn is_active(&self) -> bool {
        self.state().0 == HostState::Active
    }

    /// Refuses a call that needs an owner.
    ///
    /// # Errors
    /// The code of why there is none, or that the session is a leg.
    pub(crate) fn check_owner(&self) -> Result<(), Fault> {
        match self.companion.state() {
            State::Inactive(because) => Err(Fault::Unavailable(because)),
            State::Lean => Err(Fault::Lean),
            State::Active => Ok(()),
        }
    }

    /// Refuses a call that needs notes when the branch is not the one that was replayed (PI-32).
    ///
    /// # Errors
    /// `host.events_needed`.
    pub(crate) fn check_notes(&self) -> Result<(), Fault> {
        if self.is_lean() || self.here_mark() == self.notes.mark() {
            return Ok(());
        }
        Err(Fault::EventsNeeded)
    }

    /// What the host says of the branch.
    pub(crate) fn here_mark(&self) -> Mark {
        let notes = &self.here.notes;
        Mark { count: notes.count, last: notes.last.as_deref().and_then(HostId::new) }
    }

    /// Where the session stands, as far as an append rests on it.
    pub(crate) fn bind(&self) -> Bind {
        crate::card::bind_of(&self.here)
    }

    /// Sets the status line where it has changed.
    pub(crate) fn show_status(&mut self) {
        if self.is_lean() {
            return;
        }
        let (_, reason) = self.state();
        if let Some(status) = self.status.changed(reason.as_deref()) {
            self.outbox.push(status);
        }
    }

    /// Whether somebody can be shown a notice.
    pub(crate) fn is_attended(&self) -> bool {
        self.opened.host.has_ui && !matches!(self.opened.host.mode.as_str(), "print" | "json")
    }

    /// The command's name as a person types it.
    pub(crate) fn command(&self) -> String {
        let name = self.opened.host.command.as_deref().unwrap_or("mind");
        format!("/{name}")
    }
}

/// What was heard before a call.
pub(crate) fn hearing(reference: &HostReference) -> Hearing {
    let owner = &reference.owner;
    let heard = Heard { companion: owner.companion.clone(), owner: owner.memory_owner.clone() };
    Hearing { token: owner.token, heard }
}
