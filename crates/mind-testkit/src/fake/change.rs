//! How a fake place is changed.

use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use mind_core::Error;
use mind_core::error::{StoreError, StoreFault, StoreWarning};
use mind_core::fact::RetiredFact;
use mind_core::port::{Commit, Decision, Durability, Edits, Expect};
use mind_core::scope::FactPlace;
use mind_core::time::Timestamp;

use super::FakeStore;
use super::apply::apply;
use super::content::{Basis, Content, Live, Shelf, Slot};
use super::place::Place;
use super::shelved::Shelved;
use super::state::{Operation, State};

/// How often rows that change under a decider are shown to it again.
const ATTEMPTS: usize = 5;
/// Rows a retired list keeps; those of one change stay in any case.
const RETIRED_KEPT: usize = 200;

/// Changes one place.
pub(super) fn update<T: Shelved>(
    store: &FakeStore,
    place: &Place,
    now: Timestamp,
    wait: Duration,
    expect: Expect,
    decide: &mut dyn FnMut(&[T]) -> Decision<T>,
) -> Result<Commit, Error> {
    let fault = |fault| Error::from(StoreError::new(fault, place));
    store.state(|state| state.enter(Some(place), Operation::Write))?;
    let look = |state: &mut State| T::shelf(state, place).basis();
    store.state(look).map_err(fault)?;
    let _held = store.home.lock_place(place, wait)?;
    for _ in 0..ATTEMPTS {
        let basis = store.state(look).map_err(fault)?;
        if !holds(expect, &basis) {
            return Err(fault(StoreFault::Changed));
        }
        let edits = match consult(store, place, &basis, decide) {
            Decision::Refuse(error) => return Err(error),
            Decision::Keep => Edits::new(),
            Decision::Edit(edits) => edits,
        };
        let (applied, fresh) = apply(&basis.rows, &edits);
        T::check(place, &applied.rows, &fresh);
        if applied.rows == basis.rows && applied.retired.is_empty() {
            // Whoever is told that nothing had to change may rely on what there is.
            store.state(|state| T::shelf(state, place).vouch());
            return Ok(unchanged(&basis));
        }
        let retired = applied.retired.into_iter().filter_map(|(row, by, at)| row.retire(by, at));
        let change = Change { place, now, basis, rows: applied.rows };
        if let Some(commit) = change.commit(store, retired.collect())? {
            return Ok(commit);
        }
    }
    Err(fault(StoreFault::Changed))
}

/// Removes rows of a retired list.
pub(super) fn forget_retired(
    store: &FakeStore,
    of: &FactPlace,
    now: Timestamp,
    remove: &mut dyn FnMut(&RetiredFact) -> bool,
) -> Result<Commit, Error> {
    let place = &Place::Retired(of.clone());
    let fault = |fault| Error::from(StoreError::new(fault, place));
    store.state(|state| state.enter(Some(place), Operation::Write))?;
    let _held = store.home.lock_place(&Place::from(of), Duration::ZERO)?;
    let basis = store.state(|state| state.retired(of).basis()).map_err(fault)?;
    let mut rows = basis.rows.clone();
    rows.retain(|row| !remove(row));
    if rows == basis.rows {
        return Ok(unchanged(&basis));
    }
    let label = place.to_string();
    Ok(store.state(|state| {
        state.writes += 1;
        let durability = state.durability(place);
        let content = content(&basis, rows, now);
        put(state.retired(of), content, &basis, durability, &label)
    }))
}

/// Asks the decider, sometimes twice, so that an effect it has shows.
fn consult<T: Shelved>(
    store: &FakeStore,
    place: &Place,
    basis: &Basis<T>,
    decide: &mut dyn FnMut(&[T]) -> Decision<T>,
) -> Decision<T> {
    let (turn, earlier) = store.state(|state| {
        state.changes += 1;
        (state.changes % 3, T::shelf(state, place).earlier.clone())
    });
    match (turn, earlier) {
        (1, _) => {
            let (first, second) = (decide(&basis.rows), decide(&basis.rows));
            let same = format!("{first:?}") == format!("{second:?}");
            assert!(same, "two answers for the same rows of {place}: the decider has effects");
            second
        }
        (2, Some(earlier)) => {
            drop(decide(&earlier));
            decide(&basis.rows)
        }
        _ => decide(&basis.rows),
    }
}

/// A change that has been decided on.
struct Change<'a, T> {
    place: &'a Place,
    now: Timestamp,
    basis: Basis<T>,
    rows: Vec<T>,
}

