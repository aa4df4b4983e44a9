//! CA-1 to CA-73 as a host sees them: what is captured, suggested and said, and when it is not.

use std::thread;
use std::time::Duration;

use mind_core::port::{Clock as _, Store as _};
use mind_testkit::ReferenceProvider;
use mind_testkit::provider::{Choice, Provider as _, SESSION};
use rstest::rstest;
use serde_json::{Value, json};

use super::pi::{Held, Pi};

const PORT: &str = "Remember that the staging port is 7101";
const H4: &str = "[mind] The user asked to keep a note. Save it once with memory remember.";
const H5: &str = "[mind] The user's message may hold a durable preference. If it does, save it once with memory remember before the final answer.";

fn hints(pi: &mut Pi, text: &str) -> Vec<String> {
    let task = pi.task(text);
    task.lines().filter(|line| line.starts_with("[mind]")).map(str::to_owned).collect()
}

fn input(source: &str, text: &str) -> Value {
    json!({ "text": text, "source": source })
}

/// CA-1, CA-50, CA-60, CA-61, CA-70: a strong cue is stored before the run; the person and the model are told, neither in the user's words.
#[test]
fn ca50_a_strong_cue() {
    let mut pi = Pi::opened();
    pi.memory(json!({ "action": "remember", "tier": "project", "text": "staging is slow" }));
    let answer = pi.send("host_input", input("interactive", PORT));
    assert_eq!(
        answer,
        json!({ "ok": true, "effects": [
            { "id": "e3", "type": "notify", "level": "info", "text": "Captured 1: 48bf3e826abc (note, project-long). Undo: /mind forget 48bf3e826abc" },
            { "id": "e4", "type": "set_status", "text": "mind 1L·1S" },
        ] })
    );
    let read = pi.memory(json!({ "action": "read", "id": "48bf3e826abc" }));
    for part in [
        "User explicitly asked to retain: the staging port is 7101",
        "auto-captured",
        "direct user persistence cue",
        "project-long",
    ] {
        assert!(read.contains(part), "{part}: {read}");
    }
    let task = pi.task(PORT);
    let hint = "[mind] Saved from the user's message: 48bf3e826abc (note, project-long). Do not save it again.";
    assert!(task.ends_with(&format!("</mind-memory>\n{hint}")), "behind the block: {task}");
    assert_eq!(hints(&mut pi, "and then?"), [""; 0], "one run long");
}

/// CA-50, CA-53: outside a project a note goes to the persona; said again it is known, in one row with its first time.
#[test]
fn ca53_said_again() {
    let mut pi = Pi::new();
    pi.machine.with(|at| at.project = None);
    pi.open();
    pi.types(PORT);
    pi.clock.advance(Duration::from_mins(1));
    pi.notices();
    pi.types(PORT);
    assert_eq!(pi.notices(), ["Already remembered: 48bf3e826abc"]);
    assert_eq!(hints(&mut pi, PORT), ["[mind] Already remembered: 48bf3e826abc."]);
    let listed = pi.tool("memory", json!({ "action": "recall" }));
    assert_eq!(
        (&listed["details"]["total"], listed["text"].as_str().unwrap().contains("persona")),
        (&json!(1), true)
    );
}

/// CA-1: the other modes, and nudging.
#[rstest]
#[case::prompt_strong("prompt", "on", PORT, Some(H4))]
#[case::prompt_casual("prompt", "on", "I prefer tabs.", Some(H5))]
#[case::auto_casual("auto", "on", "I prefer tabs.", Some(H5))]
#[case::no_nudge("auto", "off", "I prefer tabs.", None)]
#[case::no_nudge_prompt("prompt", "off", "I prefer tabs.", None)]
#[case::no_nudge_strong("prompt", "off", PORT, Some(H4))]
#[case::off_strong("off", "on", PORT, None)]
#[case::off_casual("off", "on", "I prefer tabs.", None)]
fn ca1_modes(
    #[case] mode: &str,
    #[case] nudge: &str,
    #[case] text: &str,
    #[case] hint: Option<&str>,
) {
    let mut pi = Pi::new();
    pi.machine.set("MIND_CAPTURE", mode);
    pi.machine.set("MIND_NUDGE", nudge);
    pi.open();
    let before = pi.store.operations();
    pi.types(text);
    assert_eq!(pi.store.operations(), before, "nothing is asked of a store");
    let suggested = hint == Some(H5);
    let status = if suggested { "mind: worth keeping? (preference)" } else { "mind 0L·0S" };
    assert_eq!(pi.shown.status.as_deref(), Some(status));
    assert_eq!(pi.notices(), Vec::<String>::new(), "no toast");
    let expect: Vec<&str> = hint.into_iter().collect();
    assert_eq!(hints(&mut pi, text), expect);
    pi.settle();
    assert_eq!(pi.shown.status.as_deref(), Some("mind 0L·0S"), "until the run settles");
    assert_eq!(pi.store.writes(), 0);
}

