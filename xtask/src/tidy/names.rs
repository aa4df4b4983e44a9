//! Names that say nothing.

use anyhow::{Context as _, Result};
use syn::visit::{self, Visit};

use super::Finding;
use crate::workspace::SourceFile;

/// Names no file, module or crate may have.
const ROOMS: [&str; 9] =
    ["common", "utils", "util", "types", "helpers", "helper", "manager", "managers", "misc"];

/// Last words no type may have.
const ENDINGS: [&str; 8] =
    ["Manager", "Helper", "Helpers", "Util", "Utils", "Impl", "Info", "Data"];

pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) -> Result<()> {
    for file in files {
        for part in file.path.trim_end_matches(".rs").split('/') {
            let last = part.rsplit(['-', '_']).next().unwrap_or(part);
            if ROOMS.contains(&part) || part.starts_with("mind-") && ROOMS.contains(&last) {
                found.push(Finding::new(&file.path, format!("`{part}` says nothing as a name")));
            }
        }
        let parsed = syn::parse_file(&file.text).with_context(|| file.path.clone())?;
        let mut names = Names::default();
        names.visit_file(&parsed);
        for (line, says) in names.wrong {
            found.push(Finding::new(format!("{}:{line}", file.path), says));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Names {
    wrong: Vec<(usize, String)>,
}

impl Names {
    fn type_named(&mut self, name: &syn::Ident) {
        let text = name.to_string();
        if let Some(ending) = ENDINGS.iter().find(|ending| text.ends_with(**ending)) {
            let says = format!("`{name}`: name it by what it is; `{ending}` says nothing");
            self.wrong.push((name.span().start().line, says));
        }
    }

    fn function_named(&mut self, name: &syn::Ident) {
        if name.to_string().starts_with("get_") {
            let says = format!("`{name}`: a getter has the name of what it gives");
            self.wrong.push((name.span().start().line, says));
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.type_named(&item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.type_named(&item.ident);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.type_named(&item.ident);
        visit::visit_item_trait(self, item);
    }

    /// The names of a trait's methods are the trait's.
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.trait_.is_none() {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.function_named(&signature.ident);
        visit::visit_signature(self, signature);
    }
}
