//! The rows a search or a listing may show, and the counts of those it may not.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::key::KeyHash;
use super::request::{LIMIT_MAX, RecallRequest};
use super::shelf::Sight;
use super::show::At;
use crate::error::Error;
use crate::fact::{Fact, Kind};
use crate::scope::Scope;
use crate::time::Timestamp;

/// Filtered rows: everything that is left before ranking and cutting.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Left empty by [`count`].
    pub(super) rows: Vec<At>,
    pub(super) withheld: usize,
    pub(super) expired: usize,
    pub(super) invalid: usize,
}

/// Collects the rows that count at `now`, or at the time asked for.
pub(super) fn gather(sight: &Sight, request: &RecallRequest, now: Timestamp) -> Gathered {
    let mut gathered = Gathered::default();
    let alive = |fact: &Fact| match request.at {
        None => fact.is_live(now),
        Some(at) => fact.recorded_at <= at && fact.is_live(at),
    };
    for (number, shelf) in sight.shelves.iter().enumerate() {
        gathered.invalid += shelf.snapshot.invalid.len();
        for row in shelf.current() {
            let fact = &shelf.rows()[row];
            if request.kind.is_some_and(|kind| kind != fact.kind) {
                continue;
            }
            if !alive(fact) {
                gathered.expired += usize::from(!fact.is_live(now));
                continue;
            }
            gathered.withheld += usize::from(shelf.refusal(row).is_some());
            gathered.rows.push(At { shelf: number, row });
        }
    }
    gathered
}

/// Counts the rows that may not be shown now, from what the shelves keep.
pub(super) fn count(sight: &Sight, kind: Option<Kind>, now: Timestamp) -> Gathered {
    let mut counted = Gathered::default();
    for shelf in &sight.shelves {
        let standing = shelf.standing(now);
        counted.invalid += shelf.snapshot.invalid.len();
        counted.withheld += standing.withheld(kind);
        counted.expired += standing.expired(kind);
    }
    counted
}

/// Groups rows by content; within a group the row to be shown stands first.
pub(super) fn by_content(rows: &[At], sight: &Sight, scope: &Scope) -> Vec<Vec<At>> {
    let mut groups: Vec<Vec<At>> = Vec::with_capacity(rows.len());
    let mut known: HashMap<KeyHash, Vec<usize>, FxBuildHasher> = HashMap::default();
    known.reserve(rows.len());
    for at in rows {
        let bucket = known.entry(KeyHash::of_fact(at.fact(sight))).or_default();
        let same = |group: &&usize| groups[**group][0].key(sight) == at.key(sight);
        if let Some(&group) = bucket.iter().find(same) {
            groups[group].push(*at);
        } else {
            bucket.push(groups.len());
            groups.push(vec![*at]);
        }
    }
    for group in groups.iter_mut().filter(|group| group.len() > 1) {
        group.sort_by_key(|at| at.precedence(sight, scope));
    }
    groups
}

/// Checks a page's limit and offset; out of range is refused, not clamped.
pub(super) fn check_limit(limit: usize) -> Result<(), Error> {
    if (1..=LIMIT_MAX).contains(&limit) {
        return Ok(());
    }
    let (max, actual) = (LIMIT_MAX as u64, limit as u64);
    Err(Error::OutOfRange { field: "limit", min: 1, max, actual })
}

/// Where the page after this one starts, when there is one.
pub(super) fn next_offset(offset: usize, limit: usize, total: usize) -> Option<usize> {
    let next = offset.saturating_add(limit);
    (next < total).then_some(next)
}
