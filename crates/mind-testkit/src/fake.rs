//! A store in memory, stricter than a real one.

mod apply;
mod change;
mod content;
mod knobs;
mod place;
mod shelved;
mod state;

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use mind_core::Error;
use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::{StoreError, StoreFault};
use mind_core::fact::{Fact, RetiredFact};
use mind_core::port::{Commit, DecideFacts, Decision, Expect, Snapshot, Store, Transaction};
use mind_core::scope::{FactPlace, Project};
use mind_core::time::Timestamp;

pub use place::Place;
pub(crate) use state::{Home, State};

use state::Operation;

/// A strict store in memory for the tests of use cases. Clones share their places, so that a test can hold a handle on the store it gave away.
///
/// It keeps every promise of the port, and refuses with a panic what a real store may let pass, because a caller that does it is wrong:
/// - an edit that names a row that does not exist, or two edits that name one row;
/// - a new or amended row that is not valid in its tier, or whose semantic key another row of the place has;
/// - a decider whose answer depends on how often it was called. At points that depend only on the number of changes before, `decide` is called twice: with the same rows, or first with the rows as they were before the last change.
///
/// What can go wrong is set with knobs: [`FakeStore::fail`], [`FakeStore::fail_writes`], [`FakeStore::fail_nth`], [`FakeStore::answer_not_durable`], [`FakeStore::damage`], [`FakeStore::set_newer`], [`FakeStore::limit_entries`]. What was asked of it is told by [`FakeStore::opened`], [`FakeStore::operations`] and [`FakeStore::writes`].
#[derive(Clone, Debug, Default)]
pub struct FakeStore {
    pub(crate) home: Arc<Home>,
}

impl FakeStore {
    /// A home that was never written to.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn state<R>(&self, look: impl FnOnce(&mut State) -> R) -> R {
        look(&mut self.home.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn read<T>(
        &self,
        place: &Place,
        look: impl FnOnce(&mut State) -> Result<T, StoreFault>,
    ) -> Result<T, Error> {
        self.state(|state| {
            state.enter(Some(place), Operation::Read)?;
            look(state).map_err(|fault| StoreError::new(fault, place).into())
        })
    }
}

impl Store for FakeStore {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        let at = Place::from(place);
        self.read(&at, |state| state.facts(place).read(&at.to_string()))
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        let at = Place::Retired(place.clone());
        self.read(&at, |state| state.retired(place).read(&at.to_string()))
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        let at = Place::from(project);
        self.read(&at, |state| state.backlog(project).read(&at.to_string()))
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        let at = Place::from(place);
        self.read(&at, |state| state.facts(place).strict(&at.to_string()))
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        let at = Place::History(place.clone());
        self.read(&at, |state| state.history(place).strict(&at.to_string()))
    }

    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        let holder = self.home.open_transaction(wait)?;
        Ok(Box::new(FakeTransaction { store: self, holder, now }))
    }

    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        change::update(self, &Place::from(project), now, wait, expect, decide)
    }
}

/// The open transaction of a fake home; dropping it lets the next in.
struct FakeTransaction<'a> {
    store: &'a FakeStore,
    holder: u64,
    now: Timestamp,
}

impl FakeTransaction<'_> {
    /// A transaction whose holder was ended is open to others and can change nothing.
    fn check_open(&self) -> Result<(), Error> {
        if self.store.state(|state| state.is_held_by(self.holder)) {
            return Ok(());
        }
        Err(StoreError::new(StoreFault::Locked { holder: None }, &"transaction").into())
    }
}

impl Transaction for FakeTransaction<'_> {
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error> {
        self.check_open()?;
        change::update(self.store, &place.into(), self.now, Duration::ZERO, expect, decide)
    }

    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error> {
        self.check_open()?;
        change::forget_retired(self.store, place, self.now, remove)
    }

    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        self.check_open()?;
        let place = Place::History(place.clone());
        change::update(self.store, &place, self.now, Duration::ZERO, Expect::Any, decide)
    }
}

impl Drop for FakeTransaction<'_> {
    fn drop(&mut self) {
        self.store.home.close_transaction(self.holder);
    }
}
