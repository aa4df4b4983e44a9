//! Our entries in a JSON file, comments and trailing commas and all.
//!
//! The tree of `jsonc-parser` keeps every byte; only what is put in or taken out is ours.

mod put;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{
    CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode, CstStringLit,
};

use put::{append, drop_empty, literal, put, replace_text};

use super::fault::Misfit;
use super::host::{Entry, Hook, Host, Nesting};
use super::program::{hook_line, hook_program, is_mind};
use super::{NAME, SERVE};

/// The list of an event, under this member.
const HOOKS: &str = "hooks";

/// The text with our entries in it; an entry that is there already keeps its bytes, but for the program's path.
pub(super) fn connect(
    text: &str,
    host: Host,
    entries: &[Entry],
    program: &str,
) -> Result<String, Misfit> {
    let mut text = text.to_owned();
    for entry in entries {
        // Read anew each time: what was put in on one line is text in the tree, and no table yet.
        let root = parse(&text)?;
        let object = object(&root)?;
        match entry {
            Entry::Server { table, own } => put_server(&object, table, *own, program)?,
            Entry::Hook(hook) => put_hook(&object, host, hook, program)?,
            Entry::Version(number) if member(&object, "version")?.is_none() => {
                put(&object, "version", CstInputValue::Number(number.to_string()));
            }
            Entry::Version(_) => {}
        }
        text = root.to_string();
    }
    Ok(text)
}

/// The text without our entries, and without the lists and tables that only they were in, unless those stand in the file as it was before.
pub(super) fn disconnect(
    text: &str,
    host: Host,
    entries: &[Entry],
    before: &str,
) -> Result<String, Misfit> {
    let root = parse(text)?;
    let before = parse(before).ok().and_then(|root| root.object_value());
    let had = |path: &[&str]| {
        let (last, tables) = path.split_last().unzip();
        let object = tables
            .unwrap_or_default()
            .iter()
            .try_fold(before.clone()?, |object, key| object.object_value(key))?;
        object.get(last?).map(|_| ())
    };
    let Some(object) = root.object_value() else { return Ok(text.to_owned()) };
    for entry in entries {
        match entry {
            Entry::Server { table, .. } => {
                let Some(servers) = table_in(&object, table)? else { continue };
                let ours =
                    member(&servers, NAME)?.filter(|server| server_program(server).is_some());
                let Some(server) = ours else { continue };
                server.remove();
                drop_empty(&object, table, had(&[table]).is_some());
            }
            Entry::Hook(hook) => {
                let Some(hooks) = table_in(&object, HOOKS)? else { continue };
                let found = found_hooks(&hooks, host, hook)?;
                let any = !found.is_empty();
                for found in found {
                    found.remove();
                }
                if any {
                    drop_empty(&hooks, hook.name, had(&[HOOKS, hook.name]).is_some());
                    drop_empty(&object, HOOKS, had(&[HOOKS]).is_some());
                }
            }
            Entry::Version(_) => {}
        }
    }
    Ok(root.to_string())
}

/// The program each entry names, or nothing where it is not there.
pub(super) fn programs(
    text: &str,
    host: Host,
    entries: &[Entry],
) -> Result<Vec<Option<String>>, Misfit> {
    let root = parse(text)?;
    let Some(object) = root.object_value() else {
        let ours = entries.iter().filter(|entry| !matches!(entry, Entry::Version(_)));
        return Ok(ours.map(|_| None).collect());
    };
    let mut programs = Vec::new();
    for entry in entries {
        match entry {
            Entry::Server { table, .. } => {
                let servers = table_in(&object, table)?;
                let server = servers.map(|servers| member(&servers, NAME)).transpose()?.flatten();
                programs.push(server.and_then(|server| server_program(&server)));
            }
            Entry::Hook(hook) => {
                let hooks = table_in(&object, HOOKS)?;
                let found = hooks.map(|hooks| found_hooks(&hooks, host, hook)).transpose()?;
                let first = found.into_iter().flatten().next();
                programs.push(first.map(|found| found.program));
            }
            Entry::Version(_) => {}
        }
    }
    Ok(programs)
}

