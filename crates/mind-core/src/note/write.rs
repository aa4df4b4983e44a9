//! A note on its way into a session: decided here, appended by the host, and acknowledged only when the host says so (SN-30 to SN-37).

use super::event::Event;
use super::history::HostId;
use super::replay::{Notes, Usage};
use super::{Note, NoteText, note_source};
use crate::error::{Error, NoteError};
use crate::fact::{FactId, Kind, Source, Tags, content_id};
use crate::mind::Draft;
use crate::scan::{self, ScanScope};
use crate::scope::Tier;
use crate::time::Timestamp;

/// Moved leaves after which a write gives up.
const REFUSALS_LIMIT: u8 = 3;

/// Everything a decision rests on: whose session it is, and where in it. The host compares all of it in the same step in which it appends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bind {
    /// The host's number of the session manager.
    pub manager: u64,
    /// The session.
    pub session: HostId,
    /// The session's file; none for a session in memory.
    pub file: Option<String>,
    /// The token of the owner's answers.
    pub owner: u64,
    /// The entry the branch ends with; none in an empty session.
    pub leaf: Option<HostId>,
}

impl Bind {
    /// What is no longer as it was, the weightiest first: the owner, the session, the leaf.
    pub fn differs(&self, now: &Self) -> Option<Refused> {
        let session = |bind: &Self| (bind.manager, bind.session.clone(), bind.file.clone());
        if self.owner != now.owner {
            Some(Refused::Owner)
        } else if session(self) != session(now) {
            Some(Refused::Session)
        } else {
            (self.leaf != now.leaf).then_some(Refused::Leaf)
        }
    }
}

/// Why a host appended nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The session is closed.
    Closed,
    /// The owner may be another.
    Owner,
    /// The session or its file is another.
    Session,
    /// The branch ends elsewhere.
    Leaf,
    /// The answer came too late to be carried out.
    Late,
}

/// What a host says of an append it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// It is in the session.
    Applied(Appended),
    /// Nothing was appended.
    Refused(Refused),
    /// The host tried and could not.
    Failed,
}

/// An entry in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The host's id of it.
    pub entry: HostId,
    /// Whether the session's file exists.
    pub on_disk: bool,
}

/// What a wish to save comes to.
#[derive(Debug)]
pub enum Step {
    /// Nothing needs appending: the note is there.
    Known {
        /// The note.
        id: FactId,
        /// Its kind.
        kind: Kind,
    },
    /// An event waits to be appended.
    Write(Write),
}

/// What a report comes to.
#[derive(Debug)]
pub enum Settled {
    /// The event is in the session.
    Done(Receipt),
    /// Another write has noted the same in the meantime.
    Known {
        /// The note.
        id: FactId,
        /// Its kind.
        kind: Kind,
    },
    /// The leaf has moved: the event was decided again and waits to be appended there.
    Again(Write),
    /// Nothing was appended.
    Refused(Error),
    /// Nothing may be assumed; the next report of the session tells.
    Unknown,
}

/// What is told of a write that is in the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The note.
    pub id: FactId,
    /// Its kind; none for one that was forgotten.
    pub kind: Option<Kind>,
    /// Where it is.
    pub storage: Storage,
    /// How much room is used now.
    pub usage: Usage,
}

/// Where a session is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In a file, which the host may not have written yet.
    Session {
        /// Whether the file exists.
        on_disk: bool,
    },
    /// In the host's memory, as long as it runs.
    MemoryOnly,
}

/// An event that waits for the host's report. A report consumes it, so that none is acted on twice; dropping it assumes nothing.
#[derive(Debug)]
pub struct Write {
    wish: Wish,
    event: Event,
    bind: Bind,
    refusals: u8,
    generation: u64,
}

#[derive(Clone, Debug)]
enum Wish {
    Save(Box<Draft>),
    Forget(FactId),
}

impl Notes {
    /// Decides whether a draft becomes a note at a point of a session (SN-31, SN-32). Its tier is not looked at. A source that is not given leaves that of an equal note as it is.
    ///
    /// # Errors
    /// `note.history_unsafe`; the first field that does not parse, `note.too_long` and `input.conflict` among them; `scan.refused`; `note.full`. Nothing changes in any case.
    pub fn save(&self, draft: &Draft, bind: &Bind, now: Timestamp) -> Result<Step, Error> {
        let active = self.active()?;
        let note = parse(draft, &bind.session, now)?;
        scan::check(&note, ScanScope::Context)?;
        let known = active.iter().find(|active| active.note.id == note.id);
        let same = |source: &Option<Source>| note.source.is_none() || note.source == *source;
        if known.is_some_and(|known| same(&known.note.source)) {
            return Ok(Step::Known { id: note.id, kind: note.kind });
        }
        let wish = Wish::Save(Box::new(draft.clone()));
        self.write(wish, Event::Save(note), bind).map(Step::Write)
    }

