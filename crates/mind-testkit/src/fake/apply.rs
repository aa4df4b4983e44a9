//! Edits carried out with every check a real store may leave out.

use mind_core::fact::{Fact, FactId};
use mind_core::port::{Edit, Edits, Record};
use mind_core::time::Timestamp;

/// The rows after some edits.
pub(crate) struct Applied<T> {
    pub(crate) rows: Vec<T>,
    /// Rows on their way to the retired list, in the order of the edits.
    pub(crate) retired: Vec<(T, FactId, Timestamp)>,
}

/// Carries edits out. `check` sees the whole result and the positions of rows that are new or amended.
///
/// # Panics
/// When an edit names a row that does not exist or one that another edit names: the decider is at fault.
pub(crate) fn apply<T: Record>(rows: &[T], edits: &Edits<T>) -> (Applied<T>, Vec<usize>) {
    let mut standing: Vec<Option<(T, bool)>> =
        rows.iter().map(|row| Some((row.clone(), false))).collect();
    let mut named = vec![false; rows.len()];
    let mut name = |row: usize| {
        assert!(row < rows.len(), "an edit names row {row} of {}", rows.len());
        assert!(!std::mem::replace(&mut named[row], true), "two edits name row {row}");
        row
    };
    let mut retired = Vec::new();
    let mut appended = Vec::new();
    for edit in edits.iter() {
        match edit {
            Edit::Remove(row) => standing[name(*row)] = None,
            Edit::Retire { row, by, at } => {
                let gone = standing[name(*row)].take().expect("named for the first time");
                retired.push((gone.0, by.clone(), *at));
            }
            Edit::Amend(row, clean) => standing[name(*row)] = Some((clean.get().clone(), true)),
            Edit::Restamp(row, stamp) => {
                let kept = standing[name(*row)].as_mut().expect("named for the first time");
                kept.0.restamp(stamp);
            }
            Edit::Append(clean) => appended.push(Some((clean.get().clone(), true))),
            other => panic!("an edit this store does not know: {other:?}"),
        }
    }
    let after: Vec<(T, bool)> = standing.into_iter().chain(appended).flatten().collect();
    let fresh = after.iter().enumerate().filter(|(_, row)| row.1).map(|(at, _)| at).collect();
    let rows = after.into_iter().map(|(row, _)| row).collect();
    (Applied { rows, retired }, fresh)
}

/// Checks the new and amended facts of a place.
///
/// # Panics
/// When one is not valid in the tier (F-10), carries an owner in a tier that has none, or says what another row of the place already says (F-18).
pub(crate) fn check_facts(place: &mind_core::scope::FactPlace, rows: &[Fact], fresh: &[usize]) {
    let tier = place.tier();
    let keys: Vec<_> = match fresh {
        [] => Vec::new(),
        _ => rows.iter().map(|fact| fact.semantic_key(tier)).collect(),
    };
    for &at in fresh {
        let fact = &rows[at];
        assert!(fact.is_valid_in(tier), "row {} is not valid in {place}", fact.id);
        let owner_fits = fact.persona.is_none() || tier.is_owned();
        assert!(owner_fits, "row {} of {place} carries an owner", fact.id);
        let equal = keys.iter().filter(|key| **key == keys[at]).count();
        assert!(equal == 1, "row {} of {place} is there twice", fact.id);
    }
}
