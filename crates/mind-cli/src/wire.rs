//! From what only a command line knows to the wire; what every surface knows is `mind_mcp::wire`.

mod setup;
mod status;

use mind_core::review::schedule::ResultCard;
use mind_llm_port::ModelFault;
use mind_protocol::Refusal;
use serde_json::Value;

use crate::fault::Fault;

pub(crate) use mind_mcp::wire::{
    EXCERPT, OperationFault, Parts, REMAINS, added, applied, backlog_item, backlog_page, blocks,
    exported, forgotten, history, inspection, manifest, moved, operations, order, page, plan,
    policy, promoted, reading, receipt, remembered, review_request, review_target, reviewed, rule,
    settled, undone, unmoved, warnings,
};
pub(crate) use setup::setup;
pub(crate) use status::status;

/// A refusal as the wire has it (S-3).
pub(crate) fn refusal(fault: &Fault) -> Refusal {
    mind_mcp::wire::shaped(fault.code(), fault.message(), fault.detail(), fault.next())
}

/// A review that did not go well, as the refusal it is; its detail has what is said of one that did (S-3).
pub(crate) fn not_reviewed(card: &ResultCard, model: Option<Fault>) -> Refusal {
    let fault = match (&card.error, model) {
        (Some(error), _) => Fault::from(error.clone()),
        (None, fault) => fault.unwrap_or(Fault::Model(ModelFault::Cancelled)),
    };
    let mut refusal = refusal(&fault);
    let told = serde_json::to_value(reviewed(card)).ok();
    if let Some(Value::Object(mut told)) = told {
        told.remove("code");
        told.extend(refusal.detail.take().unwrap_or_default());
        refusal.detail = Some(told);
    }
    refusal
}
