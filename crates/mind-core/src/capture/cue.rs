//! Cues: sentences that ask for something to be kept, and how sure that is.

use super::opening::{self, Opening};
use super::quote::unquoted;
use super::{MOST_CUES, SOURCE, TAG, decision, kind, negation, phrase, prose};
use crate::fact::Kind;
use crate::mind::Draft;
use crate::scope::{Scope, Tier};

/// A sentence that asks for something to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue<'a> {
    /// The user asks for it in so many words.
    Strong {
        /// What kind of fact it is: a rationale, convention, preference or note, never another.
        kind: Kind,
        /// What is to be kept: a part of the text, as the user wrote it.
        candidate: &'a str,
    },
    /// The user may mean it.
    Casual {
        /// What kind of fact it would be.
        kind: Kind,
        /// What it would be kept as.
        subject: Subject,
        /// The sentence, so that it is not mentioned twice.
        sentence: &'a str,
    },
}

/// What a casual cue would be kept as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A fact.
    Fact,
    /// Something to do, which belongs into the backlog.
    Task,
}

/// The first cues of a text of the user, in order of appearance, at most [`MOST_CUES`]. Time grows linearly with the text and ends at [`super::LOOKED_AT`] characters.
pub fn cues(text: &str) -> Vec<Cue<'_>> {
    prose::sentences(text).filter_map(Cue::of).take(MOST_CUES).collect()
}

impl<'a> Cue<'a> {
    /// The cue of a sentence, if it is one. A question is none.
    fn of(sentence: &'a str) -> Option<Self> {
        if sentence.ends_with('?') {
            return None;
        }
        let lead = opening::lead(sentence);
        let opened = opening::read(lead);
        if let Opening::Keep(candidate) = opened {
            let kind = kind::of(std::iter::once(sentence)).unwrap_or(Kind::Note);
            return Some(Self::Strong { kind, candidate });
        }
        let decided = decision::candidate(lead.rest).filter(|_| !lead.never);
        if let Some(Opening::Keep(candidate)) = decided.map(opening::keep) {
            return Some(Self::Strong { kind: Kind::Rationale, candidate });
        }
        if is_denied(sentence) {
            return None;
        }
        let kind = kind::of(unquoted(sentence).map(|(_, part)| part));
        let subject = if opened == Opening::Task { Subject::Task } else { Subject::Fact };
        let kind = if opened == Opening::Other { kind? } else { kind.unwrap_or(Kind::Note) };
        Some(Self::Casual { kind, subject, sentence })
    }

    /// The kind of fact it is or would be.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Strong { kind, .. } | Self::Casual { kind, .. } => *kind,
        }
    }

    /// The fact a strong cue asks for: durable, because the user asked for it, and the project's own unless it is about the user.
    pub fn draft(&self, scope: &Scope) -> Option<Draft> {
        let Self::Strong { kind, candidate } = self else { return None };
        let (label, tier) = match kind {
            Kind::Preference => ("User preference", Tier::Persona),
            Kind::Rationale => ("Durable user decision", Tier::ProjectLong),
            _ => ("User explicitly asked to retain", Tier::ProjectLong),
        };
        let tier = if scope.project.is_some() { tier } else { Tier::Persona };
        Some(Draft {
            kind: Some(kind.as_str().to_owned()),
            text: format!("{label}: {candidate}"),
            tags: vec![TAG.to_owned()],
            tier: Some(tier.as_str().to_owned()),
            source: Some(SOURCE.to_owned()),
            ..Draft::default()
        })
    }
}

/// Whether the user's own words hold a phrase of remembering with a negation before it.
fn is_denied(sentence: &str) -> bool {
    unquoted(sentence).any(|(from, part)| {
        phrase::starts(part).any(|at| {
            kind::can_be_denied(&part[at..]) && negation::is_denied(&sentence[..from + at])
        })
    })
}
