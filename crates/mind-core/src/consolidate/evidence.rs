//! What a store says about a change that was cut off (O-57, O-58).

use super::receipt::{Receipt, Settlement};
use crate::fact::Fact;
use crate::port::Snapshot;
use crate::time::Timestamp;

/// What the present state of a store says about a prepared receipt. The first two are proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The bytes are those of before.
    Before,
    /// The store is one change further, every row that comes is there and no row that goes.
    After,
    /// The rows that come are there and no row that goes, among other changes.
    RowsAfter,
    /// The rows that go are there and no row that comes, among other changes.
    RowsBefore,
    /// Nothing can be told.
    Unclear,
}

impl Evidence {
    /// The evidence's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
            Self::RowsAfter => "rows_after",
            Self::RowsBefore => "rows_before",
            Self::Unclear => "unclear",
        }
    }

    /// Looks at a receipt beside the present state of its store. Rows count as there when they are equal in every field.
    pub fn of(receipt: &Receipt, snapshot: &Snapshot<Fact>) -> Self {
        let is_there = |fact: &&Fact| snapshot.rows.contains(fact);
        let (all_before, none_before) = presence(receipt.before(), is_there);
        let (all_after, none_after) = presence(receipt.after(), is_there);
        let next = receipt.before_sequence.checked_add(1) == Some(snapshot.sequence);
        if snapshot.fingerprint == receipt.before_fingerprint {
            Self::Before
        } else if all_after && none_before {
            if next { Self::After } else { Self::RowsAfter }
        } else if all_before && none_after {
            Self::RowsBefore
        } else {
            Self::Unclear
        }
    }

    /// Whether this is proof.
    pub(crate) const fn is_proof(self) -> bool {
        matches!(self, Self::Before | Self::After)
    }

    /// What a prepared receipt becomes where this is proof.
    pub(crate) fn settles(self, snapshot: &Snapshot<Fact>, now: Timestamp) -> Option<Settlement> {
        match self {
            Self::Before => Some(Settlement::rejected(now, None)),
            Self::After => Some(Settlement::applied(now, Some(snapshot.fingerprint))),
            Self::RowsAfter | Self::RowsBefore | Self::Unclear => None,
        }
    }
}

/// Whether all of some rows are there, and whether none is.
fn presence<'a>(
    rows: impl Iterator<Item = &'a Fact>,
    is_there: impl Fn(&&Fact) -> bool,
) -> (bool, bool) {
    let there: Vec<bool> = rows.map(|row| is_there(&row)).collect();
    (!there.contains(&false), !there.contains(&true))
}
