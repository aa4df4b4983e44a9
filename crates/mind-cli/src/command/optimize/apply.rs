//! `mind optimize apply`.

use mind_core::consolidate::plan::PlanOwner;
use mind_core::consolidate::text;

use super::{contents, say};
use crate::arguments::OptimizeApply;
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::wire;

pub(super) fn run(
    wanted: &OptimizeApply,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let file = contents(&wanted.plan, surroundings, streams)?;
    let order = wire::order(&file, &session.scope, session.now())?;
    let owner = PlanOwner::of(&session.scope);
    let done = session.mind.apply(&session.scope, &order, &owner, &|| Ok(()))?;
    let shown = wire::applied(&done);
    if session.common.json {
        return accept(shown, streams);
    }
    say(&text::applied(&done), &shown.warnings, streams)?;
    Ok(Exit::Done)
}
