//! The receipts of a history as a caller sees them: newest first, and one with its rows (O-54).

use super::evidence::Evidence;
use super::plan::Origin;
use super::receipt::{Receipt, ReceiptState, Run};
use super::row;
use crate::error::{ApplyError, Error};
use crate::fact::Fact;
use crate::port::{Fingerprint, Snapshot};
use crate::scan::{self, Refusal, ScanScope, WITHHELD, label};
use crate::scope::{Scope, Tier};
use crate::time::Timestamp;

/// Receipts a page has at most.
pub const HISTORY_LIMIT: u64 = 32;
/// Receipts a page has when nothing is asked for.
pub const HISTORY_DEFAULT: u64 = 10;
/// Bytes the rows of a receipt may have on one page, as compact JSON.
pub const ROWS_BYTES: usize = 26_000;

/// A page of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// The tier of the store; none where every store of the caller was looked at.
    pub target: Option<Tier>,
    /// How many receipts the caller may see.
    pub matched: u64,
    /// The offset of the next page; none at the end.
    pub next_offset: Option<u64>,
    /// The receipts, newest first.
    pub receipts: Vec<ReceiptEntry>,
    /// How many rows of the history are no receipts this version can read.
    pub invalid: u64,
    /// Whether the file is missing but has a backup, whose receipts the next change brings back.
    pub is_only_backed_up: bool,
    /// Why histories could not be read whose receipts are missing here.
    pub unreadable: Vec<Error>,
}

/// A receipt without its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptEntry {
    /// The receipt.
    pub id: String,
    /// What is known of the outcome.
    pub state: ReceiptState,
    /// What the store says about it, as long as nothing else is known.
    pub evidence: Option<Evidence>,
    /// The tier of the store.
    pub target: Tier,
    /// Whose wish it was.
    pub origin: Origin,
    /// When it was written.
    pub created_at: Timestamp,
    /// How many rows went.
    pub sources: usize,
    /// How many rows came.
    pub replacements: usize,
    /// The receipt it took back.
    pub undo_of: Option<String>,
}

/// A receipt with a page of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptReading {
    /// The receipt.
    pub entry: ReceiptEntry,
    /// The plan it carried out.
    pub plan_id: Option<String>,
    /// The code it was refused with.
    pub reason: Option<String>,
    /// The model review it came from.
    pub run: Option<Run>,
    /// When its outcome was known.
    pub settled_at: Option<Timestamp>,
    /// Rows it has, those that went and those that came.
    pub matched: u64,
    /// The offset of the next page of rows; none at the end.
    pub next_offset: Option<u64>,
    /// The rows, operation by operation, those that went before those that came.
    pub rows: Vec<ShownRow>,
}

/// A row of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow {
    /// The operation, from zero.
    pub operation: usize,
    /// Whether it went or came.
    pub side: Side,
    /// The row, whole.
    pub fact: Fact,
    /// How much of it may be shown.
    pub shown: Shown,
}

/// The side of a receipt a row stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It went.
    Before,
    /// It came.
    After,
}

impl Side {
    /// The side's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// How much of a row may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All of it.
    Whole,
    /// All but the text, because the row alone is larger than a page.
    Oversize,
    /// Its id, its kind and the rule the scanner refuses it by now.
    Withheld(Refusal),
}

/// Whether a caller may see a receipt: of the acting persona and the present project, in `shared` of everybody.
pub(crate) fn is_seen(receipt: &Receipt, scope: &Scope) -> bool {
    let project = scope.project.as_ref().map(|project| project.slug().as_str());
    receipt.target == Tier::Shared
        || (receipt.persona == *scope.persona.segment() && receipt.project.as_deref() == project)
}

/// A page of a history. `store` gives the strict snapshot of the store it belongs to, and is asked only where a receipt needs evidence.
///
/// # Errors
/// `input.out_of_range`.
pub(crate) fn page(
    history: &Snapshot<Receipt>,
    (target, scope): (Tier, &Scope),
    (offset, limit): (u64, u64),
    store: &dyn Fn() -> Result<Snapshot<Fact>, Error>,
) -> Result<HistoryPage, Error> {
    check_limit(limit)?;
    let seen: Vec<&Receipt> =
        history.rows.iter().rev().filter(|receipt| is_seen(receipt, scope)).collect();
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(seen.len());
    let shown = &seen[start..seen.len().min(start + limit as usize)];
    let snapshot = shown.iter().any(|receipt| receipt.is_prepared()).then(store);
    let snapshot = snapshot.as_ref().and_then(|read| read.as_ref().ok());
    let end = start + shown.len();
    Ok(HistoryPage {
        target: Some(target),
        matched: seen.len() as u64,
        next_offset: (end < seen.len()).then_some(end as u64),
        receipts: shown.iter().map(|receipt| entry(receipt, snapshot)).collect(),
        invalid: history.invalid.len() as u64,
        is_only_backed_up: history.fingerprint == Fingerprint::Absent && history.has_backup,
        unreadable: Vec::new(),
    })
}

/// That a page may be as long as is asked for.
pub(crate) fn check_limit(limit: u64) -> Result<(), Error> {
    let (field, max) = ("limit", HISTORY_LIMIT);
    let holds = (1..=max).contains(&limit);
    if holds { Ok(()) } else { Err(Error::OutOfRange { field, min: 1, max, actual: limit }) }
}

