//! The short text beside a structured answer, for clients that show a model nothing else.
//!
//! Memory stands in it as JSON strings: data between quotation marks, each on one line.

mod backlog;
mod facts;
mod receipt;

use mind_core::error::StoreWarning;
use mind_core::mind::{Body, Unmoved, Unreadable};
use mind_core::text;
use mind_protocol::Refusal;
use serde_json::Value;

use crate::wire;

pub use backlog::{added, item, moved, page as backlog_page};
pub use facts::{page, reading};
pub use receipt::{forgotten, promoted, remembered};

/// A refusal: what was not done, why, and what to do; for an ambiguous reference the rows it may mean.
pub fn refusal(lead: &str, refusal: &Refusal) -> String {
    let next = refusal.next.as_ref().map(|next| format!(" Next: {next}.")).unwrap_or_default();
    let mut lines = vec![format!("{lead}: {} ({}).{next}", refusal.message, refusal.code)];
    let detail = |name| refusal.detail.as_ref().and_then(|detail| detail.get(name));
    let candidates = detail("candidates").and_then(Value::as_array);
    lines.extend(candidates.into_iter().flatten().map(candidate_line));
    let further = detail("further").and_then(Value::as_u64).filter(|count| *count > 0);
    lines.extend(further.map(|further| format!("… +{further} more")));
    lines.join("\n")
}

fn candidate_line(candidate: &Value) -> String {
    let member = |name: &str| candidate[name].as_str();
    let reference = member("ref").unwrap_or_default();
    match (member("kind"), member("tier")) {
        (Some(kind), Some(tier)) => format!("- {reference} ({kind}, {tier})"),
        _ => format!("- {reference}"),
    }
}

/// Free text as it stands in a line: quoted and cut, or the rule that withholds it.
pub fn excerpt(id: &str, body: &Body) -> String {
    match body {
        Body::Open { text: whole, .. } => {
            let clip = text::clip(whole, wire::EXCERPT);
            match clip.cut {
                0 => quoted(clip.kept),
                cut => format!("{} …(+{cut} chars; read {id})", quoted(clip.kept)),
            }
        }
        Body::Withheld { rejection, .. } => withheld(wire::rule(*rejection)),
    }
}

/// What stands in the place of a text that is withheld.
pub fn withheld(rule: &str) -> String {
    format!("[withheld: {rule}]")
}

/// A text as a JSON string.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// What stands under a page: how to go on, what is not shown, what could not be read.
fn remarks(
    lines: &mut Vec<String>,
    left: usize,
    next_offset: Option<usize>,
    withheld: usize,
    warnings: &[StoreWarning],
) {
    if let Some(next) = next_offset {
        lines.push(format!("… +{left} more; offset: {next}."));
    }
    if withheld > 0 {
        lines.push(format!("{withheld} withheld as unsafe."));
    }
    lines.extend(warning_lines(warnings));
}

/// What the stores had to say, a line each.
pub fn warning_lines(warnings: &[StoreWarning]) -> Vec<String> {
    let warnings = wire::warnings(warnings);
    warnings.iter().map(|one| format!("Warning: {} ({}).", one.message, one.code)).collect()
}

fn unreadable_lines(tiers: &[Unreadable]) -> Vec<String> {
    let line = |one: &Unreadable| {
        format!("Tier {} not read: {} ({}).", one.tier, one.because, one.because.code())
    };
    tiers.iter().map(line).collect()
}

fn because(unmoved: &Unmoved) -> String {
    let refusal = wire::unmoved(unmoved);
    format!("{} ({})", refusal.message, refusal.code)
}
