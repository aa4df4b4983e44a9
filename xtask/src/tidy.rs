//! `cargo xtask tidy`: the house rules that no compiler checks. A plain test runs the same rules.

mod arrows;
mod citations;
mod dependencies;
mod errors;
mod links;
mod locks;
mod names;
mod paths;
mod prose;
mod ratchet;
mod readme;
mod sizes;
mod table;
mod tokens;

use std::fmt;

use anyhow::{Result, ensure};

use crate::workspace::{SourceFile, Workspace};

/// One breach of a rule.
pub(crate) struct Finding {
    /// Where: a path from the root, with a line where one is to blame.
    place: String,
    /// What is wrong and what to do.
    says: String,
}

impl Finding {
    fn new(place: impl Into<String>, says: impl Into<String>) -> Self {
        Self { place: place.into(), says: says.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.says)
    }
}

/// Prints every finding; fails when there is one.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let findings = findings(workspace)?;
    for finding in &findings {
        println!("{finding}");
    }
    ensure!(findings.is_empty(), "tidy: {} findings", findings.len());
    println!("tidy: nothing found\n");
    Ok(())
}

/// Every breach of every rule.
fn findings(workspace: &Workspace) -> Result<Vec<Finding>> {
    let rust = workspace.rust_files()?;
    let metadata = workspace.metadata()?;
    let mut found = Vec::new();
    arrows::check(workspace, &metadata, &mut found)?;
    dependencies::check(workspace, &metadata, &mut found)?;
    locks::check(workspace, &metadata, &mut found)?;
    sizes::check(workspace, &rust, &mut found)?;
    tokens::check(&rust, &mut found)?;
    names::check(&rust, &mut found)?;
    prose::check(&rust, &mut found);
    errors::check(workspace, &rust, &mut found)?;
    citations::check(workspace, &rust, &mut found)?;
    links::check(workspace, &mut found)?;
    paths::check(workspace, &mut found)?;
    readme::check(workspace, &mut found)?;
    Ok(found)
}

/// Whether a file is part of the product: neither a test nor a bench.
fn is_product(file: &SourceFile) -> bool {
    let apart = ["/tests/", "/benches/", "/examples/"];
    !file.path.ends_with("/tests.rs") && !apart.iter().any(|part| file.path.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The house rules hold.
    #[test]
    fn the_house_is_tidy() {
        let workspace = Workspace::find().unwrap();
        let found: Vec<String> =
            findings(&workspace).unwrap().iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "\n{}\n", found.join("\n"));
    }

    /// Each rule about a source is seen to find what it is for.
    #[test]
    fn a_bad_file_breaks_every_rule() {
        let text = [
            "fn get_x() {",
            "    std::thread::sleep(span);",
            "}",
            &format!("// {}", "-".repeat(8)),
            "#[allow(dead_code)]",
            "struct StoreManager;",
            "#[ignore]",
            "fn y() {}",
        ]
        .join("\n");
        let path = "crates/mind-core/src/helpers/x.rs".to_owned();
        let files = [SourceFile { path, text }];
        let mut found = Vec::new();
        tokens::check(&files, &mut found).unwrap();
        names::check(&files, &mut found).unwrap();
        prose::check(&files, &mut found);
        let places: Vec<&str> = found
            .iter()
            .map(|finding| finding.place.trim_start_matches("crates/mind-core/src/helpers/x.rs"))
            .collect();
        assert_eq!(places, [":5", ":7", ":2", "", ":1", ":6", "", ":4"]);
    }
}
