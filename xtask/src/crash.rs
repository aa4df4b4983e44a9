//! `cargo xtask crash`: the real binary, broken at every system call that matters.

use anyhow::{Result, bail};

use crate::workspace::Workspace;

/// Runs the crash ladder's last rung.
pub(crate) fn run(_workspace: &Workspace) -> Result<()> {
    bail!("not part of this build yet")
}
