//! The account of a pair of blocks: what was considered, what became of it, what it cost. It holds no memory text.

use super::input::StoreSeen;
use crate::fact::{Kind, ReferenceTier};
use crate::text::token_estimate;

/// Entries left out that a section lists one by one; further ones are in its counts.
pub(super) const LEFT_OUT_LISTED: usize = 50;

/// What is in the blocks and what is not, and why. No text, tag or query is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// Bytes both blocks may have together.
    pub budget: usize,
    /// Bytes of it kept for hints.
    pub reserved: usize,
    /// What the standing block is made of.
    pub standing: BlockBytes,
    /// What the task block is made of.
    pub task: BlockBytes,
    /// The counts of each section, in the order of the blocks.
    pub sections: Vec<SectionCounts>,
    /// Every entry shown, and of each section the first 50 that are not, in the order they were considered.
    pub entries: Vec<ManifestEntry>,
    /// The stores that were read, and those that could not be.
    pub stores: Vec<StoreSeen>,
}

/// The bytes of one block. `frame`, `headings`, `entries` and `notice` add up to `total`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockBytes {
    /// The block's length.
    pub total: usize,
    /// The start and end marks, and the word on what the block is.
    pub frame: usize,
    /// The headings of its sections.
    pub headings: usize,
    /// The lines of its entries.
    pub entries: usize,
    /// The line on what is not shown.
    pub notice: usize,
    /// SHA-256 of the block, as 64 lower-case hex digits.
    pub sha256: String,
}

impl BlockBytes {
    /// The planning figure for what the block costs.
    pub const fn tokens(&self) -> usize {
        token_estimate(self.total)
    }
}

/// A group of entries with a cap of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Objectives and durable facts that hold whatever is asked.
    Standing,
    /// Durable facts that match the request and are not in the standing block.
    Matching,
    /// Notes of the session.
    Notes,
    /// Facts that expire.
    Working,
    /// Deferred work.
    Backlog,
}

impl Section {
    /// The section's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Matching => "matching",
            Self::Notes => "notes",
            Self::Working => "working",
            Self::Backlog => "backlog",
        }
    }
}

/// What became of a section's candidates. All but `clipped` and `bytes` add up to `candidates`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionCounts {
    /// The section.
    pub section: Section,
    /// Rows that belong to it.
    pub candidates: usize,
    /// Rows shown.
    pub included: usize,
    /// Rows not shown because the section is full.
    pub over_cap: usize,
    /// Rows not shown because their line did not fit.
    pub over_budget: usize,
    /// Rows whose content another line says.
    pub duplicates: usize,
    /// Rows withheld as unsafe.
    pub withheld: usize,
    /// Rows shown in part.
    pub clipped: usize,
    /// Bytes of the lines shown.
    pub bytes: usize,
}

impl SectionCounts {
    pub(super) const fn new(section: Section) -> Self {
        Self {
            section,
            candidates: 0,
            included: 0,
            over_cap: 0,
            over_budget: 0,
            duplicates: 0,
            withheld: 0,
            clipped: 0,
            bytes: 0,
        }
    }

    /// Rows the notice must speak of: neither shown, nor said by another line, nor withheld.
    pub const fn left_out(&self) -> usize {
        self.over_cap + self.over_budget
    }
}

/// One row that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestEntry {
    /// The section it was considered for.
    pub section: Section,
    /// A reference to it, with its stored id.
    pub reference: String,
    /// Where it stands.
    pub tier: ReferenceTier,
    /// The kind; none for a backlog item.
    pub kind: Option<Kind>,
    /// Bytes of its line; zero when none was written, because the section was full or the row must not be shown.
    pub bytes: usize,
    /// What became of it, and why.
    pub reason: Reason,
    /// How well it matches the request, where it does.
    pub score: Option<f64>,
}

impl ManifestEntry {
    /// Whether it is in the block.
    pub const fn is_included(&self) -> bool {
        self.reason.is_included()
    }
}

/// Why an entry is in a block, or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Shown: it holds whatever is asked.
    Standing,
    /// Shown: it matches the request.
    Matched,
    /// Shown: it is what is being pursued.
    Objective,
    /// Shown: it is among the newest.
    Newest,
    /// Shown: it stands early in the backlog.
    Listed,
    /// Not shown: the section is full.
    OverCap,
    /// Not shown: its line does not fit.
    OverBudget,
    /// Not shown: another line says the same.
    Duplicate,
    /// Not shown: the scanner withholds it.
    Withheld,
}

impl Reason {
    /// The reason's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Matched => "matched",
            Self::Objective => "objective",
            Self::Newest => "newest",
            Self::Listed => "listed",
            Self::OverCap => "over-cap",
            Self::OverBudget => "over-budget",
            Self::Duplicate => "duplicate",
            Self::Withheld => "withheld",
        }
    }

    /// Whether it is a reason to be shown.
    pub const fn is_included(self) -> bool {
        !matches!(self, Self::OverCap | Self::OverBudget | Self::Duplicate | Self::Withheld)
    }
}
