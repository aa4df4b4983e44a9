//! `mind mcp --profile host` as a process: streams, signals, locks and time (PI-20 to PI-30). What it says is tested in `mind-pi-adapter`.

use std::process::Command;
use std::time::{Duration, Instant};

use mind_core::port::Store as _;
use mind_core::time::Timestamp;
use mind_store_fs::{FsStore, Limits};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::mcp::{Served, mind};

/// A project with a memory beside it.
fn room() -> TempDir {
    let root = TempDir::new().unwrap();
    std::fs::create_dir_all(root.path().join("demo/.git")).unwrap();
    root
}

fn server(root: &TempDir) -> Command {
    let mut command = mind(root);
    command.args(["mcp", "--profile", "host"]);
    command
}

/// A call's input, in a session without a companion.
fn input(deadline: u64, mut body: Value) -> Value {
    body["deadlineMs"] = deadline.into();
    body["ref"] = json!({
        "manager": 1, "sessionId": "01a2-demo", "sessionFile": null, "onDisk": false,
        "leafId": null, "notes": { "count": 0, "last": null },
        "owner": { "token": 1, "companion": [], "memoryOwner": [] },
    });
    body
}

fn opening(root: &TempDir) -> Value {
    let cwd = root.path().join("demo");
    let host = json!({
        "name": "pi", "version": "1.6.0", "extension": "0.1.0", "mode": "tui", "hasUi": true,
        "pid": 1,
    });
    json!({
        "hostProtocol": 1, "host": host, "reason": "startup", "cwd": cwd,
        "agentDir": root.path().join("agent"), "projectTrusted": true, "leg": false,
        "settings": { "companion": "standalone" }, "packages": [],
        "taken": { "tools": [], "commands": [] },
        "events": {
            "branch": [], "elsewhere": { "count": 0, "bytes": 0 }, "missingParents": 0,
            "truncated": false,
        },
        "reviews": [],
    })
}

fn opened(root: &TempDir, command: &mut Command) -> Served {
    let mut served = Served::start(command);
    let answer = ask(&mut served, "host_session_open", opening(root));
    assert_eq!(answer["state"], "active", "{answer}");
    served
}

/// The structured answer to a call.
fn ask(served: &mut Served, call: &str, body: Value) -> Value {
    served.answer(call, &input(10_000, body))["structuredContent"].clone()
}

fn tool(params: &Value) -> Value {
    json!({ "tool": "memory", "callId": "c1", "params": params })
}

fn remember(text: &str) -> Value {
    tool(&json!({ "action": "remember", "tier": "persona", "text": text }))
}

