//! The project's own chores, run as `cargo xtask COMMAND`.

#![expect(clippy::print_stdout, reason = "a chore's standard output is its report")]
#![expect(clippy::print_stderr, reason = "and its failure is said on standard error")]

mod bench;
mod ci;
mod clients;
mod codegen;
mod crash;
mod dist;
mod examples;
mod fuzz;
mod pi;
mod run;
mod soak;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Everything a change must pass: format, tidy, lints, tests, doctests, docs, generated files, dependencies.
    Ci,
    /// All tests of the workspace, doctests included; installs nothing.
    Test,
    /// The house rules: arrows, sizes, names, documents.
    Tidy,
    /// Writes the generated files: JSON Schemas of the wire shapes.
    Codegen {
        /// Writes nothing; fails when a file is not fresh.
        #[arg(long)]
        check: bool,
    },
    /// Measures, and prints a Markdown table; never fails on a time.
    Bench {
        #[command(subcommand)]
        subject: bench::Subject,
    },
    /// Runs real MCP clients against the real binary: the reference SDK, MCP Inspector and Pi (needs Node and npm).
    Clients,
    /// Runs the Pi extension in real Pi, both supported versions, against the real binary (needs Node and npm, Linux).
    Pi {
        /// Parts of scenario names; all scenarios when left out.
        names: Vec<String>,
    },
    /// Breaks the real binary at every system call that matters, and looks for what is missing (Linux, needs strace).
    Crash {
        /// Breaks this binary instead of building one.
        #[arg(long, value_name = "FILE")]
        binary: Option<PathBuf>,
    },
    /// Builds and packs what a release is made of, under `target/shipped`, and publishes nothing (needs npm).
    Dist {
        /// The target to build for, by Rust's name; this machine's own when left out.
        #[arg(long, value_name = "TRIPLE")]
        target: Option<String>,
    },
    /// Lets libFuzzer look for bytes from outside on which something does not hold (needs a C++ compiler).
    Fuzz(fuzz::Options),
    /// Lives through a year of use on a store on disk, with crashes, rivals and a wandering clock, and holds every day against a plain map.
    Soak {
        /// How many days.
        #[arg(long, default_value_t = 365)]
        days: u32,
        /// What happens; a failure names its own.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// One rival of a soak.
    #[command(hide = true)]
    SoakRival { part: String },
}

fn main() -> ExitCode {
    let chore = Arguments::parse().chore;
    if let Err(error) = Workspace::find().and_then(|workspace| run(&workspace, &chore)) {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run(workspace: &Workspace, chore: &Chore) -> Result<()> {
    match chore {
        Chore::Ci => ci::run(workspace),
        Chore::Test => test::run(workspace),
        Chore::Tidy => tidy::run(workspace),
        Chore::Codegen { check: false } => codegen::write(workspace),
        Chore::Codegen { check: true } => codegen::check(workspace),
        Chore::Bench { subject } => bench::run(workspace, subject),
        Chore::Dist { target } => dist::run(workspace, target.as_deref()),
        Chore::Clients => clients::run(workspace),
        Chore::Fuzz(options) => fuzz::run(workspace, options),
        Chore::Soak { days, seed } => soak::run(*days, *seed),
        Chore::SoakRival { part } => soak::play(part),
        Chore::Pi { names } => pi::run(workspace, names),
        Chore::Crash { binary } => crash::run(workspace, binary.as_deref()),
    }
}
