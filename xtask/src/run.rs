//! Running other programs, and saying what is run.

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

/// Whether cargo has this subcommand installed.
pub(crate) fn has_cargo_command(name: &str) -> bool {
    Command::new(cargo())
        .args([name, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
