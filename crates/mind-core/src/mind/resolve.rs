//! From a reference to the rows it names (F-19, F-20).

use super::shelf::{Shelf, Sight};
use crate::error::{CANDIDATES_LISTED, Candidate, Candidates, Error};
use crate::fact::{Fact, FactId, Reference, ReferenceTier, legacy_id};
use crate::scan;
use crate::scope::{FactPlace, Scope, Segment, Tier};
use crate::time::Timestamp;

/// A row a reference names.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The store it is in; none for a note of the session.
    pub(super) place: Option<FactPlace>,
    pub(super) tier: Tier,
    pub(super) fact: Fact,
}

impl Found {
    pub(super) fn owner(&self) -> Option<&Segment> {
        self.fact.owner(self.tier)
    }

    /// Whether the row is the acting persona's: everything in its own store and in its session, and project rows it recorded.
    pub(super) fn is_own(&self, scope: &Scope) -> bool {
        is_own(self.tier, self.owner(), scope)
    }

    pub(super) fn is_in(&self, place: &FactPlace) -> bool {
        self.place.as_ref() == Some(place)
    }

    /// The store the row can be changed in.
    ///
    /// # Errors
    /// `note.no_session` for a note, which only its host can change.
    pub(super) fn store(&self) -> Result<&FactPlace, Error> {
        self.place.as_ref().ok_or(Error::NoSession)
    }

    fn candidate(&self) -> Candidate {
        let id = self.fact.current_id();
        let reference = match (self.tier.is_owned(), self.owner()) {
            (true, owner) => {
                format!("{}:{}/{id}", self.tier, owner.map_or("", Segment::as_str))
            }
            (false, _) => format!("{}/{id}", self.tier),
        };
        Candidate {
            reference,
            kind: Some(self.fact.kind),
            tier: Some(self.tier),
            persona: self.owner().cloned(),
            recorded_at: self.fact.recorded_at,
        }
    }
}

/// Whether a row of this tier and owner is the acting persona's.
pub(super) fn is_own(tier: Tier, owner: Option<&Segment>, scope: &Scope) -> bool {
    match tier {
        Tier::Persona | Tier::Session => true,
        Tier::ProjectLong | Tier::Project => owner == Some(scope.persona.segment()),
        Tier::Shared => false,
    }
}

/// A reference narrowed by an argument, ready to be looked up.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) reference: Reference,
    /// What the caller wrote, for messages; a secret in the place of an id is not repeated.
    pub(super) asked: String,
    tier: Option<Tier>,
}

impl Question {
    /// Reads a reference to a fact.
    pub(super) fn parse(text: &str, tier: Option<Tier>) -> Result<Self, Error> {
        let reference = Reference::parse(text)?;
        let named = match reference.tier {
            Some(ReferenceTier::Backlog) => return Err(Error::IdInvalid),
            Some(ReferenceTier::Facts(tier)) => Some(tier),
            None => None,
        };
        let asked = scan::label(text).to_owned();
        match (named, tier) {
            (Some(named), Some(tier)) if named != tier => Err(Error::NotFound { reference: asked }),
            _ => Ok(Self { reference, asked, tier: named.or(tier) }),
        }
    }

    /// The tiers the answer can be in; empty for all visible ones.
    pub(super) fn tiers(&self) -> Vec<Tier> {
        self.tier.into_iter().collect()
    }

    fn admits(&self, shelf: &Shelf, fact: &Fact) -> bool {
        let owner = self.reference.owner.as_ref();
        self.tier.is_none_or(|tier| tier == shelf.tier)
            && owner.is_none_or(|owner| owner.is(fact.owner(shelf.tier)))
    }

    pub(super) fn not_found(&self) -> Error {
        Error::NotFound { reference: self.asked.clone() }
    }
}

/// The rows a reference names for this call: one content, own and shared rows before others'.
///
/// # Errors
/// `fact.ambiguous_id`, `fact.expired`, `fact.not_found`.
pub(super) fn resolve(
    question: &Question,
    sight: &Sight,
    scope: &Scope,
    now: Timestamp,
) -> Result<Vec<Found>, Error> {
    let (mut live, expired) = answering(question, sight, now);
    if live.is_empty() {
        let reference = question.asked.clone();
        let error = if expired { Error::Expired { reference } } else { question.not_found() };
        return Err(error);
    }
    let near = |found: &Found| found.is_own(scope) || found.tier == Tier::Shared;
    let any_near = live.iter().any(near);
    if any_near {
        live.retain(near);
    }
    let key = live[0].fact.content_key();
    let one_content = live.iter().all(|found| found.fact.content_key() == key);
    if !one_content || (!any_near && live.len() > 1) {
        return Err(Error::AmbiguousId {
            reference: question.asked.clone(),
            candidates: Box::new(candidates(&live)),
        });
    }
    Ok(live)
}

/// The live rows that answer, and whether an expired one does.
fn answering(question: &Question, sight: &Sight, now: Timestamp) -> (Vec<Found>, bool) {
    let mut live = Vec::new();
    let mut expired = false;
    for shelf in &sight.shelves {
        for row in shelf.current() {
            let fact = &shelf.rows()[row];
            if !question.admits(shelf, fact) || !fact.answers_to(&question.reference.id) {
                continue;
            }
            if fact.is_live(now) {
                let (place, fact) = (shelf.place.clone(), fact.clone());
                live.push(Found { place, tier: shelf.tier, fact });
            } else {
                expired = true;
            }
        }
    }
    if question.reference.tier.is_some() {
        prefer_current_id(&mut live, &question.reference.id);
    }
    (live, expired)
}

/// Behind a tier, an id means current ids; only without one, stored ids; only then legacy ids.
fn prefer_current_id(live: &mut Vec<Found>, id: &FactId) {
    let current = |found: &Found| found.fact.current_id() == *id;
    let stored = |found: &Found| found.fact.id == *id;
    let legacy = |found: &Found| {
        let fact = &found.fact;
        legacy_id(fact.kind, fact.text.as_str(), &fact.tags) == *id
    };
    if live.iter().any(current) {
        live.retain(current);
    } else if live.iter().any(stored) {
        live.retain(stored);
    } else {
        live.retain(legacy);
    }
}

fn candidates(found: &[Found]) -> Candidates {
    let listed = found.iter().take(CANDIDATES_LISTED).map(Found::candidate).collect();
    Candidates { listed, further: found.len().saturating_sub(CANDIDATES_LISTED) }
}
