//! A document that says a test holds something names a test that exists.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};

use super::Finding;
use super::table::code_spans;
use super::tokens::{Token, flat};
use crate::workspace::{SourceFile, Workspace};

/// The documents that cite tests, as `crate::test_name`, with any modules between.
const DOCUMENTS: [&str; 2] = ["docs/ARCHITECTURE.md", "docs/faults.md"];

/// Macros of the test kit whose rules are the tests of whoever calls them.
const KIT: &str = "mind-testkit";

pub(super) fn check(
    workspace: &Workspace,
    files: &[SourceFile],
    found: &mut Vec<Finding>,
) -> Result<()> {
    let tests = tests_by_crate(files)?;
    for document in DOCUMENTS {
        for citation in code_spans(&workspace.read(document)?).filter_map(citation) {
            let (room, test) = &citation;
            if !tests.get(room).is_some_and(|names| names.contains(test)) {
                found.push(Finding::new(document, format!("`{room}` has no test `{test}`")));
            }
        }
    }
    Ok(())
}

/// The crate and the test that a code span names, when it names a test: `mind_core::a::b` or `xtask::b`.
fn citation(span: &str) -> Option<(String, String)> {
    let (first, rest) = span.split_once("::")?;
    let room = first.replace('_', "-");
    let test = rest.rsplit("::").next()?;
    let named = test.starts_with(|c: char| c.is_ascii_lowercase())
        && test.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    ((room.starts_with("mind-") || room == "xtask") && named).then(|| (room, test.to_owned()))
}

fn tests_by_crate(files: &[SourceFile]) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut tests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let mut parts = file.path.split('/');
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let room = match first {
            "crates" => second.to_owned(),
            "examples" => format!("mind-{second}"),
            _ => first.to_owned(),
        };
        let tokens = flat(&file.text).with_context(|| file.path.clone())?;
        let names = tests.entry(room.clone()).or_default();
        names.extend(if room == KIT { functions(&tokens) } else { test_functions(&tokens) });
    }
    Ok(tests)
}

/// The functions that follow a `#[test]` or an `#[rstest]`.
fn test_functions(tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    let mut marked = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "test" | "rstest" | "proptest" => marked = true,
            "fn" if marked => {
                names.extend(tokens.get(at + 1).map(|name| name.text.clone()));
                marked = false;
            }
            _ => {}
        }
    }
    names
}

/// Every function, and every word of a macro: the kit's clauses are named there.
fn functions(tokens: &[Token]) -> Vec<String> {
    tokens.iter().map(|token| token.text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations() {
        let pair = |room: &str, test: &str| Some((room.to_owned(), test.to_owned()));
        assert_eq!(citation("mind_core::scope::tests::slugs"), pair("mind-core", "slugs"));
        assert_eq!(citation("xtask::the_house_is_tidy"), pair("xtask", "the_house_is_tidy"));
        assert_eq!(citation("mind_core::Mind"), None);
        assert_eq!(citation("std::fs::read"), None);
    }

    #[test]
    fn only_marked_functions_are_tests() {
        let tokens = flat("fn a() {} #[test] fn b() {} fn c() {}").unwrap();
        assert_eq!(test_functions(&tokens), ["b"]);
    }
}
