//! Consolidation: pages, receipts and what became of plans.

use mind_core::consolidate::hints::Pair;
use mind_core::consolidate::inspect::{Entry, Inspection};
use mind_core::consolidate::listing::{HistoryPage, ReceiptEntry, ReceiptReading, Shown, ShownRow};
use mind_core::consolidate::receipt::{ReceiptState, Run};
use mind_core::consolidate::text::{ONLY_BACKED_UP, UNSETTLED, UNSETTLED_CODE};
use mind_core::error::{Error, StoreWarning};
use mind_core::mind::{Applied, ReceiptOutcome, Settled, Undone};
use mind_core::scan::label;
use mind_core::scope::Tier;
use mind_protocol::{Warning, optimize as wire};

use super::plan::{origin, row};
use super::{rule, warnings, word};

/// A page of what may be tidied, asked for with this offset and limit.
pub fn inspection(
    page: &Inspection,
    target: Tier,
    (offset, limit): (u64, u64),
) -> wire::InspectionPage {
    wire::InspectionPage {
        target: word::tier(target),
        fingerprint: page.fingerprint.to_string(),
        offset,
        limit,
        matched: page.matched,
        next_offset: page.next_offset,
        entries: page.entries.iter().map(entry).collect(),
        omitted: wire::Omitted {
            invalid: page.omitted.invalid,
            expired: page.omitted.expired,
            foreign: page.omitted.foreign,
            unsafe_rows: page.omitted.unsafe_rows,
            shadowed: page.omitted.shadowed,
        },
        pairs: page.pairs.listed.iter().map(pair).collect(),
        pairs_omitted: page.pairs.omitted as u64,
        warnings: backed_up(page.is_only_backed_up),
    }
}

/// The answer of an apply.
pub fn applied(done: &Applied) -> wire::Applied {
    wire::Applied {
        outcome: "applied".to_owned(),
        plan_id: done.plan_id.clone(),
        receipt_id: done.receipt_id.clone(),
        target: word::tier(done.target),
        sources: done.sources,
        replacements: done.replacements,
        warnings: with_settlement(&done.warnings, done.settled),
    }
}

/// The answer of an undo.
pub fn undone(done: &Undone) -> wire::Undone {
    wire::Undone {
        outcome: "undone".to_owned(),
        undo_of: done.undo_of.clone(),
        receipt_id: done.receipt_id.clone(),
        target: word::tier(done.target),
        restored: done.restored,
        removed: done.removed,
        warnings: with_settlement(&done.warnings, done.settled),
    }
}

/// A page of receipts, asked for with this offset and limit.
pub fn history(page: &HistoryPage, (offset, limit): (u64, u64)) -> wire::HistoryPage {
    wire::HistoryPage {
        target: page.target.map(word::tier),
        offset,
        limit,
        matched: page.matched,
        next_offset: page.next_offset,
        receipts: page.receipts.iter().map(receipt_entry).collect(),
        invalid: page.invalid,
        warnings: backed_up(page.is_only_backed_up)
            .into_iter()
            .chain(page.unreadable.iter().map(unread))
            .collect(),
    }
}

/// A history whose receipts are missing from a page.
fn unread(error: &Error) -> Warning {
    Warning { code: error.code().to_owned(), message: error.to_string() }
}

/// A receipt with a page of its rows.
pub fn receipt(reading: &ReceiptReading) -> wire::ReceiptReading {
    wire::ReceiptReading {
        entry: receipt_entry(&reading.entry),
        plan_id: reading.plan_id.clone(),
        reason: reading.reason.clone(),
        run: reading.run.as_ref().map(run),
        settled_at: reading.settled_at.map(|at| at.to_string()),
        matched: reading.matched,
        next_offset: reading.next_offset,
        rows: reading.rows.iter().map(|row| receipt_row(row, reading.entry.target)).collect(),
    }
}

/// A receipt for a model's eyes: without members of rows that nobody has scanned.
pub(crate) fn receipt_for_a_model(reading: &ReceiptReading) -> wire::ReceiptReading {
    let mut shown = receipt(reading);
    shown.rows.iter_mut().for_each(|row| row.row.unknown.clear());
    shown
}

