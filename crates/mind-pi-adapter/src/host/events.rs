//! Calls that tell of the session and ask nothing of the stores.

use std::sync::atomic::Ordering;

use mind_mcp::Begun;
use mind_protocol::host::{SessionEvents, ToolResult, TreeChanged};

use super::answer::{acknowledged, answered, notes_counted};
use crate::session::Session;

/// The notes as they stand.
pub(super) fn replay(session: &mut Session, body: &SessionEvents) -> Begun {
    if !session.is_lean() {
        session.replay(&body.events);
    }
    let counted = notes_counted(session);
    answered(session, counted)
}

/// Another point of the tree: other notes, and nothing that was heard or given at the old one.
pub(super) fn tree_changed(session: &mut Session, body: TreeChanged) -> Begun {
    session.moves.fetch_add(1, Ordering::SeqCst);
    session.listening.forget();
    session.status.suggest(None);
    session.last = None;
    session.nudge = crate::nudge::Nudge::default();
    replay(session, &SessionEvents { events: body.events })
}

/// A watched tool answered.
pub(super) fn tool_result(session: &mut Session, body: &ToolResult) -> Begun {
    session.tool_answered(&body.tool_name, body.parent_call_id.is_some(), &body.text);
    acknowledged(session)
}
