//! A whole row as compact JSON, in the order of the file.

use std::fmt::Write as _;

use crate::fact::{Fact, FactId};
use crate::json;
use crate::scope::{Segment, Tier};

/// The row with every member it has, those that are not known here included.
pub(crate) fn json(fact: &Fact, tier: Tier) -> String {
    let mut out = format!("{{\"id\":\"{}\",\"kind\":\"{}\",\"text\":", fact.id, fact.kind);
    json::push_string(&mut out, fact.text.as_str());
    out.push_str(",\"tags\":");
    json::push_strings(&mut out, fact.tags.iter());
    let times = [("recordedAt", fact.recorded_at), ("lastSeenAt", fact.last_seen_at)];
    let expires = fact.expires_at.map(|at| ("expiresAt", at));
    for (key, at) in times.into_iter().chain(expires) {
        write!(out, ",\"{key}\":\"{at}\"").expect("writing to a string succeeds");
    }
    let words = [
        ("supersedes", fact.supersedes.as_ref().map(FactId::as_str)),
        ("persona", fact.owner(tier).map(Segment::as_str)),
        ("source", fact.source.as_ref().map(crate::fact::Source::as_str)),
    ];
    for (key, word) in words {
        if let Some(word) = word {
            write!(out, ",\"{key}\":").expect("writing to a string succeeds");
            json::push_string(&mut out, word);
        }
    }
    if !fact.derived_from.is_empty() {
        out.push_str(",\"derivedFrom\":");
        json::push_strings(&mut out, fact.derived_from.iter().map(FactId::as_str));
    }
    for (key, value) in fact.extra.iter() {
        out.push(',');
        json::push_string(&mut out, key);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    out
}
