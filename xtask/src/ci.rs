//! `cargo xtask ci`: what a change must pass. Every step runs, so that one run shows everything that is wrong.

use anyhow::{Result, bail};

use crate::run::{cargo_step, cargo_step_with, has_cargo_command};
use crate::workspace::Workspace;
use crate::{codegen, examples, test, tidy};

struct Step {
    name: &'static str,
    run: fn(&Workspace) -> Result<()>,
}

/// The quick ones first.
const STEPS: [Step; 9] = [
    Step { name: "format", run: format },
    Step { name: "tidy", run: tidy::run },
    Step { name: "codegen", run: codegen::check },
    Step { name: "dependencies", run: dependencies },
    Step { name: "clippy", run: clippy },
    Step { name: "docs", run: docs },
    Step { name: "doctests", run: test::doctests },
    Step { name: "tests", run: test::unit_and_integration },
    Step { name: "examples", run: examples::test },
];

/// Runs every step, then names those that failed.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut failed = Vec::new();
    for Step { name, run } in STEPS {
        println!("== {name}");
        if let Err(error) = run(workspace) {
            println!("{error:#}\n");
            failed.push(name);
        }
    }
    if failed.is_empty() {
        println!("ci: all {} steps passed", STEPS.len());
        return Ok(());
    }
    bail!("ci: failed: {}", failed.join(", "))
}

fn format(workspace: &Workspace) -> Result<()> {
    cargo_step(workspace, &["fmt", "--all", "--check"])?;
    examples::format(workspace)
}

fn clippy(workspace: &Workspace) -> Result<()> {
    cargo_step(
        workspace,
        &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    )?;
    examples::clippy(workspace)
}

fn docs(workspace: &Workspace) -> Result<()> {
    let arguments = ["doc", "--workspace", "--no-deps", "--locked"];
    cargo_step_with(workspace, &arguments, &[("RUSTDOCFLAGS", "-D warnings")])
}

fn dependencies(workspace: &Workspace) -> Result<()> {
    if has_cargo_command("deny") {
        return cargo_step(workspace, &["deny", "--all-features", "check"]);
    }
    println!(
        "skipped: cargo-deny is not installed, so licences, bans and sources were NOT checked"
    );
    println!("         (`cargo install cargo-deny --locked` makes this step run)\n");
    Ok(())
}
