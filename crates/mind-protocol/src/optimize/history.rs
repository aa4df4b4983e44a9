//! What became of plans: the answer of an apply, of an undo, and the receipts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::plan::{Origin, Row};
use crate::answer::Warning;
use crate::word::Tier;

/// The answer of an apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Applied {
    /// Always `applied`.
    pub outcome: String,
    /// The plan, which is used up.
    pub plan_id: String,
    /// The receipt that can undo it.
    pub receipt_id: String,
    /// The tier of the store.
    pub target: Tier,
    /// How many rows went.
    pub sources: usize,
    /// How many came.
    pub replacements: usize,
    /// What the store had to say.
    pub warnings: Vec<Warning>,
}

/// The answer of an undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Undone {
    /// Always `undone`.
    pub outcome: String,
    /// The receipt that was undone.
    pub undo_of: String,
    /// The undo's own receipt.
    pub receipt_id: String,
    /// The tier of the store.
    pub target: Tier,
    /// How many rows are back.
    pub restored: usize,
    /// How many replacements are gone.
    pub removed: usize,
    /// What the store had to say.
    pub warnings: Vec<Warning>,
}

/// A page of receipts, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryPage {
    /// The tier of the store; null where all of them were looked at, and each receipt says its own.
    pub target: Option<Tier>,
    /// Receipts before the page.
    pub offset: u64,
    /// Receipts the page may have.
    pub limit: u64,
    /// Receipts, on this page and off it.
    pub matched: u64,
    /// Where the next page starts; null on the last.
    pub next_offset: Option<u64>,
    /// The receipts.
    pub receipts: Vec<ReceiptEntry>,
    /// Receipts this version cannot read; they are kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub invalid: u64,
    /// What the store had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A receipt without its rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptEntry {
    /// The receipt.
    pub id: String,
    /// What is known of the outcome.
    pub state: ReceiptState,
    /// What the store says about it, as long as nothing else is known: `before`, `after`, `rows_after`, `rows_before` or `unclear`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// The tier of the store.
    pub target: Tier,
    /// Whose wish it was.
    pub origin: Origin,
    /// When it was written.
    pub created_at: String,
    /// How many rows went.
    pub sources: usize,
    /// How many came.
    pub replacements: usize,
    /// The receipt it took back.
    pub undo_of: Option<String>,
}

/// What is known of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReceiptState {
    /// Nothing: the change may have happened or not.
    Prepared,
    /// The store was changed.
    Applied,
    /// The store was not changed.
    Rejected,
    /// The store was changed, and changed back.
    Undone,
}

/// A receipt with a page of its rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptReading {
    /// The receipt.
    #[serde(flatten)]
    pub entry: ReceiptEntry,
    /// The plan it carried out.
    pub plan_id: Option<String>,
    /// The code it was refused with.
    pub reason: Option<String>,
    /// The model review it came from.
    pub run: Option<Run>,
    /// When its outcome was known.
    pub settled_at: Option<String>,
    /// Rows, on this page and off it.
    pub matched: u64,
    /// Where the next page of rows starts; null on the last.
    pub next_offset: Option<u64>,
    /// The rows, operation by operation, those that went before those that came.
    pub rows: Vec<ReceiptRow>,
}

/// The model review a change came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The run.
    pub id: String,
    /// The model.
    pub model: String,
    /// Its thinking level.
    pub thinking: String,
    /// Where the operator finds the archived reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_ref: Option<String>,
}

/// A row of a receipt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptRow {
    /// The operation, from zero.
    pub operation: usize,
    /// `before` for a row that went, `after` for one that came.
    pub side: String,
    /// The rule the scanner refuses the row by; then only its id and kind are told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Whether the text is left out, because the row alone is larger than a page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub oversize: bool,
    /// The row.
    pub row: Row,
}

/// The answer of a receipt settled by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptSettled {
    /// The receipt.
    pub receipt_id: String,
    /// What it says now.
    pub state: ReceiptState,
    /// What the store had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}
