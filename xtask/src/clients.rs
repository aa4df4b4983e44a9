//! `cargo xtask clients`: real MCP clients, from npm, against the real binary (S-20, S-21).

use anyhow::Result;

use crate::run::{cargo_step, has_program, npm_ci, step_in};
use crate::workspace::Workspace;

/// Where the clients are, below the root.
const PLACE: &str = "tests/clients";

/// Builds `mind`, installs the clients where they are not there yet, and runs them. Without Node that is said, and nothing fails.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    if !has_program("node") || !has_program("npm") {
        println!("skipped: node and npm are not both here, so NO real MCP client ran");
        return Ok(());
    }
    let place = workspace.root().join(PLACE);
    npm_ci(&place)?;
    cargo_step(workspace, &["build", "--workspace", "--bin", "mind", "--locked"])?;
    let binary = workspace.metadata()?.target_directory.join("debug/mind");
    step_in(&place, "node", &["run.mjs", &binary.to_string_lossy()])
}
