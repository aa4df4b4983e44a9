//! Links between the documents lead somewhere.

use std::path::Path;

use anyhow::Result;

use super::Finding;
use crate::workspace::{Workspace, has_extension};

pub(super) fn check(workspace: &Workspace, found: &mut Vec<Finding>) -> Result<()> {
    for file in workspace.files(|path| has_extension(path, "md"))? {
        let directory = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        for target in local_targets(&file.text) {
            if !workspace.root().join(directory).join(target).exists() {
                found.push(Finding::new(&file.path, format!("the link to {target} leads nowhere")));
            }
        }
    }
    Ok(())
}

/// The targets of a text's links that are files of the tree, without what follows a `#`.
fn local_targets(markdown: &str) -> impl Iterator<Item = &str> {
    markdown
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://"))
        .filter_map(|target| target.split('#').next())
        .filter(|target| !target.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_are_looked_for() {
        let text = "[a](docs/a.md#b) and [c](https://example.com/x.md), [d](#e)";
        assert_eq!(local_targets(text).collect::<Vec<_>>(), ["docs/a.md"]);
    }
}
