//! The lock files of the workspaces beside ours know what our crates need by now, or their first step fails.

use anyhow::Result;

use super::Finding;
use crate::workspace::{Metadata, Workspace};

/// The workspaces beside ours.
const BESIDE: [&str; 3] = ["bench/peers", "examples", "fuzz"];

pub(super) fn check(
    workspace: &Workspace,
    metadata: &Metadata,
    found: &mut Vec<Finding>,
) -> Result<()> {
    for beside in BESIDE {
        let path = format!("{beside}/Cargo.lock");
        let lock = workspace.read(&path)?;
        for (name, package) in metadata.members() {
            let Some(locked) = locked(&lock, name) else { continue };
            let needed =
                package.dependencies.iter().filter(|one| one.kind.is_none() && !one.optional);
            for dependency in needed.filter(|one| !locked.contains(&one.name.as_str())) {
                let missing = &dependency.name;
                let next = format!("cargo update --workspace --manifest-path {beside}/Cargo.toml");
                let says = format!("`{name}` lacks `{missing}`: run `{next}`");
                found.push(Finding::new(&path, says));
            }
        }
    }
    Ok(())
}

/// What a lock file says a package depends on; none for a package it does not have.
fn locked<'a>(lock: &'a str, name: &str) -> Option<Vec<&'a str>> {
    let head = format!("name = \"{name}\"");
    let package = lock.split("[[package]]").find(|part| part.lines().any(|line| line == head))?;
    let (_, list) = package.split_once("dependencies = [").unwrap_or_default();
    // A name that several versions share has its version behind it.
    let names = list.split('"').skip(1).step_by(2);
    Some(names.filter_map(|name| name.split(' ').next()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_of_a_package() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"b\"\nversion = \"1.0.0\"\ndependencies = [\n \"a\",\n \"c 2.0.0\",\n]\n\n[[package]]\nname = \"c\"\n";
        assert_eq!(locked(lock, "b"), Some(vec!["a", "c"]));
        assert_eq!(locked(lock, "a"), Some(Vec::new()));
        assert_eq!(locked(lock, "d"), None);
    }
}
