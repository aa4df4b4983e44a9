//! W-3, W-15, W-24 to W-26, W-60 to W-73, PI-64: what a session may do, and what it says when that is less.

use mind_core::error::StoreFault;
use mind_core::port::Store as _;
use mind_core::scope::{FactPlace, Persona};
use mind_testkit::ReferenceProvider;
use mind_testkit::provider::{Choice, Provider as _, SESSION};
use serde_json::{Value, json};

use super::pi::Pi;

/// W-26, W-70: as soon as the answers are right the session is active by itself; what was asked meanwhile is refused without a file.
#[test]
fn w26_becoming_ready() {
    let mut pi = Pi::new();
    let mut provider = ReferenceProvider::new(SESSION);
    provider.choose(Choice::Unready);
    pi.provider = Some(provider);
    let answer = pi.open();
    assert_eq!(
        (&answer["state"], &answer["reason"]),
        (&json!("inactive"), &json!("owner.not_ready"))
    );
    assert_eq!((answer["tools"].as_array().unwrap().len(), answer.get("persona")), (3, None));
    assert_eq!(pi.shown.status.as_deref(), Some("mind: inactive (owner.not_ready)"));
    assert_eq!(pi.notices(), Vec::<String>::new(), "it may be ready in a moment");
    pi.run("x");
    let waiting = "mind is waiting for pi-persona; this run goes without memory.";
    assert_eq!(pi.notices(), [waiting]);
    pi.run("x");
    assert_eq!(pi.notices(), Vec::<String>::new(), "once");
    assert_eq!(pi.store.operations(), 0);
    pi.provider.as_mut().unwrap().choose(Choice::Nobody);
    let answer = pi.broadcast();
    assert_eq!((&answer["state"], answer.get("reason")), (&json!("active"), None));
    pi.command("doctor");
    pi.ring("due");
    assert_eq!(pi.shown.status.as_deref(), Some("mind 0L·0S"));
    pi.memory(json!({ "action": "remember", "text": "nobody's", "tier": "persona" }));
    let unnamed = FactPlace::Persona(Persona::unnamed());
    assert_eq!(pi.store.facts(&unnamed).unwrap().rows.len(), 1, "W-3: null is `_default`");
}

/// Every code, with the answers that give it.
fn inactive() -> Vec<(&'static str, Vec<Value>, Vec<Value>)> {
    let companion = json!({
        "version": 1, "provider": "pi-persona", "providerVersion": "1.17.5",
        "sessionId": SESSION, "enabled": true, "role": "supervisor", "capabilities": ["memory"],
    });
    let owner = json!({
        "version": 1, "provider": "pi-persona", "sessionId": SESSION, "ready": true,
        "persona": "dev", "generation": 3,
    });
    let with = |of: &Value, member: &str, value: Value| {
        let mut changed = of.clone();
        changed[member] = value;
        vec![changed]
    };
    let good = || vec![companion.clone()];
    vec![
        ("companion.missing", vec![], vec![owner.clone()]),
        ("companion.ambiguous", vec![companion.clone(), companion.clone()], vec![owner.clone()]),
        ("companion.malformed", vec![json!(null)], vec![owner.clone()]),
        ("companion.stale", with(&companion, "sessionId", json!("x")), vec![owner.clone()]),
        ("companion.disabled", with(&companion, "enabled", json!(false)), vec![owner.clone()]),
        (
            "companion.incompatible",
            with(&companion, "providerVersion", json!("1.9.20")),
            vec![owner.clone()],
        ),
        ("owner.missing", good(), vec![]),
        ("owner.ambiguous", good(), vec![owner.clone(), owner.clone()]),
        ("owner.malformed", good(), with(&owner, "generation", json!(-1))),
        ("owner.stale", good(), with(&owner, "sessionId", json!("x"))),
        ("owner.not_ready", good(), with(&owner, "ready", json!(false))),
    ]
}

