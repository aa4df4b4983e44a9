//! Answers of batches and imports: one document a line, and a summary as the last.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Refusal, Warning, Yes};
use crate::receipt::Remembered;

/// A line that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchLine {
    /// Always true.
    pub ok: Yes,
    /// The line of the input it stands on, from 1.
    pub line: u64,
    /// What became of it.
    #[serde(flatten)]
    pub receipt: Remembered,
}

/// A line that was refused; the others go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchRefusal {
    /// The line of the input it stands on, from 1.
    pub line: u64,
    /// Why.
    #[serde(flatten)]
    pub refusal: Refusal,
}

/// The last document of a batch. `ok` is false when any line was refused or not tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchSummary {
    /// Whether every statement of the input was taken.
    pub ok: bool,
    /// Always true: this document closes the answer.
    pub summary: Yes,
    /// Statements found in the input.
    pub entries: u64,
    /// New rows.
    pub stored: u64,
    /// Rows that already said it.
    pub refreshed: u64,
    /// Durable rows that took a working row in.
    pub promoted: u64,
    /// Statements refused.
    pub refused: u64,
    /// Pieces that are no statement, for example comments and headings without text.
    pub passed_over: u64,
    /// The first line that was not tried, because no memory could be had at all; absent when every line was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_tried_from: Option<u64>,
    /// Whether nothing was changed because a dry run was asked for; the counts of rows are then zero.
    pub dry_run: bool,
    /// What the stores had to say, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// What the import of another memory, or of what this one keeps under older names, did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// Source files looked at.
    pub files_scanned: u64,
    /// Source files already done and unchanged.
    pub files_skipped: u64,
    /// Source files brought in.
    pub files_migrated: u64,
    /// Rows found.
    pub entries_seen: u64,
    /// Rows new here.
    pub entries_added: u64,
    /// Rows that met an equal row here.
    pub conflicts: u64,
    /// Rows that are not valid and stay in the source.
    pub invalid_entries: u64,
    /// Rows refused as unsafe, which stay in the source.
    pub refused_entries: u64,
    /// Rows that have expired, which stay in the source.
    pub expired_entries: u64,
    /// What went wrong with single files, and whether an older persona name may have been shared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}
