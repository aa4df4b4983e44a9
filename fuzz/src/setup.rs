//! Hosts' files: what is not ours stays as it is, and removal gives every byte back.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::CstRootNode;
use mind_cli::Exit;
use serde_json::Value;

use super::machine::{ALLOWED, Machine, tree};

const TOML: &str = "ann/.codex/config.toml";
/// Hosts, each with a file of its own that we put something in.
const FILES: [(&str, &str); 11] = [
    ("codex", TOML),
    ("claude-code", "ann/.claude.json"),
    ("claude-code", "ann/.claude/settings.json"),
    ("codex", "ann/.codex/hooks.json"),
    ("cursor", "ann/.cursor/mcp.json"),
    ("cursor", "ann/.cursor/hooks.json"),
    ("gemini", "ann/.gemini/settings.json"),
    ("pi", "ann/.pi/agent/settings.json"),
    ("pi", "ann/.pi/agent/mcp.json"),
    ("vscode", "ann/.config/Code/User/mcp.json"),
    ("windsurf", "ann/.codeium/windsurf/mcp_config.json"),
];

/// Which file, and its bytes.
pub(crate) fn holds(bytes: &[u8]) {
    let (which, bytes) = super::split(bytes);
    let (host, file) = FILES[usize::from(which) % FILES.len()];
    let machine = Machine::new();
    machine.write(file, bytes);
    let path = machine.path(file);
    let before = tree(&machine.path("ann"));
    let ran = machine.mind(b"", &["setup", host, "--yes"]);
    if ran.exit != Exit::Done {
        assert!(matches!(ran.exit, Exit::HostUnavailable | Exit::Refused), "{ran:?}");
        assert_eq!(tree(&machine.path("ann")), before, "a refusal changed something: {ran:?}");
        return;
    }
    let connected = tree(&machine.path("ann"));
    let again = machine.mind(b"", &["setup", host, "--yes"]);
    assert_eq!((again.exit, again.output.as_str()), (Exit::Done, ""), "{again:?}");
    assert_eq!(tree(&machine.path("ann")), connected, "the second time changed something");
    let had_ours = String::from_utf8_lossy(bytes).contains("mind");
    let is_ours = |path: &PathBuf| path.to_string_lossy().ends_with(".before-mind");
    let copies: Vec<_> = connected.keys().filter(|path| is_ours(path)).cloned().collect();
    let removed = machine.mind(b"", &["setup", host, "--remove", "--yes"]);
    assert_eq!(removed.exit, Exit::Done, "{removed:?}");
    if had_ours {
        // An entry of ours from before goes too; the rest of the file is looked at below.
        return;
    }
    assert_eq!(tree(&machine.path("ann")), before, "removal gives every byte back");
    without_copies(&machine, host, &connected, &copies);
    hold_same(&fs::read(&path).unwrap_or_default(), bytes, file);
}

/// Connects once more and takes the copies away, so that removal has to cut our entries out.
fn without_copies(
    machine: &Machine,
    host: &str,
    connected: &BTreeMap<PathBuf, Vec<u8>>,
    copies: &[PathBuf],
) {
    assert_eq!(machine.mind(b"", &["setup", host, "--yes"]).exit, Exit::Done);
    assert_eq!(&tree(&machine.path("ann")), connected, "connected otherwise the second time");
    for copy in copies {
        fs::remove_file(copy).expect(ALLOWED);
    }
    let removed = machine.mind(b"", &["setup", host, "--remove", "--yes"]);
    assert_eq!(removed.exit, Exit::Done, "{removed:?}");
}

/// Two files that say the same, as the host reads them.
fn hold_same(left: &[u8], right: &[u8], file: &str) {
    let [left, right] = [left, right].map(|bytes| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned)
    });
    if file == TOML {
        let read = |text: &str| text.parse::<toml::Table>().expect("TOML that was taken");
        return assert_eq!(read(&left).to_string(), read(&right).to_string());
    }
    let read = |text: &str| {
        let tree = CstRootNode::parse(text, &ParseOptions::default()).expect("JSON that was taken");
        tree.to_serde_value().unwrap_or_default()
    };
    let (mut now, before) = (read(&left), read(&right));
    // Whose the version of a format is, nothing but the copy tells; it stays.
    if let Value::Object(members) = &mut now
        && before.get("version").is_none()
    {
        members.remove("version");
    }
    assert_eq!(pruned(now), pruned(before), "{left:?} of {right:?}");
}

/// Without objects that hold nothing: whose they were, nothing but the copy tells, and to a host they say the same.
fn pruned(value: Value) -> Value {
    let Value::Object(members) = value else { return value };
    let kept = members.into_iter().map(|(name, value)| (name, pruned(value)));
    let kept: serde_json::Map<String, Value> = kept.filter(|(_, value)| !value.is_null()).collect();
    if kept.is_empty() { Value::Null } else { Value::Object(kept) }
}
