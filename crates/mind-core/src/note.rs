//! Session notes: facts that belong to one conversation and one branch of it.
//!
//! A host keeps them in its session file as entries; [`Notes`] is their replay, [`Event`] the form of one entry, and [`Write`] a note on its way into the session.
//! Everything here is a pure function of what a host reported: the host appends, this module decides.

mod event;
mod history;
mod replay;
#[cfg(test)]
mod tests;
mod write;

use crate::error::{Error, NoteError};
use crate::fact::{FactId, Kind, Measure, Source, Tags, content_id, legacy_id, measure};
use crate::scan::{Field, FreeText};
use crate::text::trim;
use crate::time::Timestamp;

pub use event::{ENTRY_TYPE, Event, VERSION};
pub use history::{Elsewhere, Entry, History, HostId, Value};
pub use replay::{ActiveNote, Closed, Mark, Notes, Reason, Usage};
pub use write::{Appended, Bind, Receipt, Refused, Report, Settled, Step, Storage, Write};

/// Characters of a note's text after trimming.
pub const NOTE_TEXT_LIMIT: usize = 8_000;
/// Characters of a note's source after trimming.
pub const NOTE_SOURCE_LIMIT: usize = 1_000;
/// Active notes on a branch.
pub const ACTIVE_LIMIT: usize = 64;
/// Events in a session, on the branch and off it.
pub const EVENTS_LIMIT: usize = 256;
/// Bytes of encoded events in a session, on the branch and off it.
pub const BYTES_LIMIT: usize = 524_288;
/// Events after which only a `forget` is taken: the last ones are kept for forgetting.
pub const SAVE_EVENTS_LIMIT: usize = 240;
/// Bytes after which only a `forget` is taken.
pub const SAVE_BYTES_LIMIT: usize = 504 * 1_024;

/// A note, as one entry of a session holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its id; that of its content when it was made here.
    pub id: FactId,
    /// What sort of statement it is.
    pub kind: Kind,
    /// The statement.
    pub text: NoteText,
    /// Its tags, in the order stored.
    pub tags: Tags,
    /// Where it came from, in free words: at most 1,000 characters.
    pub source: Option<Source>,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// The session it was first noted in; a fork keeps it.
    pub origin: HostId,
}

impl Note {
    /// Whether `id` names this note: its stored, its current or its legacy id.
    pub fn answers_to(&self, id: &FactId) -> bool {
        self.id == *id
            || content_id(self.kind, self.text.as_str(), &self.tags) == *id
            || (self.tags.have_comma()
                && legacy_id(self.kind, self.text.as_str(), &self.tags) == *id)
    }
}

impl FreeText for Note {
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str)) {
        visit(Field::Text, self.text.as_str());
        for tag in self.tags.iter() {
            visit(Field::Tags, tag);
        }
        if let Some(source) = &self.source {
            visit(Field::Source, source.as_str());
        }
    }
}

/// A note's statement: 1–8,000 characters after trimming.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NoteText(Box<str>);

impl NoteText {
    /// Trims and measures an input.
    ///
    /// # Errors
    /// `fact.text_empty` when nothing is left, `note.too_long` over the limit.
    pub fn parse(raw: &str) -> Result<Self, Error> {
        let text = trim(raw);
        match measure(text, NOTE_TEXT_LIMIT) {
            Measure::Empty => Err(Error::TextEmpty),
            Measure::Fits => Ok(Self(text.into())),
            Measure::Over(actual) => {
                Err(NoteError::TooLong { limit: NOTE_TEXT_LIMIT, actual }.into())
            }
        }
    }

    /// Takes a stored text as it stands, outer white space included; `None` when it is empty or over the limit.
    pub fn stored(raw: &str) -> Option<Self> {
        matches!(measure(trim(raw), NOTE_TEXT_LIMIT), Measure::Fits).then(|| Self(raw.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A source within a note's limit, as an input; an empty one is none.
fn note_source(raw: &str) -> Result<Option<Source>, Error> {
    match measure(trim(raw), NOTE_SOURCE_LIMIT) {
        Measure::Over(actual) => Err(Error::SourceTooLong { limit: NOTE_SOURCE_LIMIT, actual }),
        Measure::Empty | Measure::Fits => Source::parse(raw),
    }
}
