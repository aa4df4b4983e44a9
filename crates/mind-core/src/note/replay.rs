//! The replay of a session's events: which notes are active, how much room is left, and whether the history can be trusted (SN-20 to SN-23).

use std::fmt;

use super::event::Event;
use super::history::{History, HostId};
use super::{ACTIVE_LIMIT, BYTES_LIMIT, EVENTS_LIMIT, Note, SAVE_BYTES_LIMIT, SAVE_EVENTS_LIMIT};
use crate::context::NotesState;
use crate::error::{Error, NoteError, NoteLimit};
use crate::fact::FactId;
use crate::scan::{self, Refusal, ScanScope};

/// The notes of a session as its active branch says.
///
/// Equal histories give equal notes. It follows what is appended through [`super::Write`]; whatever else happens to a session shows as another [`Mark`] and is met with [`Notes::reload`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    active: Vec<ActiveNote>,
    branch: Vec<HostId>,
    usage: Usage,
    gaps: usize,
    closed: Option<Closed>,
    /// How often the history was replaced: a write decided on an earlier one adds nothing to this one.
    generation: u64,
}

/// A note on the branch, and what the scanner says of it today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveNote {
    /// The note.
    pub note: Note,
    /// Why it is withheld; none when it may be shown.
    pub refusal: Option<Refusal>,
}

/// How much of a session's room is used, on the branch and off it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Active notes on the branch, of 64.
    pub active: usize,
    /// Events in the session, of 256.
    pub events: usize,
    /// Bytes of encoded events in the session, of 524,288.
    pub bytes: usize,
}

impl Usage {
    /// Whether so little is left that every receipt says how much: from 240 events or 480 KiB on.
    pub const fn is_near_full(&self) -> bool {
        self.events >= SAVE_EVENTS_LIMIT || self.bytes >= 480 * 1_024
    }
}

/// `12 of 64 active, 31 of 256 events, 17 of 512 KiB`; a begun KiB counts.
impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { active, events, bytes } = self;
        let (kib, limit) = (bytes.div_ceil(1_024), BYTES_LIMIT / 1_024);
        write!(f, "{active} of {ACTIVE_LIMIT} active, {events} of {EVENTS_LIMIT} events, ")?;
        write!(f, "{kib} of {limit} KiB")
    }
}

/// What a host says of the branch beside every call, to notice that it is not the one that was replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Note entries on the active branch.
    pub count: usize,
    /// The last of them.
    pub last: Option<HostId>,
}

/// Why no note of a session may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// What is wrong.
    pub reason: Reason,
    /// The entry to blame, where it is one.
    pub entry: Option<HostId>,
}

/// What is wrong with a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An event of another version.
    Version,
    /// An event that is none, or that no rule of a note lets stand.
    Malformed,
    /// More notes, events or bytes than a session may have, or a report that leaves events out.
    OverLimit,
}

impl Reason {
    /// The reason's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Malformed => "malformed",
            Self::OverLimit => "over_limit",
        }
    }
}

/// No session, or one that just began: nothing active, all room left.
impl Default for Notes {
    fn default() -> Self {
        Self::replay(&History::default())
    }
}

impl Notes {
    /// Replays a history. Pure, and total: whatever an entry holds, the answer is notes or the reason there are none.
    pub fn replay(history: &History) -> Self {
        let sum = |counted: usize, more: usize| counted.saturating_add(more);
        let bytes = history.branch.iter().map(|entry| entry.bytes);
        let mut notes = Self {
            active: Vec::new(),
            branch: history.branch.iter().map(|entry| entry.id.clone()).collect(),
            usage: Usage {
                active: 0,
                events: sum(history.elsewhere.events, history.branch.len()),
                bytes: bytes.fold(history.elsewhere.bytes, sum),
            },
            gaps: history.gaps,
            closed: None,
            generation: 0,
        };
        if let Err(closed) = notes.play(history) {
            notes.active.clear();
            notes.usage.active = 0;
            notes.closed = Some(closed);
        }
        notes
    }

    /// Puts the replay of another report in place of this one. Writes decided before add nothing to it.
    pub fn reload(&mut self, history: &History) {
        let generation = self.generation + 1;
        *self = Self { generation, ..Self::replay(history) };
    }

