//! Which crate may depend on which: the table of `docs/ARCHITECTURE.md` against cargo's metadata.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::Finding;
use super::table::{code_spans, coded_rows};
use crate::workspace::{Metadata, Workspace};

const DOCUMENT: &str = "docs/ARCHITECTURE.md";

/// Crates the workspace may have. Raising it is a decision, not a side effect.
const CRATES_LIMIT: usize = 11;

/// What one crate may depend on.
struct Arrows {
    product: BTreeSet<String>,
    tests: BTreeSet<String>,
}

pub(super) fn check(
    workspace: &Workspace,
    metadata: &Metadata,
    found: &mut Vec<Finding>,
) -> Result<()> {
    let members = metadata.members();
    let table = read(&workspace.read(DOCUMENT)?);
    for name in table.keys().filter(|name| !members.contains_key(name.as_str())) {
        found.push(Finding::new(DOCUMENT, format!("the room `{name}` does not exist")));
    }
    for (name, package) in &members {
        let Some(arrows) = table.get(*name) else {
            found.push(Finding::new(DOCUMENT, format!("the crate `{name}` is not in the table")));
            continue;
        };
        for dependency in &package.dependencies {
            let to = dependency.name.as_str();
            let in_tests = dependency.kind.as_deref() == Some("dev");
            let drawn = arrows.product.contains(to) || in_tests && arrows.tests.contains(to);
            if members.contains_key(to) && !drawn {
                let says = format!("the arrow `{name}` → `{to}` is not in the table");
                found.push(Finding::new(DOCUMENT, says));
            }
        }
    }
    if members.len() > CRATES_LIMIT {
        let says = format!("{} crates, allowed are {CRATES_LIMIT}", members.len());
        found.push(Finding::new("Cargo.toml", says));
    }
    Ok(())
}

/// The rows of four cells: room, one line, may depend on, in tests also.
fn read(markdown: &str) -> BTreeMap<String, Arrows> {
    let set = |cell: &String| code_spans(cell).map(str::to_owned).collect();
    let rows = coded_rows(markdown).into_iter();
    rows.filter_map(|(room, cells)| match cells.as_slice() {
        [_, product, tests] => Some((room, Arrows { product: set(product), tests: set(tests) })),
        _ => None,
    })
    .collect()
}
