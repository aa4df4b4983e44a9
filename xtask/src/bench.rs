//! `cargo xtask bench`: what it costs, in tables. No run fails on a time.

mod binary;
mod corpus;
mod engine;
mod report;
mod store;
mod timing;

use anyhow::Result;
use clap::Subcommand;

use crate::run::cargo_step;
use crate::workspace::Workspace;

/// What can be measured.
#[derive(Clone, Subcommand)]
pub(crate) enum Subject {
    /// Writes, cold starts, a bulk load, and the binary's size.
    Store,
    /// Building the index and asking it; sizes may be given.
    Recall {
        /// Facts, for example 1000 10000.
        sizes: Vec<String>,
    },
    /// How often the right fact is found on data sets, with a run file for each.
    Quality {
        /// The directory of the data sets, and the one for run files, with any options of the measurement.
        #[arg(required = true, num_args = 2.., trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Putting a context together.
    Context,
    /// The scanner on hostile and plain texts.
    Scan,
}

/// Measures in the release profile, whatever this was built in.
pub(crate) fn run(workspace: &Workspace, subject: &Subject) -> Result<()> {
    match subject {
        Subject::Store if cfg!(debug_assertions) => again_in_release(workspace),
        Subject::Store => store::run(workspace),
        Subject::Recall { sizes } => example(workspace, "bench_recall", sizes),
        Subject::Quality { arguments } => example(workspace, "bench_quality", arguments),
        Subject::Context => example(workspace, "bench_context", &[]),
        Subject::Scan => example(workspace, "bench_scan", &[]),
    }
}

fn again_in_release(workspace: &Workspace) -> Result<()> {
    cargo_step(
        workspace,
        &["run", "--release", "--quiet", "--package", "xtask", "--", "bench", "store"],
    )
}

/// The measurements of the core stand beside it, as examples.
fn example(workspace: &Workspace, name: &str, arguments: &[String]) -> Result<()> {
    let mut line =
        vec!["run", "--release", "--quiet", "--package", "mind-core", "--example", name, "--"];
    line.extend(arguments.iter().map(String::as_str));
    cargo_step(workspace, &line)
}
