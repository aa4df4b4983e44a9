//! `cargo xtask test`: every test there is.

use anyhow::Result;

use crate::examples;
use crate::run::{cargo_step, has_cargo_command};
use crate::workspace::Workspace;

/// Runs all tests and doctests, with nextest where it is installed.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    unit_and_integration(workspace)?;
    doctests(workspace)?;
    examples::test(workspace)
}

/// Everything but doctests.
pub(crate) fn unit_and_integration(workspace: &Workspace) -> Result<()> {
    if has_cargo_command("nextest") {
        cargo_step(workspace, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast"])
    } else {
        cargo_step(
            workspace,
            &["test", "--workspace", "--locked", "--all-targets", "--no-fail-fast"],
        )
    }
}

/// Doctests, which nextest does not run.
pub(crate) fn doctests(workspace: &Workspace) -> Result<()> {
    cargo_step(workspace, &["test", "--workspace", "--locked", "--doc"])
}
