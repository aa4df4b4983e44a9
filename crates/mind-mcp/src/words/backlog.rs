//! Deferred work in words.

use mind_core::mind::{BacklogAdded, BacklogEntry, BacklogMoved, BacklogPage, Body, Outcome};
use mind_core::scan::label;

use super::{excerpt, quoted, remarks, warning_lines, withheld};
use crate::wire;

/// What `backlog_add` did.
pub fn added(receipt: &BacklogAdded) -> String {
    let id = &receipt.id;
    let first = match receipt.outcome {
        Outcome::Refreshed => format!("Already queued: {id}; lifetime renewed."),
        Outcome::Stored | Outcome::PromotedExisting => format!("Queued {id}."),
    };
    [vec![first], warning_lines(&receipt.warnings)].concat().join("\n")
}

/// What `backlog_update` did.
pub fn moved(receipt: &BacklogMoved) -> String {
    let BacklogMoved { id, state, unchanged, .. } = receipt;
    let first = match unchanged {
        false => format!("{id} → {state}."),
        true => format!("{id} is {state} already."),
    };
    [vec![first], warning_lines(&receipt.warnings)].concat().join("\n")
}

/// The first items of a page: a line an item, and how to go on.
pub fn page(page: &BacklogPage, shown: usize, next_offset: Option<usize>) -> String {
    let mut lines = vec![format!("{shown} of {} item(s):", page.total)];
    lines.extend(page.items.iter().take(shown).map(line));
    let left = next_offset.map_or(0, |next| page.total.saturating_sub(next));
    remarks(&mut lines, left, next_offset, page.withheld, &page.warnings);
    lines.join("\n")
}

/// One item, or a piece of its text, and what is known about it.
pub fn item(entry: &BacklogEntry, piece: &str, next_byte: Option<usize>) -> String {
    let mut lines = vec![match &entry.body {
        Body::Open { .. } => quoted(piece),
        Body::Withheld { rejection, .. } => withheld(wire::rule(*rejection)),
    }];
    lines.extend(next_byte.map(|next| format!("nextByte: {next}")));
    let owner = entry
        .persona
        .as_ref()
        .map(|persona| format!(":{}", label(persona.as_str())))
        .unwrap_or_default();
    lines.push(format!("id {}, {}, backlog{owner}", entry.id, entry.state));
    if let Body::Open { note: Some(note), .. } = &entry.body {
        lines.push(format!("note {}", quoted(note)));
    }
    let due = entry.due_at.map(|due| format!(", due {due}")).unwrap_or_default();
    lines.push(format!("added {}{due}, expires {}", entry.created_at, entry.expires_at));
    lines.join("\n")
}

fn line(entry: &BacklogEntry) -> String {
    let id = entry.id.as_str();
    let due = entry.due_at.map(|due| format!(" · due {due}")).unwrap_or_default();
    let note = match &entry.body {
        Body::Open { note: Some(note), .. } => format!(" · note: {}", quoted(note)),
        _ => String::new(),
    };
    format!("- [{id}] ({}) {}{due}{note}", entry.state, excerpt(id, &entry.body))
}
