//! The selectable rows of a store, page by page of one fingerprint (O-10 to O-16).

use std::fmt::Write as _;

use super::hints::{Pairs, pairs};
use super::target::{Standing, check_fingerprint, keys, newest_first, standing};
use crate::error::Error;
use crate::fact::Fact;
use crate::json;
use crate::port::{Fingerprint, Snapshot};
use crate::scope::{Scope, Tier};
use crate::time::Timestamp;

/// Entries a page has at most.
pub const PAGE_LIMIT: u64 = 100;
/// Entries a page has when nothing is asked for.
pub const PAGE_DEFAULT: u64 = 20;
/// Bytes the entries of a page may have as a compact JSON array.
pub const PAGE_BYTES: usize = 26_000;

/// Which page is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRequest<'a> {
    /// Selectable rows to pass over.
    pub offset: u64,
    /// Entries wanted, 1 to [`PAGE_LIMIT`].
    pub limit: u64,
    /// The fingerprint of the page before, in its written form.
    pub fingerprint: Option<&'a str>,
}

impl Default for PageRequest<'_> {
    fn default() -> Self {
        Self { offset: 0, limit: PAGE_DEFAULT, fingerprint: None }
    }
}

/// One page of selectable rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The bytes it is a page of.
    pub fingerprint: Fingerprint,
    /// How many rows are selectable.
    pub matched: u64,
    /// The offset of the next page; none at the end.
    pub next_offset: Option<u64>,
    /// The rows, newest `lastSeenAt` first.
    pub entries: Vec<Entry>,
    /// The rows that are only counted.
    pub omitted: Omitted,
    /// Which rows of the page are alike.
    pub pairs: Pairs,
    /// Whether the file is missing but has a backup, whose rows the next write brings back; the answer then carries the warning `store.recovered` (O-11).
    pub is_only_backed_up: bool,
}

/// A selectable row on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The row.
    pub fact: Fact,
    /// Whether the text is left out, because the entry alone is larger than a page.
    pub oversize: bool,
}

/// How many rows are not selectable, each counted once, under the first reason that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omitted {
    /// Rows that are not valid.
    pub invalid: u64,
    /// Rows that have expired.
    pub expired: u64,
    /// Rows of another persona, or of none.
    pub foreign: u64,
    /// Rows the scanner refuses.
    pub unsafe_rows: u64,
    /// Rows whose semantic key another row has too.
    pub shadowed: u64,
}

/// A page of a strict snapshot of one tier.
///
/// # Errors
/// `input.out_of_range` for an offset or a limit that cannot be, and `store.changed` when the fingerprint is another.
pub fn inspect(
    snapshot: &Snapshot<Fact>,
    tier: Tier,
    scope: &Scope,
    request: PageRequest<'_>,
    now: Timestamp,
) -> Result<Inspection, Error> {
    if !(1..=PAGE_LIMIT).contains(&request.limit) {
        let (field, actual) = ("limit", request.limit);
        return Err(Error::OutOfRange { field, min: 1, max: PAGE_LIMIT, actual });
    }
    check_fingerprint(request.fingerprint, snapshot)?;
    let (rows, omitted) = selectable(snapshot, tier, scope, now);
    let matched = rows.len() as u64;
    let skipped = usize::try_from(request.offset).unwrap_or(usize::MAX).min(rows.len());
    let entries = fitting(&rows[skipped..], request.limit as usize);
    let end = (skipped + entries.len()) as u64;
    let page: Vec<&Fact> = entries.iter().map(|entry| &entry.fact).collect();
    Ok(Inspection {
        fingerprint: snapshot.fingerprint,
        matched,
        next_offset: (end < matched).then_some(end),
        pairs: pairs(&page),
        entries,
        omitted,
        is_only_backed_up: snapshot.fingerprint == Fingerprint::Absent && snapshot.has_backup,
    })
}

/// The selectable rows in listing order, and the count of all others.
fn selectable<'a>(
    snapshot: &'a Snapshot<Fact>,
    tier: Tier,
    scope: &Scope,
    now: Timestamp,
) -> (Vec<&'a Fact>, Omitted) {
    let keys = keys(&snapshot.rows, tier);
    let mut omitted = Omitted { invalid: snapshot.invalid.len() as u64, ..Omitted::default() };
    let mut rows = Vec::new();
    for fact in &snapshot.rows {
        match standing(fact, &keys, (tier, scope, now)) {
            Standing::Selectable => rows.push(fact),
            Standing::Expired => omitted.expired += 1,
            Standing::Foreign => omitted.foreign += 1,
            Standing::Unsafe => omitted.unsafe_rows += 1,
            Standing::Shadowed => omitted.shadowed += 1,
        }
    }
    rows.sort_by_key(|fact| newest_first(fact));
    (rows, omitted)
}

/// As many entries as a page has room for, one at the least.
fn fitting(rows: &[&Fact], limit: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut bytes = "[]".len();
    for fact in rows.iter().copied().take(limit) {
        let mut entry = Entry { fact: fact.clone(), oversize: false };
        entry.oversize = "[]".len() + entry.json().len() > PAGE_BYTES;
        bytes += entry.json().len() + usize::from(!entries.is_empty());
        if !entries.is_empty() && bytes > PAGE_BYTES {
            break;
        }
        entries.push(entry);
    }
    entries
}

impl Entry {
    /// The entry as compact JSON, in the shape whose bytes are counted.
    pub fn json(&self) -> String {
        let Self { fact, oversize } = self;
        let mut out = format!("{{\"id\":\"{}\",\"kind\":\"{}\",\"text\":", fact.id, fact.kind);
        match oversize {
            true => out.push_str("null,\"oversize\":true"),
            false => json::push_string(&mut out, fact.text.as_str()),
        }
        out.push_str(",\"tags\":");
        json::push_strings(&mut out, fact.tags.iter());
        let expires = fact.expires_at.map(|at| ("expiresAt", at));
        let times = [("recordedAt", fact.recorded_at), ("lastSeenAt", fact.last_seen_at)];
        for (key, at) in times.into_iter().chain(expires) {
            write!(out, ",\"{key}\":\"{at}\"").expect("writing to a string succeeds");
        }
        if let Some(source) = &fact.source {
            out.push_str(",\"source\":");
            json::push_string(&mut out, source.as_str());
        }
        out.push('}');
        out
    }
}
