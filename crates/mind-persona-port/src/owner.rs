//! The port: one question, answered at once.

use std::fmt;

/// Whoever knows the present owner of the memory.
///
/// The promises are tested by `owner_contract!` in `mind-testkit`.
pub trait PersonaHost: Send + Sync {
    /// The owner as it stands, at once: no I/O, no waiting, no error (W-1).
    ///
    /// While nothing changed, the answer is the same. When readiness, persona, provider or session changed, or may have changed, the generation is another one, and none comes back within a process (W-2).
    fn current(&self) -> Ownership;
}

/// An owner, and the number that tells whether it may have changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ownership {
    /// Whose memory it is.
    pub owner: Owner,
    /// Different whenever the owner may have changed.
    pub generation: Generation,
}

/// The answer to "whose memory?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// It may be used. Without a persona it is the default one's: that is an answer, not an absence (W-3).
    Ready {
        /// The persona's raw name.
        persona: Option<String>,
    },
    /// It may not be used now.
    Unavailable(Unavailable),
}

impl Owner {
    /// The persona of a ready owner; none when the memory may not be used.
    pub fn ready(&self) -> Option<Option<&str>> {
        match self {
            Self::Ready { persona } => Some(persona.as_deref()),
            Self::Unavailable(_) => None,
        }
    }
}

/// A number that is never the same for two states of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generation(pub u64);

/// Why the memory may not be used. No variant holds a name (W-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unavailable {
    /// No companion answers.
    CompanionMissing,
    /// More than one companion answers.
    CompanionAmbiguous,
    /// The companion's answer is none.
    CompanionMalformed,
    /// The companion answers for another session.
    CompanionStale,
    /// The companion is switched off.
    CompanionDisabled,
    /// The companion is too old, of another protocol, or knows nothing of memory.
    CompanionIncompatible,
    /// Nobody says who owns the memory.
    OwnerMissing,
    /// More than one says who owns the memory.
    OwnerAmbiguous,
    /// The owner's answer is none.
    OwnerMalformed,
    /// The owner's answer is older than one heard before, or of another session.
    OwnerStale,
    /// The companion has not chosen yet.
    OwnerNotReady,
}

impl Unavailable {
    /// Every reason, in the order they are judged in.
    pub const ALL: [Self; 11] = [
        Self::CompanionMissing,
        Self::CompanionAmbiguous,
        Self::CompanionMalformed,
        Self::CompanionStale,
        Self::CompanionDisabled,
        Self::CompanionIncompatible,
        Self::OwnerMissing,
        Self::OwnerAmbiguous,
        Self::OwnerMalformed,
        Self::OwnerStale,
        Self::OwnerNotReady,
    ];

    /// The stable code, listed in `docs/errors.md`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::CompanionMissing => "companion.missing",
            Self::CompanionAmbiguous => "companion.ambiguous",
            Self::CompanionMalformed => "companion.malformed",
            Self::CompanionStale => "companion.stale",
            Self::CompanionDisabled => "companion.disabled",
            Self::CompanionIncompatible => "companion.incompatible",
            Self::OwnerMissing => "owner.missing",
            Self::OwnerAmbiguous => "owner.ambiguous",
            Self::OwnerMalformed => "owner.malformed",
            Self::OwnerStale => "owner.stale",
            Self::OwnerNotReady => "owner.not_ready",
        }
    }
}

/// What happened, without a full stop and without a name.
impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CompanionMissing => "no companion answers",
            Self::CompanionAmbiguous => "more than one companion answers",
            Self::CompanionMalformed => "the companion's answer cannot be read",
            Self::CompanionStale => "the companion answers for another session",
            Self::CompanionDisabled => "the companion is disabled",
            Self::CompanionIncompatible => "the companion does not fit this version",
            Self::OwnerMissing => "nobody says who owns the memory",
            Self::OwnerAmbiguous => "more than one says who owns the memory",
            Self::OwnerMalformed => "the owner's answer cannot be read",
            Self::OwnerStale => "the owner's answer is out of date",
            Self::OwnerNotReady => "the owner is not known yet",
        })
    }
}

impl std::error::Error for Unavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    /// W-3: nobody in particular is an answer; not ready is never taken for it.
    #[test]
    fn w3_no_persona_is_an_answer() {
        assert_eq!(Owner::Ready { persona: None }.ready(), Some(None));
        assert_eq!(Owner::Ready { persona: Some("dev".to_owned()) }.ready(), Some(Some("dev")));
        for reason in Unavailable::ALL {
            assert_eq!(Owner::Unavailable(reason).ready(), None);
        }
    }

    /// W-34: each reason has a code of its own, and says what is the matter in plain words.
    #[test]
    fn w34_codes() {
        let codes: std::collections::BTreeSet<&str> =
            Unavailable::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(codes.len(), Unavailable::ALL.len());
        for reason in Unavailable::ALL {
            let says = reason.to_string();
            assert!(!says.ends_with('.') && says.starts_with(char::is_lowercase), "{says}");
        }
    }
}