/// CA-73: off by each surface, and a change counts from the next session.
#[rstest]
#[case::variable(|pi: &mut Pi| pi.machine.set("PI_PERSONA_MIND_CAPTURE", "off"))]
#[case::pi(|pi: &mut Pi| pi.opening["settings"] = json!({ "capture": { "mode": "off" } }))]
#[case::config(|pi: &mut Pi| pi.machine.with(|at| at.config.capture_mode = Some("off".to_owned())))]
fn ca73_off(#[case] switch: fn(&mut Pi)) {
    let mut pi = Pi::new();
    switch(&mut pi);
    pi.open();
    pi.types(PORT);
    let deferred = json!({ "customType": "pi-persona-deferred-input", "text": PORT });
    pi.send("host_message", deferred);
    assert_eq!(hints(&mut pi, PORT), [""; 0]);
    assert_eq!(hints(&mut pi, "Remember that it is late"), [""; 0], "nor a run nobody announced");
    assert_eq!((pi.store.writes(), pi.notices()), (0, vec![]));
    let mut pi = Pi::opened();
    switch(&mut pi);
    pi.types(PORT);
    assert_eq!(pi.store.writes(), 1, "read once a session");
    pi.turn_to("01b3-next");
    pi.open();
    pi.types("Remember that the mirror is slow");
    assert_eq!(pi.store.writes(), 1);
}

/// CA-2: where nobody is at the keyboard nothing is stored by itself; RPC has a person behind it.
#[rstest]
#[case::print("print", false, false)]
#[case::json("json", false, false)]
#[case::rpc("rpc", true, true)]
#[case::rpc_without_ui("rpc", false, true)]
fn ca2_modes_of_the_host(#[case] mode: &str, #[case] has_ui: bool, #[case] stores: bool) {
    let mut pi = Pi::new();
    pi.opening["host"]["mode"] = mode.into();
    pi.opening["host"]["hasUi"] = has_ui.into();
    pi.open();
    let answer = pi.send("host_input", input("rpc", PORT));
    assert_eq!(answer["ok"], true);
    assert_eq!(pi.store.writes() > 0, stores);
    let saved = "[mind] Saved from the user's message: 48bf3e826abc (note, project-long). Do not save it again.";
    assert_eq!(hints(&mut pi, PORT), [if stores { saved } else { H4 }]);
}

/// CA-10, CA-11: only a user's own words.
#[test]
fn ca10_whose_words() {
    let mut pi = Pi::opened();
    let custom = |kind: &str| ("host_message", json!({ "customType": kind, "text": PORT }));
    let result = json!({ "toolName": "delegate", "callId": "c", "isError": false, "text": PORT });
    for (call, body) in [
        ("host_input", input("extension", PORT)),
        custom("pi-persona"),
        custom("deferred-input"),
        ("host_tool_result", result),
        ("host_input", input("interactive", "/plan remember that X")),
        ("host_input", input("interactive", "! remember that X")),
    ] {
        let answer = pi.send(call, body);
        assert_eq!(answer, json!({ "ok": true, "effects": [] }), "{call}");
    }
    assert_eq!(pi.store.writes(), 0);
    let steered = json!({ "text": PORT, "source": "rpc", "streaming": "steer", "images": 1 });
    assert_eq!(pi.send("host_input", steered)["effects"][0]["type"], "notify");
}

/// CA-12, acceptance `capture_no_cue_no_io`: a text without a cue asks nothing of anybody.
#[test]
fn ca12_no_cue() {
    let mut pi = Pi::opened();
    let before = pi.store.operations();
    for text in ["Where is the port set?", "Remember this?", "plain words", ""] {
        let held = pi.begin("host_input", input("interactive", text));
        assert!(!held.is_going(), "{text:?}");
    }
    assert_eq!(pi.store.operations(), before);
}

