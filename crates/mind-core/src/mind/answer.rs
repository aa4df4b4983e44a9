//! What a read shows. Every row is scanned again here: one with a finding shows its rule instead of its text.

use crate::backlog::BacklogState;
use crate::error::{Error, StoreWarning};
use crate::fact::{Fact, FactId, Kind};
use crate::recall::Channel;
use crate::scan::{Field, Rejection};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// A row's free text, or why it is withheld.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Safe to show.
    Open {
        /// The text.
        text: String,
        /// The tags.
        tags: Vec<String>,
        /// The source of a fact.
        source: Option<String>,
        /// The closing note of a backlog item.
        note: Option<String>,
    },
    /// Not to be shown to a model.
    Withheld {
        /// The first field with a finding.
        field: Field,
        /// The finding.
        rejection: Rejection,
    },
}

/// A fact as a read shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The stored id.
    pub id: FactId,
    /// The tier of the row shown.
    pub tier: Tier,
    /// The kind.
    pub kind: Kind,
    /// The free text.
    pub body: Body,
    /// The owner, in the project tiers.
    pub persona: Option<Segment>,
    /// When it was first recorded.
    pub recorded_at: Timestamp,
    /// When it was last recorded or promoted.
    pub last_seen_at: Timestamp,
    /// When it stops being visible, in the working tier.
    pub expires_at: Option<Timestamp>,
    /// Where else the content stands.
    pub others: Vec<Other>,
}

/// Another row with the same content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its tier.
    pub tier: Tier,
    /// Its owner, in the project tiers.
    pub persona: Option<Segment>,
}

/// A fact a search or a listing shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The fact.
    pub entry: Entry,
    /// How well it answers; zero in a listing.
    pub score: f64,
    /// What the score is the sum of, in a fixed order; empty in a listing.
    pub parts: Vec<(Channel, f64)>,
}

/// A tier that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The tier.
    pub tier: Tier,
    /// Why.
    pub because: Error,
}

/// A page of a search or a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The query as it was understood; empty for a listing.
    pub tokens: Vec<String>,
    /// Facts that answer, on this page and off it.
    pub total: usize,
    /// The page.
    pub hits: Vec<Hit>,
    /// Where the next page starts; absent on the last.
    pub next_offset: Option<usize>,
    /// Rows of the asked tiers withheld by the scanner.
    pub withheld: usize,
    /// Rows of the asked tiers that have expired.
    pub expired: usize,
    /// Rows of the asked tiers that are not valid.
    pub invalid: usize,
    /// Asked tiers that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    pub warnings: Vec<StoreWarning>,
}

/// How a retired fact came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retired {
    /// When it was replaced.
    pub at: Timestamp,
    /// The stored id of its replacement.
    pub by: FactId,
}

/// One fact, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The fact.
    pub entry: Entry,
    /// What it was made from.
    pub derived_from: Vec<FactId>,
    /// The stored id of the fact it replaced.
    pub supersedes: Option<FactId>,
    /// Retired predecessors, nearest first.
    pub predecessors: Vec<Entry>,
    /// Whether it is itself retired, and by what.
    pub retired: Option<Retired>,
    /// Asked tiers that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    pub warnings: Vec<StoreWarning>,
}

/// What a reference names.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// A fact.
    Fact(Box<Reading>),
    /// Deferred work, whole.
    Item(Box<BacklogEntry>),
}

/// A backlog item as a listing shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacklogEntry {
    /// The stored id.
    pub id: FactId,
    /// Where it stands.
    pub state: BacklogState,
    /// The free text.
    pub body: Body,
    /// Who added it.
    pub persona: Option<Segment>,
    /// When it was first added.
    pub created_at: Timestamp,
    /// When it wants attention.
    pub due_at: Option<Timestamp>,
    /// When it stops being visible.
    pub expires_at: Timestamp,
}

/// A page of a backlog listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacklogPage {
    /// Items that answer, on this page and off it.
    pub total: usize,
    /// The page.
    pub items: Vec<BacklogEntry>,
    /// Where the next page starts; absent on the last.
    pub next_offset: Option<usize>,
    /// Items of the page's kind withheld by the scanner.
    pub withheld: usize,
    /// Items that have expired.
    pub expired: usize,
    /// Rows that are not valid.
    pub invalid: usize,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

/// What the places of a call hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The tiers that could be read, in order.
    pub tiers: Vec<TierStatus>,
    /// Open and taken backlog items of every persona.
    pub backlog: usize,
    /// Why the backlog could not be read.
    pub backlog_unreadable: Option<Error>,
    /// Tiers that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    pub warnings: Vec<StoreWarning>,
}

/// What one tier holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierStatus {
    /// The tier.
    pub tier: Tier,
    /// Facts that count now.
    pub live: usize,
    /// Of these, those that end within six hours.
    pub expiring_soon: usize,
    /// Rows that have expired and are still on disk.
    pub expired: usize,
    /// Rows that are not valid.
    pub invalid: usize,
    /// Live facts withheld by the scanner.
    pub withheld: usize,
    /// Bytes on disk.
    pub bytes: u64,
    /// Changes the place has seen.
    pub sequence: u64,
}

/// A fact on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The tier it stands in.
    pub tier: Tier,
    /// The row.
    pub fact: Fact,
}

/// Every live fact of some tiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The facts, by tier, in written order.
    pub facts: Vec<Exported>,
    /// Facts left out because the scanner withholds them.
    pub withheld: usize,
    /// Tiers that could not be read.
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    pub warnings: Vec<StoreWarning>,
}
