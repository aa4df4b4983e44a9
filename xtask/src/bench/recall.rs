//! Recall beside other engines, and the command from a cold start.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use tempfile::TempDir;

use super::binary::Binary;
use super::corpus;
use super::report::Report;
use super::timing::Rounds;
use crate::run::cargo_step;
use crate::workspace::Workspace;

const WARM_UP: usize = 5;
const ROUNDS: usize = 51;

/// Facts of a home, and the longest a cold recall may take there, in milliseconds.
const COLD: [(usize, u64); 3] = [(1_000, 15), (10_000, 50), (100_000, 300)];

/// What to measure.
#[derive(Args, Clone)]
pub(crate) struct Options {
    /// Numbers of facts; 1000 10000 100000 when none is given.
    sizes: Vec<usize>,
    /// Writes the plots of the documentation.
    #[arg(long)]
    plots: bool,
}

/// Runs everything and prints the tables.
pub(super) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    beside_peers(workspace, options)?;
    let binary = Binary::build(workspace)?;
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let mut report = Report::new("`mind recall`, as a process");
    let asked = |facts: &usize| options.sizes.is_empty() || options.sizes.contains(facts);
    for (facts, bound) in COLD.into_iter().filter(|(facts, _)| asked(facts)) {
        cold(&binary, &room, facts, Duration::from_millis(bound), &mut report)?;
    }
    println!("{report}");
    Ok(())
}

/// The peers are a workspace of their own, so that no other command compiles them.
fn beside_peers(workspace: &Workspace, options: &Options) -> Result<()> {
    let target = workspace.metadata()?.target_directory.join("peers");
    let target = target.to_str().context("the target directory is UTF-8")?;
    let manifest = "bench/peers/Cargo.toml";
    let mut line = vec!["run", "--release", "--quiet", "--locked"];
    line.extend(["--manifest-path", manifest, "--target-dir", target, "--"]);
    if options.plots {
        line.extend(["--plots", "docs/bench"]);
    }
    let sizes: Vec<String> = options.sizes.iter().map(ToString::to_string).collect();
    line.extend(sizes.iter().map(String::as_str));
    cargo_step(workspace, &line)
}

/// Fills a home with one batch, and starts the command on it again and again.
fn cold(
    binary: &Binary,
    room: &TempDir,
    facts: usize,
    bound: Duration,
    report: &mut Report,
) -> Result<()> {
    let home = room.path().join(facts.to_string());
    let limits = "[limits]\nstore_bytes = 134217728\nstore_entries = 200000\n";
    fs::write(home.with_extension("toml"), limits)?;
    let lines = home.with_extension("jsonl");
    fs::write(&lines, (0..facts).map(corpus::line).collect::<String>())?;
    let path = lines.to_str().context("the target directory is UTF-8")?;
    binary.run(&home, &["remember", "--batch", path])?;
    let question = "which port has to be free before the smoke test of service 300 starts";
    let recall = Rounds::measure(WARM_UP, ROUNDS, || binary.run(&home, &["recall", question]))?;
    report.within(&format!("cold, {facts} facts"), &recall, bound);
    Ok(())
}
