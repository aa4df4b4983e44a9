//! Fakes that are broken on purpose, each in one way a store could be, to prove that the contract's suite refuses them.

mod flaw;
mod history;
mod home;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mind_core::Error;
use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::{StoreError, StoreFault, StoreWarning};
use mind_core::fact::{Extra, Fact, RetiredFact};
use mind_core::port::{
    Commit, DecideFacts, Decision, Durability, Expect, Snapshot, Store, Transaction,
};
use mind_core::scope::{FactPlace, Project};
use mind_core::time::Timestamp;

use crate::fake::FakeStore;

pub use flaw::Flaw;
pub use home::FlawedHome;

/// A fake store with one flaw.
#[derive(Clone, Debug)]
pub struct FlawedStore {
    inner: FakeStore,
    flaw: Flaw,
    /// What this handle has read or written last, for the flaws that rely on it.
    seen: Arc<Mutex<BTreeMap<FactPlace, Arc<Snapshot<Fact>>>>>,
}

impl FlawedStore {
    /// A new home with a flaw.
    pub fn new(flaw: Flaw) -> Self {
        Self::over(FakeStore::new(), flaw)
    }

    /// A further handle on a home.
    fn over(inner: FakeStore, flaw: Flaw) -> Self {
        Self { inner, flaw, seen: Arc::default() }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    fn seen(&self, place: &FactPlace) -> Option<Arc<Snapshot<Fact>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned()
    }

    fn see(&self, place: &FactPlace, snapshot: &Arc<Snapshot<Fact>>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.insert(place.clone(), Arc::clone(snapshot));
    }

    /// The snapshot as the flaw shows it.
    fn show(&self, place: &FactPlace, mut snapshot: Snapshot<Fact>) -> Snapshot<Fact> {
        match self.flaw {
            Flaw::LosesOrder => snapshot.rows.reverse(),
            Flaw::DropsUnknownFields => {
                snapshot.rows.iter_mut().for_each(|row| row.extra = Extra::default());
            }
            Flaw::ShowsHalf if self.inner.is_changing(&place.into()) => {
                snapshot.rows.truncate(snapshot.rows.len() / 2);
            }
            _ => {}
        }
        snapshot
    }

    /// The answer the flaw gives where a sound store refuses.
    fn excuse(&self, place: &FactPlace, error: Error) -> Result<Snapshot<Fact>, Error> {
        let excused = matches!(
            (self.flaw, error.code()),
            (Flaw::EmptyForDamaged, "store.corrupt")
                | (Flaw::GuessesAtNewer, "store.newer_version")
        );
        if excused { FakeStore::new().strict(place) } else { Err(error) }
    }
}

impl Store for FlawedStore {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        if self.has(Flaw::ReadsUnderLock) {
            drop(self.inner.transaction(Timestamp::MIN, Duration::from_millis(1))?);
        }
        if let Some(seen) = self.seen(place).filter(|_| self.has(Flaw::NeverLooksAgain)) {
            return Ok(seen);
        }
        let snapshot = match self.inner.facts(place) {
            Ok(snapshot) => Arc::new(self.show(place, Snapshot::clone(&snapshot))),
            Err(error) => Arc::new(self.excuse(place, error)?),
        };
        if self.has(Flaw::NeverLooksAgain) {
            self.see(place, &snapshot);
        }
        Ok(snapshot)
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        let place = if self.has(Flaw::ForgetsRetired) { &FactPlace::Shared } else { place };
        let snapshot = self.inner.retired(place)?;
        if !self.has(Flaw::ForgetsRetired) {
            return Ok(snapshot);
        }
        Ok(Arc::new(Snapshot { rows: Vec::new(), ..Snapshot::clone(&snapshot) }))
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        self.inner.backlog(project)
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        match self.inner.strict(place) {
            Ok(snapshot) => Ok(self.show(place, snapshot)),
            Err(error) => self.excuse(place, error),
        }
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        self.shown_receipts(place)
    }

    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        if self.has(Flaw::LetsTwoIn) {
            self.inner.end_holder();
        }
        let inner = self.inner.transaction(now, wait)?;
        Ok(Box::new(FlawedTransaction { store: self, inner }))
    }

    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        self.inner.update_backlog(project, now, wait, expect, decide)
    }
}

struct FlawedTransaction<'a> {
    store: &'a FlawedStore,
    inner: Box<dyn Transaction + 'a>,
}

impl Transaction for FlawedTransaction<'_> {
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error> {
        let store = self.store;
        let expect = if store.has(Flaw::IgnoresExpect) { Expect::Any } else { expect };
        if store.has(Flaw::TellsBeforeWriting) {
            store.inner.answer_not_durable(place);
        }
        let stale = store.seen(place).filter(|_| store.has(Flaw::DecidesOnStaleRows));
        let answer = self.inner.update(place, expect, &mut |rows| match &stale {
            Some(stale) if stale.rows.len() <= rows.len() => decide(&stale.rows),
            _ => decide(rows),
        });
        let commit = answer.map_err(|error| store.blurt(place, error))?;
        if store.has(Flaw::DecidesOnStaleRows) {
            store.see(place, &store.inner.facts(place)?);
        }
        Ok(self.afterwards(place, commit))
    }

    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error> {
        self.inner.forget_retired(place, remove)
    }

    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        self.written_receipts(place, decide)
    }
}

impl FlawedTransaction<'_> {
    /// What the flaw makes of a change that went well.
    fn afterwards(&self, place: &FactPlace, commit: Commit) -> Commit {
        let store = &self.store.inner;
        match (self.store.flaw, commit) {
            (Flaw::RaisesOnKeep, Commit::Unchanged { sequence, .. }) => {
                let rows = store.facts(place).map(|seen| seen.rows.clone());
                store.seed(place, rows.unwrap_or_default());
                let fingerprint = store.facts(place).map(|seen| seen.fingerprint);
                let fingerprint = fingerprint.unwrap_or(mind_core::port::Fingerprint::Absent);
                Commit::Unchanged { sequence, fingerprint }
            }
            (Flaw::TellsBeforeWriting, Commit::Changed { sequence, fingerprint, warnings, .. }) => {
                let told = |warning: &StoreWarning| warning.code() != "store.not_durable";
                let warnings = warnings.into_iter().filter(told).collect();
                Commit::Changed { durability: Durability::Applied, sequence, fingerprint, warnings }
            }
            (Flaw::TouchesNeighbours, commit) if *place != FactPlace::Shared => {
                store.respell(&FactPlace::Shared);
                commit
            }
            (_, commit) => commit,
        }
    }
}

impl FlawedStore {
    /// The error as the flaw tells it.
    fn blurt(&self, place: &FactPlace, error: Error) -> Error {
        let row = self.inner.facts(place).ok().and_then(|seen| seen.rows.first().cloned());
        match row.filter(|_| self.has(Flaw::TellsRows)) {
            None => error,
            Some(row) => {
                let label = format!("{place}, which holds {}", row.text.as_str());
                StoreError::new(StoreFault::Changed, &label).into()
            }
        }
    }
}
