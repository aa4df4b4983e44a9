//! How much of a query some of its units make up.

use super::{candidate::UnitSet, lexical::Found, query::Unit};

/// The inverse document frequency of every unit, times its weight.
pub(super) struct Importance(Vec<f64>);

impl Importance {
    /// Takes it from what the units found.
    pub(super) fn new(found: &[Found], units: &[Unit]) -> Self {
        Self(found.iter().zip(units).map(|(found, unit)| found.idf * unit.weight).collect())
    }

    /// Of the importance of `units` the part that `known` lacks, from 0 to 1.
    pub(super) fn lacking(&self, units: UnitSet, known: UnitSet) -> f64 {
        let all = self.sum(units);
        if all > 0.0 { self.sum(units.without(known)) / all } else { 1.0 }
    }

    fn sum(&self, units: UnitSet) -> f64 {
        units.iter().filter_map(|unit| self.0.get(unit)).sum()
    }
}
