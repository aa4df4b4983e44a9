//! The `mind` command as a function: arguments, surroundings and streams in, an exit code out.
//!
//! Everything the process would ask its environment for comes in through [`Surroundings`]; nothing below reads a variable, a directory or a clock of its own.

mod arguments;
mod backing;
mod batch;
mod capture;
mod command;
mod config;
mod exit;
mod fault;
mod import;
mod input;
#[cfg(test)]
mod manual;
mod nearest;
mod session;
mod setup;
mod show;
mod streams;
mod surroundings;
mod usage;
mod wire;

use std::ffi::OsString;

use clap::Parser as _;

pub use crate::exit::Exit;
pub use crate::streams::Streams;
pub use crate::surroundings::{CallClock, Surroundings};

use crate::arguments::Arguments;
use crate::fault::Fault;

/// Runs one `mind` command. `arguments` begins with the program's name, as the system gives it.
///
/// Answers and refusals are written to the streams; the exit code says which it was (S-4). A closed pipe ends quietly with [`Exit::Done`].
pub fn run(
    arguments: Vec<OsString>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Exit {
    let json = usage::asks_for_json(&arguments);
    let hook = usage::is_hook(&arguments);
    let result = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => command::dispatch(arguments, surroundings, streams),
        Err(error) => usage::answer(&error, streams),
    };
    let result = result.and_then(|exit| Ok(streams.output.flush().map(|()| exit)?));
    match result {
        Ok(exit) => exit,
        Err(fault) if fault.is_closed_pipe() => Exit::Done,
        // To a host, a usage error is an order to stop.
        Err(fault) if hook => {
            command::nothing(&fault, streams);
            Exit::Done
        }
        Err(fault) => report(&fault, json, streams),
    }
}

/// Tells the caller about a refusal; that it cannot be told changes nothing any more.
fn report(fault: &Fault, json: bool, streams: &mut Streams<'_>) -> Exit {
    let written = if json && !matches!(fault, Fault::Output(_)) {
        show::json(&wire::refusal(fault), streams)
    } else {
        show::refusal(fault, streams)
    };
    match written.and_then(|()| Ok(streams.output.flush()?)) {
        Err(error) if error.is_closed_pipe() => Exit::Done,
        _ => fault.exit(),
    }
}
