//! `cargo xtask bench`: what it costs, in tables. No run fails on a time.

mod binary;
mod capture;
mod context;
mod corpus;
mod engine;
mod host;
mod mcp;
mod optimize;
mod peers;
mod quality;
mod recall;
mod report;
mod review;
mod scan;
mod store;
mod timing;

use std::env;

use anyhow::Result;
use clap::Subcommand;

use crate::run::cargo_step;
use crate::workspace::Workspace;

/// What can be measured.
#[derive(Clone, Subcommand)]
pub(crate) enum Subject {
    /// Writes, cold starts and a bulk load.
    Store,
    /// Building the index and asking it, beside other engines; and cold starts.
    Recall(recall::Options),
    /// How often the right fact is found on data sets, with a run file for each.
    Quality(quality::Options),
    /// Putting a context together.
    Context,
    /// A session of the MCP server: start, warm calls, tools, memory.
    Mcp,
    /// A session of a host: opening it, the blocks of a run, a tool call.
    Host,
    /// The scanner on hostile and plain texts.
    Scan,
    /// Looking for cues in prompts.
    Capture,
    /// Judging the longest replies a model may give.
    Review,
    /// Everything beside others: recall beside other engines, and what is kept of what was acknowledged beside the reference memory server, where `MIND_BENCH_SERVER_MEMORY` names its `dist/index.js`.
    Peers(recall::Options),
    /// Tidying 10,000 facts: a page, a plan, applying and undoing it.
    Optimize,
}

/// Measures in the release profile, whatever this was built in.
pub(crate) fn run(workspace: &Workspace, subject: &Subject) -> Result<()> {
    if cfg!(debug_assertions) {
        return again_in_release(workspace);
    }
    match subject {
        Subject::Store => store::run(workspace),
        Subject::Recall(options) => recall::run(workspace, options),
        Subject::Quality(options) => quality::run(workspace, options),
        Subject::Context => context::run(workspace),
        Subject::Mcp => mcp::run(workspace),
        Subject::Host => host::run(workspace),
        Subject::Optimize => optimize::run(workspace),
        Subject::Peers(options) => peers::run(workspace, options),
        Subject::Scan => {
            scan::run();
            Ok(())
        }
        Subject::Capture => {
            capture::run();
            Ok(())
        }
        Subject::Review => {
            review::run();
            Ok(())
        }
    }
}

/// The same command line, by a build that is optimised.
fn again_in_release(workspace: &Workspace) -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut line = vec!["run", "--release", "--quiet", "--package", "xtask", "--"];
    line.extend(arguments.iter().map(String::as_str));
    cargo_step(workspace, &line)
}
