//! What people see: lines, columns and ages. Programs ask for `--json`.

mod age;
mod backlog;
mod context;
mod facts;
mod receipt;
mod report;
mod setup;
mod table;

use mind_core::error::{Candidate, Detail, StoreWarning};
use mind_core::scope::Segment;
use mind_core::time::Timestamp;
use serde::Serialize;

pub(crate) use backlog::{backlog_added, backlog_item, backlog_moved, backlog_page};
pub(crate) use context::{blocks, manifest};
pub(crate) use facts::{markdown, page, reading};
pub(crate) use receipt::{forgotten, promoted, remembered};
pub(crate) use report::{doctor, status};
pub(crate) use setup::{applied, changes, question, restart};

use crate::config::Config;
use crate::fault::Fault;
use crate::streams::Streams;
use crate::wire;
use table::Table;

/// Who looks at an answer, when, and how exactly.
#[derive(Clone, Copy)]
pub(crate) struct Viewer<'a> {
    /// The time ages are seen from.
    pub(crate) now: Timestamp,
    /// Whether the exact time stands beside an age.
    pub(crate) exact: bool,
    /// The acting persona, whose own rows need no name beside them.
    pub(crate) acting: &'a Segment,
}

impl Viewer<'_> {
    /// The owner of a row, unless it is the viewer.
    fn other_owner(self, persona: Option<&Segment>) -> String {
        let other = persona.filter(|persona| *persona != self.acting);
        other.map(|persona| plain(persona.as_str())).unwrap_or_default()
    }
}

/// One JSON document on one line.
pub(crate) fn json(document: &impl Serialize, streams: &mut Streams<'_>) -> Result<(), Fault> {
    serde_json::to_writer(&mut *streams.output, document).map_err(std::io::Error::from)?;
    Ok(writeln!(streams.output)?)
}

/// A refusal: what, its details, and what to do, on standard error.
pub(crate) fn refusal(fault: &Fault, streams: &mut Streams<'_>) -> Result<(), Fault> {
    // What was answered before stays before; that it could not be written is a fault of its own, and hides no other.
    let _ = streams.output.flush();
    writeln!(streams.errors, "error: {} ({})", plain(&fault.message()), fault.code())?;
    let mut table = Table::indented();
    for (name, value) in fault.detail() {
        match value {
            // The candidates are all there are.
            Detail::Number(0) if name == "further" => {}
            Detail::Number(number) => table.row([name.to_owned(), number.to_string()]),
            Detail::Text(text) => table.row([name.to_owned(), plain(&text)]),
            Detail::Candidates(rows) => rows.iter().for_each(|row| table.row(candidate(row))),
        }
    }
    table.write(streams.errors)?;
    if let Some(next) = fault.next() {
        writeln!(streams.errors, "\nhint: {}", pointed(next))?;
    }
    Ok(())
}

/// A remedy for a person, to whom the details are shown above it.
pub(crate) fn pointed(next: &str) -> String {
    next.replace(" in `detail`", " above")
}

fn candidate(candidate: &Candidate) -> [String; 3] {
    let kind = candidate.kind.map_or("", |kind| kind.as_str());
    let persona = candidate.persona.as_ref().map(ToString::to_string).unwrap_or_default();
    [plain(&candidate.reference), kind.to_owned(), plain(&persona)]
}

/// Warnings of the stores, each once, on standard error.
pub(crate) fn warnings(warnings: &[StoreWarning], streams: &mut Streams<'_>) -> Result<(), Fault> {
    for warning in wire::warnings(warnings) {
        writeln!(streams.errors, "warning: {} ({})", plain(&warning.message), warning.code)?;
    }
    Ok(())
}

/// Settings nobody knows, on standard error.
pub(crate) fn unknown_settings(config: &Config, streams: &mut Streams<'_>) -> Result<(), Fault> {
    for unknown in &config.unknown {
        write!(streams.errors, "warning: unknown setting `{}`", plain(&unknown.key))?;
        match unknown.nearest {
            Some(nearest) => writeln!(streams.errors, "; did you mean `{nearest}`?")?,
            None => writeln!(streams.errors)?,
        }
    }
    Ok(())
}

/// A note to the person, beside the answer.
pub(crate) fn note(text: &str, streams: &mut Streams<'_>) -> Result<(), Fault> {
    Ok(writeln!(streams.errors, "note: {text}")?)
}

/// A name, a path or a text with everything visible that a terminal would act on.
pub(crate) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_acted_on(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Control characters, and those that turn the direction of what follows.
fn is_acted_on(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A count with its noun.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
