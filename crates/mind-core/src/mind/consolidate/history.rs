//! `history`: what was tidied and how it ended; and a person's word on an end nobody knows.

use super::act::Act;
use crate::consolidate::ledger;
use crate::consolidate::listing::{
    HISTORY_LIMIT, HistoryPage, ReceiptReading, check_limit, is_seen, merged, page, reading,
};
use crate::consolidate::receipt::{Receipt, ReceiptState, Settlement};
use crate::error::{ApplyError, Error, StoreWarning};
use crate::mind::Mind;
use crate::mind::rows::warnings_of;
use crate::port::{Clock, Decision, Store};
use crate::scope::{FactPlace, Scope};

/// What a person says about a change whose outcome nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It happened.
    Applied,
    /// It did not happen.
    Rejected,
}

impl Outcome {
    /// The outcome's name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Rejected => "rejected",
        }
    }
}

/// What settling a receipt by hand did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The receipt.
    pub receipt_id: String,
    /// What it says now.
    pub outcome: Outcome,
    /// What the store had to say.
    pub warnings: Vec<StoreWarning>,
}

impl<S: Store, C: Clock> Mind<S, C> {
    /// A page of the receipts beside a store, newest first: those of the acting persona and the present project, in `shared` all. A strict read that writes and settles nothing (O-54, O-57).
    ///
    /// # Errors
    /// `input.out_of_range`; `store.corrupt` and the other codes of a read, of the history.
    pub fn history(
        &self,
        scope: &Scope,
        place: &FactPlace,
        offset: u64,
        limit: u64,
    ) -> Result<HistoryPage, Error> {
        let history = self.store.receipts(place)?;
        let store = || self.store.strict(place);
        page(&history, (place.tier(), scope), (offset, limit), &store)
    }

    /// A page of the receipts of every store of the call, newest first, and why a history that cannot be read is missing; otherwise as [`Mind::history`].
    ///
    /// # Errors
    /// As [`Mind::history`], of the first history, when none can be read.
    pub fn histories(&self, scope: &Scope, offset: u64, limit: u64) -> Result<HistoryPage, Error> {
        check_limit(limit)?;
        // A history holds no more receipts than a page may.
        let whole = |place: &FactPlace| self.history(scope, place, 0, HISTORY_LIMIT);
        let (mut pages, mut unreadable) = (Vec::new(), Vec::new());
        for read in scope.visible().iter().map(whole) {
            match read {
                Ok(page) => pages.push(page),
                Err(error) => unreadable.push(error),
            }
        }
        match unreadable.first() {
            Some(error) if pages.is_empty() => Err(error.clone()),
            _ => Ok(HistoryPage { unreadable, ..merged(pages, offset, limit) }),
        }
    }

    /// The store a receipt is about: receipts have ids of their own, so nobody needs to know it.
    ///
    /// # Errors
    /// `optimize.receipt_unknown`; where a history cannot be read that may hold it, the codes of a read.
    pub fn place_of_receipt(&self, scope: &Scope, receipt: &str) -> Result<FactPlace, Error> {
        let mut refused = Error::from(ApplyError::ReceiptUnknown);
        for place in scope.visible() {
            match self.store.receipts(&place) {
                Err(error) => refused = error,
                Ok(history) => {
                    let seen = |one: &Receipt| is_seen(one, scope);
                    if ledger::find(&history.rows, receipt, seen).is_ok() {
                        return Ok(place);
                    }
                }
            }
        }
        Err(refused)
    }

    /// One receipt with a page of its rows; a strict read.
    ///
    /// # Errors
    /// `optimize.receipt_unknown`, and as [`Mind::history`].
    pub fn read_receipt(
        &self,
        scope: &Scope,
        place: &FactPlace,
        receipt: &str,
        offset: u64,
    ) -> Result<ReceiptReading, Error> {
        let history = self.store.receipts(place)?;
        reading(&history, (receipt, scope), offset, &|| self.store.strict(place))
    }

    /// Writes a person's word into a receipt whose outcome nobody knows. It changes the receipt and not the store; for a person at a command line, never for a tool (O-58). Where the store is proof, the word is held against it first.
    ///
    /// # Errors
    /// `optimize.receipt_unknown`; `optimize.receipt_settled` when its outcome is known or proven, and another; `optimize.receipt_failed`, `store.*`.
    pub fn settle_receipt(
        &self,
        scope: &Scope,
        place: &FactPlace,
        receipt: &str,
        outcome: Outcome,
    ) -> Result<Settled, Error> {
        let seen = |one: &Receipt| is_seen(one, scope);
        let check = |receipts: &[Receipt]| {
            let state = ledger::find(receipts, receipt, seen)?.state;
            let settled = state != ReceiptState::Prepared && state.as_str() != outcome.as_str();
            if settled { Err(Error::from(ApplyError::ReceiptSettled)) } else { Ok(()) }
        };
        check(&self.store.receipts(place)?.rows)?;
        let mut act = Act::open(self, place)?;
        // A store that cannot be read proves nothing.
        if let Ok(snapshot) = act.snapshot() {
            act.proven(&snapshot)?;
        }
        let settlement = match outcome {
            Outcome::Applied => Settlement::applied(act.now, None),
            Outcome::Rejected => Settlement::rejected(act.now, None),
        };
        let commit = act.update_receipts(&mut |receipts| match check(receipts) {
            Ok(()) => ledger::settle(receipts, receipt, &settlement),
            Err(error) => Decision::Refuse(error),
        })?;
        let warnings = warnings_of(&commit);
        Ok(Settled { receipt_id: receipt.to_owned(), outcome, warnings })
    }
}
