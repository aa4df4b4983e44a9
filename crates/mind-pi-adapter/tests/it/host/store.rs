//! The fake store with a wire across it: something happens at a chosen moment of a call.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::Error;
use mind_core::fact::{Fact, RetiredFact};
use mind_core::port::{Commit, DecideFacts, Decision, Expect, Snapshot, Store, Transaction};
use mind_core::scope::{FactPlace, Project};
use mind_core::time::Timestamp;
use mind_testkit::FakeStore;

/// What happens at a moment, and how many have passed. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Tripwire(Arc<Mutex<Wire>>);

#[derive(Default)]
struct Wire {
    passed: usize,
    set: Option<(usize, Box<dyn FnOnce() + Send>)>,
}

impl Tripwire {
    /// Lets something happen at the `n`th moment from now; the first is 1.
    pub(crate) fn at(&self, n: usize, happens: impl FnOnce() + Send + 'static) {
        self.with(|wire| wire.set = Some((wire.passed + n, Box::new(happens))));
    }

    /// Moments so far.
    pub(crate) fn passed(&self) -> usize {
        self.with(|wire| wire.passed)
    }

    fn step(&self) {
        let happens = self.with(|wire| {
            wire.passed += 1;
            wire.set.take_if(|(at, _)| *at <= wire.passed)
        });
        if let Some((_, happens)) = happens {
            happens();
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Wire) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A fake store whose every step is a moment: before a place is opened, once a lock is held, under the lock, and when a change is made.
#[derive(Clone)]
pub(crate) struct WiredStore {
    pub(crate) inner: FakeStore,
    pub(crate) wire: Tripwire,
}

impl Store for WiredStore {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        self.wire.step();
        self.inner.facts(place)
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        self.wire.step();
        self.inner.retired(place)
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        self.wire.step();
        self.inner.backlog(project)
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        self.wire.step();
        self.inner.receipts(place)
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        self.wire.step();
        self.inner.strict(place)
    }

    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        self.wire.step();
        let inner = self.inner.transaction(now, wait)?;
        self.wire.step();
        Ok(Box::new(WiredTransaction { inner, wire: &self.wire }))
    }

    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        self.wire.step();
        let decide = &mut |rows: &[BacklogItem]| {
            self.wire.step();
            decide(rows)
        };
        let commit = self.inner.update_backlog(project, now, wait, expect, decide);
        self.wire.step();
        commit
    }
}

struct WiredTransaction<'a> {
    inner: Box<dyn Transaction + 'a>,
    wire: &'a Tripwire,
}

impl Transaction for WiredTransaction<'_> {
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error> {
        self.wire.step();
        let commit = self.inner.update(place, expect, &mut |rows| {
            self.wire.step();
            decide(rows)
        });
        self.wire.step();
        commit
    }

    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        self.wire.step();
        let commit = self.inner.update_receipts(place, &mut |rows| {
            self.wire.step();
            decide(rows)
        });
        self.wire.step();
        commit
    }

    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error> {
        self.wire.step();
        let commit = self.inner.forget_retired(place, remove);
        self.wire.step();
        commit
    }
}
