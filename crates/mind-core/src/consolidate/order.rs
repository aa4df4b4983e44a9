//! A plan without its preview: what it is bound to and what it asks for, enough to make it again (O-40).

use super::plan::{
    Operation, Origin, PLAN_LIFE_MS, Plan, PlanOwner, Staging, Step, plan_id, restage,
};
use super::receipt::Run;
use crate::error::{ApplyError, ConsolidateError, Error};
use crate::fact::Fact;
use crate::port::{Fingerprint, Snapshot};
use crate::scope::{FactPlace, Scope};
use crate::time::Timestamp;

/// What a plan is bound to and what it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The plan.
    pub id: String,
    /// The store.
    pub place: FactPlace,
    /// The bytes it is bound to.
    pub fingerprint: Fingerprint,
    /// What it belongs to.
    pub owner: PlanOwner,
    /// Whose wish it is.
    pub origin: Origin,
    /// The model review it came from.
    pub run: Option<Run>,
    /// When it was made.
    pub created_at: Timestamp,
    /// The replacements, tags given and sources in file order, as the plan shows them.
    pub operations: Vec<Operation>,
}

impl Order {
    /// What a plan orders.
    pub fn of(plan: &Plan) -> Self {
        Self {
            id: plan.id.clone(),
            place: plan.place.clone(),
            fingerprint: plan.fingerprint,
            owner: plan.owner.clone(),
            origin: plan.origin,
            run: None,
            created_at: plan.created_at,
            operations: plan.steps.iter().map(Step::operation).collect(),
        }
    }

    /// An order read back from a file is what it says it is: its id is that of its words, and it was not made in the future.
    ///
    /// # Errors
    /// `optimize.plan_altered`.
    pub fn check_unaltered(&self, now: Timestamp) -> Result<(), Error> {
        let tags = |operation: &Operation| operation.tags.is_some();
        let whole = self.operations.iter().all(tags) && self.created_at <= now;
        if whole && self.id == self.written_id() {
            Ok(())
        } else {
            Err(ApplyError::PlanAltered.into())
        }
    }

    /// That it can be applied now and by this owner.
    ///
    /// # Errors
    /// `optimize.plan_expired`, `optimize.owner_mismatch`.
    pub fn check(&self, owner: &PlanOwner, now: Timestamp) -> Result<(), Error> {
        if self.is_expired(now) {
            Err(ApplyError::PlanExpired.into())
        } else if self.owner != *owner {
            Err(ApplyError::OwnerMismatch.into())
        } else {
            Ok(())
        }
    }

    /// From when on it cannot be applied.
    pub fn expires_at(&self) -> Timestamp {
        self.created_at.plus_millis(PLAN_LIFE_MS).unwrap_or(Timestamp::MAX)
    }

    /// Whether it can no longer be applied.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        now >= self.expires_at()
    }

    /// The plan again, from the store as it stands: the bytes it is bound to and every check of O-33.
    pub(crate) fn renew(
        &self,
        snapshot: &Snapshot<Fact>,
        scope: &Scope,
        now: Timestamp,
    ) -> Result<Plan, Error> {
        if snapshot.fingerprint != self.fingerprint {
            return Err(ConsolidateError::Changed.into());
        }
        self.renew_rows(&snapshot.rows, scope, now)
    }

    /// The plan again, from rows that are known to be those of its bytes.
    pub(crate) fn renew_rows(
        &self,
        rows: &[Fact],
        scope: &Scope,
        now: Timestamp,
    ) -> Result<Plan, Error> {
        let staging = Staging {
            place: &self.place,
            scope,
            owner: self.owner.clone(),
            origin: self.origin,
            fingerprint: None,
            operations: &self.operations,
        };
        let plan = restage(rows, self.fingerprint, &staging, (self.created_at, now))?;
        if plan.id == self.id { Ok(plan) } else { Err(ApplyError::PlanAltered.into()) }
    }

    /// The id of its own words.
    fn written_id(&self) -> String {
        let bound = (self.place.tier(), self.fingerprint);
        plan_id(bound, &self.owner, self.created_at, &self.operations)
    }
}
