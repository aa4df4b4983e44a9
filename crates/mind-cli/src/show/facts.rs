//! Facts for people.

use mind_core::mind::{Body, Entry, Export, Hit, Other, Page, Reading};
use mind_core::text;

use super::table::Table;
use super::{Viewer, counted, note, plain, warnings};
use crate::fault::Fault;
use crate::streams::Streams;
use crate::wire::{EXCERPT, rule};

/// A page of a search or a listing: a line a fact, and under it, when asked for, what its score is the sum of.
pub(crate) fn page(
    page: &Page,
    explain: bool,
    at: Viewer<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut table = Table::new();
    page.hits.iter().for_each(|hit| table.row(line(&hit.entry, at)));
    for (line, hit) in table.lines().iter().zip(&page.hits) {
        writeln!(streams.output, "{line}")?;
        if explain && !hit.parts.is_empty() {
            parts(hit).write(streams.output)?;
        }
    }
    if page.hits.is_empty() {
        note("no facts match", streams)?;
    }
    for unreadable in &page.unreadable {
        let because = plain(&unreadable.because.to_string());
        writeln!(streams.errors, "warning: {because} ({})", unreadable.because.code())?;
    }
    remarks(page, streams)?;
    warnings(&page.warnings, streams)
}

fn remarks(page: &Page, streams: &mut Streams<'_>) -> Result<(), Fault> {
    if let Some(next) = page.next_offset {
        note(&format!("{} in all; `--offset {next}` shows more", page.total), streams)?;
    }
    if page.withheld > 0 {
        let facts = counted(page.withheld, "fact is", "facts are");
        note(&format!("{facts} withheld as unsafe"), streams)?;
    }
    Ok(())
}

fn line(entry: &Entry, at: Viewer<'_>) -> [String; 6] {
    [
        entry.id.to_string(),
        entry.kind.to_string(),
        entry.tier.to_string(),
        at.other_owner(entry.persona.as_ref()),
        at.age(entry.last_seen_at),
        excerpt(&entry.body),
    ]
}

/// One line of text and tags, or the rule that withholds them.
pub(super) fn excerpt(body: &Body) -> String {
    match body {
        Body::Open { text: whole, tags, .. } => {
            let line = text::collapse(whole);
            let clip = text::clip(&line, EXCERPT);
            let mut shown = plain(clip.kept);
            if clip.cut > 0 {
                shown.push('…');
            }
            for tag in tags {
                shown.push_str("  #");
                shown.push_str(&plain(tag));
            }
            shown
        }
        Body::Withheld { rejection, .. } => format!("[withheld: {}]", rule(*rejection)),
    }
}

fn parts(hit: &Hit) -> Table {
    let mut table = Table::indented();
    let score = |score: f64| format!("{score:>12.6}");
    for (channel, share) in &hit.parts {
        table.row([channel.as_str().to_owned(), score(*share)]);
    }
    table.row(["score".to_owned(), score(hit.score)]);
    table
}

/// One fact, whole: what is known about it, then its text.
pub(crate) fn reading(
    reading: &Reading,
    at: Viewer<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut table = Table::new();
    for row in about(&reading.entry, at).into_iter().chain(lineage(reading, at)) {
        table.row(row);
    }
    table.write(streams.output)?;
    writeln!(streams.output, "\n{}", whole(&reading.entry.body))?;
    warnings(&reading.warnings, streams)
}

/// The whole text, or the rule that withholds it.
pub(super) fn whole(body: &Body) -> String {
    match body {
        Body::Open { text, .. } => text.split('\n').map(plain).collect::<Vec<_>>().join("\n"),
        Body::Withheld { .. } => excerpt(body),
    }
}

fn about(entry: &Entry, at: Viewer<'_>) -> Vec<[String; 2]> {
    let mut rows = vec![
        pair("id", entry.id.to_string()),
        pair("kind", entry.kind.to_string()),
        pair("tier", entry.tier.to_string()),
    ];
    if let Some(persona) = &entry.persona {
        rows.push(pair("owner", plain(persona.as_str())));
    }
    if let Body::Open { tags, source, .. } = &entry.body {
        if !tags.is_empty() {
            rows.push(pair("tags", plain(&tags.join(", "))));
        }
        rows.extend(source.iter().map(|source| pair("source", plain(source))));
    }
    rows.push(pair("recorded", at.age(entry.recorded_at)));
    rows.push(pair("last seen", at.age(entry.last_seen_at)));
    rows.extend(entry.expires_at.map(|end| pair("expires", at.ahead(end))));
    rows
}

fn lineage(reading: &Reading, at: Viewer<'_>) -> Vec<[String; 2]> {
    let mut rows: Vec<[String; 2]> = Vec::new();
    let others = reading.entry.others.iter().map(|other| pair("also in", place(other)));
    rows.extend(others);
    if !reading.derived_from.is_empty() {
        let ids: Vec<String> = reading.derived_from.iter().map(ToString::to_string).collect();
        rows.push(pair("made from", ids.join(", ")));
    }
    rows.extend(reading.supersedes.iter().map(|id| pair("replaced", id.to_string())));
    if let Some(retired) = &reading.retired {
        rows.push(pair("retired", format!("{}, replaced by {}", at.age(retired.at), retired.by)));
    }
    let before = reading.predecessors.iter();
    rows.extend(
        before.map(|entry| pair("before", format!("{}  {}", entry.id, excerpt(&entry.body)))),
    );
    rows
}

fn place(other: &Other) -> String {
    match &other.persona {
        Some(persona) => format!("{} of {}", other.tier, plain(persona.as_str())),
        None => other.tier.to_string(),
    }
}

fn pair(name: &str, value: String) -> [String; 2] {
    [name.to_owned(), value]
}

/// Facts as a Markdown list under a heading for each tier.
pub(crate) fn markdown(export: &Export, streams: &mut Streams<'_>) -> Result<(), Fault> {
    let mut tier = None;
    for exported in &export.facts {
        if tier != Some(exported.tier) {
            let gap = if tier.is_some() { "\n" } else { "" };
            writeln!(streams.output, "{gap}## {}\n", exported.tier)?;
            tier = Some(exported.tier);
        }
        let fact = &exported.fact;
        // Lines after the first stay within their list item.
        let text = fact.text.as_str().replace("\r\n", "\n").replace('\n', "\n  ");
        writeln!(streams.output, "- **{}** {text}", fact.kind)?;
    }
    Ok(())
}
