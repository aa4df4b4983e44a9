//! What several verbs do to rows: take them out, retire them, and say what the store had to say.

use super::key::KeyMap;
use super::plan::rows_of;
use super::receipt::{Replaced, Unmoved};
use super::resolve::Found;
use crate::error::{Error, StoreWarning};
use crate::fact::{Fact, FactId};
use crate::port::{Commit, Decision, Edits, Expect, Transaction};
use crate::scope::FactPlace;
use crate::time::Timestamp;

/// Edits as a decision: none is no change.
pub(super) fn decision(edits: Edits<Fact>) -> Decision<Fact> {
    if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
}

/// What the store had to say about a change.
pub(super) fn warnings_of(commit: &Commit) -> Vec<StoreWarning> {
    match commit {
        Commit::Unchanged { .. } => Vec::new(),
        Commit::Changed { warnings, .. } => warnings.clone(),
    }
}

/// Takes found rows of one place out of it, with every row of the same semantic key and, in the same write, the expired ones.
pub(super) fn remove_rows(
    transaction: &mut (dyn Transaction + '_),
    place: &FactPlace,
    found: &[Found],
    now: Timestamp,
) -> Result<Commit, Error> {
    transaction.update(place, Expect::Any, &mut |rows| {
        let keys = KeyMap::of(rows);
        let mut gone = vec![false; rows.len()];
        for row in found.iter().flat_map(|found| rows_of(found, &keys, rows)) {
            gone[row] = true;
        }
        let mut edits = Edits::new();
        if gone.contains(&true) {
            for row in (0..rows.len()).filter(|row| gone[*row] || !rows[*row].is_live(now)) {
                edits.remove(row);
            }
        }
        decision(edits)
    })
}

/// Retires found rows, each in its own place, once their replacement is certain to stand (D-62). The answer names the first; one that could not be retired counts before one that could.
pub(super) fn retire_rows(
    transaction: &mut (dyn Transaction + '_),
    found: &[Found],
    by: &FactId,
    replacement: &Commit,
    now: Timestamp,
    warnings: &mut Vec<StoreWarning>,
) -> Option<Replaced> {
    let mut answer = None;
    for target in found {
        let (id, tier) = (target.fact.id.clone(), target.tier);
        let result = if replacement.is_durable() {
            retire_row(transaction, target, by, now).map_err(Unmoved::failed)
        } else {
            Err(Unmoved::NotDurable)
        };
        match result {
            Ok(commit) => {
                warnings.extend(warnings_of(&commit));
                answer = answer.or(Some(Replaced::Retired { id, tier }));
            }
            Err(because) => return Some(Replaced::StillActive { id, tier, because }),
        }
    }
    answer
}

fn retire_row(
    transaction: &mut (dyn Transaction + '_),
    found: &Found,
    by: &FactId,
    now: Timestamp,
) -> Result<Commit, Error> {
    transaction.update(&found.place, Expect::Any, &mut |rows| {
        let mut edits = Edits::new();
        for row in rows_of(found, &KeyMap::of(rows), rows) {
            edits.retire(row, by.clone(), now);
        }
        decision(edits)
    })
}