/// W-24, W-70 to W-73, acceptance `inactive_does_no_io`: for every code no file of the memory is opened, tools and commands answer the code, and nothing else happens.
#[test]
fn inactive_does_no_io() {
    for (code, companion, owner) in inactive() {
        let mut pi = Pi::new();
        pi.opening["settings"] = json!({ "companion": "persona" });
        pi.answers = Some((companion, owner));
        pi.store.fail_at(1, StoreFault::Corrupt);
        let opened = pi.open();
        assert_eq!((&opened["state"], &opened["reason"]), (&json!("inactive"), &json!(code)));
        let tools = opened["tools"].as_array().unwrap().len();
        let never = matches!(code, "companion.missing" | "companion.incompatible");
        assert_eq!(tools, if never { 0 } else { 3 }, "{code}");
        let status = format!("mind: inactive ({code})");
        assert_eq!(pi.shown.status, Some(status));
        pi.types("Remember that the staging port is 7101");
        pi.types("I prefer tabs.");
        let run = pi.run("Remember that x");
        assert_eq!(
            (&run["ok"], &run["standing"], &run["task"], run.get("manifest")),
            (&json!(true), &json!(""), &json!(""), None)
        );
        for (tool, action) in [
            ("memory", json!({ "action": "remember", "text": "x" })),
            ("memory", json!({ "action": "remember", "text": "x", "tier": "session" })),
            ("memory", json!({ "action": "recall" })),
            ("memory", json!({ "action": "read", "id": "6d7b7855bcd3" })),
            ("memory", json!({ "action": "forget", "id": "6d7b7855bcd3" })),
            ("memory", json!({ "action": "promote", "id": "6d7b7855bcd3" })),
            ("backlog", json!({ "action": "add", "text": "x" })),
            ("backlog", json!({ "action": "list" })),
            ("memory_optimize", json!({ "action": "inspect" })),
            ("memory_optimize", json!({ "action": "apply", "planId": "x" })),
        ] {
            assert_eq!(pi.tool(tool, action)["code"], code);
        }
        for args in [
            "",
            "context",
            "notes",
            "recall x",
            "remember x",
            "backlog",
            "reset workspace",
            "migrate-persona x",
            "optimize",
        ] {
            let answer = pi.send("host_command", json!({ "args": args, "idle": true }));
            assert_eq!(answer["code"], code, "{args}");
        }
        for args in ["help", "doctor", "settings", "restart"] {
            let answer = pi.send("host_command", json!({ "args": args, "idle": true }));
            assert_eq!(answer["ok"], true, "{args}: {answer}");
        }
        let doctor = pi.command("doctor");
        assert!(doctor.contains(&format!("state     inactive ({code})")), "{doctor}");
        assert!(doctor.contains("stores not examined") && doctor.contains("persona, by setting"));
        let report =
            json!({ "customType": "pi-persona-deferred-input", "text": "Remember that x" });
        assert_eq!(pi.send("host_message", report)["ok"], true);
        for timer in ["due", "wake"] {
            assert_eq!(pi.send("host_timer", json!({ "timerId": timer }))["ok"], true);
        }
        assert_eq!(pi.send("host_agent_start", json!({}))["ok"], true);
        pi.settle();
        pi.broadcast();
        assert_eq!(pi.close()["ok"], true);
        assert!(pi.shown.timers.is_empty(), "{code}");
        assert_eq!((pi.store.opened(), pi.store.image()), (vec![], vec![]), "{code}");
    }
}

/// W-72: a report names what is wrong, and never says what was said.
#[test]
fn w72_doctor() {
    let mut pi = Pi::new();
    let answer = json!({ "version": 1, "provider": "pi-persona", "secret": "zq-live", "enabled": "zq-live" });
    pi.answers = Some((vec![answer], vec![]));
    pi.open();
    let doctor = pi.command("doctor");
    assert!(doctor.contains("owner     persona, a companion answered"), "{doctor}");
    assert!(doctor.contains("companion answer malformed: ") && doctor.contains("sessionId"));
    assert!(doctor.contains("companion support: tested with the reference provider only"));
    assert!(!doctor.contains("zq-live"), "{doctor}");
}

/// W-13, W-15: nothing speaks of a companion; one that appears is followed from then on.
#[test]
fn w15_a_companion_appears() {
    let mut pi = Pi::opened();
    pi.memory(json!({ "action": "remember", "text": "nobody's", "tier": "persona" }));
    pi.provider = Some(ReferenceProvider::new(SESSION));
    let run = pi.run("nobody's?");
    assert!(!run.to_string().contains("nobody's\\\""), "{run}");
    assert_eq!(pi.notices(), ["pi-persona appeared: memory now follows its persona."]);
    pi.provider = None;
    let refused = pi.tool("memory", json!({ "action": "recall" }));
    assert_eq!(refused["code"], "companion.missing", "it never goes back");
}

