//! What `status` and `doctor` say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Refusal, Unreadable, Warning};
use crate::word::Tier;

/// Where memory is, for whom, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusReport {
    /// The memory home.
    pub home: String,
    /// Why this home: `flag`, `variable`, `config`, `agent-directory`, `data-directory` or `default`.
    pub home_chosen_by: String,
    /// The persona's name as given; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// The persona's segment.
    pub segment: String,
    /// The project's canonical path; absent without one, or when it is not valid UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The project's slug; absent without a project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// The visible tiers, in their order.
    pub tiers: Vec<TierStatus>,
    /// Open and taken backlog items of the project, of every persona; absent without a project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backlog: Option<usize>,
    /// Why the backlog could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backlog_unreadable: Option<Refusal>,
    /// Tiers that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// How much one tier holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierStatus {
    /// The tier.
    pub tier: Tier,
    /// Live rows.
    pub facts: usize,
    /// Rows withheld as unsafe, among the live ones.
    pub withheld: usize,
    /// Live rows that expire within six hours.
    pub expiring_soon: usize,
    /// Rows that have expired and are still in the file.
    pub expired: usize,
    /// Rows that are not valid.
    pub invalid: usize,
    /// Bytes of the store.
    pub bytes: u64,
}

/// What `doctor` found; it changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoctorReport {
    /// Whether no check failed.
    pub healthy: bool,
    /// The checks, in a fixed order.
    pub checks: Vec<Check>,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// How it came out.
    pub level: CheckLevel,
    /// What was looked at.
    pub subject: String,
    /// What was found.
    pub finding: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// How a check came out.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum CheckLevel {
    /// As it should be.
    Ok,
    /// Works, and wants a look.
    Warn,
    /// Does not work.
    Fail,
}
