//! Every crate we depend on has its reason and its licence in `docs/dependencies.md`, and nothing else does.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::Finding;
use super::table::coded_rows;
use crate::workspace::{Metadata, Workspace};

const DOCUMENT: &str = "docs/dependencies.md";

pub(super) fn check(
    workspace: &Workspace,
    metadata: &Metadata,
    found: &mut Vec<Finding>,
) -> Result<()> {
    let members = metadata.members();
    let used: BTreeSet<&str> = members
        .values()
        .flat_map(|package| &package.dependencies)
        .map(|dependency| dependency.name.as_str())
        .filter(|name| !members.contains_key(name))
        .collect();
    let told: BTreeMap<String, Vec<String>> =
        coded_rows(&workspace.read(DOCUMENT)?).into_iter().collect();
    for name in told.keys().filter(|name| !used.contains(name.as_str())) {
        found.push(Finding::new(DOCUMENT, format!("`{name}` is not a dependency any more")));
    }
    for name in used {
        let Some(cells) = told.get(name) else {
            found.push(Finding::new(DOCUMENT, format!("`{name}` is missing")));
            continue;
        };
        let licence = licence(metadata, name);
        if cells.last() != Some(&licence) {
            found.push(Finding::new(DOCUMENT, format!("the licence of `{name}` is {licence}")));
        }
    }
    Ok(())
}

fn licence(metadata: &Metadata, name: &str) -> String {
    let package = metadata.packages.iter().find(|package| package.name == name);
    package.and_then(|package| package.license.clone()).unwrap_or_else(|| "unknown".to_owned())
}
