//! `docs/errors.md` has every code and rule id that the sources can answer, and no other.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use regex::Regex;
use syn::visit::{self, Visit};

use super::sizes::is_for_tests;
use super::table::coded_rows;
use super::{Finding, is_product};
use crate::workspace::{SourceFile, Workspace};

const DOCUMENT: &str = "docs/errors.md";

/// A code: one of the families, a point, and a word.
const GRAMMAR: &str = "^(abuse|backlog|capture|companion|config|context|fact|hidden|home|host|import|input|llm|note|optimize|output|owner|recall|review|scan|scope|secret|steer|store)\\.[a-z0-9]+(_[a-z0-9]+)*$";

/// Literals of the grammar that are no codes: keys of the configuration file, and file names.
const NOT_CODES: [&str; 9] = [
    "capture.mode",
    "capture.nudge",
    "config.toml",
    "context.budget_tokens",
    "llm.api_key_env",
    "llm.base_url",
    "llm.model",
    "llm.provider",
    "optimize.auto",
];

pub(super) fn check(
    workspace: &Workspace,
    files: &[SourceFile],
    found: &mut Vec<Finding>,
) -> Result<()> {
    let grammar = Regex::new(GRAMMAR).context("the grammar of codes")?;
    let mut codes = Codes { grammar, seen: BTreeSet::new() };
    for file in files.iter().filter(|file| file.path.starts_with("crates/") && is_product(file)) {
        codes.visit_file(&syn::parse_file(&file.text).with_context(|| file.path.clone())?);
    }
    let told: BTreeSet<String> =
        coded_rows(&workspace.read(DOCUMENT)?).into_iter().map(|(code, _)| code).collect();
    for code in codes.seen.difference(&told) {
        found.push(Finding::new(DOCUMENT, format!("`{code}` is missing")));
    }
    for code in told.difference(&codes.seen) {
        found.push(Finding::new(DOCUMENT, format!("`{code}` is in no source")));
    }
    Ok(())
}

/// The codes a source names outside its tests.
struct Codes {
    grammar: Regex,
    seen: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Codes {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    /// Documentation is prose.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        let text = literal.value();
        if self.grammar.is_match(&text) && !NOT_CODES.contains(&text.as_str()) {
            self.seen.insert(text);
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let tokens = super::tokens::flat(&call.tokens.to_string()).unwrap_or_default();
        for token in tokens {
            let text = token.text.trim_matches('"');
            if token.text.starts_with('"')
                && self.grammar.is_match(text)
                && !NOT_CODES.contains(&text)
            {
                self.seen.insert(text.to_owned());
            }
        }
    }
}
