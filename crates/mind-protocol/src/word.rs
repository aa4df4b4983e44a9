//! The closed sets of words that answers use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A lifetime and an audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// One persona's facts, in every project, until removed.
    Persona,
    /// One project's facts, for every persona, until removed.
    ProjectLong,
    /// Everyone's facts, everywhere, until removed.
    Shared,
    /// One project's working facts, for every persona, for hours.
    Project,
    /// The notes of one branch of a host's session.
    Session,
}

/// What sort of statement a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What is being pursued.
    Objective,
    /// What must stay true.
    Invariant,
    /// How a person wants things.
    Preference,
    /// How things are done here.
    Convention,
    /// A trap.
    Gotcha,
    /// Why something was decided.
    Rationale,
    /// Anything else.
    Note,
}

/// Where a backlog item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BacklogState {
    /// Nobody works on it.
    Open,
    /// Somebody works on it.
    Taken,
    /// Finished.
    Done,
    /// Given up.
    Dropped,
}

/// What became of something that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A new row.
    Stored,
    /// The row that already said it.
    Refreshed,
    /// A durable row that already said it, and the working row is gone.
    PromotedExisting,
}

/// Who chose the tier of a remembered fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TierChoice {
    /// The caller.
    Named,
    /// The kind, and whether there is a project.
    Rule,
    /// The content, which already stood in a durable tier.
    Existing,
}
