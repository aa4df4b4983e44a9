//! The MCP server as a process: streams, signals and other processes. What it says is tested in `mind-mcp`.

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::stage::{Machine, shown};

/// A server process and a client's end of its pipes.
pub(crate) struct Served {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Served {
    /// Starts a command whose standard streams a server answers on, and does the handshake.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut served = Self { child, input, output };
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        served.send(0, "initialize", &params);
        assert_eq!(served.message()["result"]["serverInfo"]["name"], "mind");
        served
    }

    fn send(&mut self, id: u64, method: &str, params: &Value) {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(self.input, "{request}").unwrap();
    }

    fn call(&mut self, id: u64, tool: &str, arguments: &Value) {
        self.send(id, "tools/call", &json!({ "name": tool, "arguments": arguments }));
    }

    /// The next line, which must be a message.
    fn message(&mut self) -> Value {
        let message: Value = serde_json::from_str(&self.output.next().unwrap().unwrap()).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    pub(crate) fn answer(&mut self, tool: &str, arguments: &Value) -> Value {
        self.call(1, tool, arguments);
        let message = self.message();
        assert_eq!(message["id"], 1);
        message["result"].clone()
    }

    /// Ends the input and gives the exit code and standard error.
    pub(crate) fn end(self) -> (Option<i32>, String) {
        let Self { mut child, input, mut output } = self;
        drop(input);
        assert!(output.next().is_none(), "nothing is said after the last answer");
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (child.wait().unwrap().code(), errors)
    }
}

/// The command, in an environment of its own.
pub(crate) fn mind(root: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mind"));
    command
        .env_clear()
        .env("HOME", root.path())
        .env("MIND_HOME", root.path().join("memory"))
        .current_dir(root.path());
    command
}

/// The command that serves.
pub(crate) fn server(root: &TempDir) -> Command {
    let mut command = mind(root);
    command.arg("mcp");
    command
}

/// Every file below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// B10: at the end of input the server ends with 0 and says nothing, and its locks are free.
#[test]
fn the_end_of_input() {
    let root = TempDir::new().unwrap();
    let mut served = Served::start(&mut server(&root));
    let answer = served.answer("remember", &json!({ "text": "Tea, not coffee" }));
    assert_eq!(answer["structuredContent"]["outcome"], "stored", "{answer}");
    assert_eq!(served.end(), (Some(0), String::new()));
    let output = mind(&root).args(["recall", "tea"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("Tea, not coffee"));
}

/// B10: when nobody reads its answers, the server ends quietly, though its input stays open.
#[test]
fn a_closed_output() {
    let root = TempDir::new().unwrap();
    let served = Served::start(&mut server(&root));
    let Served { mut child, mut input, output } = served;
    drop(output);
    let call = json!({ "name": "recall", "arguments": {} });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    writeln!(input, "{request}").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
}

/// B10: when the process that started it is killed while another holds its input open, the server ends.
#[cfg(unix)]
#[test]
fn an_orphan() {
    let root = TempDir::new().unwrap();
    let mut wrapper = Command::new("/bin/sh");
    wrapper
        .args(["-c", "exec 3<&0; \"$0\" mcp <&3 & wait", env!("CARGO_BIN_EXE_mind")])
        .env_clear()
        .env("HOME", root.path())
        .env("MIND_HOME", root.path().join("memory"))
        .current_dir(root.path());
    let mut served = Served::start(&mut wrapper);
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    // The end of its output is the end of the server; this process still holds its input.
    assert!(served.output.next().is_none());
}

/// B09: with all logging on and a damaged store, standard output holds protocol messages alone, and no memory text is on standard error.
#[test]
fn a_damaged_store_with_all_logging() {
    let root = TempDir::new().unwrap();
    let remembered = mind(&root).args(["remember", "-k", "preference", "Tea"]).status().unwrap();
    assert!(remembered.success());
    for file in files(&root.path().join("memory")) {
        fs::write(file, b"not JSON at all").unwrap();
    }
    let mut command = server(&root);
    command.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "1");
    let mut served = Served::start(&mut command);
    let answer = served.answer("recall", &json!({ "query": "tea" }));
    assert!(answer["structuredContent"].is_object(), "{answer}");
    let answer = served.answer("remember", &json!({ "text": "zebra crossing" }));
    assert!(answer["structuredContent"].is_object(), "{answer}");
    let (code, errors) = served.end();
    assert_eq!(code, Some(0));
    assert!(!errors.contains("zebra") && !errors.contains("Tea"), "{errors}");
}

/// S-20, B09: a line of 20 MB, one that is no UTF-8 and half an emoji are each answered by the real binary, and the next call is served.
#[test]
fn lines_that_are_no_message() {
    let root = TempDir::new().unwrap();
    let mut served = Served::start(&mut server(&root));
    let mut ask = |line: &[u8]| {
        served.input.write_all(line).unwrap();
        served.input.write_all(b"\n").unwrap();
        let answer = served.message();
        (answer["id"].clone(), answer)
    };
    let long = format!(
        r#"{{"method":"ping","params":{{"x":"{}"}},"jsonrpc":"2.0","id":5}}"#,
        "x".repeat(20_000_000)
    );
    let (id, answer) = ask(long.as_bytes());
    assert_eq!((id, &answer["error"]["code"]), (json!(5), &json!(-32_600)));
    let (id, answer) = ask(b"\xff\xfe");
    assert_eq!((id, &answer["error"]["code"]), (Value::Null, &json!(-32_700)));
    let half = br#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"recall","arguments":{"query":"x \ud83d y"}}}"#;
    let (id, answer) = ask(half);
    let code = &answer["result"]["structuredContent"]["code"];
    assert_eq!((id, code), (json!(6), &json!("input.not_utf8")));
    assert_eq!(served.answer("recall", &json!({}))["structuredContent"]["total"], 0);
    assert_eq!(served.end(), (Some(0), String::new()));
}

/// S-20: a home that does not exist yet is no fault, and reading makes none.
#[test]
fn a_missing_store() {
    let root = TempDir::new().unwrap();
    let mut served = Served::start(&mut server(&root));
    assert_eq!(served.answer("recall", &json!({}))["structuredContent"]["total"], 0);
    assert_eq!(served.end(), (Some(0), String::new()));
    assert!(!root.path().join("memory").exists());
}

/// S-26, acceptance: two servers take 200 pipelined writes each while a third reads all the time; nothing is lost and nobody sees half a store.
#[test]
fn two_servers_and_a_reader() {
    let root = TempDir::new().unwrap();
    let mut writers = [Served::start(&mut server(&root)), Served::start(&mut server(&root))];
    for (who, writer) in writers.iter_mut().enumerate() {
        for n in 0..200 {
            let arguments = json!({ "text": format!("fact {n} of {who}"), "tier": "persona" });
            writer.call(n, "remember", &arguments);
        }
    }
    let mut reader = Served::start(&mut server(&root));
    let mut seen = 0;
    for writer in &mut writers {
        for _ in 0..200 {
            assert_eq!(writer.message()["result"]["structuredContent"]["outcome"], "stored");
            let page = reader.answer("recall", &json!({ "tiers": ["persona"], "limit": 1 }));
            let page = &page["structuredContent"];
            assert_eq!((&page["invalid"], page.get("unreadable")), (&json!(0), None), "{page}");
            let total = page["total"].as_u64().unwrap();
            assert!(total >= seen, "{total} after {seen}");
            seen = total;
        }
    }
    assert_eq!(reader.answer("recall", &json!({}))["structuredContent"]["total"], 400);
    for served in writers.into_iter().chain([reader]) {
        assert_eq!(served.end(), (Some(0), String::new()));
    }
}

/// S-21: what this build cannot serve is refused before anything is served.
#[test]
fn refused() {
    let machine = Machine::new();
    assert_snapshot!(
        "refused",
        shown(&[
            machine.mind(&["mcp", "--profile", "host", "--tools", "recall"]),
            machine.mind(&["mcp", "--profile", "everything"]),
            machine.mind(&["mcp", "--profile", "read", "--tools", "recall,optimize_stage"]),
            machine.mind(&["mcp", "--tools", "nothing"]),
            machine.mind(&["mcp", "--profile", "read", "--tools", "remember"]),
        ])
    );
}
