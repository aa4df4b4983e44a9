//! `stage`: a plan with its whole preview; nothing is written.

use crate::consolidate::plan::{Plan, Staging, stage};
use crate::consolidate::target::is_own;
use crate::error::{ConsolidateError, Error};
use crate::mind::Mind;
use crate::port::{Clock, Store};
use crate::scope::Tier;

impl<S: Store, C: Clock> Mind<S, C> {
    /// Makes a plan that is bound to the exact bytes of its store, or refuses it as a whole. A strict read: no lock, no recovery, nothing written (O-30 to O-38).
    ///
    /// # Errors
    /// `store.changed`, `optimize.*`, and with `detail.operation` the codes of a fact, its id, its owner and the scanner; the codes of a read, `store.corrupt` for a damaged store included.
    pub fn stage(&self, staging: &Staging<'_>) -> Result<Plan, Error> {
        let now = self.clock.now();
        let plan = stage(&self.store.strict(staging.place)?, staging, now);
        plan.map_err(|error| self.elsewhere(error, staging))
    }

    /// Says of a source that is not there where else it is.
    fn elsewhere(&self, error: Error, staging: &Staging<'_>) -> Error {
        let Error::Consolidate(ConsolidateError::Operation { operation, role, error: inner }) =
            error
        else {
            return error;
        };
        let inner = match *inner {
            Error::NotFound { reference } => match self.tier_of(&reference, staging) {
                Some(tier) => Error::NotInTarget { reference, tier },
                None => Error::NotFound { reference },
            },
            other => other,
        };
        ConsolidateError::Operation { operation, role, error: Box::new(inner) }.into()
    }

    /// The other tier that holds an own row under this id.
    fn tier_of(&self, id: &str, staging: &Staging<'_>) -> Option<Tier> {
        let scope = staging.scope;
        let others = scope.visible().into_iter().filter(|place| place != staging.place);
        let mut tiers = others.map(|place| (place.tier(), self.store.strict(&place)));
        let holds = |(tier, snapshot): &(Tier, Result<_, Error>)| {
            let Ok(snapshot): &Result<crate::port::Snapshot<crate::fact::Fact>, Error> = snapshot
            else {
                return false;
            };
            snapshot.rows.iter().any(|row| row.id.as_str() == id && is_own(row, *tier, scope))
        };
        tiers.find(holds).map(|(tier, _)| tier)
    }
}
