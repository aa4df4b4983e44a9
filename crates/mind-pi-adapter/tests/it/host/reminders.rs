//! PI-93, PI-90, PI-91: work that comes due is shown once, by one session, to a person.

use std::time::Duration;

use mind_core::error::StoreFault;
use mind_testkit::Place;
use serde_json::{Value, json};

use super::machine::{Waker, project};
use super::pi::Pi;

fn add(pi: &mut Pi, text: &str, seconds: u64) -> String {
    let params = json!({ "action": "add", "text": text, "dueInSeconds": seconds });
    let answer = pi.tool("backlog", params);
    answer["details"]["id"].as_str().unwrap().to_owned()
}

fn pass(pi: &Pi, seconds: u64) {
    pi.clock.advance(Duration::from_secs(seconds));
}

/// The same machine after its Pi has ended, with a new one.
fn reopened(mut pi: Pi) -> Pi {
    pi.close();
    let mut next = Pi::over(pi.store, pi.clock, pi.machine);
    next.open();
    next
}

/// PI-93: a timer for the next item; when it rings a card and a toast, and after the report it is no longer due.
#[test]
fn pi93_live() {
    let mut pi = Pi::opened();
    let id = add(&mut pi, "look at the build", 300);
    add(&mut pi, "later", 900);
    assert_eq!(pi.shown.timers, [("due".to_owned(), 300_000)].into());
    pass(&pi, 300);
    let answer = pi.send("host_timer", json!({ "timerId": "due" }));
    let line = format!("- [{id}] (open) \"look at the build\" · due now overdue");
    let kinds: Vec<&Value> = answer["effects"].as_array().unwrap().iter().collect();
    assert_eq!(kinds[0]["type"], "append_entry");
    assert_eq!(
        kinds[0]["data"],
        json!({ "version": 1, "kind": "reminder", "title": "mind · reminder", "body": line })
    );
    assert_eq!(kinds[0]["customType"], "mind-card");
    assert_eq!(kinds[0]["bind"].get("leafId"), None, "a card stands wherever the branch ends");
    assert_eq!((&kinds[1]["type"], &kinds[1]["level"]), (&json!("notify"), &json!("info")));
    assert_eq!((&kinds[2]["timerId"], &kinds[2]["delayMs"]), (&json!("due"), &json!(600_000)));
    let done = pi.carry_out(&answer).unwrap();
    assert_eq!(done["ok"], true);
    let listed = pi.tool("backlog", json!({ "action": "list" }));
    let text = listed["text"].as_str().unwrap();
    assert!(
        text.ends_with(&format!("- [{id}] (open) \"look at the build\"")),
        "no longer due: {text}"
    );
    assert_eq!(pi.cards().len(), 1);
    let mut pi = reopened(pi);
    assert_eq!((pi.cards(), pi.notices()), (vec![], vec![]), "once");
}

/// PI-93: what came due before is one card of at most twenty lines.
#[test]
fn pi93_while_away() {
    let mut pi = Pi::opened();
    for n in 0..23 {
        add(&mut pi, &format!("item {n} {}", "x".repeat(300)), 1);
    }
    pi.close();
    pass(&pi, 5);
    let mut pi = Pi::over(pi.store, pi.clock, pi.machine);
    pi.open();
    let card = pi.cards().pop().unwrap();
    let lines: Vec<&str> = card.lines().collect();
    assert_eq!(lines[0], "23 backlog item(s) came due while you were away:");
    assert_eq!((lines.len(), lines[21]), (22, "… +3 more"));
    assert!(lines[1..21].iter().all(|line| line.chars().count() <= 200));
    assert_eq!(pi.notices(), ["23 backlog item(s) came due while you were away:"]);
    assert_eq!(reopened(pi).cards(), Vec::<String>::new());
}

/// PI-93: an append that is refused leaves it due; it shows again, and is not shown twice while a report is waited for.
#[test]
fn pi93_refused() {
    let mut pi = Pi::opened();
    add(&mut pi, "look", 1);
    pass(&pi, 2);
    let answer = pi.send("host_timer", json!({ "timerId": "due" }));
    let effect = answer["effects"][0].clone();
    assert_eq!(effect["type"], "append_entry");
    let meanwhile = pi.send("host_timer", json!({ "timerId": "due" }));
    assert_eq!(meanwhile["effects"], json!([]), "a report is waited for");
    let report = json!({ "effectId": effect["id"], "outcome": "refused", "reason": "late" });
    assert_eq!(pi.send("host_effects_done", json!({ "results": [report] }))["ok"], true);
    assert_eq!(pi.store.writes(), 1, "its due time stands");
    let again = pi.send("host_timer", json!({ "timerId": "due" }));
    assert_eq!(again["effects"][0]["type"], "append_entry");
}

