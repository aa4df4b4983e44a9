//! Nothing of the machine it was written on: no paths of this checkout or of a home directory, no registry hosts.

use std::env;

use anyhow::Result;

use super::Finding;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace, found: &mut Vec<Finding>) -> Result<()> {
    let traces = traces(workspace);
    for file in workspace.files(|path| path != "Cargo.lock")? {
        for (number, line) in file.text.lines().enumerate() {
            let path = traces.iter().any(|trace| line.contains(trace.as_str()));
            let registry = line.contains("\"resolved\":") && line.contains("http");
            if path || registry {
                let place = format!("{}:{}", file.path, number + 1);
                found.push(Finding::new(
                    place,
                    "names a path or a host of the machine it was written on",
                ));
            }
        }
    }
    Ok(())
}

/// What would give this machine away: where the checkout is, and the home directory.
fn traces(workspace: &Workspace) -> Vec<String> {
    let mut traces = vec![format!("{}/", workspace.root().display())];
    let home = env::home_dir().map(|home| format!("{}/", home.display()));
    traces.extend(home.filter(|home| home.len() > 2));
    traces
}
