//! `mind context`.

use mind_core::context::BUDGET_DEFAULT;
use mind_core::mind::ContextRequest;

use super::accept;
use crate::arguments::Context;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

/// The blocks as a model would get them, the standing one first; with `--manifest`, what is in them and why.
pub(super) fn run(
    wanted: &Context,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let budget = wanted.budget.or(session.config.budget_tokens);
    let request = ContextRequest {
        task: input::text(wanted.task.as_slice(), &mut *streams.input)?,
        budget_tokens: budget.map_or(BUDGET_DEFAULT, |tokens| tokens as usize),
        lean: wanted.lean,
        ..ContextRequest::default()
    };
    let blocks = session.mind.context(&session.scope, &request)?;
    match (session.common.json, wanted.manifest) {
        (true, true) => return accept(wire::manifest(&blocks.manifest), streams),
        (true, false) => return accept(wire::blocks(&blocks), streams),
        (false, true) => show::manifest(&blocks.manifest, streams)?,
        (false, false) => show::blocks(&blocks, streams)?,
    }
    show::warnings(&blocks.warnings, streams)?;
    Ok(Exit::Done)
}
