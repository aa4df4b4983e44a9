//! Our entries in a JSON file, comments and trailing commas and all.
//!
//! The tree of `jsonc-parser` keeps every byte; only what is put in or taken out is ours.

mod cut;
mod hook;
mod put;
mod setting;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};

use hook::{FoundHook, found_hooks, hook_entry};
use put::{append, literal, put, replace_text};

use super::fault::Misfit;
use super::host::{Entry, Hook, Host};
use super::program::{hook_line, is_mind};
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
            Entry::Setting { table, member } => {
                setting::put_setting(&object, table, member, program)?;
            }
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
    let before = parse(before)?;
    let mut text = text.to_owned();
    for entry in entries {
        if let Some(earlier) = ours(&before, host, entry)? {
            text = put_back(&text, host, entry, &earlier)?;
            continue;
        }
        let mut emptied: Vec<&[&str]> = Vec::new();
        let paths = match entry {
            Entry::Server { table, .. } | Entry::Setting { table, .. } => vec![vec![*table]],
            Entry::Hook(hook) => vec![vec![HOOKS, hook.name], vec![HOOKS]],
            Entry::Version(_) => continue,
        };
        // One at a time, each in the text the one before has left.
        while let Some(node) = ours(&parse(&text)?, host, entry)? {
            text = cut::without(&text, &node);
            emptied = paths.iter().map(Vec::as_slice).collect();
        }
        for path in emptied {
            if let Some(node) = at(&parse(&text)?, path)
                && is_bare(&node)
                && at(&before, path).is_none()
            {
                text = cut::without(&text, &node.into());
            }
        }
    }
    Ok(text)
}

/// The text with what stood there before in the place of ours.
fn put_back(text: &str, host: Host, entry: &Entry, earlier: &CstNode) -> Result<String, Misfit> {
    let root = parse(text)?;
    let value = |node: &CstNode| node.as_object_prop()?.value();
    let now = ours(&root, host, entry)?.as_ref().and_then(value);
    if let (Some(now), Some(earlier)) = (now.and_then(|now| now.as_string_lit()), value(earlier)) {
        now.set_raw_value(earlier.to_string());
    }
    Ok(root.to_string())
}

/// The first thing of ours that an entry stands for.
fn ours(root: &CstRootNode, host: Host, entry: &Entry) -> Result<Option<CstNode>, Misfit> {
    let Some(object) = root.object_value() else { return Ok(None) };
    match entry {
        Entry::Server { table, .. } => {
            let Some(servers) = table_in(&object, table)? else { return Ok(None) };
            let server = member(&servers, NAME)?;
            Ok(server.filter(|server| server_program(server).is_some()).map(Into::into))
        }
        Entry::Hook(hook) => {
            let Some(hooks) = table_in(&object, HOOKS)? else { return Ok(None) };
            Ok(found_hooks(&hooks, host, hook)?.into_iter().next().map(FoundHook::whole))
        }
        Entry::Setting { table, member } => {
            Ok(setting::found(&object, table, member)?.map(|found| found.0.into()))
        }
        Entry::Version(_) => Ok(None),
    }
}

/// The member at the end of a path.
fn at(root: &CstRootNode, path: &[&str]) -> Option<CstObjectProp> {
    let (last, tables) = path.split_last()?;
    let object = tables.iter().try_fold(root.object_value()?, |at, key| at.object_value(key));
    object?.get(last)
}

/// Whether nothing is in a table or a list, not even a comment.
fn is_bare(member: &CstObjectProp) -> bool {
    let text = member.value().map(|value| value.to_string()).unwrap_or_default();
    text.trim_matches(['{', '}', '[', ']']).trim().is_empty()
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
            Entry::Setting { table, member } => {
                programs.push(setting::found(&object, table, member)?.map(|found| found.1));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::setup::host::{Event, Nesting};

    /// White space and comments as people leave them.
    fn space() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "",
            "",
            " ",
            "  ",
            "\n",
            "\n  ",
            "\r\n\t",
            "\n\n    ",
            " /* a, b } */ ",
            " // c, {\n",
            "\r\n// d\r\n",
        ])
    }

    fn key() -> impl Strategy<Value = &'static str> {
        let keys = ["mcpServers", "hooks", "SessionStart", "a", "b\\\"c", "\u{e9}", "other", "{"];
        prop::sample::select(keys.to_vec())
    }

    fn value() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(vec![
            "1",
            "true",
            "null",
            "\"x, y // z\"",
            "\"\\u2028\"",
            "-2.5e3",
        ]);
        let leaf = (space(), leaf, space()).prop_map(|(a, leaf, b)| format!("{a}{leaf}{b}"));
        leaf.prop_recursive(4, 24, 4, |inner| {
            let list = prop::collection::vec(inner.clone(), 0..4);
            let member = (space(), key(), space(), inner);
            let members = prop::collection::vec(member, 0..4);
            prop_oneof![
                (list, space(), any::<bool>()).prop_map(|(values, space, trailing)| {
                    let end = if trailing && !values.is_empty() { "," } else { "" };
                    format!("[{}{end}{space}]", values.join(","))
                }),
                (members, space(), any::<bool>())
                    .prop_map(|(members, space, trailing)| { object(&members, space, trailing) }),
            ]
        })
    }

    fn object(members: &[(&str, &str, &str, String)], space: &str, trailing: bool) -> String {
        let mut known = Vec::new();
        let mut texts = Vec::new();
        for (before, key, after, value) in members {
            if !known.contains(key) {
                known.push(*key);
                texts.push(format!("{before}\"{key}\"{after}:{value}"));
            }
        }
        let end = if trailing && !texts.is_empty() { "," } else { "" };
        format!("{{{}{end}{space}}}", texts.join(","))
    }

    fn entries() -> Vec<Entry> {
        let hook = Hook {
            event: Event::SessionStart,
            name: "SessionStart",
            nesting: Nesting::Grouped,
            timeout: 5,
        };
        vec![Entry::Server { table: "mcpServers", own: None }, Entry::Hook(hook)]
    }

    fn parsed(text: &str) -> serde_json::Value {
        parse(text).unwrap().to_serde_value().unwrap_or_default()
    }

    proptest! {
        /// S-30: whatever stands in a file, what comes in can be read, comes in once, and goes again; all else is as it was, comments too.
        #[test]
        fn any_file(members in prop::collection::vec((space(), key(), space(), value()), 0..5), space in space(), trailing: bool) {
            let text = object(&members, space, trailing);
            let host = Host::ClaudeCode;
            let Ok(connected) = connect(&text, host, &entries(), "/bin/mind") else {
                // Something else stands where our entries belong.
                return Ok(());
            };
            let found = programs(&connected, host, &entries()).unwrap();
            prop_assert!(found.iter().all(|found| found.as_deref() == Some("/bin/mind")), "{connected}");
            prop_assert_eq!(&connect(&connected, host, &entries(), "/bin/mind").unwrap(), &connected);
            let left = disconnect(&connected, host, &entries(), &text).unwrap();
            prop_assert_eq!(parsed(&left), parsed(&text), "{} from {}", left, connected);
            let comments = |text: &str| text.matches("//").count() + text.matches("/*").count();
            prop_assert_eq!(comments(&left), comments(&text), "{} from {}", left, connected);
        }
    }
}
