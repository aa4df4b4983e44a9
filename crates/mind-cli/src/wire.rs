//! From what only a command line knows to the wire; what every surface knows is `mind_mcp::wire`.

mod setup;
mod status;

use mind_protocol::Refusal;

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
