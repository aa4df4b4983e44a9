//! What the README shows of the tour is what the tour prints: its snapshot has every paragraph.

use anyhow::{Context as _, Result};

use super::Finding;
use crate::workspace::Workspace;

const DOCUMENT: &str = "README.md";
const SNAPSHOT: &str = "crates/mind-cli/tests/it/snapshots/it__tour__tour.snap";

pub(super) fn check(workspace: &Workspace, found: &mut Vec<Finding>) -> Result<()> {
    let readme = workspace.read(DOCUMENT)?;
    let shown = excerpt(&readme).context("README.md has the tour between its two marks")?;
    let printed = workspace.read(SNAPSHOT)?;
    for paragraph in shown.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        if !printed.contains(paragraph) {
            let first = paragraph.lines().next().unwrap_or_default();
            found.push(Finding::new(DOCUMENT, format!("the tour does not print this: {first}")));
        }
    }
    Ok(())
}

/// What stands between the marks, without its fence.
fn excerpt(readme: &str) -> Option<&str> {
    let (_, rest) = readme.split_once("<!-- tour:begin -->\n```text\n")?;
    let (shown, _) = rest.split_once("```\n<!-- tour:end -->")?;
    Some(shown)
}
