//! A record: one row as a reviewing model sees it, whole, on a line that nothing in it can end (O-84, O-85).

use std::fmt::Write as _;

use crate::fact::{Fact, FactId};
use crate::json::push_record_string;

/// Characters the compact JSON array of a window's records may have, as it is sent.
pub const CHARACTERS_LIMIT: usize = 24_000;

/// One row as compact JSON.
pub(super) fn record(fact: &Fact) -> String {
    let mut out = String::from("{\"id\":");
    push_record_string(&mut out, fact.id.as_str());
    write!(out, ",\"kind\":\"{}\",\"text\":", fact.kind).expect(INTO_STRING);
    push_record_string(&mut out, fact.text.as_str());
    out.push_str(",\"tags\":");
    push_strings(&mut out, fact.tags.iter());
    let expires = fact.expires_at.map(|at| ("expiresAt", at));
    let times = [("recordedAt", fact.recorded_at), ("lastSeenAt", fact.last_seen_at)];
    for (key, at) in times.into_iter().chain(expires) {
        write!(out, ",\"{key}\":\"{at}\"").expect(INTO_STRING);
    }
    if let Some(source) = &fact.source {
        out.push_str(",\"source\":");
        push_record_string(&mut out, source.as_str());
    }
    if !fact.derived_from.is_empty() {
        out.push_str(",\"derivedFrom\":");
        push_strings(&mut out, fact.derived_from.iter().map(FactId::as_str));
    }
    out.push('}');
    out
}

/// Records as one JSON array on one line.
pub(super) fn array(records: &[String]) -> String {
    format!("[{}]", records.join(","))
}

const INTO_STRING: &str = "writing to a string succeeds";

fn push_strings<'a>(out: &mut String, texts: impl Iterator<Item = &'a str>) {
    out.push('[');
    for (at, text) in texts.enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_record_string(out, text);
    }
    out.push(']');
}
