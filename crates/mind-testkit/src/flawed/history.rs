//! What the flaws make of receipts.

use mind_core::Error;
use mind_core::consolidate::receipt::Receipt;
use mind_core::fact::Extra;
use mind_core::port::{Commit, Decision, Durability, Edits, Snapshot, Store as _};
use mind_core::scope::FactPlace;

use super::{Flaw, FlawedStore, FlawedTransaction};
use crate::fake::Place;

impl FlawedStore {
    pub(super) fn shown_receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        let mut snapshot = match self.inner.receipts(place) {
            Err(error) if error.code() == "store.corrupt" => {
                let excused = self.has(Flaw::EmptyForDamagedHistory);
                return if excused {
                    Self::new(self.flaw).inner.receipts(place)
                } else {
                    Err(error)
                };
            }
            read => read?,
        };
        if self.has(Flaw::ThinsReceipts) {
            snapshot.rows.iter_mut().for_each(|receipt| receipt.extra = Extra::default());
        }
        Ok(snapshot)
    }
}

impl FlawedTransaction<'_> {
    pub(super) fn written_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        let store = self.store;
        if store.has(Flaw::TellsReceiptsBeforeWriting) {
            store.inner.answer_not_durable(Place::History(place.clone()));
        }
        if store.has(Flaw::ReceiptsTouchFacts) {
            store.inner.respell(place);
        }
        let commit = match self.inner.update_receipts(place, decide) {
            Err(error) if error.code() == "store.full" && store.has(Flaw::MakesRoomItself) => {
                self.inner.update_receipts(place, &mut |_| {
                    let mut edits = Edits::new();
                    edits.remove(0);
                    Decision::Edit(edits)
                })?;
                self.inner.update_receipts(place, decide)?
            }
            answer => answer?,
        };
        Ok(match commit {
            Commit::Changed { sequence, fingerprint, warnings, .. }
                if store.has(Flaw::TellsReceiptsBeforeWriting) =>
            {
                Commit::Changed { durability: Durability::Applied, sequence, fingerprint, warnings }
            }
            commit => commit,
        })
    }
}
