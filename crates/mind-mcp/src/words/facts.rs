//! Facts in words.

use mind_core::mind::{Body, Entry, Page, Reading};
use mind_core::scan::label;

use super::{excerpt, quoted, remarks, unreadable_lines, warning_lines, withheld};
use crate::wire;

/// Characters of a list that a reading spells out; the structured answer has all of it.
const LIST: usize = 600;

/// The first hits of a page: a line a fact, and how to go on.
pub fn page(page: &Page, listing: bool, shown: usize, next_offset: Option<usize>) -> String {
    if page.hits.is_empty() && page.total == 0 && page.unreadable.is_empty() {
        let nothing = if listing { "Nothing is remembered here yet." } else { "No match." };
        let mut lines = vec![nothing.to_owned()];
        remarks(&mut lines, 0, None, page.withheld, &page.warnings);
        return lines.join("\n");
    }
    let mut lines = vec![format!("{shown} recalled of {}:", page.total)];
    lines.extend(page.hits.iter().take(shown).map(|hit| line(&hit.entry)));
    let left = next_offset.map_or(0, |next| page.total.saturating_sub(next));
    lines.extend(unreadable_lines(&page.unreadable));
    remarks(&mut lines, left, next_offset, page.withheld, &page.warnings);
    lines.join("\n")
}

fn line(entry: &Entry) -> String {
    let id = entry.id.as_str();
    format!("- [{id}] ({}, {}) {}", entry.kind, entry.tier, excerpt(id, &entry.body))
}

/// One fact, or a piece of its text, and what is known about it.
pub fn reading(reading: &Reading, piece: &str, next_byte: Option<usize>) -> String {
    let entry = &reading.entry;
    let mut lines = vec![match &entry.body {
        Body::Open { .. } => quoted(piece),
        Body::Withheld { rejection, .. } => withheld(wire::rule(*rejection)),
    }];
    lines.extend(next_byte.map(|next| format!("nextByte: {next}")));
    lines.push(format!("id {}, {}, {}", entry.id, entry.kind, places(entry)));
    if let Body::Open { tags, source, .. } = &entry.body {
        lines.extend(list("tags", tags.iter().map(|tag| quoted(tag))));
        lines.extend(source.as_ref().map(|source| format!("source {}", quoted(source))));
    }
    lines.push(times(entry));
    lineage(reading, &mut lines);
    lines.extend(unreadable_lines(&reading.unreadable));
    lines.extend(warning_lines(&reading.warnings));
    lines.join("\n")
}

fn places(entry: &Entry) -> String {
    let place = |tier: mind_core::scope::Tier, persona: Option<&mind_core::scope::Segment>| {
        persona.map_or_else(
            || tier.to_string(),
            |persona| format!("{tier}:{}", label(persona.as_str())),
        )
    };
    let others = entry.others.iter().map(|other| place(other.tier, other.persona.as_ref()));
    let first = place(entry.tier, entry.persona.as_ref());
    clipped(std::iter::once(first).chain(others))
}

fn times(entry: &Entry) -> String {
    let expires = entry.expires_at.map(|at| format!(", expires {at}")).unwrap_or_default();
    format!("recorded {}, last seen {}{expires}", entry.recorded_at, entry.last_seen_at)
}

fn lineage(reading: &Reading, lines: &mut Vec<String>) {
    if let Some(retired) = &reading.retired {
        lines.push(format!("retired {}, replaced by {}", retired.at, retired.by));
    }
    lines.extend(list("derived from", reading.derived_from.iter().map(ToString::to_string)));
    lines.extend(reading.supersedes.as_ref().map(|id| format!("supersedes {id}")));
    let predecessors = reading.predecessors.iter().map(|entry| entry.id.to_string());
    lines.extend(list("retired predecessors", predecessors));
}

fn list(name: &str, items: impl ExactSizeIterator<Item = String>) -> Option<String> {
    (items.len() > 0).then(|| format!("{name} {}", clipped(items)))
}

/// Items joined by commas, as many as fit and at least one, and how many do not.
fn clipped(items: impl Iterator<Item = String>) -> String {
    let (mut shown, mut length, mut left) = (Vec::new(), 0, 0_usize);
    for item in items {
        length += item.len();
        if shown.is_empty() || (left == 0 && length <= LIST) {
            shown.push(item);
        } else {
            left += 1;
        }
    }
    if left > 0 {
        shown.push(format!("… +{left} more"));
    }
    shown.join(", ")
}
