//! Rows between their written form and the nouns of the core, both ways.

use mind_core::backlog::{BacklogItem, BacklogNote, BacklogText};
use mind_core::fact::{
    DERIVED_LIMIT, Extra, Fact, FactId, FactText, Kind, RetiredFact, Source, Tags,
};
use mind_core::scope::{Segment, Tier};
use mind_core::time::Timestamp;

use super::date;
use super::members::{BacklogMembers, BacklogSeed, FactMembers, FactSeed};
use super::print::Printer;
use super::text::Text;
use super::walk::{Found, first};

/// Which rows a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Facts of a tier.
    Facts(Tier),
    /// Retired facts of a tier.
    Retired(Tier),
    /// Backlog items.
    Backlog,
    /// Stamps of what has been imported.
    Manifest,
    /// Receipts of the consolidation of a tier.
    History(Tier),
}

impl Shape {
    pub(super) const fn tier(self) -> Tier {
        match self {
            Self::Facts(tier) | Self::Retired(tier) | Self::History(tier) => tier,
            Self::Backlog | Self::Manifest => Tier::Project,
        }
    }
}

/// A row of some kind.
pub(crate) trait Row: Clone + PartialEq + std::fmt::Debug + Send + Sync {
    /// Reads a row at the beginning of a text.
    fn read(text: &str, shape: Shape) -> Found<Self>;

    /// Writes the row as an object.
    fn write(&self, shape: Shape, to: &mut Printer);
}

impl Row for Fact {
    fn read(text: &str, shape: Shape) -> Found<Self> {
        let seed = FactSeed { owned: shape.tier().is_owned(), retired: false };
        Found::of(first(text, seed), |members| fact(members, shape.tier()))
    }

    fn write(&self, shape: Shape, to: &mut Printer) {
        to.open(b'{');
        write_fact(self, shape.tier(), to);
        to.close(b'}');
    }
}

impl Row for RetiredFact {
    fn read(text: &str, shape: Shape) -> Found<Self> {
        let seed = FactSeed { owned: shape.tier().is_owned(), retired: true };
        Found::of(first(text, seed), |members| {
            let retired_at = time(members.retired_at.as_ref()?)?;
            let retired_by = id(members.retired_by.as_ref()?)?;
            Some(Self { fact: fact(members, shape.tier())?, retired_at, retired_by })
        })
    }

    fn write(&self, shape: Shape, to: &mut Printer) {
        to.open(b'{');
        write_fact(&self.fact, shape.tier(), to);
        to.member("retiredAt", &self.retired_at.to_string());
        to.member("retiredBy", self.retired_by.as_str());
        to.close(b'}');
    }
}

impl Row for BacklogItem {
    fn read(text: &str, _: Shape) -> Found<Self> {
        Found::of(first(text, BacklogSeed), item)
    }

    fn write(&self, _: Shape, to: &mut Printer) {
        to.open(b'{');
        to.member("id", self.id.as_str());
        to.member("text", self.text.as_str());
        to.member("state", self.state.as_str());
        to.member_list("tags", self.tags.iter());
        to.member("createdAt", &self.created_at.to_string());
        let persona = self.persona.as_ref().map(Segment::as_str);
        persona.inspect(|text| to.member("persona", text));
        let due = self.due_at.map(|at| at.millis().to_string());
        due.inspect(|number| to.member_raw("dueAtEpochMs", number));
        self.expires_at.inspect(|at| to.member("expiresAt", &at.to_string()));
        self.note.as_ref().inspect(|note| to.member("note", note.as_str()));
        write_extra(&self.extra, &BACKLOG_KEYS, to);
        to.close(b'}');
    }
}

/// The members of a row as a fact of a tier, if they make one.
pub(super) fn fact(members: FactMembers<'_>, tier: Tier) -> Option<Fact> {
    let fact = Fact {
        id: id(members.id.as_ref()?)?,
        kind: members.kind?.0.parse::<Kind>().ok()?,
        text: FactText::stored(&members.text?.0).ok()?,
        tags: Tags::stored(members.tags?)?,
        recorded_at: time(members.recorded_at.as_ref()?)?,
        last_seen_at: time(members.last_seen_at.as_ref()?)?,
        expires_at: optional(members.expires_at.as_ref(), time)?,
        persona: optional(members.persona.as_ref(), segment)?,
        supersedes: optional(members.supersedes.as_ref(), id)?,
        source: optional(members.source.as_ref(), |text| Source::stored(&text.0))?,
        derived_from: members.derived_from.as_deref().map_or(Some(Vec::new()), derived)?,
        extra: Extra::new(members.extra),
    };
    fact.is_valid_in(tier).then_some(fact)
}

