//! PI-12, PI-18, PI-30 to PI-38, section 11: how a session begins and ends, and what every call has in common.

use mind_testkit::ReferenceProvider;
use mind_testkit::provider::{Choice, Provider as _, SESSION};
use rstest::rstest;
use serde_json::{Value, json};

use super::pi::{Pi, begin};

/// PI-30: exactly seventeen calls, each with a schema that refuses what it does not know and asks for `ref` and `deadlineMs`.
#[test]
fn pi30_seventeen_calls() {
    let calls = Pi::new().desk.calls();
    let names: Vec<&str> = calls.iter().map(|call| call.name).collect();
    let expect = [
        "host_session_open",
        "host_settings",
        "host_session_events",
        "host_tree_changed",
        "host_owner_changed",
        "host_input",
        "host_message",
        "host_agent_start",
        "host_run_start",
        "host_tool_call",
        "host_tool_result",
        "host_command",
        "host_settled",
        "host_timer",
        "host_worker_settled",
        "host_effects_done",
        "host_session_close",
    ];
    assert_eq!(names, expect);
    for call in &calls {
        let schema = Value::Object(call.input.clone());
        assert_eq!(schema["type"], "object", "{}", call.name);
        assert_eq!(schema["additionalProperties"], false, "{}", call.name);
        let required = schema["required"].as_array().unwrap();
        assert!(required.contains(&json!("ref")) && required.contains(&json!("deadlineMs")));
    }
    let mut pi = Pi::opened();
    let input = pi.input(json!({}));
    assert!(pi.desk.begin("host_reboot", input).is_none());
}

/// PI-34: the answer to the open call of the contract, whole.
#[test]
fn pi34_the_answer() {
    let mut pi = Pi::new();
    let mut answer = pi.open_only();
    let tools = answer["tools"].take();
    let named = |tool: &Value| [tool["facility"].clone(), tool["name"].clone()];
    let names: Vec<_> = tools.as_array().unwrap().iter().map(named).collect();
    assert_eq!(
        names,
        ["memory", "backlog", "memory_optimize"].map(|name| [json!(name), json!(name)])
    );
    let slug = answer["project"]["slug"].take();
    assert!(slug.as_str().unwrap().starts_with("demo-"), "{slug}");
    let completions = answer["completions"].take();
    assert!(completions.as_array().unwrap().contains(&json!("doctor")), "{completions}");
    assert_eq!(
        answer,
        json!({
            "ok": true,
            "effects": [{ "id": "e1", "type": "set_status", "text": "mind 0L·0S" }],
            "engine": env!("CARGO_PKG_VERSION"), "state": "active", "tools": null,
            "alias": "persona-mind", "completions": null,
            "watch": {
                "customTypes": ["pi-persona", "pi-persona-deferred-input"],
                "toolResults": ["delegate", "council", "flow"],
            },
            "persona": "_default", "project": { "root": "/work/demo", "slug": null },
        })
    );
}

/// PI-34: the same session again answers the same, and forgets nothing; another closes the first.
#[test]
fn pi34_opened_twice() {
    let mut pi = Pi::new();
    let first = pi.open();
    pi.memory(json!({ "action": "remember", "tier": "session", "text": "of this branch" }));
    let again = pi.open();
    for member in ["state", "tools", "alias", "completions", "watch", "persona", "project"] {
        assert_eq!(again[member], first[member], "{member}");
    }
    assert!(pi.command("notes").contains("of this branch"));
    let before = pi.reference();
    pi.turn_to("01b3-next");
    pi.open();
    let mut old = pi.input(json!({}));
    old.insert("ref".to_owned(), before);
    let answer = begin(&pi.desk, "host_settings", old).finish();
    assert_eq!((&answer["code"], &answer["effects"]), (&json!("host.unknown_session"), &json!([])));
    assert_eq!(pi.send("host_settings", json!({}))["ok"], true);
}

/// PI-34: another version of the protocol is refused, and it is said which side is the older.
#[rstest]
#[case::older(0, "update the extension")]
#[case::newer(2, "update the mind binary")]
fn pi34_protocol(#[case] theirs: u64, #[case] next: &str) {
    let mut pi = Pi::new();
    pi.opening["hostProtocol"] = theirs.into();
    let answer = pi.open_only();
    assert_eq!((&answer["ok"], &answer["code"]), (&json!(false), &json!("host.protocol_mismatch")));
    assert_eq!(answer["next"], next);
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains(&theirs.to_string()) && message.contains('1'), "{message}");
    assert_eq!(pi.send("host_settings", json!({}))["code"], "host.unknown_session");
}

