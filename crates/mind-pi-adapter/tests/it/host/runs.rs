//! PI-24, PI-33, PI-60 to PI-64, PI-94: what a run is given, and what is said of delegated work that came back blocked.

use mind_core::error::StoreFault;
use mind_core::scope::{FactPlace, Persona};
use rstest::rstest;
use serde_json::{Value, json};

use super::pi::Pi;

const TOAST: &str = "A delegated report was blocked; queue it with backlog?";
const HINT: &str = "[mind] A delegated report in the last run was blocked. If work remains, queue it once with backlog add.";

/// PI-33, C-13: both blocks, the manifest, and the same bytes again.
#[test]
fn pi33_a_run() {
    let mut pi = Pi::opened();
    pi.memory(json!({ "action": "remember", "kind": "invariant", "tier": "persona", "text": "tests run before a push" }));
    pi.memory(
        json!({ "action": "remember", "tier": "project", "text": "the staging port is 7101" }),
    );
    let first = pi.run("which port has staging?");
    let standing = first["standing"].as_str().unwrap();
    assert!(
        standing.contains("tests run before a push") && !standing.contains("7101"),
        "{standing}"
    );
    assert!(first["task"].as_str().unwrap().contains("7101"));
    assert_eq!(first.get("degraded"), None);
    let entries = first["manifest"]["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2, "{entries:?}");
    assert_eq!(pi.run("which port has staging?"), first, "the same request, the same bytes");
    assert_eq!(pi.store.writes(), 2, "a run writes nothing");
    let context = pi.command("context");
    assert!(
        context.contains(standing) && context.contains("the last run was given 2 entries:"),
        "{context}"
    );
}

/// C-16, PI-33: a store that cannot be read is named, and the rest is given.
#[test]
fn pi33_degraded() {
    let mut pi = Pi::opened();
    pi.memory(json!({ "action": "remember", "tier": "shared", "text": "the mirror is slow" }));
    pi.store.fail_reads(&FactPlace::Persona(Persona::unnamed()), StoreFault::Corrupt);
    let run = pi.run("the mirror?");
    assert_eq!(run["degraded"]["code"], "store.corrupt", "{run}");
    assert!(run.to_string().contains("the mirror is slow"));
}

/// PI-36: a request that was clipped is a request like another.
#[test]
fn pi36_clipped() {
    let mut pi = Pi::opened();
    pi.memory(
        json!({ "action": "remember", "tier": "persona", "text": "the staging port is 7101" }),
    );
    let text = format!("staging port {}", "x ".repeat(9_990));
    let run = pi.run_of(json!({ "role": "user", "text": text, "clipped": true }));
    assert_eq!(run["ok"], true);
}

fn result(tool: &str, parent: Option<&str>, text: &str) -> (&'static str, Value) {
    let mut body = json!({ "toolName": tool, "callId": "c9", "isError": false, "text": text });
    if let Some(parent) = parent {
        body["parentCallId"] = parent.into();
    }
    ("host_tool_result", body)
}

fn message(text: &str) -> (&'static str, Value) {
    ("host_message", json!({ "customType": "pi-persona", "text": text }))
}

/// PI-94: what counts as a blocked report; one toast, one hint, neither with the report's text.
#[rstest]
#[case::delegate(result("delegate", None, "step 3 [Blocked: no key]"), true)]
#[case::flow(result("flow", None, "flag: unknown"), true)]
#[case::council(result("council", None, "FLAG: UNKNOWN"), true)]
#[case::nested(result("delegate", Some("c1"), "[BLOCKED]"), false)]
#[case::another_tool(result("bash", None, "[BLOCKED]"), false)]
#[case::no_marker(result("delegate", None, "all is well"), false)]
#[case::message(message("[pi-persona] 2 async run(s) settled: one [BLOCKED]"), true)]
#[case::plain_message(message("2 async run(s) settled: one [BLOCKED]"), true)]
#[case::settled_well(message("[pi-persona] 2 async run(s) settled"), false)]
#[case::another_message(message("the user said [BLOCKED]"), false)]
fn pi94_blocked(#[case] call: (&str, Value), #[case] blocked: bool) {
    let mut pi = Pi::opened();
    for _ in 0..2 {
        let answer = pi.send(call.0, call.1.clone());
        pi.carry_out(&answer);
    }
    let (notices, hints) = if blocked { (vec![TOAST], vec![HINT]) } else { (vec![], vec![]) };
    assert_eq!(pi.notices(), notices, "one toast");
    let task = pi.task("what now?");
    assert_eq!(task.lines().collect::<Vec<_>>(), hints);
    assert_eq!(pi.task("what now?"), "", "the next run only");
}

/// PI-94: silent when nudging is off, in a passive session, and after the tree has changed.
#[test]
fn pi94_silenced() {
    let (call, body) = result("delegate", None, "[BLOCKED]");
    let mut pi = Pi::new();
    pi.opening["settings"] = json!({ "capture": { "nudge": false } });
    pi.open();
    assert_eq!(pi.send(call, body.clone())["effects"], json!([]));
    let mut pi = Pi::new();
    pi.opening["taken"]["commands"] = json!(["persona-mind"]);
    pi.open();
    assert_eq!(pi.send(call, body.clone())["effects"], json!([]));
    let mut pi = Pi::opened();
    pi.send(call, body);
    pi.navigate(None);
    assert_eq!(pi.task("x"), "");
}

/// PI-33: settling sweeps what has run out, and the status follows.
#[test]
fn pi33_settled() {
    let mut pi = Pi::opened();
    pi.memory(
        json!({ "action": "remember", "tier": "project", "text": "gone soon", "ttlHours": 1 }),
    );
    assert_eq!(pi.shown.status.as_deref(), Some("mind 0L·1S"));
    pi.clock.advance(std::time::Duration::from_hours(2));
    let writes = pi.store.writes();
    pi.settle();
    assert_eq!((pi.store.writes(), pi.shown.status.as_deref()), (writes + 1, Some("mind 0L·0S")));
}
