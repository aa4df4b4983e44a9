//! Reviews in a host session (O-100 to O-116, O-136, W-50, W-54): what the machine of the core wants becomes effects, and what comes back is judged.

use mind_core::time::Timestamp;
use rstest::rstest;
use serde_json::{Value, json};

use super::pi::{Pi, said};

const HELLO: &str = "Smoke test requires port 7101 to be free";
const AGAIN: &str = "The smoke test needs port 7101 free";
const BETTER: &str = "The smoke test needs port 7101 to be free";

/// A session with two facts that say one thing, and a model.
fn furnished() -> Pi {
    let mut pi = Pi::new();
    pi.opening["model"] = json!({ "provider": "acme", "id": "large-1", "thinking": "off" });
    pi.open();
    for text in [HELLO, AGAIN] {
        pi.memory(json!({ "action": "remember", "text": text, "tier": "project-long" }));
    }
    pi
}

fn later(pi: &Pi, millis: i64) {
    let now = mind_core::port::Clock::now(&pi.clock);
    pi.clock.set(Timestamp::from_millis(now.millis() + millis).unwrap());
}

/// The worker that was asked for, and forgets it.
fn worker(pi: &mut Pi) -> Option<Value> {
    let at = pi.shown.work.iter().position(|one| one["type"] == "run_worker")?;
    Some(pi.shown.work.remove(at))
}

fn merged(run: &Value) -> String {
    let prompt = run["prompt"].as_str().unwrap();
    let line = prompt.lines().find(|line| line.starts_with('[')).unwrap();
    let records: Vec<Value> = serde_json::from_str(line).unwrap();
    let ids: Vec<&Value> = records.iter().map(|record| &record["id"]).collect();
    let operation = json!({ "sourceIds": ids, "kind": "note", "text": BETTER });
    json!({ "version": 1, "operations": [operation] }).to_string()
}

fn settled(run: &Value, output: &str) -> Value {
    json!({
        "runId": run["runId"], "status": "completed", "output": output,
        "model": run["model"], "elapsedMs": 1200,
    })
}

fn reply(pi: &mut Pi, body: Value) {
    let answer = pi.send("host_worker_settled", body);
    assert_eq!(answer["ok"], true, "{answer}");
    pi.carry_out(&answer);
}

fn texts(pi: &mut Pi) -> String {
    pi.memory(json!({ "action": "recall", "scope": "durable" }))
}

/// O-92, O-101, O-116: a review that is asked for shows before and after on a card, applies, and is taken back by its receipt.
#[test]
fn o116_asked_for_shown_applied_and_undone() {
    let mut pi = furnished();
    let text = pi.command("optimize project-long");
    assert_eq!(text, "Reviewing project-long: one bounded window per tier, one after another.");
    pi.ring("review");
    let run = worker(&mut pi).expect("a worker");
    assert_eq!((&run["via"], &run["deadlineMs"]), (&json!("session"), &json!(180_000)));
    assert_eq!(run["model"], json!({ "provider": "acme", "id": "large-1", "thinking": "off" }));
    pi.cards();
    reply(&mut pi, settled(&run, &merged(&run)));
    let cards = pi.cards();
    assert_eq!(cards.len(), 2, "{cards:?}");
    for part in [HELLO, AGAIN, BETTER] {
        assert!(cards[0].contains(part), "{}", cards[0]);
    }
    assert!(cards[1].starts_with("applied"), "{}", cards[1]);
    let receipt = cards[1].split("Receipt ").nth(1).unwrap();
    let receipt = receipt.split([' ', '.']).next().unwrap().to_owned();
    let now = texts(&mut pi);
    assert!(now.contains(BETTER) && !now.contains(HELLO), "{now}");
    assert!(pi.command(&format!("optimize undo {receipt}")).starts_with("Undone"), "{receipt}");
    let now = texts(&mut pi);
    assert!(now.contains(HELLO) && now.contains(AGAIN) && !now.contains(BETTER), "{now}");
    let kinds: Vec<&str> = pi.entries.iter().map(|entry| entry.custom_type.as_str()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "mind-review").count(), 2, "{kinds:?}");
}

/// O-90, O-94, W-54: whatever a worker brings back that does not pass changes nothing, and no part of it is shown.
#[rstest]
#[case::prose("Sure, here you are: zanzibar", None, "review.not_json")]
#[case::schema("{\"version\":1,\"operations\":[],\"zanzibar\":true}", None, "review.schema")]
#[case::stranger(
    "{\"version\":1,\"operations\":[{\"sourceIds\":[\"zanzibar\"],\"kind\":\"note\",\"text\":\"zanzibar\"}]}",
    None,
    "review.source_not_in_window"
)]
#[case::model("{\"version\":1,\"operations\":[]}", Some("small-2"), "review.model_changed")]
fn o90_a_reply_that_does_not_pass(
    #[case] output: &str,
    #[case] model: Option<&str>,
    #[case] code: &str,
) {
    let mut pi = furnished();
    pi.command("optimize project-long");
    pi.ring("review");
    let run = worker(&mut pi).expect("a worker");
    let image = pi.store.image();
    pi.cards();
    let mut body = settled(&run, output);
    if let Some(model) = model {
        body["model"]["id"] = json!(model);
    }
    reply(&mut pi, body);
    let cards = pi.cards();
    assert_eq!(cards.len(), 1, "{cards:?}");
    assert!(cards[0].starts_with(&format!("refused: {code}")), "{}", cards[0]);
    assert!(cards[0].ends_with("No memory changed."), "{}", cards[0]);
    let everything = format!("{cards:?}{:?}{:?}", pi.entries, pi.shown);
    assert!(!everything.contains("zanzibar"), "{everything}");
    assert_eq!(pi.store.image(), image);
}

