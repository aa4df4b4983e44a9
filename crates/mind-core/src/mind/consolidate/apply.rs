//! `apply`: a plan carried out under the exact bytes it was made for, with a receipt that can put everything back.

use super::act::{Act, free_time};
use crate::consolidate::order::Order;
use crate::consolidate::plan::{Plan, PlanOwner};
use crate::consolidate::receipt::{Exchange, Receipt, ReceiptState};
use crate::error::{ApplyError, ConsolidateError, Error, StoreWarning};
use crate::fact::{Extra, Fact};
use crate::mind::Mind;
use crate::port::{Clock, Decision, Guard, Snapshot, Store};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

/// What applying a plan did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The plan, which is used up.
    pub plan_id: String,
    /// The receipt that can undo it.
    pub receipt_id: String,
    /// The tier of the store.
    pub target: Tier,
    /// How many rows went.
    pub sources: usize,
    /// How many came.
    pub replacements: usize,
    /// Whether the receipt says that it was applied; if not, the next apply or undo writes it in (`optimize.receipt_unsettled`).
    pub settled: bool,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

impl<S: Store, C: Clock> Mind<S, C> {
    /// Applies a plan as a whole, or refuses it and changes no row. `owner` is whom a plan made now would belong to; `wanted` is asked under the lock of the store whether the change may still happen: is the owner still the same, was the run not stopped (O-40 to O-47).
    ///
    /// A success and `optimize.outcome_uncertain` use the plan up; after any other answer it may be applied again until it expires.
    ///
    /// # Errors
    /// `optimize.plan_expired`, `optimize.owner_mismatch`, `optimize.plan_altered`; `store.changed` and the other codes of [`Mind::stage`], for the store as it stands now; `optimize.receipt_failed`, `optimize.history_full`; what `wanted` refused with; `store.*`; `optimize.outcome_uncertain` when the change is visible and may vanish at a power cut.
    pub fn apply(
        &self,
        scope: &Scope,
        order: &Order,
        owner: &PlanOwner,
        wanted: &dyn Guard,
    ) -> Result<Applied, Error> {
        order.check(owner, self.clock.now())?;
        let mut act = Act::open(self, &order.place)?;
        order.check(owner, act.now)?;
        let snapshot = act.snapshot()?;
        let plan = order
            .renew(&snapshot, scope, act.now)
            .map_err(|error| already(error, order, || act.receipts()))?;
        let receipts = act.receipts()?;
        let created_at = free_time(&order.id, &receipts.rows, act.now);
        let receipt = receipt(order, &plan, &snapshot, created_at);
        let (sources, replacements) = (receipt.sources(), receipt.replacements());
        let now = act.clock();
        let done = act.carry_out(receipt, (&snapshot, &receipts.rows), &mut |rows| {
            decide(rows, order, scope, wanted, &now).unwrap_or_else(Decision::Refuse)
        })?;
        Ok(Applied {
            plan_id: order.id.clone(),
            receipt_id: done.receipt,
            target: order.place.tier(),
            sources,
            replacements,
            settled: done.settled,
            warnings: done.warnings,
        })
    }
}

/// Says of a plan for other bytes that it made them what they are, when its receipt says so.
fn already(
    error: Error,
    order: &Order,
    receipts: impl FnOnce() -> Result<Snapshot<Receipt>, Error>,
) -> Error {
    let Error::Consolidate(ConsolidateError::Changed) = error else { return error };
    let is_it = |one: &&Receipt| {
        one.plan_id.as_deref() == Some(order.id.as_str()) && one.state == ReceiptState::Applied
    };
    let receipts = receipts().map(|receipts| receipts.rows).unwrap_or_default();
    match receipts.iter().rfind(is_it) {
        Some(one) => ConsolidateError::AppliedAlready { receipt: one.id.clone() }.into(),
        None => error,
    }
}

/// The checks under the lock of the store, in their order (O-43).
fn decide(
    rows: &[Fact],
    order: &Order,
    scope: &Scope,
    wanted: &dyn Guard,
    now: &dyn Fn() -> Timestamp,
) -> Result<Decision<Fact>, Error> {
    wanted.check()?;
    let now = now();
    if order.is_expired(now) {
        return Err(ApplyError::PlanExpired.into());
    }
    let plan = order.renew_rows(rows, scope, now)?;
    Ok(Decision::Edit(plan.edits(rows, now)))
}

/// The receipt of a plan, before anything is known of its outcome.
fn receipt(
    order: &Order,
    plan: &Plan,
    snapshot: &Snapshot<Fact>,
    created_at: Timestamp,
) -> Receipt {
    let exchange = |step: &crate::consolidate::plan::Step| Exchange {
        before: step.before.clone(),
        after: vec![step.after.get().clone()],
    };
    Receipt {
        id: Receipt::id_of(&order.id, created_at),
        plan_id: Some(order.id.clone()),
        origin: order.origin,
        run: order.run.clone(),
        operations: plan.steps.iter().map(exchange).collect(),
        ..prepared(&order.place, &order.owner, snapshot, created_at)
    }
}

/// An open receipt of a store as it stands, without its rows.
pub(super) fn prepared(
    place: &FactPlace,
    owner: &PlanOwner,
    snapshot: &Snapshot<Fact>,
    created_at: Timestamp,
) -> Receipt {
    Receipt {
        id: String::new(),
        plan_id: None,
        target: place.tier(),
        persona: owner.persona.clone(),
        project: owner.project.clone(),
        origin: crate::consolidate::plan::Origin::Manual,
        run: None,
        state: ReceiptState::Prepared,
        reason: None,
        created_at,
        settled_at: None,
        undo_of: None,
        before_fingerprint: snapshot.fingerprint,
        before_sequence: snapshot.sequence,
        after_fingerprint: None,
        operations: Vec::new(),
        extra: Extra::default(),
    }
}
