//! The checks of a plan, one after the other over all of its operations; the first failure refuses the whole plan (O-33).

use std::collections::{BTreeMap, BTreeSet};

use super::keys::Keys;
use super::plan::{OPERATIONS_LIMIT, Operation, SOURCES_LIMIT};
use super::replace::{Wording, extras};
use super::target::{is_own, keys};
use crate::error::{CANDIDATES_LISTED, Candidate, Candidates, ConsolidateError, Error, Role};
use crate::fact::{Fact, FactId, SemanticKey};
use crate::scan::{self, Clean, ScanScope};
use crate::scope::{Scope, Segment, Tier};
use crate::time::Timestamp;

/// An operation that passed: its rows in file order, and what replaces them.
pub(super) struct CheckedOperation {
    pub(super) rows: Vec<usize>,
    pub(super) after: Clean<Fact>,
}

/// Where and when a plan is checked.
pub(super) type At<'a> = (Tier, &'a Scope, Timestamp);

/// Checks operations against the valid rows of a store.
pub(super) fn check(
    rows: &[Fact],
    operations: &[Operation],
    at: At<'_>,
) -> Result<Vec<CheckedOperation>, Error> {
    check_counts(operations)?;
    check_repeated(operations)?;
    let store = Held::of(rows, operations, at);
    let sources = store.sources(operations)?;
    let wordings = each(operations, |index, operation| {
        Wording::parse(operation, &picked(rows, &sources[index]), at.0)
    })?;
    each(&wordings, |_, wording| Ok(scan::check(&wording.bare(at.2), ScanScope::Context)?))
        .map_err(|error| blamed(error, Role::Replacement))?;
    each(&wordings, |index, wording| wording.check_change(&picked(rows, &sources[index])))?;
    store.check_collisions(&wordings, &sources)?;
    finish(rows, sources, &wordings, at)
}

/// Makes the replacement rows, with one check after the other over all of them.
fn finish(
    rows: &[Fact],
    sources: Vec<Vec<usize>>,
    wordings: &[Wording],
    (tier, scope, _): At<'_>,
) -> Result<Vec<CheckedOperation>, Error> {
    let before: Vec<Vec<&Fact>> = sources.iter().map(|one| picked(rows, one)).collect();
    let lineages = each(wordings, |index, wording| wording.lineage(&before[index]))?;
    let superseded = each(wordings, |index, wording| wording.superseded(&before[index]))?;
    let members = each(&before, |_, before| extras(before))?;
    let parts = lineages.into_iter().zip(superseded).zip(members);
    let facts: Vec<Fact> = parts
        .enumerate()
        .map(|(index, ((lineage, supersedes), extra))| {
            let owner = scope.owner_in(tier);
            let fact = wordings[index].row(&before[index], lineage, owner);
            Fact { supersedes, extra, ..fact }
        })
        .collect();
    let clean = each(&facts, |_, fact| Ok(Clean::admit(fact.clone())?))
        .map_err(|error| blamed(error, Role::Replacement))?;
    let checked = |(rows, after)| CheckedOperation { rows, after };
    Ok(sources.into_iter().zip(clean).map(checked).collect())
}

/// The valid rows of a store, those of the named ids by id.
struct Held<'a> {
    rows: &'a [Fact],
    at: At<'a>,
    by_id: BTreeMap<&'a str, Vec<usize>>,
    keys: Keys<'a>,
}

impl<'a> Held<'a> {
    fn of(rows: &'a [Fact], operations: &'a [Operation], at: At<'a>) -> Self {
        let named = operations.iter().flat_map(|operation| &operation.source_ids);
        let mut by_id: BTreeMap<&str, Vec<usize>> =
            named.map(|id| (id.as_str(), Vec::new())).collect();
        for (index, row) in rows.iter().enumerate() {
            by_id.entry(row.id.as_str()).and_modify(|held| held.push(index));
        }
        Self { rows, at, by_id, keys: keys(rows, at.0) }
    }

    fn held(&self, id: &str) -> &[usize] {
        self.by_id.get(id).map_or(&[], Vec::as_slice)
    }

    fn is_own(&self, row: usize) -> bool {
        is_own(&self.rows[row], self.at.0, self.at.1)
    }

    fn own(&self, id: &str) -> Vec<usize> {
        self.held(id).iter().copied().filter(|row| self.is_own(*row)).collect()
    }

    /// The one own row of each id, in file order.
    fn sources(&self, operations: &[Operation]) -> Result<Vec<Vec<usize>>, Error> {
        let ids = |check: &dyn Fn(&str) -> Result<(), Error>| {
            each(operations, |_, operation| {
                operation.source_ids.iter().try_for_each(|id| check(id))
            })
        };
        ids(&|id| {
            FactId::parse(id)?;
            if self.held(id).is_empty() {
                Err(Error::NotFound { reference: shown(id) })
            } else {
                Ok(())
            }
        })?;
        ids(&|id| {
            let foreign = self.own(id).is_empty();
            if foreign { Err(Error::ForeignOwner { reference: shown(id) }) } else { Ok(()) }
        })?;
        ids(&|id| self.check_single(id))?;
        let sources: Vec<Vec<usize>> =
            operations.iter().map(|one| self.in_file_order(one)).collect();
        each(&sources, |_, rows| rows.iter().try_for_each(|row| self.check_live(*row)))?;
        each(&sources, |_, rows| {
            Ok(rows.iter().try_for_each(|row| scan::check(&self.rows[*row], ScanScope::Context))?)
        })
        .map_err(|error| blamed(error, Role::Source))?;
        Ok(sources)
    }

