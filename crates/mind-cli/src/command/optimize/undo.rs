//! `mind optimize undo`.

use mind_core::consolidate::text;

use super::{place_of, say};
use crate::arguments::OptimizeUndo;
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::wire;

pub(super) fn run(
    wanted: &OptimizeUndo,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let place = place_of(&wanted.receipt, wanted.target.as_deref(), session)?;
    let done = session.mind.undo(&session.scope, &place, &wanted.receipt, &|| Ok(()))?;
    let shown = wire::undone(&done);
    if session.common.json {
        return accept(shown, streams);
    }
    say(&text::undone(&done), &shown.warnings, streams)?;
    Ok(Exit::Done)
}
