//! A memory server as a process: sent everything at once, and asked afterwards what it kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

/// A server that can be started.
pub(super) struct Peer {
    pub(super) kind: Kind,
    pub(super) program: PathBuf,
}

/// How a server is spoken to, and where it keeps things.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Mind,
    Reference,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Mind => "mind",
            Self::Reference => "reference memory server",
        }
    }

    fn call(self, text: &str) -> Value {
        match self {
            Self::Mind => {
                let arguments = json!({ "text": text, "kind": "note", "tier": "persona" });
                json!({ "name": "remember", "arguments": arguments })
            }
            Self::Reference => {
                let entity = json!({ "name": text, "entityType": "fact", "observations": [text] });
                json!({ "name": "create_entities", "arguments": { "entities": [entity] } })
            }
        }
    }
}

impl Peer {
    /// Sends every text without waiting, and gives those that were acknowledged.
    pub(super) fn write(&self, home: &Path, texts: Vec<String>) -> Result<BTreeSet<String>> {
        let mut child = self.start(home)?;
        let mut input = child.stdin.take().context("its input is ours")?;
        let output = BufReader::new(child.stdout.take().context("its output is ours")?);
        let client = json!({ "name": "bench", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        writeln!(input, "{}", request(0, "initialize", &params))?;
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        writeln!(input, "{ready}")?;
        let mut open: BTreeMap<u64, String> = (1..).zip(texts).collect();
        for (id, text) in &open {
            writeln!(input, "{}", request(*id, "tools/call", &self.kind.call(text)))?;
        }
        let mut acknowledged = BTreeSet::new();
        for line in output.lines() {
            let answer: Value = serde_json::from_str(&line?)?;
            let Some(text) = answer["id"].as_u64().and_then(|id| open.remove(&id)) else {
                continue;
            };
            let refused = answer["result"].is_null() || answer["result"]["isError"] == true;
            if !refused {
                acknowledged.insert(text);
            }
            if open.is_empty() {
                break;
            }
        }
        drop(input);
        child.wait()?;
        Ok(acknowledged)
    }

    /// Every text that is there.
    pub(super) fn kept(&self, home: &Path) -> Result<BTreeSet<String>> {
        match self.kind {
            Kind::Mind => {
                let mut export = self.command(home);
                let output = export.args(["export", "--tier", "persona"]).output()?;
                ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                Ok(texts(&String::from_utf8(output.stdout)?, "text"))
            }
            Kind::Reference => {
                let file = home.join("memory.json");
                let lines =
                    fs::read_to_string(&file).with_context(|| file.display().to_string())?;
                Ok(texts(&lines, "name"))
            }
        }
    }

    fn start(&self, home: &Path) -> Result<Child> {
        let mut command = self.command(home);
        if self.kind == Kind::Mind {
            command.arg("mcp");
        }
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().with_context(|| self.program.display().to_string())
    }

    fn command(&self, home: &Path) -> Command {
        let mut command = match self.kind {
            Kind::Mind => Command::new(&self.program),
            Kind::Reference => {
                let mut node = Command::new("node");
                node.arg(&self.program);
                node
            }
        };
        command.env("MIND_HOME", home.join("memory")).env("MIND_CONFIG", home.join("none.toml"));
        command.env("MEMORY_FILE_PATH", home.join("memory.json"));
        command
    }
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A member of each line that is JSON and has it.
fn texts(lines: &str, member: &str) -> BTreeSet<String> {
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        value[member].as_str().map(str::to_owned)
    };
    lines.lines().filter_map(read).collect()
}
