//! The closed sets of words.

use mind_core::backlog::BacklogState;
use mind_core::fact::Kind;
use mind_core::mind::{Outcome, TierChoice};
use mind_core::scope::Tier;
use mind_protocol as wire;

pub(super) const fn tier(tier: Tier) -> wire::Tier {
    match tier {
        Tier::Persona => wire::Tier::Persona,
        Tier::ProjectLong => wire::Tier::ProjectLong,
        Tier::Shared => wire::Tier::Shared,
        Tier::Project => wire::Tier::Project,
        Tier::Session => wire::Tier::Session,
    }
}

/// A kind.
pub const fn kind(kind: Kind) -> wire::Kind {
    match kind {
        Kind::Objective => wire::Kind::Objective,
        Kind::Invariant => wire::Kind::Invariant,
        Kind::Preference => wire::Kind::Preference,
        Kind::Convention => wire::Kind::Convention,
        Kind::Gotcha => wire::Kind::Gotcha,
        Kind::Rationale => wire::Kind::Rationale,
        Kind::Note => wire::Kind::Note,
    }
}

pub(super) const fn state(state: BacklogState) -> wire::BacklogState {
    match state {
        BacklogState::Open => wire::BacklogState::Open,
        BacklogState::Taken => wire::BacklogState::Taken,
        BacklogState::Done => wire::BacklogState::Done,
        BacklogState::Dropped => wire::BacklogState::Dropped,
    }
}

pub(super) const fn outcome(outcome: Outcome) -> wire::Outcome {
    match outcome {
        Outcome::Stored => wire::Outcome::Stored,
        Outcome::Refreshed => wire::Outcome::Refreshed,
        Outcome::PromotedExisting => wire::Outcome::PromotedExisting,
    }
}

pub(super) const fn choice(choice: TierChoice) -> wire::TierChoice {
    match choice {
        TierChoice::Named => wire::TierChoice::Named,
        TierChoice::Rule => wire::TierChoice::Rule,
        TierChoice::Existing => wire::TierChoice::Existing,
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    fn check(wire: impl Serialize, name: &str) {
        assert_eq!(serde_json::to_value(wire).unwrap(), name);
    }

    /// The wire spells every word as the core does.
    #[test]
    fn words_are_spelt_alike() {
        for one in Tier::ALL {
            check(tier(one), one.as_str());
        }
        for one in Kind::ALL {
            check(kind(one), one.as_str());
        }
        for one in BacklogState::ALL {
            check(state(one), one.as_str());
        }
        for one in [Outcome::Stored, Outcome::Refreshed, Outcome::PromotedExisting] {
            check(outcome(one), one.as_str());
        }
    }
}
