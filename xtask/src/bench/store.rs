//! What a durable write, a cold start and a bulk load cost.

use anyhow::{Result, bail};

use crate::workspace::Workspace;

pub(super) fn run(_workspace: &Workspace) -> Result<()> {
    bail!("not part of this build yet")
}
