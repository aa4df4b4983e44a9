//! `cargo xtask bench`: what it costs, in tables. No run fails on a time.

mod store;

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::run::cargo_step;
use crate::workspace::Workspace;

/// What can be measured.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Subject {
    /// Writes, cold starts and the binary's size.
    Store,
    /// Building the index and asking it.
    Recall,
    /// How often the right fact is found, on data sets.
    Quality,
    /// Putting a context together.
    Context,
    /// The scanner on hostile and plain texts.
    Scan,
}

/// Measures in the release profile, whatever this was built in.
pub(crate) fn run(workspace: &Workspace, subject: Subject) -> Result<()> {
    if cfg!(debug_assertions) {
        let value = subject.to_possible_value().expect("no subject is hidden");
        let arguments =
            ["run", "--release", "--quiet", "--package", "xtask", "--", "bench", value.get_name()];
        return cargo_step(workspace, &arguments);
    }
    match subject {
        Subject::Store => store::run(workspace),
        Subject::Recall | Subject::Quality | Subject::Context | Subject::Scan => {
            bail!("not part of this build yet")
        }
    }
}
