//! One fact a line, as `mind remember --batch` takes them and `mind export` writes them.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use mind_core::error::Error;
use mind_core::mind::Draft;
use mind_core::time::{HOUR_MS, Timestamp};
use serde_json::Value;

use super::members::Members;
use crate::batch::Piece;
use crate::command::hours;
use crate::fault::{Fault, Whole};
use crate::input::{Line, Lines};

/// Bytes of one line; the longest valid fact, fully escaped, needs about 400 KiB.
const LINE_LIMIT: u64 = 1 << 19;

const FIELDS: &[&str] = &[
    "text",
    "kind",
    "tags",
    "tier",
    "ttl",
    "source",
    "derivedFrom",
    "supersedes",
    "recordedAt",
    "expiresAt",
    "persona",
];
/// Members of exported lines that are made anew here, or say what cannot be brought in.
const PASSED_OVER: &[&str] = &["id", "lastSeenAt", "replaced"];

/// That an input, of which this is the beginning, has one object a line; a line that is none costs itself alone, a file of another shape all of it.
pub(crate) fn check_shape(beginning: &[u8]) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(beginning);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.lines().next().unwrap_or_default().trim_end();
    let array = first == "[" || first.starts_with("[{");
    match () {
        () if array => Err(Fault::NotLines(Whole::Array)),
        () if first.starts_with('{') && is_store(text) => Err(Fault::NotLines(Whole::Store)),
        () if first == "{" => Err(Fault::NotLines(Whole::Object)),
        () => Ok(()),
    }
}

/// Whether it begins like a store file: its own members before those of any fact.
fn is_store(text: &str) -> bool {
    let entries = text.find("\"entries\"");
    let version = text.find("\"version\"");
    let fact = text.find("\"text\"").unwrap_or(usize::MAX);
    matches!((entries, version), (Some(entries), Some(version)) if entries.max(version) < fact)
}

/// The facts of an input, in order. `template` says what a line leaves out.
pub(crate) fn pieces<R: BufRead>(
    source: R,
    path: &Path,
    template: Draft,
    now: Timestamp,
) -> impl Iterator<Item = Result<Piece, Fault>> + use<R> {
    let mut lines = Lines::new(source, LINE_LIMIT);
    let path = PathBuf::from(path);
    std::iter::from_fn(move || match lines.advance() {
        Ok(None) => None,
        Err(error) => Some(Err(Fault::of_file(&path, &error))),
        Ok(Some((_, Line::Text(text)))) if text.trim().is_empty() => Some(Ok(Piece::PassedOver)),
        Ok(Some((line, text))) => Some(Ok(match draft(text, &template, now) {
            Ok((draft, owner)) => Piece::Fact { line, draft, owner },
            Err(fault) => Piece::Refused { line, fault },
        })),
    })
}

fn draft(line: Line, template: &Draft, now: Timestamp) -> Result<(Draft, Option<String>), Fault> {
    let line = line.text(LINE_LIMIT)?;
    let members = Members::read(&line)?;
    members.check(FIELDS, PASSED_OVER)?;
    let draft = template.clone();
    let mut draft = Draft {
        text: members
            .text("text")?
            .ok_or(Fault::FieldType { field: "text", expected: "a text" })?,
        kind: members.text("kind")?.or(draft.kind),
        tags: members.texts("tags")?.unwrap_or(draft.tags),
        tier: members.text("tier")?.or(draft.tier),
        ttl_hours: ttl(&members)?.or(draft.ttl_hours),
        source: members.text("source")?.or(draft.source),
        derived_from: members.texts("derivedFrom")?.unwrap_or(draft.derived_from),
        supersedes: members.text("supersedes")?.or(draft.supersedes),
        recorded_at: time(&members, "recordedAt")?,
    };
    if let Some(end) = time(&members, "expiresAt")? {
        let left = end.millis() - now.millis();
        if left <= 0 {
            return Err(Fault::LineExpired);
        }
        if draft.tier.as_deref() == Some("project") && draft.ttl_hours.is_none() {
            draft.ttl_hours = Some(left as f64 / HOUR_MS as f64);
        }
    }
    Ok((draft, members.text("persona")?))
}

/// Hours as a number, or a span as `--ttl` takes it.
fn ttl(members: &Members) -> Result<Option<f64>, Fault> {
    match members.value("ttl") {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(number.as_f64()),
        Some(Value::String(span)) => Ok(Some(hours(span))),
        Some(_) => Err(Fault::FieldType { field: "ttl", expected: "a number of hours" }),
    }
}

fn time(members: &Members, field: &'static str) -> Result<Option<Timestamp>, Fault> {
    let Some(text) = members.text(field)? else { return Ok(None) };
    let time = Timestamp::parse(&text).map_err(|_| Error::DateInvalid { field })?;
    Ok(Some(time))
}
