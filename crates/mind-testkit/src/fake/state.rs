//! A fake home: its places, its locks, and what was asked of it.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use mind_core::Error;
use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::{StoreError, StoreFault};
use mind_core::fact::{Fact, RetiredFact};
use mind_core::scope::{FactPlace, Project};

use super::content::Shelf;
use super::place::Place;

/// What an operation does to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Read,
    Write,
}

/// A fault a test has ordered.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) place: Option<Place>,
    /// None for either.
    pub(crate) operation: Option<Operation>,
    /// Counted down by each matching operation; the fault comes at one. None for every time.
    pub(crate) nth: Option<u64>,
    pub(crate) fault: StoreFault,
}

/// A fake home behind its locks.
#[derive(Debug, Default)]
pub(crate) struct Home {
    pub(crate) state: Mutex<State>,
    released: Condvar,
}

/// Everything a fake home remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) facts: BTreeMap<FactPlace, Shelf<Fact>>,
    pub(crate) retired: BTreeMap<FactPlace, Shelf<RetiredFact>>,
    pub(crate) backlogs: BTreeMap<Project, Shelf<BacklogItem>>,
    pub(crate) histories: BTreeMap<FactPlace, Shelf<Receipt>>,
    pub(crate) failures: Vec<Failure>,
    pub(crate) not_durable: Vec<Place>,
    pub(crate) opened: Vec<String>,
    pub(crate) writes: u64,
    /// Changes begun, for choosing which deciders are called twice.
    pub(crate) changes: u64,
    pub(crate) limit_entries: Option<usize>,
    transaction: Option<(u64, ThreadId)>,
    holders: u64,
    locks: BTreeMap<Place, ThreadId>,
}

impl State {
    pub(crate) fn facts(&mut self, place: &FactPlace) -> &mut Shelf<Fact> {
        self.facts.entry(place.clone()).or_default()
    }

    pub(crate) fn retired(&mut self, place: &FactPlace) -> &mut Shelf<RetiredFact> {
        self.retired.entry(place.clone()).or_default()
    }

    pub(crate) fn backlog(&mut self, project: &Project) -> &mut Shelf<BacklogItem> {
        self.backlogs.entry(project.clone()).or_default()
    }

    pub(crate) fn history(&mut self, place: &FactPlace) -> &mut Shelf<Receipt> {
        self.histories.entry(place.clone()).or_default()
    }

    pub(crate) fn is_held_by(&self, holder: u64) -> bool {
        self.transaction.is_some_and(|(held, _)| held == holder)
    }

    /// Notes an operation, and answers the fault a test has ordered for it.
    pub(crate) fn enter(
        &mut self,
        place: Option<&Place>,
        operation: Operation,
    ) -> Result<(), Error> {
        let label = place.map_or_else(|| "transaction".to_owned(), ToString::to_string);
        self.opened.push(label.clone());
        let mut fault = None;
        for failure in &mut self.failures {
            let here = failure.place.is_none() || failure.place.as_ref() == place;
            if !here || failure.operation.is_some_and(|only| only != operation) {
                continue;
            }
            let due = match &mut failure.nth {
                None => true,
                Some(left) => {
                    *left = left.saturating_sub(1);
                    *left == 0
                }
            };
            if due && fault.is_none() {
                fault = Some(failure.fault.clone());
            }
        }
        self.failures.retain(|failure| failure.nth != Some(0));
        fault.map_or(Ok(()), |fault| Err(StoreError::new(fault, &label).into()))
    }

    /// Whether a change of this place is under way.
    pub(crate) fn is_locked(&self, place: &Place) -> bool {
        self.locks.contains_key(place)
    }

    /// Whether this thread is in a decider, where it may ask for no further lock.
    fn decides_here(&self) -> bool {
        self.locks.values().any(|thread| *thread == thread::current().id())
    }
}

impl Home {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the transaction, or waits for it; gives the number its holder is known by.
    pub(super) fn open_transaction(&self, wait: Duration) -> Result<u64, Error> {
        let fault = |fault| Error::from(StoreError::new(fault, &"transaction"));
        let mut state = self.lock();
        state.enter(None, Operation::Write)?;
        if state.decides_here() {
            return Err(fault(StoreFault::LockOrder));
        }
        // A thread that holds it waits for itself; the deadline would only come later.
        let here = thread::current().id();
        let own = state.transaction.is_some_and(|(_, thread)| thread == here);
        let wait = if own { Duration::ZERO } else { wait };
        let (mut state, _) = self
            .released
            .wait_timeout_while(state, wait, |state| state.transaction.is_some())
            .unwrap_or_else(PoisonError::into_inner);
        if state.transaction.is_some() {
            return Err(fault(StoreFault::Locked { holder: Some(std::process::id()) }));
        }
        Ok(state.begin(here))
    }

    /// Lets the next in, unless the holder was ended before.
    pub(super) fn close_transaction(&self, holder: u64) {
        let mut state = self.lock();
        if state.is_held_by(holder) {
            state.transaction = None;
            drop(state);
            self.released.notify_all();
        }
    }

    /// Ends whoever holds the transaction, as a signal would end a process.
    pub(crate) fn end_holder(&self) {
        self.lock().transaction = None;
        self.released.notify_all();
    }

    /// Locks a place for one change.
    pub(super) fn lock_place(&self, place: &Place, wait: Duration) -> Result<HeldPlace<'_>, Error> {
        let fault = |fault| Error::from(StoreError::new(fault, place));
        let state = self.lock();
        if state.decides_here() {
            return Err(fault(StoreFault::LockOrder));
        }
        let (mut state, _) = self
            .released
            .wait_timeout_while(state, wait, |state| state.locks.contains_key(place))
            .unwrap_or_else(PoisonError::into_inner);
        if state.locks.contains_key(place) {
            return Err(fault(StoreFault::Locked { holder: Some(std::process::id()) }));
        }
        state.locks.insert(place.clone(), thread::current().id());
        Ok(HeldPlace { home: self, place: place.clone() })
    }
}

impl State {
    /// Makes this thread the transaction's holder, whoever else believes to be.
    pub(crate) fn begin(&mut self, thread: ThreadId) -> u64 {
        self.holders += 1;
        self.transaction = Some((self.holders, thread));
        self.holders
    }
}

/// A place locked for one change; dropping it, also in a panic, unlocks it.
pub(super) struct HeldPlace<'a> {
    home: &'a Home,
    place: Place,
}

impl Drop for HeldPlace<'_> {
    fn drop(&mut self) {
        self.home.lock().locks.remove(&self.place);
        self.home.released.notify_all();
    }
}
