//! What a caller asks for. Text is raw here: each use case parses it, so that every surface is refused alike.

use crate::backlog::BacklogState;
use crate::context::{BUDGET_DEFAULT, NotesState};
use crate::fact::Kind;
use crate::note::Note;
use crate::scope::Tier;
use crate::time::Timestamp;

/// Rows a page has when nothing is said.
pub const LIMIT_DEFAULT: usize = 8;
/// Rows a page of the backlog has when nothing is said.
pub const BACKLOG_LIMIT_DEFAULT: usize = 20;
/// Rows a page may have.
pub const LIMIT_MAX: usize = 50;

/// A fact as a caller gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The kind's name; `note` when none is given.
    pub kind: Option<String>,
    /// The statement.
    pub text: String,
    /// Tags, in any order and case.
    pub tags: Vec<String>,
    /// The tier's name; chosen by the kind when none is given.
    pub tier: Option<String>,
    /// Hours to live, in the working tier only; 48 when none are given.
    pub ttl_hours: Option<f64>,
    /// Where it comes from, in free words.
    pub source: Option<String>,
    /// Ids of the facts it was made from.
    pub derived_from: Vec<String>,
    /// A reference to the fact it replaces.
    pub supersedes: Option<String>,
    /// When it was first recorded, for facts brought in from elsewhere; now when not given, and never later than now.
    pub recorded_at: Option<Timestamp>,
}

/// Where a promoted fact goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Destination {
    /// The project's durable facts.
    #[default]
    ProjectLong,
    /// The acting persona's facts.
    Persona,
    /// The shared facts.
    Shared,
}

impl Destination {
    /// The tier.
    pub const fn tier(self) -> Tier {
        match self {
            Self::ProjectLong => Tier::ProjectLong,
            Self::Persona => Tier::Persona,
            Self::Shared => Tier::Shared,
        }
    }
}

/// Whether `forget` removes or only says what it would remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForgetMode {
    /// Remove.
    Remove,
    /// Say what would be removed; change nothing.
    DryRun,
}

/// Whether text the scanner finds fault with is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screen {
    /// Withhold it: what every model gets.
    #[default]
    Withhold,
    /// Show it: for a person on the command line who asked for it, and nobody else.
    Reveal,
}

/// A search, or a listing when the query is blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecallRequest {
    /// Words; never syntax.
    pub query: String,
    /// The tiers to look in; all visible ones when empty.
    pub tiers: Vec<Tier>,
    /// One kind only.
    pub kind: Option<Kind>,
    /// Rows on the page, 1–50.
    pub limit: usize,
    /// Rows before the page.
    pub offset: usize,
    /// Ranks the rows live at this time among those still held.
    pub at: Option<Timestamp>,
    /// Whether unsafe text is shown in a listing; a search never finds it.
    pub screen: Screen,
}

impl Default for RecallRequest {
    fn default() -> Self {
        Self {
            query: String::new(),
            tiers: Vec::new(),
            kind: None,
            limit: LIMIT_DEFAULT,
            offset: 0,
            at: None,
            screen: Screen::Withhold,
        }
    }
}

/// The blocks a model is to get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextRequest {
    /// The request's text; its first 512 characters are matched. Blank for none.
    pub task: String,
    /// Tokens both blocks may have together, 200–20,000.
    pub budget_tokens: usize,
    /// Bytes of the budget kept for what a host adds after the task block.
    pub reserved_bytes: usize,
    /// The standing block alone, for a worker a run delegates to.
    pub lean: bool,
    /// Whether the model has the memory tools, so that a block may name them.
    pub tools: bool,
    /// The notes of the host's session.
    pub notes: Vec<Note>,
    /// Whether those are all of them.
    pub notes_state: NotesState,
}

impl Default for ContextRequest {
    fn default() -> Self {
        Self {
            task: String::new(),
            budget_tokens: BUDGET_DEFAULT,
            reserved_bytes: 0,
            lean: false,
            tools: true,
            notes: Vec::new(),
            notes_state: NotesState::Whole,
        }
    }
}

/// Deferred work as a caller gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BacklogDraft {
    /// What is to be done.
    pub text: String,
    /// Tags, in any order and case.
    pub tags: Vec<String>,
    /// Seconds from now until it wants attention.
    pub due_seconds: Option<f64>,
    /// Hours to live; 48 when none are given, and never shorter than until it is due.
    pub ttl_hours: Option<f64>,
}

/// Where a caller moves an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BacklogMove {
    /// Somebody works on it.
    Take,
    /// It is finished, with a word on what became of it.
    Done {
        /// The word.
        note: Option<String>,
    },
    /// It is given up, with a word on why.
    Drop {
        /// The word.
        note: Option<String>,
    },
}

/// Which items a listing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacklogListing {
    /// One state; open and taken when none is named.
    pub state: Option<BacklogState>,
    /// Other personas' items too.
    pub all: bool,
    /// Rows on the page, 1–50.
    pub limit: usize,
    /// Rows before the page.
    pub offset: usize,
}

impl Default for BacklogListing {
    fn default() -> Self {
        Self { state: None, all: false, limit: BACKLOG_LIMIT_DEFAULT, offset: 0 }
    }
}
