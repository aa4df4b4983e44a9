//! What several verbs do to rows: take them out, retire them, and say what the store had to say.

use std::collections::BTreeMap;

use super::key::KeyMap;
use super::plan::rows_of;
use super::receipt::{Replaced, Unmoved};
use super::resolve::Found;
use crate::error::{Error, StoreWarning};
use crate::fact::{Fact, FactId};
use crate::port::{Commit, Decision, Edit, Edits, Expect, Record, Transaction};
use crate::scope::FactPlace;
use crate::time::Timestamp;

/// Edits as a decision: none is no change.
pub(super) fn decision(edits: Edits<Fact>) -> Decision<Fact> {
    if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
}

/// Takes rows that are over along with a change of their place, as every change does (D-60); where nothing changes they stay.
pub(super) fn take_along<T: Record>(
    edits: &mut Edits<T>,
    rows: &[T],
    is_over: impl Fn(&T) -> bool,
) {
    if edits.is_empty() {
        return;
    }
    let mut named = vec![false; rows.len()];
    for edit in edits.iter() {
        match edit {
            Edit::Remove(row)
            | Edit::Retire { row, .. }
            | Edit::Amend(row, _)
            | Edit::Restamp(row, _) => named[*row] = true,
            Edit::Append(_) => {}
        }
    }
    for row in (0..rows.len()).filter(|row| !named[*row] && is_over(&rows[*row])) {
        edits.remove(row);
    }
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
        (0..rows.len()).filter(|row| gone[*row]).for_each(|row| edits.remove(row));
        take_along(&mut edits, rows, |fact| !fact.is_live(now));
        decision(edits)
    })
}

/// A row to be retired, and what replaces it.
pub(super) struct Retirement<'a> {
    pub(super) found: &'a Found,
    pub(super) by: &'a FactId,
}

/// Retires rows, one update a place, once their replacement is certain to stand (D-62). One result a row, in order: what its store had to say, or why the row stays.
pub(super) fn retire_rows(
    transaction: &mut (dyn Transaction + '_),
    retirements: &[Retirement<'_>],
    replacement: &Commit,
    now: Timestamp,
) -> Vec<Result<Vec<StoreWarning>, Unmoved>> {
    if !replacement.is_durable() {
        return vec![Err(Unmoved::NotDurable); retirements.len()];
    }
    let mut places: BTreeMap<&Option<FactPlace>, Result<Vec<StoreWarning>, Unmoved>> =
        BTreeMap::new();
    for retirement in retirements {
        let store = retirement.found.store();
        places.entry(&retirement.found.place).or_insert_with(|| {
            let retired = store.and_then(|place| retire_in(transaction, place, retirements, now));
            retired.map(|commit| warnings_of(&commit)).map_err(Unmoved::failed)
        });
    }
    retirements.iter().map(|one| places[&one.found.place].clone()).collect()
}

/// What a receipt says of rows that were to be retired: the first that stays, or else the first that went.
pub(super) fn replaced(
    found: &[Found],
    results: impl IntoIterator<Item = Result<Vec<StoreWarning>, Unmoved>>,
    warnings: &mut Vec<StoreWarning>,
) -> Option<Replaced> {
    let mut answer = None;
    for (target, result) in found.iter().zip(results) {
        let (id, tier) = (target.fact.id.clone(), target.tier);
        match result {
            Ok(said) => {
                warnings.extend(said);
                answer = answer.or(Some(Replaced::Retired { id, tier }));
            }
            Err(because) => return Some(Replaced::StillActive { id, tier, because }),
        }
    }
    answer
}

/// Retires those of the rows that are in one place.
fn retire_in(
    transaction: &mut (dyn Transaction + '_),
    place: &FactPlace,
    retirements: &[Retirement<'_>],
    now: Timestamp,
) -> Result<Commit, Error> {
    transaction.update(place, Expect::Any, &mut |rows| {
        let keys = KeyMap::of(rows);
        let mut gone = vec![false; rows.len()];
        let mut edits = Edits::new();
        let here = retirements.iter().filter(|one| one.found.is_in(place));
        for Retirement { found, by } in here {
            for row in rows_of(found, &keys, rows) {
                if !std::mem::replace(&mut gone[row], true) {
                    edits.retire(row, (*by).clone(), now);
                }
            }
        }
        take_along(&mut edits, rows, |fact| !fact.is_live(now));
        decision(edits)
    })
}
