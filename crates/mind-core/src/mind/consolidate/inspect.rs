//! `inspect`: the rows that may be tidied, page by page.

use crate::consolidate::inspect::{Inspection, PageRequest, inspect};
use crate::error::Error;
use crate::mind::Mind;
use crate::port::{Clock, Store};
use crate::scope::{FactPlace, Scope};

impl<S: Store, C: Clock> Mind<S, C> {
    /// One page of the rows of a store that may be tidied, and of what is alike among them. A strict read: no lock, no recovery, nothing written (O-10 to O-16).
    ///
    /// # Errors
    /// `input.out_of_range`, `store.changed`; `store.corrupt` for a damaged store, whatever its backup, and the other codes of a read.
    pub fn inspect(
        &self,
        scope: &Scope,
        place: &FactPlace,
        request: PageRequest<'_>,
    ) -> Result<Inspection, Error> {
        let now = self.clock.now();
        inspect(&self.store.strict(place)?, place.tier(), scope, request, now)
    }
}
