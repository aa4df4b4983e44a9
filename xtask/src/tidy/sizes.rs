//! How long files and functions may be. The tests at the end of a file do not count as the file's.

use anyhow::{Context as _, Result};
use proc_macro2::Span;
use syn::visit::{self, Visit};

use super::ratchet::{Limit, Ratchet};
use super::{Finding, is_product};
use crate::workspace::{SourceFile, Workspace};

const FILE: Limit = Limit { usual: 300, hard: 600 };
const TEST_FILE: Limit = Limit { usual: 600, hard: 600 };
const FUNCTION: Limit = Limit { usual: 60, hard: 90 };

pub(super) fn check(
    workspace: &Workspace,
    files: &[SourceFile],
    found: &mut Vec<Finding>,
) -> Result<()> {
    let mut ratchet = Ratchet::read(workspace)?;
    for file in files {
        let parsed = syn::parse_file(&file.text).with_context(|| file.path.clone())?;
        let lines = file.text.lines().count() - test_lines(&parsed);
        let limit = if is_product(file) { &FILE } else { &TEST_FILE };
        ratchet.hold(&file.path, lines, limit, found);
        if is_product(file) {
            let mut functions = Functions::default();
            functions.visit_file(&parsed);
            for (name, lines) in functions.seen {
                ratchet.hold(&format!("{}::{name}", file.path), lines, &FUNCTION, found);
            }
        }
    }
    ratchet.finish(found);
    Ok(())
}

/// Whether an item is compiled for tests only.
pub(super) fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let test = |list: &syn::MetaList| list.tokens.to_string() == "test";
        attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(test)
    })
}

fn test_lines(file: &syn::File) -> usize {
    let tests = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if is_for_tests(&module.attrs) => {
            let (braces, _) = module.content.as_ref()?;
            Some(lines_between(module.mod_token.span, braces.span.close()))
        }
        _ => None,
    });
    tests.sum()
}

fn lines_between(from: Span, to: Span) -> usize {
    to.end().line - from.start().line + 1
}

/// The functions of a file, test modules left out, with their length from signature to closing brace.
#[derive(Default)]
struct Functions {
    seen: Vec<(String, usize)>,
}

impl Functions {
    fn note(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let lines = lines_between(signature.fn_token.span, body.brace_token.span.close());
        self.seen.push((signature.ident.to_string(), lines));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.note(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.note(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.note(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_measured_and_tests_are_not() {
        let text = "struct S;\nimpl S {\n    fn two(\n        a: u8,\n    ) -> u8 {\n        a\n    }\n}\n\n#[cfg(test)]\nmod tests {\n    fn x() {}\n}\n";
        let file = syn::parse_file(text).unwrap();
        let mut functions = Functions::default();
        functions.visit_file(&file);
        assert_eq!(functions.seen, [("two".to_owned(), 5)]);
        assert_eq!(test_lines(&file), 3);
    }
}
