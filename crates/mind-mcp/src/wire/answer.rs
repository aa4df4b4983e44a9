//! What reads show.

use mind_core::error::Error;
use mind_core::mind::{
    BacklogEntry, BacklogPage, Body, Entry, Exported, Hit, Other, Page, Reading, TierStatus,
    Unreadable,
};
use mind_core::scan::{Field, Rejection, label};
use mind_core::scope::Segment;
use mind_core::text;
use mind_core::time::Timestamp;
use mind_protocol as wire;

use super::{warnings, word};

/// Characters of a text that a page shows; `read` shows the whole (facts.md F-48).
pub const EXCERPT: usize = 240;

/// How much of a text is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Excerpt,
    Whole,
}

/// Whether the terms of the scores are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// They are.
    Shown,
    /// They are not.
    Left,
}

/// A page of a search or a listing.
pub fn page(page: &Page, parts: Parts) -> wire::FactPage {
    wire::FactPage {
        tokens: page.tokens.clone(),
        total: page.total,
        hits: page.hits.iter().map(|hit| shown_hit(hit, parts)).collect(),
        next_offset: page.next_offset,
        withheld: page.withheld,
        expired: page.expired,
        invalid: page.invalid,
        unreadable: unreadable(&page.unreadable),
        warnings: warnings(&page.warnings),
    }
}

fn shown_hit(hit: &Hit, parts: Parts) -> wire::Hit {
    let part = |(channel, score): &(mind_core::recall::Channel, f64)| wire::Part {
        channel: channel.as_str().to_owned(),
        score: *score,
    };
    wire::Hit {
        fact: fact(&hit.entry, Length::Excerpt),
        score: hit.score,
        parts: (parts == Parts::Shown).then(|| hit.parts.iter().map(part).collect()),
    }
}

/// One fact, whole.
pub fn reading(reading: &Reading) -> wire::FactReading {
    wire::FactReading {
        fact: fact(&reading.entry, Length::Whole),
        derived_from: reading.derived_from.iter().map(ToString::to_string).collect(),
        supersedes: reading.supersedes.as_ref().map(ToString::to_string),
        predecessors: reading.predecessors.iter().map(|one| fact(one, Length::Excerpt)).collect(),
        retired: reading.retired.as_ref().map(|retired| wire::Retirement {
            at: retired.at.to_string(),
            by: retired.by.to_string(),
        }),
        unreadable: unreadable(&reading.unreadable),
        warnings: warnings(&reading.warnings),
    }
}

/// A fact on its way out.
pub fn exported(exported: &Exported) -> wire::ExportedFact {
    let fact = &exported.fact;
    wire::ExportedFact {
        id: fact.id.to_string(),
        tier: word::tier(exported.tier),
        kind: word::kind(fact.kind),
        text: fact.text.as_str().to_owned(),
        tags: fact.tags.iter().map(str::to_owned).collect(),
        persona: fact.owner(exported.tier).map(ToString::to_string),
        source: fact.source.as_ref().map(|source| source.as_str().to_owned()),
        derived_from: fact.derived_from.iter().map(ToString::to_string).collect(),
        replaced: fact.supersedes.as_ref().map(ToString::to_string),
        recorded_at: fact.recorded_at.to_string(),
        last_seen_at: fact.last_seen_at.to_string(),
        expires_at: fact.expires_at.map(stamp),
    }
}

/// One backlog item, whole.
pub fn backlog_item(entry: &BacklogEntry) -> wire::BacklogItem {
    item(entry, Length::Whole)
}

/// A page of the backlog.
pub fn backlog_page(page: &BacklogPage) -> wire::BacklogPage {
    wire::BacklogPage {
        total: page.total,
        items: page.items.iter().map(|one| item(one, Length::Excerpt)).collect(),
        next_offset: page.next_offset,
        withheld: page.withheld,
        expired: page.expired,
        invalid: page.invalid,
        warnings: warnings(&page.warnings),
    }
}

/// How much one tier holds.
pub fn tier_status(status: &TierStatus) -> wire::TierStatus {
    wire::TierStatus {
        tier: word::tier(status.tier),
        facts: status.live,
        withheld: status.withheld,
        expiring_soon: status.expiring_soon,
        expired: status.expired,
        invalid: status.invalid,
        bytes: status.bytes,
    }
}

fn fact(entry: &Entry, length: Length) -> wire::Fact {
    let mut fact = wire::Fact {
        id: entry.id.to_string(),
        tier: word::tier(entry.tier),
        kind: word::kind(entry.kind),
        text: None,
        clipped: false,
        tags: None,
        withheld: None,
        persona: entry.persona.as_ref().map(segment),
        source: None,
        recorded_at: stamp(entry.recorded_at),
        last_seen_at: stamp(entry.last_seen_at),
        expires_at: entry.expires_at.map(stamp),
        others: entry.others.iter().map(place).collect(),
    };
    match &entry.body {
        Body::Open { text, tags, source, .. } => {
            (fact.text, fact.clipped) = shown_text(text, length);
            (fact.tags, fact.source) = (Some(tags.clone()), source.clone());
        }
        Body::Withheld { field, rejection } => fact.withheld = Some(withheld(*field, *rejection)),
    }
    fact
}

fn item(entry: &BacklogEntry, length: Length) -> wire::BacklogItem {
    let mut item = wire::BacklogItem {
        id: entry.id.to_string(),
        state: word::state(entry.state),
        text: None,
        clipped: false,
        tags: None,
        note: None,
        withheld: None,
        persona: entry.persona.as_ref().map(segment),
        created_at: stamp(entry.created_at),
        due_at: entry.due_at.map(stamp),
        expires_at: stamp(entry.expires_at),
    };
    match &entry.body {
        Body::Open { text, tags, note, .. } => {
            (item.text, item.clipped) = shown_text(text, length);
            (item.tags, item.note) = (Some(tags.clone()), note.clone());
        }
        Body::Withheld { field, rejection } => item.withheld = Some(withheld(*field, *rejection)),
    }
    item
}

fn shown_text(text: &str, length: Length) -> (Option<String>, bool) {
    let limit = if length == Length::Whole { usize::MAX } else { EXCERPT };
    let clip = text::clip(text, limit);
    match clip.cut {
        0 => (Some(text.to_owned()), false),
        _ => (Some(format!("{}…", clip.kept)), true),
    }
}

/// The rule that withholds a row; a row too large to be scanned is withheld for that.
pub fn rule(rejection: Rejection) -> &'static str {
    match rejection {
        Rejection::Found(rule) => rule.id(),
        Rejection::TooLarge => "scan.too_large",
    }
}

fn withheld(field: Field, rejection: Rejection) -> wire::Withheld {
    wire::Withheld { rule: rule(rejection).to_owned(), field: field.as_str().to_owned() }
}

fn place(other: &Other) -> wire::Place {
    wire::Place { tier: word::tier(other.tier), persona: other.persona.as_ref().map(segment) }
}

/// Tiers that could not be read.
pub fn unreadable(tiers: &[Unreadable]) -> Vec<wire::Unreadable> {
    let shown = |one: &Unreadable| wire::Unreadable {
        tier: word::tier(one.tier),
        code: one.because.code().to_owned(),
        message: Error::to_string(&one.because),
    };
    tiers.iter().map(shown).collect()
}

/// A persona as it may be shown.
fn segment(segment: &Segment) -> String {
    label(segment.as_str()).to_owned()
}

fn stamp(at: Timestamp) -> String {
    at.to_string()
}
