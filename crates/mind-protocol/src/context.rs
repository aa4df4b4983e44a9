//! The blocks a model gets, and the account of what is in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Warning;
use crate::word::Kind;

/// The two blocks, and their manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContextBlocks {
    /// What holds whatever is asked; empty when there is nothing to say.
    pub standing: String,
    /// What this request needs; empty when there is nothing to say.
    pub task: String,
    /// What was considered, what became of it and what it cost.
    pub manifest: Manifest,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// What is in a pair of blocks and what is not, and why. It holds no memory text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Bytes both blocks may have together.
    pub budget: usize,
    /// Bytes of it kept for hints.
    pub reserved: usize,
    /// What the standing block is made of.
    pub standing: BlockBytes,
    /// What the task block is made of.
    pub task: BlockBytes,
    /// The counts of each section, in the order of the blocks.
    pub sections: Vec<SectionCounts>,
    /// Every entry shown, and the first of those that are not, in the order they were considered.
    pub entries: Vec<ManifestEntry>,
    /// The stores that were read, and those that could not be.
    pub stores: Vec<StoreSeen>,
}

/// The bytes of one block; the parts add up to `total`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockBytes {
    /// The block's length in bytes.
    pub total: usize,
    /// What the block costs in a model's window: bytes divided by three, rounded up.
    pub tokens: usize,
    /// Bytes of the start and end marks.
    pub frame: usize,
    /// Bytes of the headings.
    pub headings: usize,
    /// Bytes of the entries.
    pub entries: usize,
    /// Bytes of the line on what is not shown.
    pub notice: usize,
    /// SHA-256 of the block, as 64 lower-case hex digits.
    pub sha256: String,
}

/// What became of the candidates of one section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SectionCounts {
    /// `standing`, `matching`, `notes`, `working` or `backlog`.
    pub section: String,
    /// Rows that belong to it.
    pub candidates: usize,
    /// Rows shown.
    pub included: usize,
    /// Rows not shown because the section is full.
    pub over_cap: usize,
    /// Rows not shown because their line did not fit.
    pub over_budget: usize,
    /// Rows whose content another line says.
    pub duplicates: usize,
    /// Rows withheld as unsafe.
    pub withheld: usize,
    /// Rows shown in part.
    pub clipped: usize,
    /// Bytes of the lines shown.
    pub bytes: usize,
}

/// One row that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManifestEntry {
    /// The section it was considered for.
    pub section: String,
    /// A reference to it.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its tier, or `backlog`.
    pub tier: String,
    /// The kind; absent for a backlog item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Bytes of its line; zero when none was written.
    pub bytes: usize,
    /// Whether it is in the block.
    pub included: bool,
    /// Why, for example `matched` or `over-budget`.
    pub reason: String,
    /// How well it matches the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// A store the call looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreSeen {
    /// Its tier, or `backlog`.
    pub store: String,
    /// The bytes its rows were read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The code of why it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}
