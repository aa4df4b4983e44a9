//! How a history changes: what is settled, what makes room, and what is written last (O-42, O-45, O-53, O-58).

use super::evidence::Evidence;
use super::receipt::{RECEIPTS_LIMIT, Receipt, ReceiptState, Settlement};
use crate::error::{ApplyError, Error};
use crate::fact::Fact;
use crate::port::{Decision, Edits, Snapshot};
use crate::scan::Clean;
use crate::time::Timestamp;

/// A receipt about to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) receipt: &'a Clean<Receipt>,
    /// The store it is about, as it stands.
    pub(crate) snapshot: &'a Snapshot<Fact>,
    pub(crate) now: Timestamp,
    /// Receipts that have to go beyond those over the count, because the history was too large in bytes.
    pub(crate) further: usize,
}

/// Settles what is proven, makes room and adds a receipt; refuses with `optimize.history_full` where there is no room.
pub(crate) fn enter(receipts: &[Receipt], entry: Entry<'_>) -> Decision<Receipt> {
    let settled = proven(receipts, entry.snapshot, entry.now);
    let state = |row: usize| settled[row].as_ref().map_or(receipts[row].state, |one| one.state);
    let wanted = (receipts.len() + 1).saturating_sub(RECEIPTS_LIMIT) + entry.further;
    let original = entry.receipt.get().undo_of.as_deref();
    let spared = |row: &usize| original == Some(receipts[*row].id.as_str());
    let rank = |row: &usize| match (state(*row), &receipts[*row].undo_of) {
        (ReceiptState::Prepared, _) => None,
        (ReceiptState::Rejected, _) => Some(0),
        (ReceiptState::Undone, _) | (ReceiptState::Applied, Some(_)) => Some(1),
        (ReceiptState::Applied, None) => Some(2),
    };
    let mut leaving: Vec<usize> =
        (0..receipts.len()).filter(|row| rank(row).is_some() && !spared(row)).collect();
    if leaving.len() < wanted {
        return Decision::Refuse(ApplyError::HistoryFull.into());
    }
    leaving.sort_by_key(rank);
    leaving.truncate(wanted);
    let mut edits = Edits::new();
    for row in &leaving {
        edits.remove(*row);
    }
    for (row, settlement) in settled.into_iter().enumerate() {
        if let Some(settlement) = settlement.filter(|_| !leaving.contains(&row)) {
            edits.restamp(row, settlement);
        }
    }
    edits.append(entry.receipt.clone());
    Decision::Edit(edits)
}

/// Settles what is proven, and nothing else (O-58).
pub(crate) fn prove(
    receipts: &[Receipt],
    snapshot: &Snapshot<Fact>,
    now: Timestamp,
) -> Decision<Receipt> {
    let mut edits = Edits::new();
    for (row, settlement) in proven(receipts, snapshot, now).into_iter().enumerate() {
        if let Some(settlement) = settlement {
            edits.restamp(row, settlement);
        }
    }
    if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
}

/// Writes into a prepared receipt what became of it, and into the one it undid that it is undone; nothing where it is not there any more.
pub(crate) fn settle(receipts: &[Receipt], id: &str, settlement: &Settlement) -> Decision<Receipt> {
    let mut edits = Edits::new();
    let open = |receipt: &Receipt| receipt.id == id && receipt.is_prepared();
    if let Some(row) = receipts.iter().rposition(open) {
        edits.restamp(row, settlement.clone());
        if let Some((row, settlement)) = undone(receipts, row, settlement) {
            edits.restamp(row, settlement);
        }
    }
    if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
}

/// A receipt of this history that may be asked about: of the acting persona and project, in `shared` of everybody (O-54).
pub(crate) fn find<'a>(
    receipts: &'a [Receipt],
    id: &str,
    asks: impl Fn(&Receipt) -> bool,
) -> Result<&'a Receipt, Error> {
    let found = receipts.iter().rfind(|receipt| receipt.id == id && asks(receipt));
    found.ok_or_else(|| ApplyError::ReceiptUnknown.into())
}

/// What each receipt becomes by proof alone.
fn proven(
    receipts: &[Receipt],
    snapshot: &Snapshot<Fact>,
    now: Timestamp,
) -> Vec<Option<Settlement>> {
    let mut settled: Vec<Option<Settlement>> = receipts
        .iter()
        .map(|receipt| match receipt.state {
            ReceiptState::Prepared => Evidence::of(receipt, snapshot).settles(snapshot, now),
            _ => None,
        })
        .collect();
    for row in 0..receipts.len() {
        let told = settled[row].clone();
        if let Some((original, undone)) =
            told.and_then(|settlement| undone(receipts, row, &settlement))
        {
            settled[original] = Some(undone);
        }
    }
    settled
}

/// The receipt an undo took back, once the undo is known to have happened (O-55).
fn undone(
    receipts: &[Receipt],
    row: usize,
    settlement: &Settlement,
) -> Option<(usize, Settlement)> {
    let original = receipts[row].undo_of.as_deref()?;
    let is_it = |one: &Receipt| one.id == original && one.state == ReceiptState::Applied;
    let at = receipts.iter().rposition(is_it)?;
    let happened = settlement.state == ReceiptState::Applied;
    happened.then(|| (at, Settlement::undone(&receipts[at], settlement.settled_at)))
}
