//! `undo`: the rows a receipt took out, put back; the rows it put in, taken out.

use super::act::{Act, free_time};
use super::apply::prepared;
use crate::consolidate::evidence::Evidence;
use crate::consolidate::ledger;
use crate::consolidate::listing::is_seen;
use crate::consolidate::plan::PlanOwner;
use crate::consolidate::receipt::Receipt;
use crate::consolidate::undo::{check_state, restoration, reversed};
use crate::error::{Error, StoreWarning};
use crate::mind::Mind;
use crate::port::{Clock, Decision, Guard, Store};
use crate::scope::{FactPlace, Scope, Tier};

/// What undoing a receipt did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The receipt that was undone.
    pub undo_of: String,
    /// The undo's own receipt.
    pub receipt_id: String,
    /// The tier of the store.
    pub target: Tier,
    /// How many rows are back.
    pub restored: usize,
    /// How many replacements are gone.
    pub removed: usize,
    /// Whether both receipts say so; if not, the next apply or undo writes it in (`optimize.receipt_unsettled`).
    pub settled: bool,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

impl<S: Store, C: Clock> Mind<S, C> {
    /// Puts back exactly the rows a receipt took out, with their old times, and takes out the rows it put in: all of it or nothing. Rows the receipt does not name stay, those added since included. `wanted` as for [`Mind::apply`] (O-55, O-56).
    ///
    /// # Errors
    /// `optimize.receipt_unknown`, `optimize.receipt_unresolved`, `optimize.receipt_rejected`, `optimize.already_undone`, `optimize.undo_of_undo`, `optimize.replacement_changed`, `optimize.collision`, `fact.expired`, `scan.refused`; and as [`Mind::apply`] from the receipt on.
    pub fn undo(
        &self,
        scope: &Scope,
        place: &FactPlace,
        receipt: &str,
        wanted: &dyn Guard,
    ) -> Result<Undone, Error> {
        let seen = |one: &Receipt| is_seen(one, scope);
        // Refused before any lock, so that an unknown receipt leaves no trace in the home.
        let receipts = self.store.receipts(place)?.rows;
        let early = ledger::find(&receipts, receipt, seen)?;
        // One that was cut off, and whose outcome is proven, is settled below.
        if !early.is_prepared() || !self.is_proven(early, place)? {
            check_state(early)?;
        }
        let mut act = Act::open(self, place)?;
        let snapshot = act.snapshot()?;
        let receipts = act.proven(&snapshot)?;
        let original = ledger::find(&receipts, receipt, seen)?;
        check_state(original)?;
        restoration(&snapshot.rows, original, scope, act.now)?;
        let created_at = free_time(receipt, &receipts, act.now);
        let owner = PlanOwner::of(scope);
        let own = Receipt {
            id: Receipt::id_of(receipt, created_at),
            undo_of: Some(receipt.to_owned()),
            operations: reversed(original),
            ..prepared(place, &owner, &snapshot, created_at)
        };
        let (restored, removed) = (own.replacements(), own.sources());
        let now = act.clock();
        let done = act.carry_out(own, (&snapshot, &receipts), &mut |rows| {
            let edits = wanted.check().and_then(|()| restoration(rows, original, scope, now()));
            edits.map_or_else(Decision::Refuse, Decision::Edit)
        })?;
        Ok(Undone {
            undo_of: receipt.to_owned(),
            receipt_id: done.receipt,
            target: place.tier(),
            restored,
            removed,
            settled: done.settled,
            warnings: done.warnings,
        })
    }

    /// Whether the store proves what became of an open receipt.
    fn is_proven(&self, receipt: &Receipt, place: &FactPlace) -> Result<bool, Error> {
        Ok(Evidence::of(receipt, &self.store.strict(place)?).is_proof())
    }
}
