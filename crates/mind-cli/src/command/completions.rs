//! `mind completions`.

use clap::CommandFactory as _;

use crate::arguments::{Arguments, Completions};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::streams::Streams;

pub(super) fn run(wanted: &Completions, streams: &mut Streams<'_>) -> Result<Exit, Fault> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut Arguments::command(), "mind", &mut script);
    streams.output.write_all(&script)?;
    Ok(Exit::Done)
}
