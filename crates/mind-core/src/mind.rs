//! The use cases: one public method a verb.

mod answer;
mod receipt;
mod request;

use std::time::Duration;

pub use answer::{
    BacklogEntry, BacklogPage, Body, Entry, Hit, Other, Page, Reading, Retired, Unreadable,
};
pub use receipt::{
    BacklogAdded, BacklogMoved, Forgotten, Outcome, Promoted, Remembered, Removed, Replaced, Sweep,
    TierChoice,
};
pub use request::{
    BacklogDraft, BacklogListing, BacklogMove, Destination, Draft, ForgetMode, LIMIT_DEFAULT,
    LIMIT_MAX, RecallRequest,
};

use crate::error::Error;
use crate::port::{Clock, Store};
use crate::scope::{Scope, Tier};

/// The memory engine: a store, a clock, and the rules between them.
///
/// It is `Send + Sync` where its store and clock are; every method may be called from several threads. What it keeps between calls is derived from the store's snapshots and changes no answer.
#[derive(Debug)]
pub struct Mind<S, C> {
    store: S,
    clock: C,
    wait: Duration,
}

impl<S: Store, C: Clock> Mind<S, C> {
    /// An engine over a store. `wait` is how long a write waits for a lock another holds.
    pub fn new(store: S, clock: C, wait: Duration) -> Self {
        Self { store, clock, wait }
    }

    /// Stores a fact, or refreshes the row that already says it (F-30 to F-39).
    pub fn remember(&self, scope: &Scope, draft: &Draft) -> Result<Remembered, Error> {
        let mut results = self.remember_batch(scope, std::slice::from_ref(draft))?;
        results.pop().expect("one draft has one result")
    }

    /// Stores many facts in one transaction, each by itself: one that is refused does not stop the others.
    ///
    /// # Errors
    /// The whole call fails only when the transaction cannot be had. A store that fails fails each draft that was for it.
    pub fn remember_batch(
        &self,
        scope: &Scope,
        drafts: &[Draft],
    ) -> Result<Vec<Result<Remembered, Error>>, Error> {
        let _ = (scope, drafts);
        unimplemented!()
    }

    /// Ranks the visible live facts for a query; without one, lists them newest first.
    pub fn recall(&self, scope: &Scope, request: &RecallRequest) -> Result<Page, Error> {
        let _ = (scope, request);
        unimplemented!()
    }

    /// One fact, whole, with where else it stands and what it replaced.
    pub fn read(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
    ) -> Result<Reading, Error> {
        let _ = (scope, reference, tier);
        unimplemented!()
    }

    /// Takes a fact out of active use.
    pub fn forget(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
        mode: ForgetMode,
    ) -> Result<Forgotten, Error> {
        let _ = (scope, reference, tier, mode);
        unimplemented!()
    }

    /// Makes a working fact durable.
    pub fn promote(
        &self,
        scope: &Scope,
        reference: &str,
        destination: Destination,
    ) -> Result<Promoted, Error> {
        let _ = (scope, reference, destination);
        unimplemented!()
    }

    /// Adds deferred work.
    pub fn backlog_add(&self, scope: &Scope, draft: &BacklogDraft) -> Result<BacklogAdded, Error> {
        let _ = (scope, draft);
        unimplemented!()
    }

    /// Takes, finishes or drops deferred work.
    pub fn backlog_move(
        &self,
        scope: &Scope,
        reference: &str,
        to: &BacklogMove,
    ) -> Result<BacklogMoved, Error> {
        let _ = (scope, reference, to);
        unimplemented!()
    }

    /// Lists deferred work.
    pub fn backlog_list(
        &self,
        scope: &Scope,
        listing: &BacklogListing,
    ) -> Result<BacklogPage, Error> {
        let _ = (scope, listing);
        unimplemented!()
    }

    /// Removes expired rows of the visible places from their stores.
    pub fn sweep(&self, scope: &Scope) -> Result<Sweep, Error> {
        let _ = (scope, &self.store, &self.clock, self.wait);
        unimplemented!()
    }
}
