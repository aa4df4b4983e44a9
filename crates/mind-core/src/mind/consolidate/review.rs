//! `review`: the two reads of a review by a model; what it proposes is applied like any plan.

use crate::error::Error;
use crate::mind::Mind;
use crate::port::{Clock, Store};
use crate::review::judge::{Proposal, Reply, judge};
use crate::review::prepare::{Prepared, Preparing, Skip, prepare};

impl<S: Store, C: Clock> Mind<S, C> {
    /// Looks for the records of a review and words the request, from a strict read: no lock, no recovery, nothing written (O-80 to O-87).
    ///
    /// # Errors
    /// Why there is no window; a store that cannot be read is one reason. No worker is to start.
    pub fn prepare_review(&self, preparing: &Preparing<'_>) -> Result<Prepared, Skip> {
        let snapshot = self
            .store
            .strict(preparing.place)
            .map_err(|error| Skip::unreadable(error.code(), preparing.progress))?;
        prepare(snapshot, preparing, self.clock.now())
    }

    /// Judges what a model answered: a plan against the snapshot the review was prepared from, or a refusal of all of it (O-90 to O-92). Opens nothing.
    ///
    /// # Errors
    /// `review.*`, and the codes of [`Mind::stage`].
    pub fn judge_reply(&self, prepared: &Prepared, reply: Reply<'_>) -> Result<Proposal, Error> {
        judge(prepared, reply, self.clock.now())
    }
}
