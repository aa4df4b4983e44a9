//! `mind context`.
//!
//! The blocks are made by the core; this build has no core that makes them yet, so the command says so.

use crate::arguments::Context;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;

pub(super) fn run(_: &Context, _: &Session<'_>, _: &mut Streams<'_>) -> Result<Exit, Fault> {
    Err(Fault::NotBuilt { what: "context blocks" })
}
