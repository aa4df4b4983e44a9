//! A fact: a stored statement with a kind, a text, tags and provenance.

mod id;
mod identity;
mod parts;
mod reference;

use crate::scan::{Field, FreeText};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

pub use id::{DERIVED_LIMIT, FactId, ID_LIMIT, parse_derived};
pub(crate) use identity::backlog_legacy_id;
pub use identity::{ContentKey, SemanticKey, backlog_id, content_id, legacy_id};
pub use parts::{
    Extra, FactText, Kind, SOURCE_LIMIT, Source, TAG_LIMIT, TAGS_LIMIT, TEXT_LIMIT, Tags,
};
pub(crate) use parts::{Measure, measure};
pub use reference::{Owner, Reference, ReferenceTier};

/// A fact as one row of a store holds it.
///
/// Each part keeps its own rule by its type; which optional parts are required or forbidden depends on the tier, see [`Fact::is_valid_in`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The stored id. A row also answers to the id of its present content, see [`Fact::answers_to`].
    pub id: FactId,
    /// What sort of statement it is.
    pub kind: Kind,
    /// The statement.
    pub text: FactText,
    /// Its tags, in the order stored.
    pub tags: Tags,
    /// When it was first recorded.
    pub recorded_at: Timestamp,
    /// When it was last recorded or promoted; never moved by a read.
    pub last_seen_at: Timestamp,
    /// When it stops being visible; in the working tier only, and always there.
    pub expires_at: Option<Timestamp>,
    /// Who recorded it, in the project tiers.
    pub persona: Option<Segment>,
    /// The stored id of the fact this one replaced.
    pub supersedes: Option<FactId>,
    /// Where it came from, in free words.
    pub source: Option<Source>,
    /// The facts it was made from, in order, without duplicates.
    pub derived_from: Vec<FactId>,
    /// Members of the row this version does not know; they survive every change.
    pub extra: Extra,
}

impl Fact {
    /// Whether the row may stand in a store of this tier: expiry in the working tier and nowhere else.
    ///
    /// A `persona` found in the `persona` and `shared` tiers is without meaning and makes nothing invalid.
    pub fn is_valid_in(&self, tier: Tier) -> bool {
        self.expires_at.is_some() == (tier == Tier::Project)
    }

    /// Whether the row has not expired at `now`.
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|end| now < end)
    }

    /// The id of the content as it stands now; differs from the stored id after a hand edit.
    pub fn current_id(&self) -> FactId {
        content_id(self.kind, self.text.as_str(), &self.tags)
    }

    /// Whether `id` names this row: its stored, its current or its legacy id.
    pub fn answers_to(&self, id: &FactId) -> bool {
        self.id == *id
            || self.current_id() == *id
            || (self.tags.have_comma()
                && legacy_id(self.kind, self.text.as_str(), &self.tags) == *id)
    }

    /// Kind, canonical text and normalised tags.
    pub fn content_key(&self) -> ContentKey {
        ContentKey::new(self.kind, self.text.as_str(), &self.tags)
    }

    /// What one store holds at most one row of: the content key, with the owner in the project tiers.
    pub fn semantic_key(&self, tier: Tier) -> SemanticKey {
        SemanticKey { content: self.content_key(), owner: self.owner(tier).cloned() }
    }

    /// The owner of the row in this tier; nobody in `persona` and `shared`, whatever the row says.
    pub fn owner(&self, tier: Tier) -> Option<&Segment> {
        self.persona.as_ref().filter(|_| tier.is_owned())
    }
}

impl FreeText for Fact {
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str)) {
        visit(Field::Text, self.text.as_str());
        for tag in self.tags.iter() {
            visit(Field::Tags, tag);
        }
        if let Some(source) = &self.source {
            visit(Field::Source, source.as_str());
        }
        let ids = self.derived_from.iter().chain([&self.id]).chain(&self.supersedes);
        for id in ids.filter(|id| !id.is_content_id()) {
            visit(Field::Ids, id.as_str());
        }
    }
}

/// A fact that was replaced: kept for its history, in no recall, listing, context or consolidation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetiredFact {
    /// The row as it was.
    pub fact: Fact,
    /// When it was replaced.
    pub retired_at: Timestamp,
    /// The stored id of its replacement.
    pub retired_by: FactId,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact() -> Fact {
        let at = Timestamp::from_millis(0).expect("the epoch");
        Fact {
            id: FactId::parse("x").expect("an id"),
            kind: Kind::Note,
            text: FactText::parse("same text").expect("short"),
            tags: Tags::parse(["a,b"]).expect("short"),
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

    /// F-17: who says it, where it comes from, what it replaced, when and for how long make no other fact; kind, text and tags do.
    #[test]
    fn identity_is_content_alone() {
        let plain = fact();
        let at = Timestamp::MAX;
        let other = Fact {
            id: FactId::parse("another").expect("an id"),
            recorded_at: at,
            last_seen_at: at,
            expires_at: Some(at),
            persona: Segment::stored("dev"),
            supersedes: Some(FactId::parse("old").expect("an id")),
            source: Source::stored("chat"),
            derived_from: vec![FactId::parse("origin").expect("an id")],
            extra: Extra::new(vec![("colour".into(), "1".into())]),
            ..plain.clone()
        };
        assert_eq!(other.current_id(), plain.current_id());
        assert_eq!(other.content_key(), plain.content_key());
        assert_eq!(plain.current_id().as_str(), "697e9d3d27c2");
        let kind = Fact { kind: Kind::Gotcha, ..plain.clone() };
        let text = Fact { text: FactText::parse("other text").expect("short"), ..plain.clone() };
        let tags = Fact { tags: Tags::parse(["a", "b"]).expect("short"), ..plain.clone() };
        for changed in [kind, text, tags] {
            assert_ne!(changed.current_id(), plain.current_id());
        }
    }

    /// F-16: a row answers to its stored, its current and its legacy id, and to no other.
    #[test]
    fn a_row_answers_to_three_ids() {
        for (id, expect) in
            [("x", true), ("697e9d3d27c2", true), ("6d7b7855bcd3", true), ("c29c9d8fafe8", false)]
        {
            assert_eq!(fact().answers_to(&FactId::parse(id).expect("an id")), expect, "{id}");
        }
    }
}