/// The answer of a receipt settled by hand.
pub fn settled(settled: &Settled) -> wire::ReceiptSettled {
    let state = match settled.outcome {
        ReceiptOutcome::Applied => wire::ReceiptState::Applied,
        ReceiptOutcome::Rejected => wire::ReceiptState::Rejected,
    };
    wire::ReceiptSettled {
        receipt_id: settled.receipt_id.clone(),
        state,
        warnings: warnings(&settled.warnings),
    }
}

/// Whether reviews may begin by themselves, and which setting says so.
pub fn policy(auto: bool, setting: &str) -> wire::ReviewPolicy {
    wire::ReviewPolicy { auto, setting: setting.to_owned() }
}

fn entry(entry: &Entry) -> wire::InspectionEntry {
    let fact = &entry.fact;
    wire::InspectionEntry {
        id: fact.id.to_string(),
        kind: word::kind(fact.kind),
        text: (!entry.oversize).then(|| fact.text.as_str().to_owned()),
        oversize: entry.oversize,
        tags: fact.tags.iter().map(str::to_owned).collect(),
        recorded_at: fact.recorded_at.to_string(),
        last_seen_at: fact.last_seen_at.to_string(),
        expires_at: fact.expires_at.map(|at| at.to_string()),
        source: fact.source.as_ref().map(|source| source.as_str().to_owned()),
    }
}

fn pair(pair: &Pair) -> wire::Pair {
    wire::Pair {
        a: pair.a.to_string(),
        b: pair.b.to_string(),
        shared: pair.shared as u64,
        union: pair.union as u64,
        similarity: pair.similarity() as u64,
        kinds_differ: pair.kinds_differ,
        negation_differs: pair.negation_differs,
        numbers_differ: pair.numbers_differ,
    }
}

fn receipt_entry(entry: &ReceiptEntry) -> wire::ReceiptEntry {
    wire::ReceiptEntry {
        id: entry.id.clone(),
        state: state(entry.state),
        evidence: entry.evidence.map(|evidence| evidence.as_str().to_owned()),
        target: word::tier(entry.target),
        origin: origin(entry.origin),
        created_at: entry.created_at.to_string(),
        sources: entry.sources,
        replacements: entry.replacements,
        undo_of: entry.undo_of.clone(),
    }
}

fn receipt_row(shown: &ShownRow, tier: Tier) -> wire::ReceiptRow {
    let mut whole = row(&shown.fact, tier);
    let mut withheld = None;
    match shown.shown {
        Shown::Whole => {}
        Shown::Oversize => whole.text = None,
        Shown::Withheld(refusal) => {
            withheld = Some(rule(refusal.rejection).to_owned());
            let id = label(&whole.id).to_owned();
            whole = wire::Row { id, kind: whole.kind, ..wire::Row::default() };
        }
    }
    wire::ReceiptRow {
        operation: shown.operation,
        side: shown.side.as_str().to_owned(),
        rule: withheld,
        oversize: shown.shown == Shown::Oversize,
        row: whole,
    }
}

fn run(run: &Run) -> wire::Run {
    wire::Run {
        id: run.id.clone(),
        model: run.model.clone(),
        thinking: run.thinking.clone(),
        result_ref: run.result_ref.clone(),
    }
}

const fn state(state: ReceiptState) -> wire::ReceiptState {
    match state {
        ReceiptState::Prepared => wire::ReceiptState::Prepared,
        ReceiptState::Applied => wire::ReceiptState::Applied,
        ReceiptState::Rejected => wire::ReceiptState::Rejected,
        ReceiptState::Undone => wire::ReceiptState::Undone,
    }
}

fn backed_up(is_only_backed_up: bool) -> Vec<Warning> {
    let warning =
        || Warning { code: "store.recovered".to_owned(), message: ONLY_BACKED_UP.to_owned() };
    is_only_backed_up.then(warning).into_iter().collect()
}

fn with_settlement(told: &[StoreWarning], settled: bool) -> Vec<Warning> {
    let warning = || Warning { code: UNSETTLED_CODE.to_owned(), message: UNSETTLED.to_owned() };
    warnings(told).into_iter().chain((!settled).then(warning)).collect()
}