/// W-60 to W-62, PI-64, SN-3, CA-2: a leg gets the lean standing block and nothing else, and writes nothing.
#[test]
fn w62_a_leg() {
    let mut first = Pi::with_companion();
    first.memory(json!({ "action": "remember", "kind": "invariant", "text": "never push on friday", "tier": "persona" }));
    first.memory(json!({ "action": "remember", "text": "the port is 7101", "tier": "project" }));
    first.tool("backlog", json!({ "action": "add", "text": "later", "dueInSeconds": 1 }));
    let mut pi = Pi::over(first.store.clone(), first.clock.clone(), first.machine.clone());
    pi.provider = Some(ReferenceProvider::new(SESSION));
    pi.opening["leg"] = true.into();
    pi.missing_parents = 1;
    let image = pi.store.image();
    let opened = pi.open();
    assert_eq!(
        [&opened["state"], &opened["tools"], &opened["completions"]],
        [&json!("lean"), &json!([]), &json!([])]
    );
    assert_eq!((opened.get("alias"), &opened["effects"]), (None, &json!([])));
    assert_eq!(opened["watch"], json!({ "customTypes": [], "toolResults": [] }));
    pi.append(super::pi::NOTES, json!({ "version": 9 }));
    pi.types("Remember that the staging port is 7102");
    let before = pi.store.operations();
    let run = pi.run("Remember the port?");
    assert!(run["standing"].as_str().unwrap().contains("never push on friday"), "{run}");
    assert_eq!((&run["task"], &run["effects"]), (&json!(""), &json!([])));
    assert!(!run.to_string().contains("7101"), "{run}");
    assert!(pi.store.operations() > before);
    assert_eq!(pi.tool("memory", json!({ "action": "recall" }))["code"], "companion.leg");
    for args in ["", "help", "doctor", "notes", "settings"] {
        let answer = pi.send("host_command", json!({ "args": args, "idle": true }));
        assert_eq!((&answer["code"], &answer["effects"]), (&json!("companion.leg"), &json!([])));
    }
    pi.settle();
    assert_eq!(pi.send("host_timer", json!({ "timerId": "due" }))["effects"], json!([]));
    // The persona is the one frozen at launch.
    pi.provider.as_mut().unwrap().choose(Choice::Persona("ops"));
    pi.broadcast();
    let run = pi.run("x");
    assert_eq!((&run["standing"], &run["effects"]), (&json!(""), &json!([])));
    pi.provider.as_mut().unwrap().choose(Choice::Persona("dev"));
    assert_eq!((pi.shown.status, pi.shown.timers.len()), (None, 0));
    assert_eq!(pi.store.image(), image);
}

/// PI-64: a leg that is found only later answers lean, refuses its tools and commands, and says nothing.
#[test]
fn pi64_a_leg_found_later() {
    let mut pi = Pi::with_companion();
    pi.notices();
    pi.provider.as_mut().unwrap().role = "worker".to_owned();
    assert_eq!(pi.broadcast()["state"], "lean");
    assert_eq!(pi.run("x")["task"], "");
    let refused = pi.tool("memory", json!({ "action": "remember", "text": "x" }));
    assert_eq!(refused["code"], "companion.leg");
    assert_eq!(
        pi.send("host_command", json!({ "args": "help", "idle": true }))["code"],
        "companion.leg"
    );
    pi.types("Remember that x is y");
    assert_eq!((pi.notices(), pi.store.writes()), (vec![], 0));
}

/// PI-34: the report warns when the memory goes by another directory than the host's own.
#[test]
fn pi34_two_agent_directories() {
    let mut pi = Pi::opened();
    assert!(!pi.command("doctor").contains("WARN      the memory is looked for by"));
    pi.machine.set("PI_CODING_AGENT_DIR", "/srv/elsewhere");
    let report = pi.command("doctor");
    assert!(report.contains("WARN      the memory is looked for by /srv/elsewhere"), "{report}");
}
