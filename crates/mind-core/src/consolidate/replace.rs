//! The row put in the place of others, and what a reader should look at twice (O-31, O-34, O-36).

use super::hints::Traits;
use super::plan::Operation;
use crate::error::{ConsolidateError, Error};
use crate::fact::{
    ContentKey, DERIVED_LIMIT, Extra, Fact, FactId, FactText, Kind, Measure, SOURCE_LIMIT, Source,
    Tags, content_id, measure,
};
use crate::scope::{Segment, Tier};
use crate::time::{HOUR_MS, Timestamp};

/// What stands between two origins of one row.
const ORIGIN_SEPARATOR: &str = "; ";

/// What a reader should look at twice in one replacement. None of it decides anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is told by itself and none excludes another"
)]
pub struct Flags {
    /// A source is of another kind.
    pub kinds_differ: bool,
    /// A source denies more or less often.
    pub negation_differs: bool,
    /// A source has other numerals.
    pub numbers_differ: bool,
    /// Less than half of a source's words are in the replacement.
    pub words_lost: bool,
    /// Whole hours by which the longest-lived source is shortened.
    pub life_lost_hours: u64,
}

/// Compares the sources of one replacement with it.
pub(super) fn flags(before: &[Fact], after: &Fact) -> Flags {
    let traits = Traits::of(after.text.as_str());
    let sources: Vec<Traits> = before.iter().map(|fact| Traits::of(fact.text.as_str())).collect();
    let longest = before.iter().filter_map(|fact| fact.expires_at).max();
    let lost = longest.zip(after.expires_at).map(|(longest, end)| end.age_millis(longest));
    Flags {
        kinds_differ: before.iter().any(|fact| fact.kind != after.kind),
        negation_differs: sources.iter().any(|source| source.negation_differs(&traits)),
        numbers_differ: sources.iter().any(|source| source.numbers_differ(&traits)),
        words_lost: sources.iter().any(|source| source.is_mostly_lost_in(&traits)),
        life_lost_hours: lost.map_or(0, |lost| (lost / HOUR_MS).unsigned_abs()),
    }
}

/// What a replacement says, each part valid in its tier.
pub(super) struct Wording {
    kind: Kind,
    text: FactText,
    tags: Tags,
}

/// Where a replacement comes from.
pub(super) struct Lineage {
    source: Option<Source>,
    derived_from: Vec<FactId>,
}

impl Wording {
    /// Reads kind, text and tags in this order; absent tags are those of the sources together.
    pub(super) fn parse(
        operation: &Operation,
        before: &[&Fact],
        tier: Tier,
    ) -> Result<Self, Error> {
        let kind: Kind = operation.kind.parse()?;
        let text = FactText::parse(&operation.text)?;
        let tags = match &operation.tags {
            Some(tags) => Tags::parse(tags)?,
            None => Tags::parse(before.iter().flat_map(|fact| fact.tags.iter()))?,
        };
        if kind == Kind::Objective && tier == Tier::Project {
            return Err(Error::TierKind { kind, tier });
        }
        Ok(Self { kind, text, tags })
    }

    pub(super) fn id(&self) -> FactId {
        content_id(self.kind, self.text.as_str(), &self.tags)
    }

    pub(super) fn content_key(&self) -> ContentKey {
        ContentKey::new(self.kind, self.text.as_str(), &self.tags)
    }

    /// That it says anything else than its only source, in letter or tag.
    pub(super) fn check_change(&self, before: &[&Fact]) -> Result<(), Error> {
        let same = |fact: &Fact| {
            fact.kind == self.kind
                && fact.text == self.text
                && fact.tags.normalised() == self.tags.normalised()
        };
        match before {
            [only] if same(only) => Err(ConsolidateError::NoChange.into()),
            _ => Ok(()),
        }
    }

    /// The origins of the sources, joined: their words once each, their ids and what those were made from.
    pub(super) fn lineage(&self, before: &[&Fact]) -> Result<Lineage, Error> {
        let overflow = |field, limit, actual| {
            Err(ConsolidateError::ProvenanceOverflow { field, limit, actual }.into())
        };
        let id = self.id();
        let ids = before.iter().flat_map(|fact| [&fact.id].into_iter().chain(&fact.derived_from));
        let derived_from = distinct(ids.filter(|one| **one != id).cloned());
        if derived_from.len() > DERIVED_LIMIT {
            return overflow("derivedFrom", DERIVED_LIMIT, derived_from.len());
        }
        let sources = before.iter().filter_map(|fact| fact.source.as_ref());
        let origins = sources.flat_map(|source| source.as_str().split(ORIGIN_SEPARATOR));
        let joined = distinct(origins).join(ORIGIN_SEPARATOR);
        match measure(&joined, SOURCE_LIMIT) {
            Measure::Over(actual) => overflow("source", SOURCE_LIMIT, actual),
            _ => Ok(Lineage { source: Source::parse(&joined)?, derived_from }),
        }
    }

    /// The one fact the sources replaced, if any.
    pub(super) fn superseded(&self, before: &[&Fact]) -> Result<Option<FactId>, Error> {
        let mut ids = distinct(before.iter().filter_map(|fact| fact.supersedes.clone()));
        match (ids.pop(), ids.is_empty()) {
            (Some(id), true) if id == self.id() => Err(Error::SupersedesSelf),
            (id, true) => Ok(id),
            (_, false) => Err(ConsolidateError::SupersedesConflict.into()),
        }
    }

    /// The row without a past, as the scanner sees what is new in it.
    pub(super) fn bare(&self, at: Timestamp) -> Fact {
        Fact {
            id: self.id(),
            kind: self.kind,
            text: self.text.clone(),
            tags: self.tags.clone(),
            recorded_at: at,
            last_seen_at: at,
            expires_at: None,
            persona: None,
            supersedes: None,
            source: None,
            derived_from: Vec::new(),
            extra: Extra::default(),
        }
    }

    /// The row with the past of its sources, of which there is at least one: no fresher than the freshest, gone when the first would be.
    pub(super) fn row(&self, before: &[&Fact], lineage: Lineage, persona: Option<Segment>) -> Fact {
        let Lineage { source, derived_from } = lineage;
        let recorded = before.iter().map(|fact| fact.recorded_at).min();
        let seen = before.iter().map(|fact| fact.last_seen_at).max();
        Fact {
            recorded_at: recorded.expect("an operation has a source"),
            last_seen_at: seen.expect("an operation has a source"),
            expires_at: before.iter().filter_map(|fact| fact.expires_at).min(),
            persona,
            source,
            derived_from,
            ..self.bare(Timestamp::MIN)
        }
    }
}

/// The members this version does not know, of all sources together.
pub(super) fn extras(before: &[&Fact]) -> Result<Extra, Error> {
    let mut members: Vec<(Box<str>, Box<str>)> = Vec::new();
    for (key, value) in before.iter().flat_map(|fact| fact.extra.iter()) {
        match members.iter().find(|member| *member.0 == *key) {
            Some(known) if *known.1 != *value => {
                return Err(ConsolidateError::UnknownFieldConflict.into());
            }
            Some(_) => {}
            None => members.push((key.into(), value.into())),
        }
    }
    Ok(Extra::new(members))
}

fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for one in all {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}
