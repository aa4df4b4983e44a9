//! What a write did.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Refusal, Warning};
use crate::word::{Kind, Outcome, Tier, TierChoice};

/// The receipt of `remember`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Remembered {
    /// The row's stored id.
    pub id: String,
    /// The tier it stands in.
    pub tier: Tier,
    /// Its kind.
    pub kind: Kind,
    /// What became of it.
    pub outcome: Outcome,
    /// Who chose the tier; `--tier` chooses another.
    pub tier_choice: TierChoice,
    /// When it stops being visible, in the working tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// The stored id of the fact it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    /// What happened to the fact it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded: Option<Superseded>,
    /// Why a working row of the same content is still there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also_working: Option<Refusal>,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// What happened to a fact that is being replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Superseded {
    /// Where it stands now.
    pub state: SupersededState,
    /// The tier it is, or was, in.
    pub tier: Tier,
    /// Why it is still active.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<Refusal>,
}

/// Where a replaced fact stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SupersededState {
    /// It is retired.
    Retired,
    /// It stays active until the new fact is promoted.
    Pending,
    /// It could not be retired; both are active.
    Active,
}

/// The receipt of `forget`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Forgotten {
    /// Every row concerned, in tier order.
    pub removed: Vec<Removed>,
    /// Whether nothing was changed because a dry run was asked for.
    pub dry_run: bool,
    /// Stored ids of retired predecessors, which stay retired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predecessors: Vec<String>,
    /// Where earlier bytes of the fact can remain.
    pub notice: String,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// One row that was removed, would be, or could not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// The row's stored id.
    pub id: String,
    /// Its tier.
    pub tier: Tier,
    /// Its owner's segment, in the project tiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Whether it was a retired row.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retired: bool,
    /// Why it is still there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<Refusal>,
}

/// The receipt of `promote`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promoted {
    /// The durable row's stored id.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// The tier it stands in now.
    pub tier: Tier,
    /// Whether a durable row already said it.
    pub outcome: Outcome,
    /// The stored id of the fact it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    /// What happened to the fact it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded: Option<Superseded>,
    /// Whether a pending replacement named no single fact any more, so that nothing was retired.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaced_nothing: bool,
    /// Why the working row is still there; the same call again finishes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also_working: Option<Refusal>,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}
