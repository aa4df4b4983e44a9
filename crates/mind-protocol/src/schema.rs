//! The JSON Schemas of the shapes.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::answer::{Accepted, Refusal};
use crate::{backlog, batch, context, fact, host, optimize, receipt, report, setup};

/// The name and the JSON Schema of every document `--json` prints, in alphabetical order.
///
/// `cargo xtask codegen` writes them to `crates/mind-protocol/schema/NAME.json`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("backlog-added", accepted::<backlog::BacklogAdded>("BacklogAdded")),
        ("backlog-piece", accepted::<backlog::BacklogPiece>("BacklogPiece")),
        ("backlog-moved", accepted::<backlog::BacklogMoved>("BacklogMoved")),
        ("backlog-page", accepted::<backlog::BacklogPage>("BacklogPage")),
        ("batch-line", titled::<batch::BatchLine>("BatchLine")),
        ("batch-refusal", titled::<batch::BatchRefusal>("BatchRefusal")),
        ("batch-summary", titled::<batch::BatchSummary>("BatchSummary")),
        ("context-blocks", accepted::<context::ContextBlocks>("ContextBlocks")),
        ("context-manifest", accepted::<context::Manifest>("ContextManifest")),
        ("doctor-report", accepted::<report::DoctorReport>("DoctorReport")),
        ("exported-fact", titled::<fact::ExportedFact>("ExportedFact")),
        ("fact-page", accepted::<fact::FactPage>("FactPage")),
        ("fact-piece", accepted::<fact::FactPiece>("FactPiece")),
        ("fact-reading", accepted::<fact::FactReading>("FactReading")),
        ("forgotten", accepted::<receipt::Forgotten>("Forgotten")),
        ("host-calls", host_calls()),
        ("imported", accepted::<batch::Imported>("Imported")),
        ("optimize-applied", accepted::<optimize::Applied>("OptimizeApplied")),
        ("optimize-history", accepted::<optimize::HistoryPage>("OptimizeHistory")),
        ("optimize-inspection", accepted::<optimize::InspectionPage>("OptimizeInspection")),
        ("optimize-plan", titled::<optimize::Plan>("OptimizePlan")),
        ("optimize-policy", accepted::<optimize::ReviewPolicy>("OptimizePolicy")),
        ("optimize-receipt", accepted::<optimize::ReceiptReading>("OptimizeReceipt")),
        ("optimize-review-request", titled::<optimize::ReviewRequest>("OptimizeReviewRequest")),
        ("optimize-reviewed", titled::<optimize::Reviewed>("OptimizeReviewed")),
        ("optimize-settled", accepted::<optimize::ReceiptSettled>("OptimizeSettled")),
        ("optimize-staged", accepted::<optimize::StagedPlan>("OptimizeStaged")),
        ("optimize-undone", accepted::<optimize::Undone>("OptimizeUndone")),
        ("promoted", accepted::<receipt::Promoted>("Promoted")),
        ("refusal", titled::<Refusal>("Refusal")),
        ("remembered", accepted::<receipt::Remembered>("Remembered")),
        ("setup-report", accepted::<setup::SetupReport>("SetupReport")),
        ("status-report", accepted::<report::StatusReport>("StatusReport")),
    ]
}

/// The shapes of the host profile as they are written, so that a member that may be missing and one that may be null are told apart.
fn host_calls() -> Value {
    let settings = SchemaSettings::default().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<host::HostCalls>();
    schema.insert("title".to_owned(), "HostCalls".into());
    schema.to_value()
}

fn accepted<T: JsonSchema>(title: &str) -> Value {
    titled::<Accepted<T>>(title)
}

fn titled<T: JsonSchema>(title: &str) -> Value {
    let mut schema = schema_for!(T);
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}
