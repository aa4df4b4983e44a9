//! Deferred work for people.

use mind_core::mind::{BacklogAdded, BacklogEntry, BacklogMoved, BacklogPage, Body};

use super::facts::{excerpt, whole};
use super::table::Table;
use super::{Viewer, counted, note, plain, warnings};
use crate::fault::Fault;
use crate::streams::Streams;

/// One line: id, outcome, due and end.
pub(crate) fn backlog_added(
    receipt: &BacklogAdded,
    at: Viewer<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut words = vec![receipt.outcome.as_str().to_owned()];
    words.extend(receipt.due_at.map(|due| format!("due {}", at.ahead(due))));
    words.push(format!("expires {}", at.ahead(receipt.expires_at)));
    writeln!(streams.output, "{}  open  {}", receipt.id, words.join("; "))?;
    warnings(&receipt.warnings, streams)
}

/// One line: id and state.
pub(crate) fn backlog_moved(
    receipt: &BacklogMoved,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let before = if receipt.unchanged { "  as before" } else { "" };
    writeln!(streams.output, "{}  {}{before}", receipt.id, receipt.state)?;
    warnings(&receipt.warnings, streams)
}

/// A line an item.
pub(crate) fn backlog_page(
    page: &BacklogPage,
    at: Viewer<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut table = Table::new();
    page.items.iter().for_each(|item| table.row(line(item, at)));
    table.write(streams.output)?;
    if page.items.is_empty() {
        note("nothing here", streams)?;
    }
    if let Some(next) = page.next_offset {
        note(&format!("{} in all; `--offset {next}` shows more", page.total), streams)?;
    }
    if page.withheld > 0 {
        let items = counted(page.withheld, "item is", "items are");
        note(&format!("{items} withheld as unsafe"), streams)?;
    }
    warnings(&page.warnings, streams)
}

/// One item, whole: what is known about it, then its text.
pub(crate) fn backlog_item(
    item: &BacklogEntry,
    at: Viewer<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut table = Table::new();
    table.row(["id".to_owned(), item.id.to_string()]);
    table.row(["state".to_owned(), item.state.to_string()]);
    if let Some(persona) = &item.persona {
        table.row(["owner".to_owned(), plain(persona.as_str())]);
    }
    if let Body::Open { tags, note, .. } = &item.body {
        if !tags.is_empty() {
            table.row(["tags".to_owned(), plain(&tags.join(", "))]);
        }
        if let Some(note) = note {
            table.row(["note".to_owned(), plain(note)]);
        }
    }
    table.row(["added".to_owned(), at.age(item.created_at)]);
    if let Some(due) = item.due_at {
        table.row(["due".to_owned(), at.ahead(due)]);
    }
    table.row(["expires".to_owned(), at.ahead(item.expires_at)]);
    table.write(streams.output)?;
    Ok(writeln!(streams.output, "\n{}", whole(&item.body))?)
}

fn line(item: &BacklogEntry, at: Viewer<'_>) -> [String; 5] {
    let due = item.due_at.map(|due| {
        if due <= at.now { "overdue".to_owned() } else { format!("due {}", at.ahead(due)) }
    });
    let mut text = excerpt(&item.body);
    if let Body::Open { note: Some(word), .. } = &item.body {
        text.push_str("  — ");
        text.push_str(&plain(&mind_core::text::collapse(word)));
    }
    [
        item.id.to_string(),
        item.state.to_string(),
        at.other_owner(item.persona.as_ref()),
        due.unwrap_or_default(),
        text,
    ]
}