/// O-110, O-113: what is saved is reviewed once the agent rests, and what the user types calls it off without a trace in memory.
#[test]
fn o113_by_itself_and_called_off() {
    let mut pi = furnished();
    assert!(!pi.shown.timers.contains_key("review"));
    pi.settle();
    assert_eq!(pi.shown.timers["review"], 2_000);
    later(&pi, 2_000);
    pi.ring("review");
    let run = worker(&mut pi).expect("a worker");
    let image = pi.store.image();
    pi.types("go on");
    assert!(pi.shown.work.iter().any(|one| one["type"] == "cancel_worker"));
    pi.cards();
    reply(&mut pi, settled(&run, &merged(&run)));
    assert_eq!((pi.cards(), pi.store.image()), (Vec::new(), image), "late, and dropped unread");
    let status = pi.command("optimize auto");
    assert!(status.starts_with("automatic reviews: on (default)"), "{status}");
}

/// O-110: off, wherever it is said, means that nothing begins by itself.
#[rstest]
#[case::command(None)]
#[case::variable(Some("MIND_OPTIMIZE"))]
#[case::alias(Some("PI_PERSONA_MIND_OPTIMIZE"))]
fn o110_off(#[case] variable: Option<&str>) {
    let mut pi = Pi::new();
    pi.opening["model"] = json!({ "provider": "acme", "id": "large-1", "thinking": "off" });
    if let Some(name) = variable {
        pi.machine.set(name, "off");
    }
    pi.open();
    if variable.is_none() {
        assert!(pi.command("optimize auto off").starts_with("automatic reviews: off (session)"));
    }
    for number in 0..30 {
        let text = format!("fact number {number} of this test");
        pi.memory(json!({ "action": "remember", "text": text, "tier": "project-long" }));
        pi.settle();
    }
    assert!(!pi.shown.timers.contains_key("review") && worker(&mut pi).is_none());
}

/// Issue and O-114: a session in which nothing is saved asks no model, however often one begins.
#[test]
fn idle_sessions_ask_no_model() {
    let mut pi = furnished();
    for number in 0..1_000 {
        pi.close();
        pi.turn_to(&format!("01a2-idle-{number}"));
        pi.open();
        pi.settle();
        assert!(!pi.shown.timers.contains_key("review"), "session {number}");
    }
    assert!(worker(&mut pi).is_none());
}

/// W-50: with a companion that runs no workers a review is declined, and this session's model is not asked instead.
#[test]
fn w50_no_fallback() {
    let mut pi = Pi::with_companion();
    pi.memory(json!({ "action": "remember", "text": HELLO, "tier": "project-long" }));
    pi.memory(json!({ "action": "remember", "text": AGAIN, "tier": "project-long" }));
    pi.opening["model"] = json!({ "provider": "acme", "id": "large-1", "thinking": "off" });
    let body = json!({
        "aborted": false, "idle": true, "pending": false, "usage": {},
        "model": { "provider": "acme", "id": "large-1", "thinking": "off" },
    });
    let answer = pi.send("host_settled", body);
    pi.carry_out(&answer);
    pi.command("optimize project-long");
    pi.ring("review");
    let run = worker(&mut pi).expect("the companion's worker");
    assert_eq!(run["via"], "companion");
    pi.cards();
    reply(
        &mut pi,
        json!({ "runId": run["runId"], "status": "refused", "reason": "busy", "elapsedMs": 1 }),
    );
    let cards = pi.cards();
    assert!(cards.iter().any(|card| card.starts_with("declined: busy")), "{cards:?}");
}

/// O-3, O-101: what cannot be reviewed is refused at once, and so is a second request.
#[test]
fn o101_refused_at_once() {
    let mut pi = furnished();
    let refused = |pi: &mut Pi, args: &str, idle: bool| {
        let answer = pi.send("host_command", json!({ "args": args, "idle": idle }));
        pi.carry_out(&answer);
        answer["code"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(refused(&mut pi, "optimize shared", true), "optimize.shared_manual_only");
    assert_eq!(refused(&mut pi, "optimize project", false), "review.busy");
    assert!(
        said(&pi.send("host_command", json!({ "args": "optimize", "idle": true })))
            .starts_with("Reviewing")
    );
    assert_eq!(refused(&mut pi, "optimize persona", true), "review.in_flight");
}
