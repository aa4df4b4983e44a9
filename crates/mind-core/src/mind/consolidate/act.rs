//! One change of a store under a receipt: the receipt is written first, then the store, then what became of it (O-41 to O-45).

use crate::consolidate::evidence::Evidence;
use crate::consolidate::ledger::{self, Entry};
use crate::consolidate::receipt::{RECEIPTS_LIMIT, Receipt, Settlement};
use crate::error::{ApplyError, Error, StoreError, StoreFault, StoreWarning};
use crate::fact::Fact;
use crate::mind::Mind;
use crate::mind::rows::warnings_of;
use crate::port::{
    Clock, Commit, DecideFacts, Decision, Durability, Expect, Fingerprint, Snapshot, Store,
    Transaction,
};
use crate::scan::Clean;
use crate::scope::FactPlace;
use crate::time::Timestamp;

/// A change that happened.
pub(super) struct Done {
    pub(super) receipt: String,
    /// Whether the receipt says so; if not, the next change writes it in.
    pub(super) settled: bool,
    pub(super) warnings: Vec<StoreWarning>,
}

/// The store of one change, inside its transaction.
pub(super) struct Act<'a, S, C> {
    mind: &'a Mind<S, C>,
    place: &'a FactPlace,
    transaction: Box<dyn Transaction + 'a>,
    /// The time once the transaction was had.
    pub(super) now: Timestamp,
}

impl<'a, S: Store, C: Clock> Act<'a, S, C> {
    /// Opens the transaction, which keeps every other writer of facts and receipts out.
    pub(super) fn open(mind: &'a Mind<S, C>, place: &'a FactPlace) -> Result<Self, Error> {
        let transaction = mind.store.transaction(mind.clock.now(), mind.wait)?;
        Ok(Self { mind, place, transaction, now: mind.clock.now() })
    }

    /// The store as it stands, without recovery.
    pub(super) fn snapshot(&self) -> Result<Snapshot<Fact>, Error> {
        self.mind.store.strict(self.place)
    }

    /// The receipts as they stand, without recovery.
    pub(super) fn receipts(&self) -> Result<Snapshot<Receipt>, Error> {
        self.mind.store.receipts(self.place).map_err(unwritten)
    }