fn put_server(
    object: &CstObject,
    table: &str,
    own: Option<(&str, &str)>,
    program: &str,
) -> Result<(), Misfit> {
    let servers = table_in(object, table)?;
    let server = servers.as_ref().map(|servers| member(servers, NAME)).transpose()?.flatten();
    if let Some(server) = server {
        let Some(known) = server_program(&server) else {
            return Err(Misfit::NameTaken { key: format!("{table}.{NAME}") });
        };
        if known != program {
            replace_text(server.object_value().and_then(|server| server.get("command")), program);
        }
        return Ok(());
    }
    let text = |text: &str| CstInputValue::String(text.to_owned());
    let mut members = vec![
        ("command".to_owned(), text(program)),
        ("args".to_owned(), CstInputValue::Array(vec![text(SERVE)])),
    ];
    members.extend(own.map(|(key, value)| (key.to_owned(), text(value))));
    let entry = CstInputValue::Object(members);
    match servers {
        Some(servers) => put(&servers, NAME, entry),
        None => put(object, table, CstInputValue::Object(vec![(NAME.to_owned(), entry)])),
    }
    Ok(())
}

fn put_hook(object: &CstObject, host: Host, hook: &Hook, program: &str) -> Result<(), Misfit> {
    let line = hook_line(program, host, hook.event);
    let hooks = table_in(object, HOOKS)?;
    let found = hooks.as_ref().map(|hooks| found_hooks(hooks, host, hook)).transpose()?;
    if let Some(found) = found.into_iter().flatten().next() {
        if found.program != program {
            let known = found.line.decoded_value().unwrap_or_default();
            let more = hook_line(&found.program, host, hook.event).len();
            let line = format!("{line}{}", known.get(more..).unwrap_or_default());
            found.line.set_raw_value(literal(&line));
        }
        return Ok(());
    }
    let entry = hook_entry(hook, &line);
    let list = |entry| CstInputValue::Array(vec![entry]);
    let Some(hooks) = hooks else {
        put(object, HOOKS, CstInputValue::Object(vec![(hook.name.to_owned(), list(entry))]));
        return Ok(());
    };
    match list_in(&hooks, hook.name)? {
        Some(list) => append(&list, entry),
        None => put(&hooks, hook.name, list(entry)),
    }
    Ok(())
}

fn hook_entry(hook: &Hook, line: &str) -> CstInputValue {
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
struct FoundHook {
    program: String,
    line: CstStringLit,
    handler: CstObject,
    /// The group it is in, where it is in one.
    group: Option<(CstObject, CstArray)>,
}

impl FoundHook {
    fn remove(self) {
        self.handler.remove();
        if let Some((group, handlers)) = self.group
            && handlers.elements().is_empty()
        {
            group.remove();
        }
    }
}

/// Our hooks of an event. What is not of the expected shape is somebody else's.
fn found_hooks(hooks: &CstObject, host: Host, hook: &Hook) -> Result<Vec<FoundHook>, Misfit> {
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

/// The program of a server, when it is `mind` serving.
fn server_program(server: &CstObjectProp) -> Option<String> {
    let server = server.object_value()?;
    let text = |node: CstNode| node.as_string_lit()?.decoded_value().ok();
    let program = text(server.get("command")?.value()?)?;
    let first = text(server.array_value("args")?.elements().into_iter().next()?)?;
    (first == SERVE && is_mind(&program)).then_some(program)
}

fn parse(text: &str) -> Result<CstRootNode, Misfit> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options)
        .map_err(|error| Misfit::NotParsed { line: error.line_display() })
}

fn object(root: &CstRootNode) -> Result<CstObject, Misfit> {
    let misfit = || Misfit::Shape { key: "the file".to_owned(), expected: "an object" };
    root.object_value_or_create().ok_or_else(misfit)
}

/// The member of a name. Of two with one name nobody knows which a host takes.
fn member(object: &CstObject, name: &str) -> Result<Option<CstObjectProp>, Misfit> {
    let named = |member: &CstObjectProp| member.decoded_name().as_deref() == Some(name);
    let mut members = object.properties().into_iter().filter(named);
    match (members.next(), members.next()) {
        (_, Some(_)) => Err(Misfit::Shape { key: name.to_owned(), expected: "there only once" }),
        (member, None) => Ok(member),
    }
}

fn table_in(object: &CstObject, name: &str) -> Result<Option<CstObject>, Misfit> {
    let misfit = || Misfit::Shape { key: name.to_owned(), expected: "an object" };
    let member = member(object, name)?;
    member.map(|member| member.object_value().ok_or_else(misfit)).transpose()
}

fn list_in(object: &CstObject, name: &str) -> Result<Option<CstArray>, Misfit> {
    let misfit = || Misfit::Shape { key: name.to_owned(), expected: "a list" };
    let member = member(object, name)?;
    member.map(|member| member.array_value().ok_or_else(misfit)).transpose()
}
