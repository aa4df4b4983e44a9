//! W-27 to W-33, CA-72, PI-22, PI-23: what becomes of a call when the owner or the session changes.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mind_core::port::{Clock as _, Store as _};
use mind_mcp::HostDesk;
use mind_testkit::ReferenceProvider;
use mind_testkit::provider::{Choice, Provider as _};
use serde_json::{Map, Value, json};

use super::pi::{Held, Pi, begin, said, tool_call};

fn tool(params: Value) -> (&'static str, Value) {
    ("host_tool_call", tool_call("memory", params))
}

/// A call to which something happens at every moment it has.
type Call = fn(&mut Pi) -> (&'static str, Value);
/// What happens.
type Happens = fn(&mut Pi) -> (&'static str, Map<String, Value>);
/// What a store holds.
type Image = Vec<(String, String)>;

fn id_of(pi: &mut Pi, query: &str) -> String {
    let found = pi.tool("memory", json!({ "action": "recall", "query": query }));
    found["details"]["ids"][0].as_str().expect("a hit").to_owned()
}

/// A memory of `dev` with something to change in every tier.
fn furnished() -> Pi {
    let mut pi = Pi::with_companion();
    for (tier, text) in [
        ("project", "the staging port is 7101"),
        ("persona", "the mirror is slow"),
        ("shared", "the mirror is slow"),
        ("project-long", "the old build is red"),
    ] {
        pi.memory(json!({ "action": "remember", "tier": tier, "text": text }));
    }
    let old = id_of(&mut pi, "old build");
    pi.memory(json!({
        "action": "remember", "tier": "project", "text": "the new build is green", "supersedes": old,
    }));
    pi.tool("backlog", json!({ "action": "add", "text": "look at it" }));
    pi
}

/// The input of a call that says the owner is another: `ops`.
fn another_owner(pi: &mut Pi) -> Map<String, Value> {
    let before = pi.provider.clone();
    pi.provider.as_mut().unwrap().choose(Choice::Persona("ops"));
    let input = pi.input(json!({}));
    pi.provider = before;
    input
}

/// What was there before a call at whose `n`th moment something happened, its answer, what is there now, and how many moments it had.
fn run(call: Call, n: usize, happens: Happens) -> (Image, Value, Image, usize) {
    let mut pi = furnished();
    let (name, body) = call(&mut pi);
    let untouched = memory(&pi);
    let held = pi.begin(name, body);
    let (happening, input) = happens(&mut pi);
    let desk: Arc<dyn HostDesk> = Arc::clone(&pi.desk);
    let before = pi.wire.passed();
    pi.wire.at(n, move || drop(begin(&desk, happening, input)));
    let answer = held.finish();
    (untouched, answer, memory(&pi), pi.wire.passed() - before)
}

/// What is remembered. A receipt of a change that was begun and not made is no memory.
fn memory(pi: &Pi) -> Image {
    let mut image = pi.store.image();
    image.retain(|(place, _)| !place.starts_with("history "));
    image
}

#[track_caller]
fn whole_or_nothing(call: Call, happens: Happens) {
    let (untouched, answer, whole, moments) = run(call, usize::MAX / 2, happens);
    assert_eq!(answer["ok"], true, "while nothing happens: {answer}");
    assert!(moments > 1 && whole != untouched, "the call asks and changes something");
    let mut untouched_after = 0;
    for n in 1..=moments {
        let (_, answer, image, _) = run(call, n, happens);
        assert_eq!(answer["code"], "owner.changed", "at moment {n} of {moments}: {answer}");
        assert_eq!(answer["effects"], json!([]), "nothing of it is shown");
        untouched_after += usize::from(image == untouched);
        assert!(image == untouched || image == whole, "at moment {n} of {moments}: done in part");
    }
    assert!(untouched_after >= 2, "refused before a store was opened, and under the lock");
}

/// Stages one replacement for what `dev` keeps, and gives the plan.
fn staged(pi: &mut Pi) -> String {
    let page = pi.tool("memory_optimize", json!({ "action": "inspect", "target": "persona" }));
    let id = id_of(pi, "mirror");
    let operation =
        json!({ "sourceIds": [id], "kind": "note", "text": "the mirror is always slow" });
    let stage = json!({
        "action": "stage", "target": "persona", "fingerprint": page["details"]["fingerprint"],
        "operations": [operation],
    });
    let answer = pi.tool("memory_optimize", stage);
    answer["details"]["planId"].as_str().unwrap_or_else(|| panic!("a plan: {answer}")).to_owned()
}

fn apply(pi: &mut Pi) -> Value {
    json!({ "action": "apply", "planId": staged(pi) })
}

fn undo(pi: &mut Pi) -> Value {
    let apply = apply(pi);
    let answer = pi.tool("memory_optimize", apply);
    let receipt = &answer["details"]["receiptId"];
    assert!(receipt.is_string(), "a receipt: {answer}");
    json!({ "action": "undo", "receiptId": receipt, "target": "persona" })
}

fn changes() -> [Call; 9] {
    [
        |pi| ("host_tool_call", tool_call("memory_optimize", apply(pi))),
        |pi| ("host_tool_call", tool_call("memory_optimize", undo(pi))),
        |_| tool(json!({ "action": "remember", "text": "something new", "tier": "persona" })),
        |_| {
            tool(
                json!({ "action": "remember", "text": "the staging port is 7101", "tier": "persona" }),
            )
        },
        |pi| tool(json!({ "action": "promote", "id": id_of(pi, "staging port") })),
        |pi| {
            tool(
                json!({ "action": "promote", "id": id_of(pi, "new build"), "destination": "persona" }),
            )
        },
        |pi| tool(json!({ "action": "forget", "id": id_of(pi, "mirror") })),
        |_| {
            let params = json!({ "action": "add", "text": "another" });
            ("host_tool_call", json!({ "tool": "backlog", "callId": "c1", "params": params }))
        },
        |_| {
            (
                "host_input",
                json!({ "text": "Remember that tea is served at four", "source": "interactive" }),
            )
        },
    ]
}

/// W-30, W-31, acceptance `owner_changes_everywhere` over host calls: whole for the first owner or not at all, and never announced to the next.
#[test]
fn owner_changes_everywhere() {
    for call in changes() {
        whole_or_nothing(call, |pi| ("host_owner_changed", another_owner(pi)));
    }
}

/// CA-72, PI-23: the same when the session is closed, or another is opened, while a call is running.
#[test]
fn a_session_ends_everywhere() {
    for call in changes() {
        whole_or_nothing(call, |pi| ("host_session_close", pi.input(json!({ "reason": "new" }))));
    }
    whole_or_nothing(changes()[2], |pi| {
        let mut input = pi.input(pi.opening_body());
        input["ref"]["sessionId"] = "01b3-next".into();
        ("host_session_open", input)
    });
}

/// W-30: a broadcast alone, the same persona chosen again, is another owner.
#[test]
fn w27_a_broadcast_is_enough() {
    whole_or_nothing(changes()[2], |pi| {
        let mut input = pi.input(json!({}));
        input["ref"]["owner"]["token"] = 99.into();
        ("host_owner_changed", input)
    });
}

/// Begins a call in a thread of its own while a lock is held, lets something happen once it waits, and gives its answer.
fn while_it_waits(pi: &mut Pi, call: (&str, Value), happens: impl FnOnce(&mut Pi)) -> Value {
    let store = pi.store.clone();
    let held = store.transaction(pi.clock.now(), Duration::ZERO).unwrap();
    let opened = |pi: &Pi| pi.store.opened().iter().filter(|place| *place == "transaction").count();
    let before = opened(pi);
    let Held::Going(work) = pi.begin(call.0, call.1) else { panic!("a call that asks the store") };
    let running = thread::spawn(work.run);
    while opened(pi) == before {
        thread::yield_now();
    }
    happens(pi);
    drop(held);
    running.join().expect("an answer, not a panic")
}

/// W-30, acceptance `late_change`: a call that waits for a lock held elsewhere is refused as soon as it has it.
#[test]
fn late_change() {
    let mut pi = furnished();
    let before = pi.store.image();
    let call = tool(json!({ "action": "remember", "text": "x", "tier": "persona" }));
    let answer = while_it_waits(&mut pi, call, |pi| {
        pi.provider.as_mut().unwrap().choose(Choice::Persona("ops"));
        assert_eq!(pi.broadcast()["state"], "active", "answered beside the call that waits");
    });
    assert_eq!((&answer["code"], &answer["ok"]), (&json!("owner.changed"), &json!(false)));
    assert_eq!(pi.store.image(), before);
}

/// CA-72, PI-34: a session that was closed writes nothing when its lock comes.
#[test]
fn late_close() {
    let mut pi = furnished();
    let before = pi.store.image();
    let call = tool(json!({ "action": "remember", "text": "x", "tier": "persona" }));
    let answer = while_it_waits(&mut pi, call, |pi| {
        pi.close();
        pi.turn_to("01b3-next");
        pi.provider = Some(ReferenceProvider::new("01b3-next"));
        pi.open();
    });
    assert_eq!((&answer["code"], &answer["effects"]), (&json!("owner.changed"), &json!([])));
    assert_eq!(pi.store.image(), before);
}

/// PI-22: while a call waits for a lock every other call is answered, and a call nobody waits for any more begins nothing.
#[test]
fn pi22_a_held_lock_delays_its_own_call() {
    let mut pi = furnished();
    let before = pi.store.image();
    let store = pi.store.clone();
    let held = store.transaction(pi.clock.now(), Duration::ZERO).unwrap();
    let (name, body) = tool(json!({ "action": "remember", "text": "x", "tier": "persona" }));
    let Held::Going(work) = pi.begin(name, body) else { panic!("a call that asks the store") };
    assert_eq!(work.late["code"], "host.deadline");
    assert!(said(&work.late).starts_with("Not stored: "), "{}", work.late);
    assert_eq!(work.within, Duration::from_secs(10));
    let abandoned = work.abandoned.clone();
    let running = thread::spawn(work.run);
    assert!(pi.task("the staging port?").contains("7101"));
    assert!(pi.memory(json!({ "action": "recall", "query": "mirror" })).contains("slow"));
    pi.settle();
    abandoned.set();
    drop(held);
    assert_eq!(running.join().unwrap()["code"], "owner.changed");
    assert_eq!(pi.store.image(), before);
}

/// PI-22: a lock held elsewhere is waited for until shortly before the deadline.
#[test]
fn pi22_a_lock_that_stays_held() {
    let mut pi = Pi::opened();
    pi.deadline = 150;
    let store = pi.store.clone();
    let _held = store.transaction(pi.clock.now(), Duration::ZERO).unwrap();
    let answer = pi.tool("memory", json!({ "action": "remember", "text": "x", "tier": "persona" }));
    assert_eq!(answer["code"], "store.locked");
    let input = json!({ "text": "Remember that x is y", "source": "interactive" });
    let answer = pi.send("host_input", input);
    assert_eq!(
        answer["effects"][0]["text"],
        "Not captured (store.locked): the memory was busy. Say it again"
    );
    let hint = "[mind] The user asked to keep something and saving failed (store.locked). Save it once with memory remember.";
    assert_eq!(pi.task("x?"), hint);
}

/// W-32, W-33: after a change nothing of the first owner is shown, nothing moves, and the status follows.
#[test]
fn w32_nothing_is_left() {
    let mut pi = furnished();
    pi.memory(
        json!({ "action": "remember", "tier": "persona", "text": "the pager rings at nine" }),
    );
    pi.types("I prefer tabs.");
    pi.command("reset workspace");
    let code = pi.cards().pop().unwrap();
    let code = code.split(' ').find(|word| word.starts_with("yes-")).unwrap().to_owned();
    assert_eq!(pi.shown.status.as_deref(), Some("mind: worth keeping? (preference)"));
    pi.notices();
    pi.provider.as_mut().unwrap().choose(Choice::Persona("ops"));
    let run = pi.run("the pager?");
    assert!(!run["task"].as_str().unwrap().contains("[mind]"), "a hint of dev's");
    assert!(!run.to_string().contains("the pager rings"), "a fact of dev's: {run}");
    assert_eq!(pi.notices(), Vec::<String>::new(), "a change says nothing");
    assert_eq!(pi.shown.status, None);
    pi.ring("due");
    let status = pi.shown.status.as_deref();
    assert_eq!(status, Some("mind 2L·2S · backlog 1"), "what is shared, and the project's");
    let asked = pi.command(&format!("reset workspace {code}"));
    assert!(asked.starts_with("0 working fact(s) and 0 backlog item(s) would go"), "{asked}");
    pi.provider.as_mut().unwrap().choose(Choice::Persona("dev"));
    assert!(pi.run("the pager?").to_string().contains("the pager rings"));
    let again = pi.command(&format!("reset workspace {code}"));
    assert!(
        again.starts_with("2 working fact(s)"),
        "a confirmation of before does not count: {again}"
    );
}

/// W-32: a staged plan is dropped with its owner, and nobody applies another's.
#[test]
fn w32_plans_are_the_owners() {
    let mut pi = furnished();
    let apply = apply(&mut pi);
    let image = pi.store.image();
    pi.provider.as_mut().unwrap().choose(Choice::Persona("ops"));
    assert_eq!(pi.tool("memory_optimize", apply.clone())["ok"], false);
    pi.provider.as_mut().unwrap().choose(Choice::Persona("dev"));
    assert_eq!(pi.tool("memory_optimize", apply)["ok"], false);
    assert_eq!(pi.store.image(), image);
}

/// W-32: a card and a toast that gathered for the first owner are not shown to the next.
#[test]
fn w32_reminders_are_the_owners() {
    let mut pi = Pi::with_companion();
    pi.tool("backlog", json!({ "action": "add", "text": "only dev's", "dueInSeconds": 60 }));
    assert_eq!(pi.shown.timers.get("due"), Some(&60_000));
    pi.clock.advance(Duration::from_secs(61));
    pi.provider.as_mut().unwrap().choose(Choice::Persona("ops"));
    pi.broadcast();
    assert_eq!(pi.shown.timers.get("due"), Some(&0), "armed again");
    pi.ring("due");
    assert_eq!((pi.cards(), pi.notices()), (vec![], vec![]));
    pi.provider.as_mut().unwrap().choose(Choice::Unready);
    pi.broadcast();
    assert_eq!(pi.shown.timers.get("due"), None, "nobody's");
    pi.provider.as_mut().unwrap().choose(Choice::Persona("dev"));
    pi.broadcast();
    pi.ring("due");
    assert_eq!(pi.cards().len(), 1);
}

/// S-27, PI-24: a store that panics at any moment of a call ends that call and nothing else: the next one works, with no lock left behind.
#[test]
fn a_panic_in_a_store() {
    let (_, _, _, moments) = run(changes()[2], usize::MAX / 2, another_call);
    for n in 1..=moments {
        let mut pi = furnished();
        let (name, body) = changes()[2](&mut pi);
        let held = pi.begin(name, body);
        pi.wire.at(n, || panic!("a store that breaks"));
        let broken = std::panic::AssertUnwindSafe(|| held.finish());
        std::panic::catch_unwind(broken).expect_err("the store breaks");
        let params = json!({ "action": "remember", "text": "the next", "tier": "persona" });
        assert!(pi.memory(params).starts_with("Remembered "), "at moment {n} of {moments}");
        assert!(pi.task("the next?").len() + pi.command("recall next").len() > 0);
    }
}

fn another_call(pi: &mut Pi) -> (&'static str, Map<String, Value>) {
    ("host_settings", pi.input(json!({})))
}