    /// The time at which a change is decided, read when its rows are first shown.
    pub(super) fn clock(&self) -> impl Fn() -> Timestamp + use<'a, S, C> {
        let (clock, read) = (&self.mind.clock, std::cell::OnceCell::new());
        move || *read.get_or_init(|| clock.now())
    }

    /// Writes down what is proven of open receipts, and gives the history as it stands then (O-58).
    pub(super) fn proven(&mut self, snapshot: &Snapshot<Fact>) -> Result<Vec<Receipt>, Error> {
        let receipts = self.receipts()?.rows;
        if !receipts.iter().any(|one| one.is_prepared() && Evidence::of(one, snapshot).is_proof()) {
            return Ok(receipts);
        }
        self.vouch(&receipts, snapshot)?;
        let now = self.now;
        self.update_receipts(&mut |receipts| ledger::prove(receipts, snapshot, now))?;
        Ok(self.receipts()?.rows)
    }

    /// Writes the receipt, changes the store, settles the receipt. Store and receipts are those of this transaction.
    pub(super) fn carry_out(
        &mut self,
        receipt: Receipt,
        (snapshot, receipts): (&Snapshot<Fact>, &[Receipt]),
        decide: DecideFacts<'_>,
    ) -> Result<Done, Error> {
        let receipt = Clean::admit(receipt)?;
        let id = receipt.get().id.clone();
        self.vouch(receipts, snapshot)?;
        let mut warnings = self.prepare(&receipt, snapshot)?;
        let expect = Expect::Exactly(snapshot.fingerprint);
        match self.transaction.update(self.place, expect, decide) {
            Ok(commit) if is_uncertain(&commit) => {
                let target = self.place.tier();
                Err(ApplyError::OutcomeUncertain { receipt: id, target }.into())
            }
            Ok(commit) => {
                warnings.extend(warnings_of(&commit));
                let settled =
                    Settlement::applied(self.mind.clock.now(), Some(fingerprint(&commit)));
                let settled = self.settle(&id, &settled);
                warnings.extend(settled.iter().flat_map(warnings_of));
                Ok(Done { receipt: id, settled: settled.is_ok(), warnings })
            }
            Err(error) => {
                self.reject(&id, error.code());
                Err(error)
            }
        }
    }

    /// Makes the store's bytes outlive a power cut where they are the only proof of an open receipt: the change they show may have been cut off before its directory was synced.
    fn vouch(&mut self, receipts: &[Receipt], snapshot: &Snapshot<Fact>) -> Result<(), Error> {
        let open = |receipt: &Receipt| {
            receipt.is_prepared() && Evidence::of(receipt, snapshot) == Evidence::After
        };
        if receipts.iter().any(open) {
            let expect = Expect::Exactly(snapshot.fingerprint);
            self.transaction.update(self.place, expect, &mut |_| Decision::Keep)?;
        }
        Ok(())
    }

    /// Writes the receipt for good, or refuses before the store is touched.
    fn prepare(
        &mut self,
        receipt: &Clean<Receipt>,
        snapshot: &Snapshot<Fact>,
    ) -> Result<Vec<StoreWarning>, Error> {
        for further in 0..=RECEIPTS_LIMIT {
            let entry = Entry { receipt, snapshot, now: self.now, further };
            let decide = &mut |receipts: &[Receipt]| ledger::enter(receipts, entry);
            match self.transaction.update_receipts(self.place, decide) {
                Err(error) if is_full(&error) => {}
                Err(error) => return Err(unwritten(error)),
                Ok(commit) if is_uncertain(&commit) => {
                    self.reject(&receipt.get().id, "optimize.receipt_failed");
                    return Err(ApplyError::ReceiptFailed { because: None }.into());
                }
                Ok(commit) => return Ok(warnings_of(&commit)),
            }
        }
        Err(ApplyError::HistoryFull.into())
    }

    /// Writes down that nothing happened. Where that fails the receipt stays open, and the bytes of the store are the proof.
    fn reject(&mut self, id: &str, reason: &str) {
        let rejected = Settlement::rejected(self.mind.clock.now(), Some(reason));
        let _ = self.settle(id, &rejected);
    }

    pub(super) fn settle(&mut self, id: &str, settlement: &Settlement) -> Result<Commit, Error> {
        let decide = &mut |receipts: &[Receipt]| ledger::settle(receipts, id, settlement);
        self.transaction.update_receipts(self.place, decide)
    }

    /// Changes the receipts, as a person asked for.
    pub(super) fn update_receipts(
        &mut self,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        self.transaction.update_receipts(self.place, decide).map_err(unwritten)
    }
}

/// The first time from `now` on whose receipt has an id no other one has: a plan may be tried twice in one millisecond.
pub(super) fn free_time(act: &str, receipts: &[Receipt], now: Timestamp) -> Timestamp {
    let taken = |at: &Timestamp| {
        let id = Receipt::id_of(act, *at);
        receipts.iter().any(|receipt| receipt.id == id)
    };
    let mut times = (0..).map_while(|millis| now.plus_millis(millis)).take(receipts.len() + 1);
    times.find(|at| !taken(at)).unwrap_or(now)
}

/// A fault of the history, as the caller of a change has it.
fn unwritten(error: Error) -> Error {
    let Error::Store(StoreError { fault, .. }) = &error else { return error };
    match fault {
        StoreFault::Corrupt | StoreFault::Locked { .. } | StoreFault::BusyLegacy => error,
        _ => ApplyError::ReceiptFailed { because: Some(Box::new(error)) }.into(),
    }
}

fn is_full(error: &Error) -> bool {
    matches!(error, Error::Store(StoreError { fault: StoreFault::Full { .. }, .. }))
}

const fn is_uncertain(commit: &Commit) -> bool {
    matches!(commit, Commit::Changed { durability: Durability::AppliedNotDurable, .. })
}

const fn fingerprint(commit: &Commit) -> Fingerprint {
    match commit {
        Commit::Unchanged { fingerprint, .. } | Commit::Changed { fingerprint, .. } => *fingerprint,
    }
}
