//! Deferred intent: work somebody means to come back to.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::fact::{Extra, FactId, Tags, backlog_id};
use crate::scan::{Field, FreeText};
use crate::scope::Segment;
use crate::text::trim;
use crate::time::{DEFAULT_TTL_MS, Timestamp};

/// Characters of an item's text after trimming.
pub const BACKLOG_TEXT_LIMIT: usize = 8_192;
/// Characters of the note given with done or dropped.
pub const BACKLOG_NOTE_LIMIT: usize = 1_024;
/// Closed items an add leaves in the store.
pub const CLOSED_KEPT: usize = 1_000;

/// Where an item stands. The order is the one an import's merge lets win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BacklogState {
    /// Nobody works on it.
    Open,
    /// Somebody works on it.
    Taken,
    /// Finished.
    Done,
    /// Given up.
    Dropped,
}

impl BacklogState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Open, Self::Taken, Self::Done, Self::Dropped];

    /// The state's name on every surface and in every store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Taken => "taken",
            Self::Done => "done",
            Self::Dropped => "dropped",
        }
    }

    /// Whether no move leads out of it.
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Done | Self::Dropped)
    }
}

impl fmt::Display for BacklogState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for BacklogState {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|state| state.as_str() == text).ok_or(Error::StateUnknown)
    }
}

/// What is to be done: 1–8,192 characters after trimming.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BacklogText(Box<str>);

/// What became of it: 1–1,024 characters after trimming.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BacklogNote(Box<str>);

impl BacklogText {
    /// Trims and measures an input.
    ///
    /// # Errors
    /// [`Error::BacklogTextEmpty`], [`Error::BacklogTooLong`].
    pub fn parse(raw: &str) -> Result<Self, Error> {
        Self::stored(trim(raw))
    }

    /// Takes a stored text as it stands.
    ///
    /// # Errors
    /// As [`BacklogText::parse`].
    pub fn stored(raw: &str) -> Result<Self, Error> {
        use crate::fact::Measure;
        match crate::fact::measure(trim(raw), BACKLOG_TEXT_LIMIT) {
            Measure::Empty => Err(Error::BacklogTextEmpty),
            Measure::Fits => Ok(Self(raw.into())),
            Measure::Over(actual) => {
                Err(Error::BacklogTooLong { limit: BACKLOG_TEXT_LIMIT, actual })
            }
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl BacklogNote {
    /// Trims and measures an input; an empty one is no note.
    ///
    /// # Errors
    /// [`Error::BacklogNoteTooLong`].
    pub fn parse(raw: &str) -> Result<Option<Self>, Error> {
        use crate::fact::Measure;
        let text = trim(raw);
        match crate::fact::measure(text, BACKLOG_NOTE_LIMIT) {
            Measure::Empty => Ok(None),
            Measure::Fits => Ok(Some(Self(text.into()))),
            Measure::Over(actual) => {
                Err(Error::BacklogNoteTooLong { limit: BACKLOG_NOTE_LIMIT, actual })
            }
        }
    }

    /// Takes a stored note as it stands; `None` when it is empty or over the limit.
    pub fn stored(raw: &str) -> Option<Self> {
        Self::parse(raw).ok().flatten().map(|_| Self(raw.into()))
    }

    /// The note.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Deferred work as one row of a backlog store holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacklogItem {
    /// The stored id.
    pub id: FactId,
    /// What is to be done.
    pub text: BacklogText,
    /// Where it stands.
    pub state: BacklogState,
    /// Its tags, in the order stored.
    pub tags: Tags,
    /// When it was first added.
    pub created_at: Timestamp,
    /// Who added it; rows of old stores may have nobody.
    pub persona: Option<Segment>,
    /// When it wants attention, in epoch milliseconds.
    pub due_at: Option<Timestamp>,
    /// When it stops being visible; 48 hours after its creation when the row does not say.
    pub expires_at: Option<Timestamp>,
    /// What became of it.
    pub note: Option<BacklogNote>,
    /// Members of the row this version does not know.
    pub extra: Extra,
}

impl BacklogItem {
    /// When the item stops being visible.
    pub fn expiry(&self) -> Timestamp {
        let default = || self.created_at.plus_millis(DEFAULT_TTL_MS).unwrap_or(Timestamp::MAX);
        self.expires_at.unwrap_or_else(default)
    }

    /// Whether the item has not expired at `now`, in whatever state.
    pub fn is_live(&self, now: Timestamp) -> bool {
        now < self.expiry()
    }

    /// Whether `id` names this item: its stored, its current or its legacy id.
    pub fn answers_to(&self, id: &FactId) -> bool {
        self.id == *id
            || backlog_id(self.text.as_str(), &self.tags) == *id
            || (self.tags.have_comma()
                && crate::fact::backlog_legacy_id(self.text.as_str(), &self.tags) == *id)
    }
}

impl FreeText for BacklogItem {
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str)) {
        visit(Field::Text, self.text.as_str());
        for tag in self.tags.iter() {
            visit(Field::Tags, tag);
        }
        if let Some(note) = &self.note {
            visit(Field::Note, note.as_str());
        }
    }
}
