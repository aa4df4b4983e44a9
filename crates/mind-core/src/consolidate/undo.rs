//! Putting back what a receipt took out: all of it or nothing (O-55, O-56).

use std::collections::BTreeSet;

use super::receipt::{Exchange, Receipt, ReceiptState};
use super::target::is_own;
use crate::error::{ApplyError, ConsolidateError, Error};
use crate::fact::Fact;
use crate::port::Edits;
use crate::scan::{Clean, label};
use crate::scope::Scope;
use crate::time::Timestamp;

/// That a receipt is one that can be undone.
pub(crate) fn check_state(receipt: &Receipt) -> Result<(), Error> {
    let refusal = match (receipt.state, &receipt.undo_of) {
        (ReceiptState::Prepared, _) => ApplyError::ReceiptUnresolved,
        (ReceiptState::Rejected, _) => ApplyError::ReceiptRejected,
        (ReceiptState::Undone, _) => ApplyError::AlreadyUndone,
        (ReceiptState::Applied, Some(_)) => ApplyError::UndoOfUndo,
        (ReceiptState::Applied, None) => return Ok(()),
    };
    Err(refusal.into())
}

/// The rows of the undo's own receipt: what it takes out is what the receipt put in, and the other way about.
pub(crate) fn reversed(receipt: &Receipt) -> Vec<Exchange> {
    let turn = |one: &Exchange| Exchange { before: one.after.clone(), after: one.before.clone() };
    receipt.operations.iter().map(turn).collect()
}

/// The edits that put the rows back behind all others, each with its old times; rows that have expired go, as in every change.
pub(crate) fn restoration(
    rows: &[Fact],
    receipt: &Receipt,
    scope: &Scope,
    now: Timestamp,
) -> Result<Edits<Fact>, Error> {
    let mut gone = BTreeSet::new();
    for after in receipt.after() {
        let is_it = |row: &usize| rows[*row] == *after && !gone.contains(row);
        let found = (0..rows.len()).find(is_it).ok_or(ApplyError::ReplacementChanged)?;
        gone.insert(found);
    }
    gone.extend((0..rows.len()).filter(|row| !rows[*row].is_live(now)));
    check_room(rows, &gone, receipt, scope)?;
    let expired = receipt.before().find(|fact| !fact.is_live(now));
    if let Some(fact) = expired {
        return Err(Error::Expired { reference: label(fact.id.as_str()).to_owned() });
    }
    let back: Vec<Clean<Fact>> =
        receipt.before().map(|fact| Clean::admit(fact.clone())).collect::<Result<_, _>>()?;
    let mut edits = Edits::new();
    for row in gone {
        edits.remove(row);
    }
    for fact in back {
        edits.append(fact);
    }
    Ok(edits)
}

/// That nothing own that stays is named as, or says, what comes back.
fn check_room(
    rows: &[Fact],
    gone: &BTreeSet<usize>,
    receipt: &Receipt,
    scope: &Scope,
) -> Result<(), Error> {
    let tier = receipt.target;
    let stays = |row: &usize| !gone.contains(row) && is_own(&rows[*row], tier, scope);
    let staying: Vec<&Fact> = (0..rows.len()).filter(stays).map(|row| &rows[row]).collect();
    let keys: BTreeSet<_> = receipt.before().map(|fact| fact.semantic_key(tier)).collect();
    let ids: BTreeSet<_> = receipt.before().map(|fact| fact.id.as_str()).collect();
    let held =
        |fact: &&Fact| ids.contains(fact.id.as_str()) || keys.contains(&fact.semantic_key(tier));
    if staying.iter().any(held) { Err(ConsolidateError::Collision.into()) } else { Ok(()) }
}