fn item(members: BacklogMembers<'_>) -> Option<BacklogItem> {
    Some(BacklogItem {
        id: id(members.id.as_ref()?)?,
        text: BacklogText::stored(&members.text?.0).ok()?,
        state: members.state?.0.parse().ok()?,
        tags: Tags::stored(members.tags?)?,
        created_at: time(members.created_at.as_ref()?)?,
        persona: optional(members.persona.as_ref(), segment)?,
        due_at: members.due_at.map(due),
        expires_at: optional(members.expires_at.as_ref(), time)?,
        note: optional(members.note.as_ref(), |text| BacklogNote::stored(&text.0))?,
        extra: Extra::new(members.extra),
    })
}

/// The outer `None` is a bad value, the inner one an absent member.
#[expect(
    clippy::option_option,
    reason = "bad, absent and present are three cases, and `?` takes the first"
)]
pub(super) fn optional<'a, 'b, T>(
    member: Option<&'a Text<'b>>,
    read: impl FnOnce(&'a Text<'b>) -> Option<T>,
) -> Option<Option<T>> {
    member.map_or(Some(None), |text| read(text).map(Some))
}

pub(super) fn id(text: &Text<'_>) -> Option<FactId> {
    FactId::parse(&text.0).ok()
}

pub(super) fn time(text: &Text<'_>) -> Option<Timestamp> {
    date::parse(&text.0)
}

pub(super) fn segment(text: &Text<'_>) -> Option<Segment> {
    Segment::stored(&text.0)
}

/// 1–64 ids without duplicates.
fn derived(texts: &[Text<'_>]) -> Option<Vec<FactId>> {
    let ids: Vec<FactId> = texts.iter().map(id).collect::<Option<_>>()?;
    let fits = (1..=DERIVED_LIMIT).contains(&ids.len());
    let distinct = ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id));
    (fits && distinct).then_some(ids)
}

/// Any finite number is a due time; the nearest one there is, where it is out of reach.
fn due(millis: f64) -> Timestamp {
    let nearest = if millis < 0.0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millis(millis as i64).unwrap_or(nearest)
}

const FACT_KEYS: [&str; 10] = [
    "id",
    "kind",
    "text",
    "tags",
    "recordedAt",
    "lastSeenAt",
    "expiresAt",
    "supersedes",
    "source",
    "derivedFrom",
];
const OWNED_KEYS: [&str; 11] = [
    "id",
    "kind",
    "text",
    "tags",
    "recordedAt",
    "lastSeenAt",
    "expiresAt",
    "supersedes",
    "source",
    "derivedFrom",
    "persona",
];
const BACKLOG_KEYS: [&str; 9] =
    ["id", "text", "state", "tags", "createdAt", "persona", "dueAtEpochMs", "expiresAt", "note"];

pub(super) fn write_fact(fact: &Fact, tier: Tier, to: &mut Printer) {
    to.member("id", fact.id.as_str());
    to.member("kind", fact.kind.as_str());
    to.member("text", fact.text.as_str());
    to.member_list("tags", fact.tags.iter());
    to.member("recordedAt", &fact.recorded_at.to_string());
    to.member("lastSeenAt", &fact.last_seen_at.to_string());
    fact.expires_at.inspect(|at| to.member("expiresAt", &at.to_string()));
    fact.supersedes.as_ref().inspect(|id| to.member("supersedes", id.as_str()));
    fact.owner(tier).inspect(|segment| to.member("persona", segment.as_str()));
    fact.source.as_ref().inspect(|source| to.member("source", source.as_str()));
    if !fact.derived_from.is_empty() {
        to.member_list("derivedFrom", fact.derived_from.iter().map(FactId::as_str));
    }
    let known: &[&str] = if tier.is_owned() { &OWNED_KEYS } else { &FACT_KEYS };
    write_extra(&fact.extra, known, to);
}

/// A member known here but not where the row came from gives way, because a key twice would spoil the row.
pub(super) fn write_extra(extra: &Extra, known: &[&str], to: &mut Printer) {
    for (key, value) in extra.iter().filter(|(key, _)| !known.contains(key)) {
        to.member_raw(key, value);
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