    fn in_file_order(&self, operation: &Operation) -> Vec<usize> {
        let mut rows: Vec<usize> =
            operation.source_ids.iter().flat_map(|id| self.own(id)).collect();
        rows.sort_unstable();
        rows
    }

    /// That an id names one own row, and that no other row says what it says.
    fn check_single(&self, id: &str) -> Result<(), Error> {
        let own = self.own(id);
        let key = self.rows[own[0]].semantic_key(self.at.0);
        let rows: Vec<usize> = match own.as_slice() {
            [row] if !self.keys.is_held_twice(&self.rows[*row]) => return Ok(()),
            [_] => self.keys.holding(&key).collect(),
            several => several.to_vec(),
        };
        let listed = rows.iter().take(CANDIDATES_LISTED).map(|row| self.candidate(*row)).collect();
        let further = rows.len().saturating_sub(CANDIDATES_LISTED);
        let candidates = Box::new(Candidates { listed, further });
        Err(Error::AmbiguousId { reference: shown(id), candidates })
    }

    fn candidate(&self, row: usize) -> Candidate {
        let (fact, tier) = (&self.rows[row], self.at.0);
        let persona = fact.owner(tier).cloned();
        let owner = persona.as_ref().map_or("", Segment::as_str);
        let place = if tier.is_owned() { format!("{tier}:{owner}") } else { tier.to_string() };
        let reference = format!("{place}/{}", fact.current_id());
        let (kind, recorded_at) = (Some(fact.kind), fact.recorded_at);
        Candidate { reference, kind, tier: Some(tier), persona, recorded_at }
    }

    fn check_live(&self, row: usize) -> Result<(), Error> {
        let fact = &self.rows[row];
        let live = fact.is_live(self.at.2);
        if live { Ok(()) } else { Err(Error::Expired { reference: shown(fact.id.as_str()) }) }
    }

    /// That no replacement says, or is named as, what stays or what another replacement says.
    fn check_collisions(&self, wordings: &[Wording], sources: &[Vec<usize>]) -> Result<(), Error> {
        let gone: BTreeSet<usize> = sources.iter().flatten().copied().collect();
        let stays = |row: &usize| !gone.contains(row) && self.is_own(*row);
        let ids: BTreeSet<String> = wordings.iter().map(|one| one.id().to_string()).collect();
        let named = |row: &usize| ids.contains(self.rows[*row].id.as_str());
        let mut taken: BTreeSet<&str> = (0..self.rows.len())
            .filter(|row| named(row) && stays(row))
            .map(|row| self.rows[row].id.as_str())
            .collect();
        let mut said: BTreeSet<SemanticKey> = BTreeSet::new();
        for (index, wording) in wordings.iter().enumerate() {
            let key = SemanticKey {
                content: wording.content_key(),
                owner: self.at.1.owner_in(self.at.0),
            };
            let id = wording.id();
            let id = ids.get(id.as_str()).map_or("", String::as_str);
            let held = self.keys.holding(&key).any(|row| stays(&row));
            if held || !taken.insert(id) || !said.insert(key) {
                return Err(in_operation(index, ConsolidateError::Collision.into()));
            }
        }
        Ok(())
    }
}

fn check_counts(operations: &[Operation]) -> Result<(), Error> {
    let (limit, actual) = (OPERATIONS_LIMIT, operations.len());
    if !(1..=limit).contains(&actual) {
        return Err(ConsolidateError::OperationsCount { limit, actual }.into());
    }
    each(operations, |_, operation| {
        let (limit, actual) = (SOURCES_LIMIT, operation.source_ids.len());
        let fits = (1..=limit).contains(&actual);
        if fits { Ok(()) } else { Err(ConsolidateError::SourcesCount { limit, actual }.into()) }
    })?;
    Ok(())
}

fn check_repeated(operations: &[Operation]) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    each(operations, |_, operation| {
        let fresh = operation.source_ids.iter().all(|id| seen.insert(id));
        if fresh { Ok(()) } else { Err(ConsolidateError::SourceRepeated.into()) }
    })?;
    Ok(())
}

/// Does one thing for every operation; the first failure says which.
fn each<'a, T, U>(
    operations: &'a [T],
    mut check: impl FnMut(usize, &'a T) -> Result<U, Error>,
) -> Result<Vec<U>, Error> {
    let one =
        |(index, operation)| check(index, operation).map_err(|error| in_operation(index, error));
    operations.iter().enumerate().map(one).collect()
}

fn in_operation(operation: usize, error: Error) -> Error {
    ConsolidateError::Operation { operation, role: None, error: Box::new(error) }.into()
}

/// The same refusal, saying which side the scanner refused.
fn blamed(error: Error, side: Role) -> Error {
    match error {
        Error::Consolidate(ConsolidateError::Operation { operation, error, .. }) => {
            ConsolidateError::Operation { operation, role: Some(side), error }.into()
        }
        other => other,
    }
}

/// An id as it may be shown.
fn shown(id: &str) -> String {
    scan::label(id).to_owned()
}

fn picked<'a>(rows: &'a [Fact], picked: &[usize]) -> Vec<&'a Fact> {
    picked.iter().map(|row| &rows[*row]).collect()
}
