//! What the engine behind a host costs: opening a session, the blocks of a run, and a tool call (PI-63).

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::binary::Binary;
use super::context;
use super::mcp::Session;
use super::report::Report;
use super::timing::{Rounds, shown, timed};
use crate::workspace::Workspace;

const WARM_UP: usize = 10;
const ROUNDS: usize = 101;
/// What the blocks of a run may take at 1,000 facts, measured around the host's handler (PI-63).
const RUN: Duration = Duration::from_millis(20);

/// Runs everything at 1,000 facts and prints the table.
pub(super) fn run(workspace: &Workspace) -> Result<()> {
    let binary = Binary::build(workspace)?;
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let home = room.path().join("home");
    fs::write(home.with_extension("toml"), "")?;
    context::fill(&home, workspace.root(), 1_000)?;
    let mut report = Report::new("A host session, at 1,000 facts");
    let opening = opening(workspace.root());
    let cold = Rounds::measure(WARM_UP, ROUNDS, || {
        let started = Instant::now();
        let mut host = start(&binary, &home)?;
        ask(&mut host, "host_session_open", &opening)?;
        Ok(started.elapsed())
    })?;
    report.plain("start, `initialize`, `host_session_open`", &cold);
    let mut host = start(&binary, &home)?;
    let mut call = |name: &str, body: &Value| {
        Rounds::measure(WARM_UP, 10 * ROUNDS, || timed(|| ask(&mut host, name, body)))
    };
    report.plain("`host_session_open`, warm", &call("host_session_open", &opening)?);
    let request = json!({ "role": "user", "text": "which port does the smoke test use?" });
    let started = call("host_run_start", &json!({ "request": request }))?;
    report.within("`host_run_start`", &started, RUN);
    let p95 = started.at(95);
    report.figure("`host_run_start`, p95", shown(p95), format!("≤ {}", shown(RUN)), p95 <= RUN);
    let recall = json!({ "action": "recall", "query": "smoke test port" });
    report.plain("`host_tool_call`, `recall`", &call("host_tool_call", &tool(&recall))?);
    let again = json!({ "action": "remember", "tier": "persona", "text": "said over and over" });
    report.plain(
        "`host_tool_call`, `remember` of what is known",
        &call("host_tool_call", &tool(&again))?,
    );
    let words = json!({ "text": "where is the port set?", "source": "interactive" });
    report.plain("`host_input` without a cue", &call("host_input", &words)?);
    println!("{report}");
    Ok(())
}

fn start(binary: &Binary, home: &Path) -> Result<Session> {
    Session::start(binary, home, &["--profile", "host"])
}

fn ask(host: &mut Session, call: &str, body: &Value) -> Result<()> {
    let mut input = body.clone();
    input["deadlineMs"] = 10_000.into();
    input["ref"] = json!({
        "manager": 1, "sessionId": "bench", "sessionFile": null, "onDisk": false, "leafId": null,
        "notes": { "count": 0, "last": null },
        "owner": { "token": 1, "companion": [], "memoryOwner": [] },
    });
    let answer = host.ask("tools/call", &json!({ "name": call, "arguments": input }))?;
    ensure!(answer["structuredContent"]["ok"] == true, "{call}: {answer}");
    Ok(())
}

fn tool(params: &Value) -> Value {
    json!({ "tool": "memory", "callId": "bench", "params": params })
}

fn opening(project: &Path) -> Value {
    let host = json!({
        "name": "bench", "version": "1", "extension": "1", "mode": "tui", "hasUi": true, "pid": 1,
    });
    json!({
        "hostProtocol": 1, "host": host, "reason": "startup", "cwd": project, "agentDir": project,
        "projectTrusted": true, "leg": false, "settings": { "companion": "standalone" },
        "events": {
            "branch": [], "elsewhere": { "count": 0, "bytes": 0 }, "missingParents": 0,
            "truncated": false,
        },
    })
}