/// Pages of several histories, each whole, as one page of all of them, newest first.
pub(crate) fn merged(pages: Vec<HistoryPage>, offset: u64, limit: u64) -> HistoryPage {
    let (mut matched, mut invalid, mut is_only_backed_up) = (0, 0, false);
    let mut receipts = Vec::new();
    for page in pages {
        matched += page.matched;
        invalid += page.invalid;
        is_only_backed_up |= page.is_only_backed_up;
        receipts.extend(page.receipts);
    }
    receipts.sort_by_key(|receipt| std::cmp::Reverse(receipt.created_at));
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(receipts.len());
    let receipts: Vec<_> = receipts.into_iter().skip(start).take(limit as usize).collect();
    let end = (start + receipts.len()) as u64;
    let next_offset = (end < matched).then_some(end);
    let (target, unreadable) = (None, Vec::new());
    HistoryPage { target, matched, next_offset, receipts, invalid, is_only_backed_up, unreadable }
}

/// One receipt with a page of its rows; `store` as for [`page`].
///
/// # Errors
/// `optimize.receipt_unknown`.
pub(crate) fn reading(
    history: &Snapshot<Receipt>,
    (id, scope): (&str, &Scope),
    offset: u64,
    store: &dyn Fn() -> Result<Snapshot<Fact>, Error>,
) -> Result<ReceiptReading, Error> {
    let receipt = history.rows.iter().rfind(|one| one.id == id && is_seen(one, scope));
    let receipt = receipt.ok_or(ApplyError::ReceiptUnknown)?;
    let snapshot = receipt.is_prepared().then(store).and_then(Result::ok);
    let all = rows(receipt);
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(all.len());
    let shown = fitting(&all[start..], receipt.target);
    let end = start + shown.len();
    Ok(ReceiptReading {
        entry: entry(receipt, snapshot.as_ref()),
        plan_id: receipt.plan_id.clone(),
        reason: receipt.reason.as_deref().map(code),
        run: receipt.run.as_ref().map(named),
        settled_at: receipt.settled_at,
        matched: all.len() as u64,
        next_offset: (end < all.len()).then_some(end as u64),
        rows: shown,
    })
}

fn entry(receipt: &Receipt, snapshot: Option<&Snapshot<Fact>>) -> ReceiptEntry {
    let evidence = || snapshot.map_or(Evidence::Unclear, |store| Evidence::of(receipt, store));
    ReceiptEntry {
        id: receipt.id.clone(),
        state: receipt.state,
        evidence: receipt.is_prepared().then(evidence),
        target: receipt.target,
        origin: receipt.origin,
        created_at: receipt.created_at,
        sources: receipt.sources(),
        replacements: receipt.replacements(),
        undo_of: receipt.undo_of.clone(),
    }
}

/// A code as it may be shown; what a hand wrote there instead is not.
fn code(text: &str) -> String {
    let plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._".contains(&byte);
    let is_code = (1..=CODE_CHARACTERS).contains(&text.len()) && text.bytes().all(plain);
    if is_code { text } else { WITHHELD }.to_owned()
}

/// A run whose names may be shown, each scanned like the name of a persona.
fn named(run: &Run) -> Run {
    let shown = |text: &str| {
        let one_line = !text.chars().any(char::is_control);
        if one_line { label(text) } else { WITHHELD }.to_owned()
    };
    Run {
        id: shown(&run.id),
        model: shown(&run.model),
        thinking: shown(&run.thinking),
        result_ref: run.result_ref.as_deref().map(shown),
    }
}

/// Every row of a receipt, in order.
fn rows(receipt: &Receipt) -> Vec<(usize, Side, &Fact)> {
    let mut rows = Vec::new();
    for (operation, exchange) in receipt.operations.iter().enumerate() {
        rows.extend(exchange.before.iter().map(|fact| (operation, Side::Before, fact)));
        rows.extend(exchange.after.iter().map(|fact| (operation, Side::After, fact)));
    }
    rows
}

/// As many rows as a page has room for, one at the least.
fn fitting(rows: &[(usize, Side, &Fact)], tier: Tier) -> Vec<ShownRow> {
    let (mut shown, mut bytes) = (Vec::new(), "[]".len());
    for (operation, side, fact) in rows {
        let size = row::json(fact, tier).len() + ROW_FRAME;
        let how = match scan::check(*fact, ScanScope::Context) {
            Err(refusal) => Shown::Withheld(refusal),
            Ok(()) if size > ROWS_BYTES => Shown::Oversize,
            Ok(()) => Shown::Whole,
        };
        bytes += if how == Shown::Whole { size } else { ROW_FRAME };
        if !shown.is_empty() && bytes > ROWS_BYTES {
            break;
        }
        let fact = Fact::clone(fact);
        shown.push(ShownRow { operation: *operation, side: *side, fact, shown: how });
    }
    shown
}

/// The longest code there is, and some.
const CODE_CHARACTERS: usize = 64;
/// Bytes around a row: its operation, its side and what stands instead of a text that is not shown.
const ROW_FRAME: usize = 256;
