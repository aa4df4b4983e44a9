//! A fact: a stored statement with a kind, a text, tags and provenance.

mod identity;
mod parts;
mod reference;

use crate::scan::{Field, FreeText};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

pub(crate) use identity::backlog_legacy_id;
pub use identity::{ContentKey, SemanticKey, backlog_id, content_id, legacy_id};
pub use parts::{
    DERIVED_LIMIT, Extra, FactId, FactText, ID_LIMIT, Kind, SOURCE_LIMIT, Source, TAG_LIMIT,
    TAGS_LIMIT, TEXT_LIMIT, Tags, parse_derived,
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