/// PI-93: one whose due time cannot be cleared is not repeated in this session, and comes back in the next.
#[test]
fn pi93_not_cleared() {
    let mut pi = Pi::opened();
    add(&mut pi, "look", 1);
    pass(&pi, 2);
    pi.store.fail_writes(Place::Backlog(project()));
    pi.ring("due");
    assert_eq!(pi.cards().len(), 1);
    let answer = pi.send("host_timer", json!({ "timerId": "due" }));
    assert_eq!(answer["effects"], json!([]));
    pi.store.mend(Place::Backlog(project()));
    assert_eq!(reopened(pi).cards().len(), 1, "rather twice than never");
}

/// PI-93: an item that is done, dropped or gone is silent; one that is due when it is added shows at once; a new time may show again.
#[test]
fn pi93_read_again() {
    let mut pi = Pi::opened();
    let done = add(&mut pi, "done soon", 10);
    let dropped = add(&mut pi, "dropped soon", 10);
    pi.tool("backlog", json!({ "action": "done", "id": done }));
    pi.tool("backlog", json!({ "action": "drop", "id": dropped }));
    pass(&pi, 20);
    pi.ring("due");
    assert_eq!(pi.cards(), Vec::<String>::new());
    add(&mut pi, "look", 1);
    pass(&pi, 2);
    pi.ring("due");
    assert_eq!(pi.cards().len(), 1);
    add(&mut pi, "look", 1);
    pass(&pi, 2);
    pi.ring("due");
    assert_eq!(pi.cards().len(), 1, "the same work put off once more");
}

/// PI-93: a delay beyond what a timer can is armed again when that has passed.
#[test]
fn pi93_far_away() {
    let mut pi = Pi::opened();
    add(&mut pi, "in forty days", 40 * 86_400);
    assert_eq!(pi.shown.timers["due"], 2_147_000_000);
    pass(&pi, 2_147_000);
    pi.ring("due");
    assert_eq!(pi.cards(), Vec::<String>::new());
    assert_eq!(pi.shown.timers["due"], (40 * 86_400 - 2_147_000) * 1_000);
}

/// PI-93: one session of a project shows them; another asks again each minute, and takes over.
#[test]
fn pi93_one_session() {
    let mut first = Pi::opened();
    let mut second = Pi::over(first.store.clone(), first.clock.clone(), first.machine.clone());
    second.session = "01b3-next".to_owned();
    second.open();
    assert_eq!(second.shown.timers, [("wake".to_owned(), 60_000)].into());
    add(&mut second, "look", 1);
    pass(&first, 2);
    second.settle();
    assert!(second.shown.cards.is_empty() && !second.shown.timers.contains_key("due"));
    assert_eq!(first.machine.with(|at| at.waker), Some(Waker::Ours));
    first.close();
    second.ring("wake");
    assert_eq!(second.cards().len(), 1);
    assert_eq!(second.shown.timers.get("wake"), None);
}

/// PI-93: while an older program on this machine shows them ours does not, and the report says so.
#[test]
fn pi93_an_older_program() {
    for (waker, says) in [(Waker::Legacy, true), (Waker::Another, false)] {
        let mut pi = Pi::new();
        pi.machine.with(|at| at.waker = Some(waker));
        pi.open();
        add(&mut pi, "look", 1);
        pass(&pi, 2);
        pi.ring("wake");
        assert_eq!(pi.cards(), Vec::<String>::new());
        assert_eq!(pi.shown.timers, [("wake".to_owned(), 60_000)].into());
        let words = "reminders an older program on this machine shows them";
        assert_eq!(pi.command("doctor").contains(words), says);
    }
}

/// A backlog that cannot be read costs nothing else.
#[test]
fn an_unreadable_backlog() {
    let mut pi = Pi::new();
    pi.store.fail(Place::Backlog(project()), StoreFault::Corrupt);
    assert_eq!(pi.open()["ok"], true);
    assert!(pi.memory(json!({ "action": "remember", "text": "x" })).starts_with("Remembered "));
    pi.settle();
    assert_eq!(pi.run("x")["ok"], true);
}

/// PI-42: a report of reminders together with one of a note acts on both.
#[test]
fn pi42_one_report() {
    let mut pi = Pi::opened();
    add(&mut pi, "look", 1);
    pass(&pi, 2);
    let card = pi.send("host_timer", json!({ "timerId": "due" }));
    let params = json!({ "action": "remember", "tier": "session", "text": "x" });
    let body = json!({ "tool": "memory", "callId": "c", "params": params });
    let note = pi.send("host_tool_call", body);
    let results = [&note, &card].map(|answer| pi.append_bound(&answer["effects"][0]));
    let done = pi.send("host_effects_done", json!({ "results": results }));
    assert!(done["text"].as_str().unwrap().starts_with("Noted "), "{done}");
    let listed = pi.tool("backlog", json!({ "action": "list" }));
    assert!(!listed["text"].as_str().unwrap().contains("due"), "{listed}");
}
