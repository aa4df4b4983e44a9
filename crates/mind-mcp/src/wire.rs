//! From the domain to the wire: the one place where answers, receipts and refusals become the shapes of `mind-protocol`.

mod answer;
mod context;
mod operation;
mod optimize;
mod plan;
mod receipt;
mod review;
mod word;

use mind_core::error::{Candidate, Detail, Error, StoreWarning};
use mind_core::mind::Unmoved;
use mind_protocol::{No, Refusal, Warning};
use serde_json::{Map, Value, json};

pub use answer::{
    EXCERPT, Parts, backlog_item, backlog_page, exported, page, reading, rule, tier_status,
    unreadable,
};
pub use context::{blocks, manifest};
pub use operation::{OperationFault, operations};
pub(crate) use optimize::receipt_for_a_model;
pub use optimize::{applied, history, inspection, policy, receipt, settled, undone};
pub(crate) use plan::plan_for_a_model;
pub use plan::{order, plan, staged_without_room};
pub use receipt::{REMAINS, added, forgotten, moved, promoted, remembered};
pub use review::{review_request, review_target, reviewed};
pub use word::kind;

/// An error of the core as the wire has it.
pub fn error(error: &Error) -> Refusal {
    shaped(error.code(), error.to_string(), error.detail(), error.next())
}

/// Why a row that should have gone is still there.
pub fn unmoved(because: &Unmoved) -> Refusal {
    match because {
        Unmoved::Failed(cause) => error(cause),
        Unmoved::NotDurable => shaped(
            "store.not_durable",
            "the row that takes its place may not outlive a power cut yet".to_owned(),
            Vec::new(),
            Some("repeat the call"),
        ),
    }
}

/// Warnings as the wire has them, each once.
pub fn warnings(warnings: &[StoreWarning]) -> Vec<Warning> {
    let mut shown: Vec<Warning> = Vec::new();
    for warning in warnings {
        let warning = Warning { code: warning.code().to_owned(), message: warning.to_string() };
        if !shown.contains(&warning) {
            shown.push(warning);
        }
    }
    shown
}

/// A refusal from its parts (S-3).
pub fn shaped(
    code: &str,
    message: String,
    detail: Vec<(&'static str, Detail)>,
    next: Option<&str>,
) -> Refusal {
    let members = detail.into_iter().map(|(name, value)| (name.to_owned(), detail_value(value)));
    let detail: Map<String, Value> = members.collect();
    Refusal {
        ok: No,
        code: code.to_owned(),
        message,
        detail: (!detail.is_empty()).then_some(detail),
        next: next.map(str::to_owned),
    }
}

fn detail_value(value: Detail) -> Value {
    match value {
        Detail::Number(number) => number.into(),
        Detail::Text(text) => text.into(),
        Detail::Candidates(candidates) => candidates.iter().map(candidate).collect(),
    }
}

fn candidate(candidate: &Candidate) -> Value {
    let mut row = json!({
        "ref": candidate.reference,
        "recordedAt": candidate.recorded_at.to_string(),
    });
    let optional = [
        ("kind", candidate.kind.map(|kind| kind.as_str().to_owned())),
        ("tier", candidate.tier.map(|tier| tier.as_str().to_owned())),
        ("persona", candidate.persona.as_ref().map(ToString::to_string)),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            row[name] = value.into();
        }
    }
    row
}
