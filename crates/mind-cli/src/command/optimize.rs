//! `mind optimize`.

mod apply;
mod auto;
mod history;
mod inspect;
mod review;
mod stage;
mod undo;

pub(super) use auto::SWITCHES;

use std::path::{Path, PathBuf};

use mind_core::consolidate::target;
use mind_core::error::Error;
use mind_core::scope::FactPlace;
use mind_protocol::Warning;

use crate::arguments::{OptimizeCommand, Target};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;
use crate::show;
use crate::streams::Streams;
use crate::surroundings::Surroundings;

/// Bytes a file with operations or with a plan may have.
const FILE_BYTES: u64 = 64 << 20;

pub(super) fn run(
    command: OptimizeCommand,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    match command {
        OptimizeCommand::Inspect(wanted) => inspect::run(&wanted, session, streams),
        OptimizeCommand::Stage(wanted) => stage::run(&wanted, session, surroundings, streams),
        OptimizeCommand::Apply(wanted) => apply::run(&wanted, session, surroundings, streams),
        OptimizeCommand::History(wanted) => history::run(&wanted, session, streams),
        OptimizeCommand::Undo(wanted) => undo::run(&wanted, session, streams),
        OptimizeCommand::Review(wanted) => review::run(&wanted, session, surroundings, streams),
        OptimizeCommand::Auto(wanted) => auto::run(&wanted, session, surroundings, streams),
    }
}

/// The store that is meant.
fn place(wanted: &Target, session: &Session<'_>) -> Result<FactPlace, Error> {
    target(wanted.target.as_deref(), &session.scope)
}

/// The store a receipt is about, whether it is named or not.
fn place_of(receipt: &str, named: Option<&str>, session: &Session<'_>) -> Result<FactPlace, Error> {
    match named {
        Some(named) => target(Some(named), &session.scope),
        None => session.mind.place_of_receipt(&session.scope, receipt),
    }
}

/// A file as a person names it, from where they are.
fn path_of(path: &Path, surroundings: &Surroundings) -> PathBuf {
    match &surroundings.directory {
        Some(directory) if path != Path::new("-") => directory.join(path),
        _ => path.to_owned(),
    }
}

/// A whole file, or standard input.
fn contents(
    path: &Path,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Vec<u8>, Fault> {
    let path = path_of(path, surroundings);
    let mut source = input::source(&path, streams)?;
    let bytes = input::bounded(&mut source, FILE_BYTES).map_err(|e| Fault::of_file(&path, &e))?;
    bytes.ok_or(Fault::TooLarge { limit: FILE_BYTES })
}

/// Words of the core, line by line as a terminal may have them.
fn say(words: &str, warnings: &[Warning], streams: &mut Streams<'_>) -> Result<(), Fault> {
    for line in words.lines() {
        writeln!(streams.output, "{}", show::plain(line))?;
    }
    for warning in warnings {
        writeln!(streams.errors, "warning: {} ({})", show::plain(&warning.message), warning.code)?;
    }
    Ok(())
}