/// CA-51: a secret is refused with its rule, is nowhere, and is no reason to try again.
#[test]
fn ca51_a_secret() {
    let mut pi = Pi::opened();
    let text = "Remember that ORBIT_TOKEN=zq-live-9f3a.77c2_KK19-aa00ZZ";
    pi.types(text);
    let notices = pi.notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].starts_with("Not captured (scan.refused, "), "{notices:?}");
    assert!(notices[0].contains("): say where the secret is kept"), "{notices:?}");
    assert_eq!(pi.shown.status.as_deref(), Some("mind 0L·0S"));
    assert_eq!(hints(&mut pi, "go on"), [""; 0]);
    assert_eq!((pi.store.writes(), notices[0].contains("zq-live")), (0, false));
}

/// CA-53: a direct text replayed as deferred input is neither captured nor announced again; a new one is.
#[test]
fn ca53_replayed() {
    let deferred = |text: &str| json!({ "customType": "pi-persona-deferred-input", "text": text });
    let mut pi = Pi::opened();
    pi.types(PORT);
    pi.task(PORT);
    pi.notices();
    let answer = pi.send("host_message", deferred(PORT));
    assert_eq!(answer, json!({ "ok": true, "effects": [] }));
    assert_eq!(hints(&mut pi, PORT), [""; 0]);
    let answer = pi.send("host_message", deferred("Remember that the mirror is slow"));
    assert!(answer["effects"][0]["text"].as_str().unwrap().starts_with("Captured 1: "), "{answer}");
    assert_eq!(hints(&mut pi, "x").len(), 1);
    let again = pi.send("host_message", deferred("Remember that the mirror is slow"));
    assert_eq!(again, json!({ "ok": true, "effects": [] }));
    // The oldest of 128 texts is dropped.
    for n in 0..128 {
        pi.types(&format!("text {n}"));
    }
    let answer = pi.send("host_message", deferred(PORT));
    assert_eq!(answer["effects"][0]["text"], "Already remembered: 48bf3e826abc");
}

/// CA-62: one casual hint a run, and the same sentence once a session.
#[test]
fn ca62_suggested_once() {
    let mut pi = Pi::opened();
    pi.types("I prefer tabs. We use pnpm here.");
    assert_eq!(hints(&mut pi, "x"), [H5]);
    pi.types("I prefer tabs.");
    assert_eq!(hints(&mut pi, "x"), [""; 0]);
    pi.types("I prefer spaces.");
    assert_eq!(hints(&mut pi, "x"), [H5]);
}

/// CA-63: a run that was not announced is looked at once, for hints only; an announced one keeps the hints of its input.
#[test]
fn ca63_a_lost_input() {
    let mut pi = Pi::opened();
    assert_eq!(hints(&mut pi, PORT), [H4]);
    assert_eq!(pi.store.writes(), 0);
    assert_eq!(hints(&mut pi, "I prefer tabs."), [H5]);
    pi.types("I prefer spaces.");
    assert_eq!(hints(&mut pi, "expanded: Remember that X"), [H5], "the hints of its input");
    pi.send("host_input", input("extension", "go"));
    assert_eq!(hints(&mut pi, "Remember that Y"), [""; 0], "an extension's words");
    let request = json!({ "role": "custom", "customType": "x", "text": "Remember that Z" });
    let run = pi.run_of(request);
    assert_eq!(run["task"], "");
}

/// CA-63: two inputs that wait for their runs are each told once: the second run's text was heard.
#[test]
fn ca63_two_that_waited() {
    let mut pi = Pi::opened();
    pi.types("go on");
    pi.types(PORT);
    let saved = hints(&mut pi, "go on");
    assert_eq!(saved.len(), 1, "the newer input's");
    assert_eq!(hints(&mut pi, PORT), [""; 0], "it was heard and stored");
}

/// CA-64: a newer input replaces what was not shown yet; an extension's clears it.
#[test]
fn ca64_newer_input() {
    let mut pi = Pi::opened();
    pi.types("I prefer tabs.");
    pi.types("go on");
    assert_eq!(hints(&mut pi, "go on"), [""; 0]);
    pi.types("I prefer spaces.");
    pi.send("host_input", input("extension", "go"));
    assert_eq!(hints(&mut pi, "go"), [""; 0]);
}

