//! A store that is opened only while its owner is still the one the call began for.

use std::cell::OnceCell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Clock, Commit, DecideFacts, Decision, Expect, Snapshot, Store, Transaction};
use crate::backlog::BacklogItem;
use crate::consolidate::receipt::Receipt;
use crate::error::Error;
use crate::fact::{Fact, RetiredFact};
use crate::scope::{FactPlace, Project};
use crate::time::Timestamp;

/// Whether a call may still go on.
pub trait Guard: Send + Sync {
    /// Asked before a store is opened and under the lock of every change; it must not wait.
    ///
    /// # Errors
    /// Why the call must end, `owner.changed` for example.
    fn check(&self) -> Result<(), Error>;
}

impl<F: Fn() -> Result<(), Error> + Send + Sync> Guard for F {
    fn check(&self) -> Result<(), Error> {
        self()
    }
}

/// A store for one call, under a guard (W-30).
///
/// Nothing is opened and nothing decided once the guard has refused; it is not asked again. A call that has changed something is finished whatever the guard says then: half a promotion is worse than a whole one for the owner it began with (W-31).
///
/// A receipt changes no memory: the guard is asked again before the facts it is for are changed (O-43), and what became of them is always written into it.
pub struct Guarded<'a, S> {
    store: &'a S,
    guard: &'a dyn Guard,
    begun: AtomicBool,
    /// Whether a receipt stands that has to be settled.
    prepared: AtomicBool,
    refusal: OnceLock<Error>,
}

impl<'a, S> Guarded<'a, S> {
    /// The store under a guard, for one call.
    pub fn new(store: &'a S, guard: &'a dyn Guard) -> Self {
        let [begun, prepared] = [AtomicBool::new(false), AtomicBool::new(false)];
        Self { store, guard, begun, prepared, refusal: OnceLock::new() }
    }

    fn check(&self) -> Result<(), Error> {
        if self.begun.load(Ordering::SeqCst) {
            return Ok(());
        }
        if let Some(refusal) = self.refusal.get() {
            return Err(refusal.clone());
        }
        self.guard.check().inspect_err(|refusal| drop(self.refusal.set(refusal.clone())))
    }

    /// What the guard refused with. No memory has been changed then, whatever the call made of it.
    pub fn refusal(&self) -> Option<&Error> {
        self.refusal.get()
    }

    fn note(&self, commit: Commit) -> Commit {
        self.begun.fetch_or(matches!(commit, Commit::Changed { .. }), Ordering::SeqCst);
        commit
    }
}

impl<S> fmt::Debug for Guarded<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guarded").field("begun", &self.begun).finish_non_exhaustive()
    }
}

impl<S: Store> Store for Guarded<'_, S> {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        self.check()?;
        self.store.facts(place)
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        self.check()?;
        self.store.retired(place)
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        self.check()?;
        self.store.backlog(project)
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        self.check()?;
        self.store.strict(place)
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        self.check()?;
        self.store.receipts(place)
    }

    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        self.check()?;
        let inner = self.store.transaction(now, wait)?;
        Ok(Box::new(GuardedTransaction { store: self, inner }))
    }

    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        self.check()?;
        let verdict = Verdict::default();
        let mut guarded = |rows: &[BacklogItem]| match verdict.of(self) {
            Ok(()) => decide(rows),
            Err(error) => Decision::Refuse(error),
        };
        let commit = self.store.update_backlog(project, now, wait, expect, &mut guarded)?;
        Ok(self.note(commit))
    }
}

/// What the guard says once the lock is held. It is asked once a change: a decider must answer the same for the same rows.
#[derive(Default)]
struct Verdict(OnceCell<Result<(), Error>>);

impl Verdict {
    fn of<S>(&self, store: &Guarded<'_, S>) -> Result<(), Error> {
        self.0.get_or_init(|| store.check()).clone()
    }
}

struct GuardedTransaction<'a, S> {
    store: &'a Guarded<'a, S>,
    inner: Box<dyn Transaction + 'a>,
}

impl<S: Store> Transaction for GuardedTransaction<'_, S> {
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error> {
        let (store, verdict) = (self.store, Verdict::default());
        let commit = self.inner.update(place, expect, &mut |rows| match verdict.of(store) {
            Ok(()) => decide(rows),
            Err(error) => Decision::Refuse(error),
        })?;
        Ok(store.note(commit))
    }

    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error> {
        let (store, verdict) = (self.store, Verdict::default());
        let commit = self
            .inner
            .forget_retired(place, &mut |row| verdict.of(store).is_ok() && remove(row))?;
        verdict.of(store)?;
        Ok(store.note(commit))
    }

    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        let (store, verdict) = (self.store, Verdict::default());
        let settles = store.prepared.load(Ordering::SeqCst);
        let commit = self.inner.update_receipts(place, &mut |receipts| match if settles {
            Ok(())
        } else {
            verdict.of(store)
        } {
            Ok(()) => decide(receipts),
            Err(error) => Decision::Refuse(error),
        })?;
        store.prepared.store(true, Ordering::SeqCst);
        Ok(commit)
    }
}

impl<C: Clock> Clock for &C {
    fn now(&self) -> Timestamp {
        C::now(self)
    }
}
