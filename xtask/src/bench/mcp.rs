//! What a session of `mind mcp` costs: from its start to the first answer, a warm call, the list of tools, and memory at rest.

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::binary::Binary;
use super::context;
use super::report::Report;
use super::timing::{Rounds, timed};
use crate::workspace::Workspace;

const WARM_UP: usize = 10;
const ROUNDS: usize = 101;
/// Words that match many facts.
const QUERY: &str = "smoke test port";

/// Runs everything at 1,000 facts and prints the table.
pub(super) fn run(workspace: &Workspace) -> Result<()> {
    let binary = Binary::build(workspace)?;
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let home = room.path().join("home");
    fs::write(home.with_extension("toml"), "")?;
    context::fill(&home, workspace.root(), 1_000)?;
    let mut report = Report::new("A session over MCP, at 1,000 facts");
    let first = Rounds::measure(WARM_UP, ROUNDS, || {
        let started = Instant::now();
        let mut session = Session::start(&binary, &home, &[])?;
        session.recall()?;
        Ok(started.elapsed())
    })?;
    report.within("start, `initialize`, first `recall`", &first, Duration::from_millis(50));
    let mut session = Session::start(&binary, &home, &[])?;
    let warm = Rounds::measure(WARM_UP, 10 * ROUNDS, || timed(|| session.recall()))?;
    report.within("warm `recall`", &warm, Duration::from_millis(2));
    let bytes = session.ask("tools/list", &json!({}))?["tools"].to_string().len();
    let tokens = bytes.div_ceil(3);
    let target = "≤ 2,000 tokens".to_owned();
    report.figure("`tools/list`", format!("{tokens} tokens"), target, tokens <= 2_000);
    resting(&binary, &home, &mut report)?;
    println!("{report}");
    Ok(())
}

/// Memory of a session that has shaken hands, and after its first call; where the system says.
fn resting(binary: &Binary, home: &Path, report: &mut Report) -> Result<()> {
    let mut session = Session::start(binary, home, &[])?;
    let mut measure = |what: &str, session: &Session| {
        if let Some(kib) = session.resident_kib() {
            let mib = format!("{:.1} MiB", f64::from(kib) / 1_024.0);
            report.figure(what, mib, "≤ 20 MiB".to_owned(), kib <= 20 * 1_024);
        }
    };
    measure("resident after `initialize`", &session);
    session.recall()?;
    measure("resident after a `recall`", &session);
    Ok(())
}

/// A server as a process, after the handshake; it ends with this.
pub(super) struct Session {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Session {
    /// Starts a server with these arguments behind `mind mcp`.
    pub(super) fn start(binary: &Binary, home: &Path, arguments: &[&str]) -> Result<Self> {
        let mut child = Command::new(&binary.path)
            .arg("mcp")
            .args(arguments)
            .env_clear()
            .env("MIND_HOME", home)
            .env("MIND_CONFIG", home.with_extension("toml"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().context("its input is ours")?;
        let output = BufReader::new(child.stdout.take().context("its output is ours")?).lines();
        let mut session = Self { child, input, output };
        let client = json!({ "name": "bench", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        session.ask("initialize", &params)?;
        Ok(session)
    }

    fn recall(&mut self) -> Result<()> {
        let call = json!({ "name": "recall", "arguments": { "query": QUERY } });
        let answer = self.ask("tools/call", &call)?;
        ensure!(answer["structuredContent"]["total"].as_u64() > Some(0), "nothing was found");
        Ok(())
    }

    /// The result of a request.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Result<Value> {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(self.input, "{request}")?;
        let line = self.output.next().context("the server ended")??;
        let mut answer: Value = serde_json::from_str(&line)?;
        ensure!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        Ok(answer["result"].take())
    }

    fn resident_kib(&self) -> Option<u32> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A session that ended by itself needs no ending.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