/// CA-60: hints name the tools by their names here, and are left out where there is none.
#[test]
fn ca60_names() {
    let mut pi = Pi::new();
    pi.opening["taken"]["tools"] = json!(["memory"]);
    pi.opening["host"]["command"] = "mind:1".into();
    pi.open();
    pi.types("I prefer tabs.");
    assert!(hints(&mut pi, "x")[0].contains("save it once with mind_memory remember"));
    pi.types(PORT);
    assert!(pi.notices()[0].ends_with("Undo: /mind:1 forget 48bf3e826abc"));
    let mut pi = Pi::new();
    pi.opening["taken"]["tools"] = json!(["memory", "mind_memory"]);
    pi.open();
    pi.types("I prefer tabs.");
    assert_eq!(hints(&mut pi, "x"), [""; 0]);
    pi.types("Remember to tidy the mirror up");
    assert!(hints(&mut pi, "x")[0].contains("save it once with backlog add"));
}

/// CA-60: the room for hints is taken first, out of the budget of both blocks.
#[test]
fn ca60_the_room() {
    let mut pi = Pi::opened();
    pi.types("I prefer tabs.");
    let run = pi.run("x");
    assert_eq!(run["manifest"]["reserved"], H5.len() + 1);
    assert_eq!(pi.run("x")["manifest"]["reserved"], 0);
}

/// A capture whose lock is held, with what happens before it gets it.
fn captured_late(happens: impl FnOnce(&mut Pi)) -> (Pi, Value) {
    let mut pi = Pi::new();
    pi.provider = Some(ReferenceProvider::new(SESSION));
    pi.open();
    let store = pi.store.clone();
    let held = store.transaction(pi.clock.now(), Duration::ZERO).unwrap();
    let opened = |pi: &Pi| pi.store.opened().iter().filter(|place| *place == "transaction").count();
    let before = opened(&pi);
    let Held::Going(work) = pi.begin("host_input", input("interactive", PORT)) else {
        panic!("a strong cue asks the store")
    };
    let running = thread::spawn(work.run);
    while opened(&pi) == before {
        thread::yield_now();
    }
    happens(&mut pi);
    drop(held);
    let answer = running.join().unwrap();
    (pi, answer)
}

/// CA-71, CA-72, W-31: a capture that has not begun when its session, branch or owner goes does not begin, and says nothing.
#[rstest]
#[case::closed(|pi: &mut Pi| drop(pi.close()))]
#[case::another_session(|pi: &mut Pi| { pi.turn_to("01b3-next"); pi.open(); })]
#[case::tree(|pi: &mut Pi| drop(pi.navigate(None)))]
#[case::owner(|pi: &mut Pi| { pi.provider.as_mut().unwrap().choose(Choice::Persona("ops")); pi.broadcast(); })]
fn ca72_too_late_to_begin(#[case] happens: fn(&mut Pi)) {
    let (mut pi, answer) = captured_late(happens);
    assert_eq!((&answer["code"], &answer["effects"]), (&json!("owner.changed"), &json!([])));
    assert_eq!((pi.store.writes(), pi.notices()), (0, vec![]));
}

/// CA-64, CA-71: a capture overtaken by a newer input is finished, for the user asked for it; its hint and notice are not shown.
#[test]
fn ca71_overtaken() {
    let (mut pi, answer) = captured_late(|pi| pi.types("and now for something else"));
    assert_eq!(answer["ok"], true);
    let shown = answer["effects"].as_array().unwrap().iter();
    assert!(shown.clone().all(|effect| effect["type"] != "notify"), "{answer}");
    assert_eq!(pi.store.writes(), 1);
    assert_eq!(hints(&mut pi, "something else"), [""; 0]);
}

/// CA-52: what one text asks for is stored together, each with its own outcome.
#[test]
fn ca52_several() {
    let mut pi = Pi::opened();
    let before = pi.store.opened().iter().filter(|place| *place == "transaction").count();
    pi.types("Remember that the mirror is slow.\nRemember that ORBIT_TOKEN=zq-live-9f3a.77c2_KK19-aa00ZZ\nFrom now on, always answer in Italian");
    let after = pi.store.opened().iter().filter(|place| *place == "transaction").count();
    assert_eq!(after, before + 1);
    let notices = pi.notices();
    assert!(notices[0].starts_with("Captured 2: "), "{notices:?}");
    assert_eq!(hints(&mut pi, "x").len(), 1);
}
