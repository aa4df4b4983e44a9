//! Rows that say the same thing: which one is shown.

use std::collections::BTreeMap;

use super::input::{FactRow, Frame, Visible};
use crate::fact::FactId;
use crate::scope::{Segment, Tier};

/// Positions of the rows another row of `tiers` answers for, ascending: an own row comes first, then the earlier tier.
pub(super) fn repeats(
    visible: &Visible<'_>,
    frame: &Frame<'_>,
    tiers: fn(Tier) -> bool,
) -> Vec<usize> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, row) in visible.facts.iter().enumerate() {
        if let Some(content) = row.content.filter(|_| tiers(row.tier) && !row.withheld) {
            groups.entry(content).or_default().push(at);
        }
    }
    let mut repeats = Vec::new();
    for mut group in groups.into_values() {
        group.sort_by_key(|at| precedence(&visible.facts[*at], frame));
        repeats.extend_from_slice(&group[1..]);
    }
    repeats.sort_unstable();
    repeats
}

fn precedence<'a>(
    row: &FactRow<'a>,
    frame: &Frame<'_>,
) -> (bool, Tier, Option<&'a Segment>, &'a FactId) {
    let owner = row.fact.owner(row.tier);
    let own = row.tier == Tier::Persona || owner == Some(frame.persona);
    (!own, row.tier, owner, &row.fact.id)
}
