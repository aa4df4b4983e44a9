//! Consolidation: what may be tidied, a plan, what became of it, and the receipts.

mod history;
mod inspection;
mod plan;
mod review;

pub use history::{
    Applied, HistoryPage, ReceiptEntry, ReceiptReading, ReceiptRow, ReceiptSettled, ReceiptState,
    Run, Undone,
};
pub use inspection::{InspectionEntry, InspectionPage, Omitted, Pair};
pub use plan::{
    Flags, Format, Operation, Origin, Plan, PlanOwner, Preview, Row, StagedPlan, Version,
};
pub use review::{RequestFormat, ReviewRequest, Reviewed};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether reviews begin by themselves, as far as this machine's settings say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewPolicy {
    /// Whether a host may start a review by itself.
    pub auto: bool,
    /// Who says so: a variable, the setting `optimize.auto`, or `default`.
    pub setting: String,
}
