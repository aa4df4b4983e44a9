//! `cargo xtask clients`: real MCP clients, from npm, against the real binary (S-20, S-21).

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::run::cargo_step;
use crate::workspace::Workspace;

/// Where the clients are, below the root.
const PLACE: &str = "tests/clients";

/// Builds `mind`, installs the clients where they are not there yet, and runs them. Without Node that is said, and nothing fails.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    if !has("node") || !has("npm") {
        println!("skipped: node and npm are not both here, so NO real MCP client ran");
        return Ok(());
    }
    let place = workspace.root().join(PLACE);
    if !place.join("node_modules").is_dir() {
        let mut npm = Command::new("npm");
        step(npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(&place))?;
    }
    cargo_step(workspace, &["build", "--workspace", "--bin", "mind", "--locked"])?;
    let binary = workspace.metadata()?.target_directory.join("debug/mind");
    step(Command::new("node").arg("run.mjs").arg(binary).current_dir(&place))
}

fn has(program: &str) -> bool {
    let asked = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn step(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| name.clone())?;
    ensure!(status.success(), "`{name}` failed in {PLACE}");
    Ok(())
}