    /// What is wrong with the session as a whole comes first: going to another point of it cannot mend that.
    fn play(&mut self, history: &History) -> Result<(), Closed> {
        let over = self.usage.events > EVENTS_LIMIT || self.usage.bytes > BYTES_LIMIT;
        if history.truncated || over {
            return Err(Closed { reason: Reason::OverLimit, entry: None });
        }
        for entry in &history.branch {
            let blame = |reason| Closed { reason, entry: Some(entry.id.clone()) };
            self.follow(&Event::read(&entry.data).map_err(blame)?);
            if self.active.len() > ACTIVE_LIMIT {
                return Err(blame(Reason::OverLimit));
            }
        }
        Ok(())
    }

    fn follow(&mut self, event: &Event) {
        let (Event::Save(Note { id, .. }) | Event::Forget { id, .. }) = event;
        self.active.retain(|active| active.note.id != *id);
        if let Event::Save(note) = event {
            let refusal = scan::check(note, ScanScope::Context).err();
            self.active.push(ActiveNote { note: note.clone(), refusal });
        }
        self.usage.active = self.active.len();
    }

    /// Adds an event the host has appended behind the branch as it was when the event was decided.
    pub(super) fn add(&mut self, entry: HostId, event: &Event, generation: u64) {
        if generation != self.generation || self.branch.contains(&entry) {
            return;
        }
        self.branch.push(entry);
        self.usage.events += 1;
        self.usage.bytes += event.encode().len();
        self.follow(event);
    }

    pub(super) const fn generation(&self) -> u64 {
        self.generation
    }

    /// The active notes, the one saved last at the end, withheld ones included.
    ///
    /// # Errors
    /// `note.history_unsafe`.
    pub fn active(&self) -> Result<&[ActiveNote], Error> {
        match &self.closed {
            None => Ok(&self.active),
            Some(closed) => Err(NoteError::history_unsafe(closed).into()),
        }
    }

    /// The active note an id names: by its stored id, else by the id of its content, else by its legacy id.
    ///
    /// # Errors
    /// `note.history_unsafe`, `fact.not_found`.
    pub fn find(&self, id: &FactId) -> Result<&ActiveNote, Error> {
        let mut active = self.active()?.iter().rev();
        let stored = active.clone().find(|active| active.note.id == *id);
        let found = stored.or_else(|| active.find(|active| active.note.answers_to(id)));
        found.ok_or_else(|| Error::NotFound { reference: format!("session/{id}") })
    }

    /// Why the notes may not be used; none when they may.
    pub const fn closed(&self) -> Option<&Closed> {
        self.closed.as_ref()
    }

    /// How much room is used.
    pub const fn usage(&self) -> Usage {
        self.usage
    }

    /// Entries whose parent is missing. Notes before a gap may be hidden; none that was forgotten comes back.
    pub const fn gaps(&self) -> usize {
        self.gaps
    }

    /// The branch these notes are the replay of.
    pub fn mark(&self) -> Mark {
        Mark { count: self.branch.len(), last: self.branch.last().cloned() }
    }

    /// What a context block is to say about them.
    pub const fn state(&self) -> NotesState {
        match (&self.closed, self.gaps) {
            (Some(_), _) => NotesState::Closed,
            (None, 0) => NotesState::Whole,
            (None, _) => NotesState::Gap,
        }
    }

    /// The notes for a context block, which scans them by itself; none when the history is unsafe.
    pub fn shown(&self) -> Vec<Note> {
        self.active.iter().map(|active| active.note.clone()).collect()
    }

    /// Whether an event still fits (SN-12, SN-14): the last events and bytes are kept for forgetting.
    pub(super) fn room(&self, event: &Event) -> Result<(), Error> {
        let full = |limit| Err(NoteError::Full { limit, usage: self.usage }.into());
        let (events, bytes) = match event {
            Event::Save(note) => {
                let known = self.active.iter().any(|active| active.note.id == note.id);
                if !known && self.active.len() >= ACTIVE_LIMIT {
                    return full(NoteLimit::Active);
                }
                (SAVE_EVENTS_LIMIT, SAVE_BYTES_LIMIT)
            }
            Event::Forget { .. } => (EVENTS_LIMIT, BYTES_LIMIT),
        };
        if self.usage.events + 1 > events {
            return full(NoteLimit::Events { save: matches!(event, Event::Save(_)) });
        }
        if self.usage.bytes + event.encode().len() > bytes {
            return full(NoteLimit::Bytes { save: matches!(event, Event::Save(_)) });
        }
        Ok(())
    }
}