impl<T: Shelved> Change<'_, T> {
    /// Writes it, the retired list first; none when the place changed since the rows were read.
    fn commit(
        &self,
        store: &FakeStore,
        retired: Vec<RetiredFact>,
    ) -> Result<Option<Commit>, Error> {
        store.state(|state| {
            if T::shelf(state, self.place).fingerprint() != self.basis.fingerprint {
                return Ok(None);
            }
            let actual = self.rows.len() + self.basis.invalid.len();
            let refused = |fault| Err(StoreError::new(fault, self.place).into());
            let (entries, bytes) = T::limits(state);
            if let Some(limit) = entries.filter(|limit| actual > *limit) {
                return refused(full(actual as u64, limit as u64, "entries"));
            }
            let size = || format!("{:?}", self.rows).len() as u64;
            if let Some((limit, actual)) = bytes.map(|limit| (limit, size()))
                && actual > limit
            {
                return refused(full(actual, limit, "bytes"));
            }
            self.keep_retired(state, retired)?;
            state.writes += 1;
            let durability = state.durability(self.place);
            let content = content(&self.basis, self.rows.clone(), self.now);
            let label = self.place.to_string();
            let shelf = T::shelf(state, self.place);
            shelf.earlier = Some(self.basis.rows.clone());
            Ok(Some(put(shelf, content, &self.basis, durability, &label)))
        })
    }

    /// Adds rows to the place's retired list, whose oldest make room.
    fn keep_retired(&self, state: &mut State, retired: Vec<RetiredFact>) -> Result<(), Error> {
        let Place::Facts(of) = self.place else { return Ok(()) };
        if retired.is_empty() {
            return Ok(());
        }
        let place = Place::Retired(of.clone());
        let fault = |fault| Error::from(StoreError::new(fault, &place));
        state.enter(Some(&place), Operation::Write)?;
        let basis = state.retired(of).basis().map_err(fault)?;
        let mut rows = basis.rows.clone();
        let added = retired.len();
        rows.extend(retired);
        rows.drain(..rows.len().saturating_sub(RETIRED_KEPT.max(added)));
        let content = content(&basis, rows, self.now);
        put(state.retired(of), content, &basis, Durability::Applied, &place.to_string());
        Ok(())
    }
}

impl State {
    /// How the next change of a place is acknowledged.
    fn durability(&mut self, place: &Place) -> Durability {
        match self.not_durable.iter().position(|ordered| ordered == place) {
            None => Durability::Applied,
            Some(at) => {
                self.not_durable.remove(at);
                Durability::AppliedNotDurable
            }
        }
    }
}

fn holds<T>(expect: Expect, basis: &Basis<T>) -> bool {
    match expect {
        Expect::Any => true,
        Expect::Exactly(fingerprint) => fingerprint == basis.fingerprint,
    }
}

fn unchanged<T>(basis: &Basis<T>) -> Commit {
    Commit::Unchanged { sequence: basis.sequence, fingerprint: basis.fingerprint }
}

fn full(actual: u64, limit: u64, unit: &'static str) -> StoreFault {
    let setting = if unit == "bytes" { "limits.store_bytes" } else { "limits.store_entries" };
    StoreFault::Full { actual, limit, unit, setting }
}

fn content<T: Clone>(basis: &Basis<T>, rows: Vec<T>, now: Timestamp) -> Content<T> {
    let mut content = Content::new(rows, basis.sequence + 1, now);
    content.slots.extend(basis.invalid.iter().cloned().map(Slot::Invalid));
    content
}

fn put<T: Clone + Debug>(
    shelf: &mut Shelf<T>,
    content: Content<T>,
    basis: &Basis<T>,
    durability: Durability,
    label: &str,
) -> Commit {
    let mut warnings = Vec::new();
    if basis.damaged {
        let path = PathBuf::from(format!("{label}.corrupt-{}", shelf.set_aside));
        shelf.set_aside += 1;
        warnings.push(StoreWarning::Quarantined { path });
    }
    if let Live::Good(old) = &shelf.live {
        shelf.backup = Some(old.clone());
    }
    let sequence = content.sequence;
    shelf.set(Live::Good(content));
    match durability {
        Durability::Applied => shelf.durable = shelf.live.clone(),
        Durability::AppliedNotDurable => {
            warnings.push(StoreWarning::NotDurable { path: PathBuf::from(label) });
        }
    }
    Commit::Changed { durability, sequence, fingerprint: shelf.fingerprint(), warnings }
}
