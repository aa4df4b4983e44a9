//! A row under consideration.

use super::{
    channel::{Channel, Shares},
    lexical::Sums,
};

/// A row with what the channels gave it so far.
pub(super) struct Candidate {
    /// The row, numbered over all stores.
    pub(super) row: usize,
    /// What the channels gave.
    pub(super) shares: Shares,
    /// Which units of the query its own words answer.
    pub(super) units: UnitSet,
}

impl Candidate {
    /// A row with what `lexical` and `fuzzy` gave it, if anything.
    pub(super) fn new(row: usize, sums: &Sums) -> Self {
        let mut shares = Shares::default();
        shares.add(Channel::Lexical, f64::from(sums.lexical[row]));
        shares.add(Channel::Fuzzy, f64::from(sums.fuzzy(row)));
        Self { row, shares, units: UnitSet::default() }
    }
}

/// A set of the first 64 units of a query; a query has rarely more, and then the rest are left out of what the set is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitSet(u64);

impl UnitSet {
    /// Adds a unit.
    #[inline]
    pub(super) const fn insert(&mut self, unit: u16) {
        if unit < 64 {
            self.0 |= 1 << unit;
        }
    }

    /// The units of this set that are not in the other.
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The units, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |unit| self.0 >> unit & 1 == 1)
    }
}
