//! `examples/`: a workspace of its own, built on `mind` as another project would be, and tested with it.

use anyhow::Result;

use crate::run::cargo_step;
use crate::workspace::Workspace;

const MANIFEST: &str = "examples/Cargo.toml";

/// Runs the tests of the examples. What the main workspace has built already is not built again.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let target = workspace.metadata()?.target_directory;
    let target = target.to_string_lossy();
    cargo_step(
        workspace,
        &["test", "--manifest-path", MANIFEST, "--workspace", "--locked", "--target-dir", &target],
    )
}

/// Checks the format of the examples.
pub(crate) fn format(workspace: &Workspace) -> Result<()> {
    cargo_step(workspace, &["fmt", "--manifest-path", MANIFEST, "--all", "--check"])
}

/// Lints the examples.
pub(crate) fn clippy(workspace: &Workspace) -> Result<()> {
    let target = workspace.metadata()?.target_directory;
    let target = target.to_string_lossy();
    let what = ["clippy", "--manifest-path", MANIFEST, "--workspace", "--all-targets", "--locked"];
    let how = ["--target-dir", &target, "--", "-D", "warnings"];
    cargo_step(workspace, &[&what[..], &how[..]].concat())
}
