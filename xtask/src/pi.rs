//! `cargo xtask pi`: the Pi extension in real Pi, both supported versions, against the real binary (PI-101).

use anyhow::Result;

use crate::run::{cargo_step, has_program, npm_ci, step_in};
use crate::workspace::Workspace;

/// Where the scenarios are, below the root.
const PLACE: &str = "crates/mind-pi-adapter/tests/pi";

/// Builds `mind`, installs Pi where it is not there yet, checks the extension and plays the scenarios whose name holds one of `names`.
/// Where Pi cannot run, that is said, and nothing fails.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("skipped: Pi is pinned for Linux on x86-64, so the Pi extension was NOT tested");
        return Ok(());
    }
    if !has_program("node") || !has_program("npm") {
        println!("skipped: node and npm are not both here, so the Pi extension was NOT tested");
        return Ok(());
    }
    let place = workspace.root().join(PLACE);
    npm_ci(&place)?;
    cargo_step(workspace, &["build", "--workspace", "--bin", "mind", "--locked"])?;
    let binary = workspace.metadata()?.target_directory.join("debug/mind");
    step_in(&place, "node", &["checks.mjs"])?;
    let binary = binary.to_string_lossy();
    let scenarios = ["run.mjs", &*binary].into_iter().chain(names.iter().map(String::as_str));
    step_in(&place, "node", &scenarios.collect::<Vec<_>>())
}
