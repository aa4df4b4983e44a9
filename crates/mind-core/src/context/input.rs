//! What the blocks are made from: plain values, whoever read them.

use std::fmt;

use super::budget::Budget;
use crate::backlog::BacklogItem;
use crate::error::Error;
use crate::fact::{Fact, ReferenceTier};
use crate::note::Note;
use crate::port::Fingerprint;
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// Matching rows a ranking is asked for; further ones are only counted.
pub const MATCHES_ASKED: usize = 100;

/// Everything a call can see. The order of the rows decides nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visible<'a> {
    /// The live rows of the stores that count: the later of two with one semantic key.
    pub facts: Vec<FactRow<'a>>,
    /// The session's notes.
    pub notes: Vec<NoteRow<'a>>,
    /// Whether those are all of them.
    pub notes_state: NotesState,
    /// The live open and taken items of the acting persona and of nobody.
    pub backlog: Vec<ItemRow<'a>>,
    /// The stores that were read or could not be, in tier order.
    pub stores: Vec<StoreSeen>,
}

/// A fact that may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactRow<'a> {
    /// The tier it stands in.
    pub tier: Tier,
    /// The row.
    pub fact: &'a Fact,
    /// Whether the scanner withholds it.
    pub withheld: bool,
    /// A number shared by the rows that say the same thing; none for a row that stands alone.
    pub content: Option<usize>,
}

/// A session note that may be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoteRow<'a> {
    /// The note.
    pub note: &'a Note,
    /// Whether the scanner withholds it.
    pub withheld: bool,
    /// How well it matches the request; none when it does not, or when nothing was asked.
    pub score: Option<f64>,
}

/// A backlog item that may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemRow<'a> {
    /// The item.
    pub item: &'a BacklogItem,
    /// Whether the scanner withholds it.
    pub withheld: bool,
}

/// A store the call looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreSeen {
    /// Which of the call's stores.
    pub store: ReferenceTier,
    /// The bytes its rows were read from, or why it could not be read.
    pub outcome: Result<Fingerprint, Error>,
}

/// Whether a session's notes are all there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotesState {
    /// All, or there is no session.
    #[default]
    Whole,
    /// Those after a gap in the session's history.
    Gap,
    /// None may be used.
    Closed,
}

/// What a call is about and how much room it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The acting persona.
    pub persona: &'a Segment,
    /// The project's name as models see it, where there is a project.
    pub project: Option<&'a str>,
    /// The present.
    pub now: Timestamp,
    /// The bytes there are.
    pub budget: Budget,
    /// Whether only the standing block is wanted, for a worker the call's run delegates to.
    pub lean: bool,
    /// Whether the model has the memory tools, so that a notice may name them. A lean block never does.
    pub tools: bool,
}

impl Frame<'_> {
    pub(super) const fn names_tools(&self) -> bool {
        self.tools && !self.lean
    }
}

/// The rows that match the request among those asked about: positions in [`Visible::facts`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matches {
    /// The best rows with their scores, at least [`MATCHES_ASKED`] of them when there are as many.
    pub rows: Vec<(usize, f64)>,
    /// How many of the rows asked about match.
    pub total: usize,
}

/// Says which of some facts match the request's text: those its argument marks, position by position.
#[derive(Clone, Copy)]
pub struct Rank<'a>(pub &'a dyn Fn(&[bool]) -> Matches);

impl fmt::Debug for Rank<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rank")
    }
}
