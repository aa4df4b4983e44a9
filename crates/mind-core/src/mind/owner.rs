//! On whose behalf a call is made, and until when.

use std::sync::Arc;
use std::time::Duration;

use super::Mind;
use crate::error::Error;
use crate::port::{Clock, Fingerprint, Guard, Guarded, Store};
use crate::scope::{FactPlace, Persona};

impl<S: Store, C: Clock> Mind<S, C> {
    /// Carries out one call, which ends where the guard refuses: before a store is opened, and under the lock of every change (W-30). What it has begun to change is finished (W-31). It waits at most `wait` for a lock another holds.
    ///
    /// # Errors
    /// What the guard refused with, whatever the call made of that; nothing was changed then. Else as the call.
    pub fn guarded<'a, T>(
        &'a self,
        guard: &'a dyn Guard,
        wait: Duration,
        call: impl FnOnce(&Mind<Guarded<'a, S>, &'a C>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mind = Mind {
            store: Guarded::new(&self.store, guard),
            clock: &self.clock,
            wait,
            shelves: Arc::clone(&self.shelves),
            twins: Arc::clone(&self.twins),
        };
        let answer = call(&mind);
        mind.store.refusal().cloned().map_or(answer, Err)
    }

    /// The acting persona of a name as given: the first of its spellings that has a store, or the first when none has (F-53). A name that is spelt in one way opens nothing.
    ///
    /// # Errors
    /// `scope.name_invalid`.
    pub fn acting(&self, name: &str) -> Result<Persona, Error> {
        let mut spellings = Persona::spellings(name)?;
        let has_store = |persona: &Persona| {
            let place = FactPlace::Persona(persona.clone());
            let snapshot = self.store.facts(&place);
            snapshot.is_ok_and(|snapshot| snapshot.fingerprint != Fingerprint::Absent)
        };
        let known = (spellings.len() > 1).then(|| spellings.iter().position(has_store)).flatten();
        Ok(spellings.swap_remove(known.unwrap_or(0)))
    }
}
