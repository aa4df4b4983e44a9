//! `stage`: a plan with its whole preview; nothing is written.

use crate::consolidate::plan::{Plan, Staging, stage};
use crate::error::Error;
use crate::mind::Mind;
use crate::port::{Clock, Store};

impl<S: Store, C: Clock> Mind<S, C> {
    /// Makes a plan that is bound to the exact bytes of its store, or refuses it as a whole. A strict read: no lock, no recovery, nothing written (O-30 to O-38).
    ///
    /// # Errors
    /// `store.changed`, `optimize.*`, and with `detail.operation` the codes of a fact, its id, its owner and the scanner; the codes of a read, `store.corrupt` for a damaged store included.
    pub fn stage(&self, staging: &Staging<'_>) -> Result<Plan, Error> {
        let now = self.clock.now();
        stage(&self.store.strict(staging.place)?, staging, now)
    }
}
