//! A review by a model: what a model is asked, and how a review ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PlanOwner, Version};
use crate::word::Tier;

/// Everything a model is asked, and everything its answer will be held against; for any model that is run by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewRequest {
    /// Always `mind-review-request`.
    pub format: RequestFormat,
    /// Always 1.
    pub version: Version,
    /// The run.
    pub run_id: String,
    /// The tier of the store.
    pub target: Tier,
    /// What a plan made of the answer belongs to.
    pub owner: PlanOwner,
    /// The exact bytes the records were read from.
    pub fingerprint: String,
    /// When it was made; an answer is taken for ten minutes.
    pub created_at: String,
    /// The stored ids of the records, newest first.
    pub window: Vec<String>,
    /// The system half.
    pub system_prompt: String,
    /// The user's half.
    pub prompt: String,
}

/// What a file of a request says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RequestFormat {
    /// A request for a review.
    #[serde(rename = "mind-review-request")]
    Request,
}

/// How the review of one target ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reviewed {
    /// The tier of the store; none when the next target was not begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Tier>,
    /// `skipped`, `no_op`, `applied`, `refused`, `conflict`, `failed`, `declined`, `cancelled` or `uncertain`.
    pub outcome: String,
    /// Why it did not go well, or why there was no window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The run, if a model was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The receipt of what changed, or may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<String>,
    /// How many facts a proposal replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sources: Option<u64>,
    /// How many take their place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacements: Option<u64>,
    /// Targets for which nothing was read, because this one stopped the batch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_examined: Vec<Tier>,
}