/// PI-30: exactly seventeen tools, each an object that refuses what it does not know.
#[test]
fn seventeen_tools() {
    let root = room();
    let mut served = Served::start(&mut server(&root));
    let listed = served.request("tools/list", &json!({}));
    let tools = listed["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 17);
    for tool in tools {
        assert!(tool["name"].as_str().unwrap().starts_with("host_"), "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }
    assert_eq!(served.end(), (Some(0), String::new()));
    assert!(!root.path().join("memory").exists(), "nothing is opened before a call needs it");
}

/// PI-21, acceptance: odd characters come back as they are, on disk and on the wire.
#[test]
fn texts_round_trip() {
    let root = room();
    let mut served = opened(&root, &mut server(&root));
    let text = "one\u{2028}two\u{2029}three 🔥 日本 é\" \\";
    let answer = ask(&mut served, "host_tool_call", remember(text));
    let id = answer["details"]["id"].as_str().unwrap_or_else(|| panic!("stored: {answer}"));
    let read = tool(&json!({ "action": "read", "id": id }));
    let said = ask(&mut served, "host_tool_call", read)["text"].as_str().unwrap().to_owned();
    let line = said.lines().next().unwrap();
    let quoted = &line[line.find('"').unwrap()..=line.rfind('"').unwrap()];
    assert_eq!(serde_json::from_str::<String>(quoted).unwrap(), text);
    assert_eq!(served.end(), (Some(0), String::new()));
}

/// PI-30: an unknown field is refused by name, and the call after it is served.
#[test]
fn an_unknown_field() {
    let root = room();
    let mut served = opened(&root, &mut server(&root));
    let answer = ask(&mut served, "host_timer", json!({ "timerId": "due", "soon": true }));
    assert_eq!(
        (&answer["code"], &answer["detail"]),
        (&json!("input.unknown_field"), &json!({ "field": "soon" }))
    );
    assert_eq!(ask(&mut served, "host_settings", json!({}))["ok"], true);
    assert_eq!(served.end(), (Some(0), String::new()));
}

/// PI-20, PI-21: with all logging on, standard output holds messages alone, and no memory text is on standard error.
#[test]
fn all_logging() {
    let root = room();
    let mut command = server(&root);
    command.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "1");
    let mut served = opened(&root, &mut command);
    let said = json!({ "text": "Remember that the zebra is striped", "source": "interactive" });
    assert_eq!(ask(&mut served, "host_input", said)["ok"], true);
    let request = json!({ "request": { "role": "user", "text": "the zebra?" } });
    assert!(ask(&mut served, "host_run_start", request).to_string().contains("zebra"));
    let (code, errors) = served.end();
    assert_eq!(code, Some(0));
    assert!(!errors.contains("zebra"), "{errors}");
}

/// PI-22: a call that waits for a lock another process holds answers within its deadline, and delays no other.
#[test]
fn a_lock_held_elsewhere() {
    let root = room();
    let mut served = opened(&root, &mut server(&root));
    ask(&mut served, "host_tool_call", remember("there already"));
    let store = FsStore::new(root.path().join("memory"), Limits::default());
    let held = store.transaction(Timestamp::MIN, Duration::ZERO).unwrap();
    let begun = Instant::now();
    served.call(7, "host_tool_call", &input(600, remember("x")));
    let request = json!({ "request": { "role": "user", "text": "there?" } });
    served.call(8, "host_run_start", &input(10_000, request));
    let first = served.message();
    assert_eq!(first["id"], 8, "a run does not wait for it: {first}");
    assert!(first.to_string().contains("there already"));
    let second = served.message();
    assert_eq!(second["id"], 7);
    assert_eq!(second["result"]["structuredContent"]["code"], "store.locked", "{second}");
    assert!(begun.elapsed() < Duration::from_secs(10), "its own deadline, not the default");
    drop(held);
    assert_eq!(ask(&mut served, "host_tool_call", remember("x"))["ok"], true);
    assert_eq!(served.end(), (Some(0), String::new()));
}

/// PI-27: at the end of input the engine ends with 0 although a call waits for a lock that stays held, and nothing was written.
#[test]
fn the_end_of_input_while_a_call_waits() {
    let root = room();
    let mut served = opened(&root, &mut server(&root));
    ask(&mut served, "host_tool_call", remember("there already"));
    let store = FsStore::new(root.path().join("memory"), Limits::default());
    let held = store.transaction(Timestamp::MIN, Duration::ZERO).unwrap();
    served.call(7, "host_tool_call", &input(600_000, remember("never there")));
    // An answer to a later call says that the one before it was taken.
    served.call(8, "host_settings", &input(10_000, json!({})));
    assert_eq!(served.message()["id"], 8);
    assert_eq!(served.end(), (Some(0), String::new()));
    drop(held);
    let output = mind(&root).args(["recall", "there"]).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("there already") && !output.contains("never"), "{output}");
}

/// PI-27: when the process that started it is killed while another holds its input open, the engine ends.
#[cfg(unix)]
#[test]
fn an_orphan() {
    let root = room();
    let mut shell = Command::new("/bin/sh");
    let line = "exec 3<&0; \"$0\" mcp --profile host <&3 & wait";
    shell
        .args(["-c", line, env!("CARGO_BIN_EXE_mind")])
        .env_clear()
        .env("HOME", root.path())
        .env("MIND_HOME", root.path().join("memory"))
        .current_dir(root.path());
    let served = opened(&root, &mut shell);
    served.outlives_its_parent();
}

/// PI-26: a child that is ended by a signal leaves a whole memory and no lock.
#[cfg(unix)]
#[test]
fn a_killed_engine() {
    let root = room();
    let mut served = opened(&root, &mut server(&root));
    ask(&mut served, "host_tool_call", remember("kept"));
    served.kill();
    let mut served = opened(&root, &mut server(&root));
    let recall = tool(&json!({ "action": "recall", "query": "kept" }));
    assert!(ask(&mut served, "host_tool_call", recall)["text"].as_str().unwrap().contains("kept"));
    assert_eq!(ask(&mut served, "host_tool_call", remember("more"))["ok"], true);
    assert_eq!(served.end(), (Some(0), String::new()));
}
