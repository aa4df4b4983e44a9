//! The answers of consolidation in words, the same on every surface (O-132).

use std::fmt::Write as _;

use super::Flags;
use super::hints::Pair;
use super::inspect::{Entry, Inspection};
use super::listing::{HistoryPage, ReceiptEntry, ReceiptReading, Shown, ShownRow, Side};
use super::plan::Plan;
use crate::fact::Fact;
use crate::json;
use crate::mind::{Applied, Undone};
use crate::scan;
use crate::scope::Tier;
use crate::time::{HOUR_MS, Timestamp};

/// What a reader is told of a store whose file is missing while its backup stands, beside the warning `store.recovered` (O-11).
pub const ONLY_BACKED_UP: &str =
    "the file is missing; the next write brings back the rows of its backup";

/// The warning of a change whose receipt does not say yet that it happened (O-45).
pub const UNSETTLED_CODE: &str = "optimize.receipt_unsettled";
/// What a reader is told beside [`UNSETTLED_CODE`].
pub const UNSETTLED: &str = "the change is there for good, but its receipt does not say so yet; the next change writes it in";

/// Hex digits of a fingerprint that are shown.
const FINGERPRINT_SHOWN: usize = 12;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A page of what may be tidied: a line a row, a line a pair that is alike, and what is left out.
pub fn inspection(page: &Inspection, target: Tier, offset: u64) -> String {
    let fingerprint = page.fingerprint.to_string();
    let digits = fingerprint.rsplit(':').next().unwrap_or_default();
    let digits: String = digits.chars().take(FINGERPRINT_SHOWN).collect();
    let (n, matched) = (page.entries.len(), page.matched);
    let mut out = format!("{n} of {matched} in {target}, from {offset}; fingerprint {digits}.");
    page.entries.iter().for_each(|entry| push_entry(&mut out, entry));
    page.pairs.listed.iter().for_each(|pair| push_pair(&mut out, pair));
    let omitted = &page.omitted;
    let counts = [
        (omitted.invalid, "not valid"),
        (omitted.expired, "expired"),
        (omitted.foreign, "of others"),
        (omitted.unsafe_rows, "unsafe"),
        (omitted.shadowed, "held twice"),
        (page.pairs.omitted as u64, "further pairs"),
    ];
    let told: Vec<String> =
        counts.iter().filter(|one| one.0 > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if !told.is_empty() {
        push_line(&mut out, &format!("left out: {}", told.join(", ")));
    }
    if let Some(next) = page.next_offset {
        push_line(&mut out, &format!("next offset {next}"));
    }
    if page.is_only_backed_up {
        push_line(&mut out, ONLY_BACKED_UP);
    }
    out
}

/// That a plan is staged.
pub fn staged(plan: &Plan) -> String {
    let sources: usize = plan.steps.iter().map(|step| step.before.len()).sum();
    format!(
        "Staged {} for {}: {sources} records → {}; expires {}. Nothing has changed.",
        plan.id,
        plan.place.tier(),
        plan.steps.len(),
        plan.expires_at,
    )
}

/// What each operation of a plan takes out, what it puts in, and what a reader should look at twice.
pub fn preview(plan: &Plan) -> String {
    let mut lines = Vec::new();
    for step in &plan.steps {
        lines.extend(step.before.iter().map(|fact| row('-', fact)));
        lines.push(row('+', step.after.get()));
        let told = flags(step.flags);
        if !told.is_empty() {
            lines.push(format!("! {}", told.join(", ")));
        }
    }
    lines.join("\n")
}

/// The rows of a receipt on this page: those that went, and those that came.
pub fn rows(reading: &ReceiptReading) -> String {
    let line = |shown: &ShownRow| {
        let mark = if shown.side == Side::Before { '-' } else { '+' };
        let fact = &shown.fact;
        match shown.shown {
            Shown::Whole => row(mark, fact),
            Shown::Oversize => {
                format!("{mark} [{}] ({}) text too large for a page", fact.id, fact.kind)
            }
            Shown::Withheld(refusal) => {
                let id = scan::label(fact.id.as_str());
                format!("{mark} [{id}] ({}) withheld: {}", fact.kind, refusal.rejection)
            }
        }
    };
    reading.rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn row(mark: char, fact: &Fact) -> String {
    let mut line = format!("{mark} [{}] ({}) ", fact.id, fact.kind);
    json::push_string(&mut line, fact.text.as_str());
    let tags: Vec<&str> = fact.tags.iter().collect();
    if !tags.is_empty() {
        let _ = write!(line, " tags: {}", tags.join(", "));
    }
    line
}

/// What to look at twice: what a source and the replacement do not have in common.
pub fn flags(flags: Flags) -> Vec<String> {
    let told = [
        (flags.kinds_differ, "kind"),
        (flags.negation_differs, "negation"),
        (flags.numbers_differ, "numbers"),
    ];
    let told = told.iter().filter(|one| one.0);
    let told =
        told.map(|one| format!("{} not the same in every source and the replacement", one.1));
    let told = told.chain(flags.words_lost.then(|| "most words of a source are gone".to_owned()));
    let hours = flags.life_lost_hours;
    told.chain((hours > 0).then(|| format!("ends {hours} h earlier"))).collect()
}

/// That a plan was applied.
pub fn applied(done: &Applied) -> String {
    format!(
        "Applied {}: {} records → {}. Receipt {}.",
        done.plan_id, done.sources, done.replacements, done.receipt_id,
    )
}

/// That a receipt was undone.
pub fn undone(done: &Undone) -> String {
    format!("Undone {}: {} records restored.", done.undo_of, done.restored)
}

/// A page of receipts, a line each, newest first.
pub fn history(page: &HistoryPage, now: Timestamp) -> String {
    let tier = page.target.map_or("every tier", Tier::as_str);
    let mut out = format!("{} of {} in {tier}:", page.receipts.len(), page.matched);
    if page.receipts.is_empty() {
        out = format!("No receipts in {tier}.");
    }
    for receipt in &page.receipts {
        let line = receipt_line(receipt, now);
        let tier = page.target.map_or(format!(" in {}", receipt.target), |_| String::new());
        push_line(&mut out, &format!("{line}{tier}"));
    }
    if let Some(next) = page.next_offset {
        push_line(&mut out, &format!("next offset {next}"));
    }
    out
}

/// A receipt with the number of rows on the page, whose texts stand in the structured answer.
pub fn receipt(reading: &ReceiptReading, now: Timestamp) -> String {
    let mut out = receipt_line(&reading.entry, now);
    push_line(&mut out, &format!("{} of {} rows", reading.rows.len(), reading.matched));
    if let Some(reason) = &reading.reason {
        push_line(&mut out, &format!("refused with {reason}"));
    }
    if let Some(next) = reading.next_offset {
        push_line(&mut out, &format!("next offset {next}"));
    }
    out
}

/// One receipt as a line: its id, how it ended, whose wish it was, how old it is, and how many rows became how many. An open one shows what the store says, an undo what it took back.
pub fn receipt_line(receipt: &ReceiptEntry, now: Timestamp) -> String {
    let mut out = format!(
        "- [{}] {} {} {} {} → {}",
        receipt.id,
        receipt.state.as_str(),
        receipt.origin.as_str(),
        age(receipt.created_at, now),
        receipt.sources,
        receipt.replacements,
    );
    if let Some(evidence) = receipt.evidence {
        let _ = write!(out, " (evidence: {})", evidence.as_str());
    }
    if let Some(original) = &receipt.undo_of {
        let _ = write!(out, " (undo of {original})");
    }
    out
}

fn push_entry(out: &mut String, entry: &Entry) {
    let Entry { fact, oversize } = entry;
    let line = match oversize {
        true => format!("- [{}] ({}) text too large for a page; read it", fact.id, fact.kind),
        false => row('-', fact),
    };
    push_line(out, &line);
}

fn push_pair(out: &mut String, pair: &Pair) {
    let mut line = format!("? {} ~ {} {}", pair.a, pair.b, pair.similarity());
    let flags = [
        (pair.kinds_differ, "kinds differ"),
        (pair.negation_differs, "negation differs"),
        (pair.numbers_differ, "numbers differ"),
    ];
    let told: Vec<&str> = flags.iter().filter(|one| one.0).map(|one| one.1).collect();
    if !told.is_empty() {
        let _ = write!(line, " {}", told.join(", "));
    }
    push_line(out, &line);
}

fn push_line(out: &mut String, line: &str) {
    out.push('\n');
    out.push_str(line);
}

/// How long ago, in days: the same call on the same day says the same.
fn age(at: Timestamp, now: Timestamp) -> String {
    match at.age_millis(now) / DAY_MS {
        0 => "today".to_owned(),
        days @ 1..14 => format!("{days}d"),
        days @ 14..365 => format!("{}w", days / 7),
        days => format!("{}y", days / 365),
    }
}