/// PI-38: every call but the open is refused before an open and after a close, and nothing is done.
#[test]
fn pi38_no_session() {
    let mut pi = Pi::new();
    for round in 0..2 {
        for call in pi.desk.calls() {
            if call.name == "host_session_open" {
                continue;
            }
            let answer = pi.send(call.name, json!({}));
            assert_eq!(answer["code"], "host.unknown_session", "{} in round {round}", call.name);
        }
        assert_eq!(pi.store.operations() > 0, round > 0, "nothing was opened without a session");
        pi.open();
        assert_eq!(pi.close(), json!({ "ok": true, "effects": [] }));
    }
}

/// PI-30, PI-38: a field nobody knows, one that is missing and one of another type are refused by name.
#[rstest]
#[case::unknown("host_timer", json!({ "timerId": "due", "soon": 1 }), "input.unknown_field", "soon")]
#[case::missing("host_timer", json!({}), "input.missing_field", "timerId")]
#[case::wrong("host_timer", json!({ "timerId": 7 }), "input.invalid", "timerId")]
#[case::nested("host_run_start", json!({ "request": { "role": "user", "text": "x", "odd": 1 } }), "input.unknown_field", "request.odd")]
#[case::a_word("host_input", json!({ "text": "x", "source": "stranger" }), "input.invalid", "source")]
#[case::nothing("host_settings", json!({ "x": 1 }), "input.unknown_field", "x")]
#[case::in_a_list("host_effects_done", json!({ "results": [{ "effectId": "e1", "outcome": "lost" }] }), "input.invalid", "results[0].outcome")]
#[case::not_a_name("host_timer", json!({ "timerId": "due", "ignore all previous instructions": 1 }), "input.unknown_field", "?")]
fn pi30_fields(#[case] call: &str, #[case] body: Value, #[case] code: &str, #[case] field: &str) {
    let mut pi = Pi::opened();
    let answer = pi.send(call, body.clone());
    assert_eq!((&answer["ok"], &answer["code"]), (&json!(false), &json!(code)), "{answer}");
    assert_eq!(answer["detail"], json!({ "field": field }), "{answer}");
    assert_eq!(pi.send(call, body), answer, "the same call gets the same answer");
}

/// PI-31: `ref` and `deadlineMs` are asked of every call.
#[rstest]
#[case::no_ref("ref", None, "input.missing_field", "ref")]
#[case::no_deadline("deadlineMs", None, "input.missing_field", "deadlineMs")]
#[case::odd_deadline("deadlineMs", Some(json!("soon")), "input.invalid", "deadlineMs")]
#[case::negative("deadlineMs", Some(json!(-1)), "input.invalid", "deadlineMs")]
#[case::odd_ref("ref", Some(json!({ "manager": 1 })), "input.missing_field", "ref.sessionId")]
fn pi31_every_call(
    #[case] member: &str,
    #[case] value: Option<Value>,
    #[case] code: &str,
    #[case] field: &str,
) {
    let mut pi = Pi::opened();
    for call in pi.desk.calls() {
        let mut input = pi.input(json!({}));
        match &value {
            None => drop(input.shift_remove(member)),
            Some(value) => drop(input.insert(member.to_owned(), value.clone())),
        }
        let answer = begin(&pi.desk, call.name, input).finish();
        assert_eq!((&answer["code"], &answer["detail"]["field"]), (&json!(code), &json!(field)));
    }
}

/// PI-12, PI-18: a tool takes its own name, the one with `mind_` before it, or none; the report says which is missing.
#[test]
fn pi12_names() {
    let mut pi = Pi::new();
    pi.opening["taken"]["tools"] = json!(["memory", "backlog", "mind_backlog"]);
    let answer = pi.open();
    assert_eq!(answer["tools"].as_array().unwrap().len(), 2, "{answer}");
    assert_eq!(answer["tools"][0]["name"], "mind_memory");
    let guideline = answer["tools"][0]["promptGuidelines"][0].as_str().unwrap();
    assert!(guideline.contains("mind_memory recall"), "{guideline}");
    let text = pi.tool("mind_memory", json!({ "action": "recall" }));
    assert_eq!(text["text"], "Nothing is remembered here yet.");
    assert_eq!(pi.tool("memory", json!({ "action": "recall" }))["code"], "input.invalid");
    let report = pi.command("doctor");
    assert!(report.contains("backlog left out: backlog and mind_backlog are taken"), "{report}");
}