    /// Decides on a tombstone for the active note an id names (SN-37).
    ///
    /// # Errors
    /// `note.history_unsafe`, `fact.not_found`, `note.full`. Nothing changes in any case.
    pub fn forget(&self, id: &FactId, bind: &Bind, now: Timestamp) -> Result<Write, Error> {
        let id = self.find(id)?.note.id.clone();
        self.write(Wish::Forget(id.clone()), Event::Forget { id, at: now }, bind)
    }

    fn write(&self, wish: Wish, event: Event, bind: &Bind) -> Result<Write, Error> {
        self.room(&event)?;
        let (bind, generation) = (bind.clone(), self.generation());
        Ok(Write { wish, event, bind, refusals: 0, generation })
    }
}

/// Reads a draft in the order of its fields; the first failure wins.
fn parse(draft: &Draft, session: &HostId, now: Timestamp) -> Result<Note, Error> {
    let kind = draft.kind.as_deref().map_or(Ok(Kind::Note), str::parse)?;
    let text = NoteText::parse(&draft.text)?;
    let tags = Tags::parse(&draft.tags)?;
    let source = draft.source.as_deref().map_or(Ok(None), note_source)?;
    // A note has no lineage: what it cannot keep is refused instead of dropped.
    if !draft.derived_from.is_empty() {
        return Err(NoteError::FieldUnfit { field: "derivedFrom" }.into());
    }
    if draft.ttl_hours.is_some() {
        return Err(Error::TtlNotAllowed { tier: Tier::Session });
    }
    if draft.supersedes.is_some() {
        return Err(NoteError::FieldUnfit { field: "supersedes" }.into());
    }
    Ok(Note {
        id: content_id(kind, text.as_str(), &tags),
        kind,
        text,
        tags,
        source,
        recorded_at: draft.recorded_at.map_or(now, |at| at.min(now)),
        origin: session.clone(),
    })
}

impl Write {
    /// The event to append.
    pub const fn event(&self) -> &Event {
        &self.event
    }

    /// What must still hold when it is appended.
    pub const fn bind(&self) -> &Bind {
        &self.bind
    }

    /// Takes the host's report, `here` being where the session stands with it (SN-35). Only a report that it is applied changes `notes`, and only while they are the ones it was decided on.
    pub fn settle(self, notes: &mut Notes, report: Report, here: &Bind, now: Timestamp) -> Settled {
        match report {
            Report::Applied(appended) => Settled::Done(self.applied(notes, appended)),
            Report::Refused(Refused::Leaf) => self.again(notes, here, now),
            Report::Refused(Refused::Owner | Refused::Session | Refused::Closed) => {
                Settled::Refused(Error::OwnerChanged)
            }
            Report::Refused(Refused::Late) => Settled::Unknown,
            Report::Failed => Settled::Refused(NoteError::AppendFailed.into()),
        }
    }

    fn applied(self, notes: &mut Notes, appended: Appended) -> Receipt {
        notes.add(appended.entry, &self.event, self.generation);
        let (id, kind) = match self.event {
            Event::Save(note) => (note.id, Some(note.kind)),
            Event::Forget { id, .. } => (id, None),
        };
        let storage = match self.bind.file {
            Some(_) => Storage::Session { on_disk: appended.on_disk },
            None => Storage::MemoryOnly,
        };
        Receipt { id, kind, storage, usage: notes.usage() }
    }

    /// Validates everything once more where the branch ends now.
    fn again(self, notes: &Notes, here: &Bind, now: Timestamp) -> Settled {
        let refusals = self.refusals + 1;
        if matches!(self.bind.differs(here), Some(Refused::Owner | Refused::Session)) {
            return Settled::Refused(Error::OwnerChanged);
        }
        if refusals >= REFUSALS_LIMIT {
            return Settled::Refused(NoteError::Busy.into());
        }
        let step = match &self.wish {
            Wish::Save(draft) => notes.save(draft, here, now),
            Wish::Forget(id) => notes.forget(id, here, now).map(Step::Write),
        };
        match step {
            Ok(Step::Write(write)) => Settled::Again(Self { refusals, ..write }),
            Ok(Step::Known { id, kind }) => Settled::Known { id, kind },
            Err(error) => Settled::Refused(error),
        }
    }
}
