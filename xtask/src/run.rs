//! Running other programs, and saying what is run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::workspace::{Workspace, cargo};

/// Runs cargo in the workspace's root, its output passed through; fails when cargo does.
pub(crate) fn cargo_step(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    cargo_step_with(workspace, arguments, &[])
}

/// The same, with variables set.
pub(crate) fn cargo_step_with(
    workspace: &Workspace,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<()> {
    let line = arguments.join(" ");
    println!("$ cargo {line}");
    let started = Instant::now();
    let status = Command::new(cargo())
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(workspace.root())
        .status()
        .with_context(|| format!("cargo {line}"))?;
    ensure!(status.success(), "`cargo {line}` failed");
    println!("  done in {:.1} s\n", started.elapsed().as_secs_f64());
    Ok(())
}

/// Whether a program can be started here.
pub(crate) fn has_program(name: &str) -> bool {
    let asked = Command::new(name).arg("--version").stdout(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Installs what a folder's `package-lock.json` names, unless it is there already.
pub(crate) fn npm_ci(place: &Path) -> Result<()> {
    if place.join("node_modules").is_dir() {
        return Ok(());
    }
    step_in(place, "npm", &["ci", "--no-audit", "--no-fund"])
}

/// Runs a program in a folder, its output passed through; fails when it does.
pub(crate) fn step_in(place: &Path, program: &str, arguments: &[&str]) -> Result<()> {
    let line = format!("{program} {}", arguments.join(" "));
    let status = Command::new(program).args(arguments).current_dir(place).status();
    let status = status.with_context(|| line.clone())?;
    ensure!(status.success(), "`{line}` failed in {}", place.display());
    Ok(())
}

/// Whether cargo has this subcommand installed.
pub(crate) fn has_cargo_command(name: &str) -> bool {
    Command::new(cargo())
        .args([name, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