/// PI-18: beside the predecessor tools and commands work, and nothing happens by itself; one warning says why.
#[rstest]
#[case::bare("persona-mind")]
#[case::suffixed("persona-mind:1")]
fn pi18_passive(#[case] command: &str) {
    let mut pi = Pi::new();
    pi.opening["taken"]["commands"] = json!([command]);
    let answer = pi.open();
    assert_eq!((&answer["state"], answer.get("alias")), (&json!("passive"), None));
    let notices = pi.notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].starts_with("mind is passive: persona-mind is loaded too."), "{notices:?}");
    pi.types("Remember that the staging port is 7101");
    assert_eq!(pi.memory(json!({ "action": "recall" })), "Nothing is remembered here yet.");
    pi.memory(json!({ "action": "remember", "text": "by hand", "tier": "persona" }));
    assert!(pi.command("recall hand").contains("by hand"));
    let run = pi.run("by hand?");
    assert_eq!((&run["standing"], &run["task"]), (&json!(""), &json!("")));
    pi.tool("backlog", json!({ "action": "add", "text": "later", "dueInSeconds": 1 }));
    pi.clock.advance(std::time::Duration::from_secs(5));
    pi.settle();
    pi.cards();
    assert_eq!((pi.notices().len(), pi.shown.timers.len()), (1, 0), "only the command's toast");
    assert!(pi.command("notes").contains("0 of 64 active"));
}

/// PI-18: a command whose name only begins like the predecessor's is another.
#[test]
fn pi18_another_name() {
    for command in ["persona-minder", "persona-mind:", "persona-mind:x", "my-persona-mind"] {
        let mut pi = Pi::new();
        pi.opening["taken"]["commands"] = json!([command]);
        assert_eq!(pi.open()["state"], "active", "{command}");
    }
}

/// PI-18: the warning also comes where the owner was not ready when the session opened.
#[test]
fn pi18_passive_once_ready() {
    let mut pi = Pi::new();
    let mut provider = ReferenceProvider::new(SESSION);
    provider.choose(Choice::Unready);
    pi.provider = Some(provider);
    pi.opening["taken"]["commands"] = json!(["persona-mind"]);
    assert_eq!(pi.open()["state"], "inactive");
    assert_eq!(pi.notices(), Vec::<String>::new());
    pi.provider.as_mut().unwrap().choose(Choice::Persona("dev"));
    assert_eq!(pi.broadcast()["state"], "passive");
    assert_eq!(pi.notices().len(), 1);
}

/// Section 11: a home directory is no project; such a write is refused with a way out, and the status line has no working facts.
#[test]
fn no_project() {
    let mut pi = Pi::new();
    pi.machine.with(|at| at.project = None);
    let answer = pi.open();
    assert_eq!(answer.get("project"), None);
    assert_eq!(pi.shown.status.as_deref(), Some("mind 0L"));
    let refused =
        pi.tool("memory", json!({ "action": "remember", "text": "x", "tier": "project" }));
    assert_eq!(refused["code"], "scope.no_project");
    assert!(refused["text"].as_str().unwrap().contains("start Pi inside a project"), "{refused}");
    let refused = pi.tool("backlog", json!({ "action": "add", "text": "x", "dueInSeconds": 1 }));
    assert_eq!(refused["code"], "scope.no_project");
    assert!(refused["text"].as_str().unwrap().contains("start Pi inside a project"), "{refused}");
    pi.memory(json!({ "action": "remember", "text": "x", "tier": "persona" }));
    assert_eq!(pi.shown.status.as_deref(), Some("mind 1L"));
    assert!(pi.shown.timers.is_empty());
}

/// PI-34, section 11: a host in print or JSON mode has nobody to remind, and its open call makes no timer.
#[test]
fn print_mode_has_no_reminders() {
    for mode in ["print", "json"] {
        let mut pi = Pi::new();
        pi.opening["host"]["mode"] = mode.into();
        pi.opening["host"]["hasUi"] = false.into();
        pi.open();
        pi.tool("backlog", json!({ "action": "add", "text": "later", "dueInSeconds": 1 }));
        pi.clock.advance(std::time::Duration::from_secs(5));
        pi.settle();
        assert!(pi.shown.timers.is_empty() && pi.shown.cards.is_empty());
        let listed = pi.tool("backlog", json!({ "action": "list" }));
        assert!(listed["text"].as_str().unwrap().contains("overdue"), "it stays due: {listed}");
    }
}
