//! The README shows what the command prints: its commands are those of the help, and the tour is the tour's.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use regex::Regex;

use super::Finding;
use crate::workspace::Workspace;

const DOCUMENT: &str = "README.md";
const HELP: &str = "crates/mind-cli/tests/it/snapshots/it__help__help_mind.snap";
const TOUR: &str = "crates/mind-cli/tests/it/snapshots/it__tour__tour.snap";

pub(super) fn check(workspace: &Workspace, found: &mut Vec<Finding>) -> Result<()> {
    let readme = workspace.read(DOCUMENT)?;
    tour(&readme, &workspace.read(TOUR)?, found)?;
    commands(&readme, &workspace.read(HELP)?, found);
    Ok(())
}

/// Every paragraph shown is one the tour prints; scores may differ, and the snapshot leaves them open.
fn tour(readme: &str, printed: &str, found: &mut Vec<Finding>) -> Result<()> {
    let shown = excerpt(readme).context("README.md has the tour between its two marks")?;
    let scores = Regex::new(r"-?\d+\.\d{6}|#{8}").context("the form of a score")?;
    let printed = scores.replace_all(printed, "score");
    for paragraph in shown.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        if !printed.contains(scores.replace_all(paragraph, "score").as_ref()) {
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

fn commands(readme: &str, help: &str, found: &mut Vec<Finding>) {
    let listed = listed_commands(help);
    let told: BTreeSet<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `mind "))
        .filter_map(|rest| rest.split(['`', ' ']).next())
        .collect();
    for command in listed.difference(&told) {
        found.push(Finding::new(DOCUMENT, format!("`mind {command}` is missing")));
    }
    for command in told.difference(&listed) {
        found.push(Finding::new(DOCUMENT, format!("there is no `mind {command}`")));
    }
}

/// The names under "Commands:" of the help.
fn listed_commands(help: &str) -> BTreeSet<&str> {
    let rest = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
    let names = rest.lines().take_while(|line| !line.is_empty());
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_help() {
        let help =
            "Usage\n\nCommands:\n  recall  Find\n  read    Show\n  help    Print\n\nOptions:\n";
        let mut found = Vec::new();
        commands("| `mind recall QUERY` | x |\n| `mind dream` | y |\n", help, &mut found);
        let says: Vec<&str> = found.iter().map(|finding| finding.says.as_str()).collect();
        assert_eq!(says, ["`mind read` is missing", "there is no `mind dream`"]);
    }
}
