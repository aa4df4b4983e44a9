//! The rows a refusal offers when a reference names several.

use crate::fact::Kind;
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// A row offered when a reference names several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// A reference that names exactly this row.
    pub reference: String,
    /// The fact's kind; none for a backlog item.
    pub kind: Option<Kind>,
    /// The fact's tier; none for a backlog item.
    pub tier: Option<Tier>,
    /// The owner, where the row has one.
    pub persona: Option<Segment>,
    /// When the row was first recorded.
    pub recorded_at: Timestamp,
}

/// The rows a reference may mean: at most five, and how many more there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// The first few.
    pub listed: Vec<Candidate>,
    /// How many are not listed.
    pub further: usize,
}

/// Candidates an ambiguous refusal lists.
pub const CANDIDATES_LISTED: usize = 5;
