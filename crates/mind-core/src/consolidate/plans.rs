//! The plans a session has staged and not applied yet (O-39).

use super::order::Order;
use super::plan::{Plan, PlanOwner};
use crate::error::{ApplyError, Error};
use crate::time::Timestamp;

/// Live plans one owner has at most.
pub const PLANS_KEPT: usize = 4;

/// The staged plans of one session, oldest first. A plan in it never changes; what it gives out is a copy.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    kept: Vec<Order>,
}

impl Plans {
    /// None.
    pub const fn new() -> Self {
        Self { kept: Vec::new() }
    }

    /// Keeps a plan, and drops what has expired and what belongs to another owner. A fifth live plan drops the oldest, whose id is the answer.
    pub fn keep(&mut self, plan: &Plan, now: Timestamp) -> Option<String> {
        self.kept
            .retain(|kept| kept.owner == plan.owner && kept.id != plan.id && !kept.is_expired(now));
        let full = self.kept.len() >= PLANS_KEPT;
        let dropped = full.then(|| self.kept.remove(0).id);
        self.kept.push(Order::of(plan));
        dropped
    }

    /// A copy of a plan for applying it.
    ///
    /// # Errors
    /// `optimize.plan_unknown`, `optimize.plan_expired`, `optimize.owner_mismatch`.
    pub fn find(&self, id: &str, owner: &PlanOwner, now: Timestamp) -> Result<Order, Error> {
        let order = self.kept.iter().find(|kept| kept.id == id).ok_or(ApplyError::PlanUnknown)?;
        order.check(owner, now)?;
        Ok(order.clone())
    }

    /// Forgets a plan that was used up: applied, or with an outcome nobody knows.
    pub fn spend(&mut self, id: &str) {
        self.kept.retain(|kept| kept.id != id);
    }

    /// Forgets every plan: the session, the persona, the project or the generation is another.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}
