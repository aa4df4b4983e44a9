//! Hooks in a file: how they are written, and which are ours.

use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstStringLit};

use super::{HOOKS, list_in};
use crate::setup::fault::Misfit;
use crate::setup::host::{Hook, Host, Nesting};
use crate::setup::program::hook_program;

/// A hook as its host writes it.
pub(super) fn hook_entry(hook: &Hook, line: &str) -> CstInputValue {
    let member = |key: &str, value| (key.to_owned(), value);
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let command = member("command", text(line));
    let timeout = member("timeout", CstInputValue::Number(hook.timeout.to_string()));
    match hook.nesting {
        Nesting::Flat => CstInputValue::Object(vec![command, timeout]),
        Nesting::Grouped => {
            let kind = member("type", text("command"));
            let handler = CstInputValue::Object(vec![kind, command, timeout]);
            CstInputValue::Object(vec![member(HOOKS, CstInputValue::Array(vec![handler]))])
        }
    }
}

/// A hook of ours in a file.
pub(super) struct FoundHook {
    pub(super) program: String,
    pub(super) line: CstStringLit,
    handler: CstObject,
    /// The group it is in, where it is in one.
    group: Option<(CstObject, CstArray)>,
}

impl FoundHook {
    /// What goes with it: its group, when it is alone there.
    pub(super) fn whole(self) -> CstNode {
        match self.group {
            Some((group, handlers)) if handlers.elements().len() == 1 => group.into(),
            _ => self.handler.into(),
        }
    }
}

/// Our hooks of an event. What is not of the expected shape is somebody else's.
pub(super) fn found_hooks(
    hooks: &CstObject,
    host: Host,
    hook: &Hook,
) -> Result<Vec<FoundHook>, Misfit> {
    let Some(list) = list_in(hooks, hook.name)? else { return Ok(Vec::new()) };
    let objects = |list: &CstArray| {
        list.elements().into_iter().filter_map(|element| element.as_object()).collect::<Vec<_>>()
    };
    let ours = |handler: CstObject, group: Option<(CstObject, CstArray)>| {
        let line = handler.get("command")?.value()?.as_string_lit()?;
        let program = hook_program(&line.decoded_value().ok()?, host, hook.event)?;
        Some(FoundHook { program, line, handler, group })
    };
    let found = objects(&list).into_iter().flat_map(|element| match hook.nesting {
        Nesting::Flat => ours(element, None).into_iter().collect::<Vec<_>>(),
        Nesting::Grouped => {
            let Some(handlers) = element.array_value(HOOKS) else { return Vec::new() };
            let group = || Some((element.clone(), handlers.clone()));
            objects(&handlers).into_iter().filter_map(|handler| ours(handler, group())).collect()
        }
    });
    Ok(found.collect())
}
