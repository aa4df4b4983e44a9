//! The commands: each reads its arguments, calls one use case, and shows the answer.

mod backlog;
mod completions;
mod context;
mod doctor;
mod export;
mod forget;
mod hook;
mod import;
mod mcp;
mod named;
mod optimize;
mod promote;
mod read;
mod recall;
mod remember;
mod setup;
mod span;
mod status;
mod tour;

pub(crate) use hook::nothing;
pub(crate) use span::hours;

use std::mem::ManuallyDrop;

use mind_core::mind::Screen;
use mind_protocol::Accepted;
use serde::Serialize;

use crate::arguments::{Arguments, Command};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show::{self, Viewer};
use crate::streams::Streams;
use crate::surroundings::Surroundings;

/// Carries a command out.
pub(crate) fn dispatch(
    arguments: Arguments,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let Arguments { common, command } = arguments;
    if common.json && matches!(command, Command::Completions(_) | Command::Tour(_)) {
        return Err(Fault::Usage {
            message: "what this command prints is no JSON".to_owned(),
            next: "leave `--json` out".to_owned(),
        });
    }
    match command {
        Command::Completions(wanted) => return completions::run(&wanted, streams),
        Command::Tour(wanted) => return tour::run(&wanted, surroundings, streams),
        Command::Doctor(_) => return doctor::run(&common, surroundings, streams),
        Command::Setup(wanted) => return setup::run(&wanted, &common, surroundings, streams),
        Command::Mcp(wanted) if mcp::is_host(&wanted) => {
            return mcp::serve_host(&wanted, &common, surroundings, streams);
        }
        Command::Hook(wanted) => return Ok(hook::run(&wanted, &common, surroundings, streams)),
        _ => {}
    }
    // Never dropped: the process is about to end, and giving a large memory back row by row is a tenth of a cold recall.
    let session = ManuallyDrop::new(Session::open(&common, surroundings, streams)?);
    match command {
        Command::Remember(wanted) => remember::run(wanted, &session, streams),
        Command::Recall(wanted) => recall::run(&wanted, &session, streams),
        Command::Read(wanted) => read::run(&wanted, &session, streams),
        Command::Forget(wanted) => forget::run(&wanted, &session, streams),
        Command::Promote(wanted) => promote::run(&wanted, &session, streams),
        Command::Context(wanted) => context::run(&wanted, &session, streams),
        Command::Backlog(wanted) => backlog::run(wanted.command, &session, streams),
        Command::Optimize(wanted) => optimize::run(wanted.command, &session, surroundings, streams),
        Command::Import(wanted) => import::run(&wanted, &session, surroundings, streams),
        Command::Export(wanted) => export::run(&wanted, &session, streams),
        Command::Status(_) => status::run(&session, streams),
        Command::Mcp(wanted) => mcp::run(&wanted, ManuallyDrop::into_inner(session), streams),
        Command::Completions(_)
        | Command::Tour(_)
        | Command::Doctor(_)
        | Command::Setup(_)
        | Command::Hook(_) => Ok(Exit::Done),
    }
}

/// Who sees the answer, and when.
pub(crate) fn viewer<'a>(session: &'a Session<'_>) -> Viewer<'a> {
    Viewer {
        now: session.now(),
        exact: session.common.verbose,
        acting: session.scope.persona.segment(),
    }
}

/// A success as JSON.
pub(crate) fn accept(answer: impl Serialize, streams: &mut Streams<'_>) -> Result<Exit, Fault> {
    show::json(&Accepted::new(answer), streams)?;
    Ok(Exit::Done)
}

/// Withheld text is for a person, and a program that runs commands for a model has no terminal to type at (admission.md A-54).
fn screen(reveal: bool, streams: &Streams<'_>) -> Result<Screen, Fault> {
    match (reveal, streams.input_is_terminal) {
        (false, _) => Ok(Screen::Withhold),
        (true, true) => Ok(Screen::Reveal),
        (true, false) => Err(Fault::TerminalRequired),
    }
}
