//! PI-22, PI-27, PI-28, PI-30: the server of profile `host` over a scripted desk.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use mind_mcp::{Abandoned, Begun, End, HostCall, HostDesk, Work, serve_host};
use serde_json::{Map, Value, json};

use crate::client::{Client, connect_desk, opened};

/// A desk that does what a call is called: each of its calls is one way a call may go.
#[derive(Default)]
struct Scripted {
    begun: Mutex<Vec<u64>>,
    /// What lets the calls go that wait.
    gates: Mutex<Vec<mpsc::Sender<()>>>,
    abandoned: Mutex<Vec<Abandoned>>,
    finished: AtomicUsize,
}

impl Scripted {
    fn waiting(self: &Arc<Self>, within: Duration, late: Value) -> Begun {
        let (gate, wait) = mpsc::channel();
        let abandoned = Abandoned::default();
        self.gates.lock().unwrap().push(gate);
        self.abandoned.lock().unwrap().push(abandoned.clone());
        let desk = Arc::clone(self);
        let run = Box::new(move || {
            // An error says that the test has ended.
            let _ = wait.recv();
            desk.finished.fetch_add(1, Ordering::SeqCst);
            json!({ "ok": true, "effects": [], "waited": true })
        });
        Begun::Work(Work { within, late, abandoned, run })
    }

    fn is_abandoned(&self, at: usize) -> bool {
        self.abandoned.lock().unwrap()[at].is_set()
    }
}

/// A desk as the server holds it.
struct Desk(Arc<Scripted>);

impl HostDesk for Desk {
    fn calls(&self) -> Vec<HostCall> {
        let input = Map::from_iter([("type".to_owned(), json!("object"))]);
        ["answers", "panics", "panics_later", "waits", "waits_briefly"]
            .map(|name| HostCall { name, says: "it does", input: input.clone() })
            .into()
    }

    fn begin(&self, name: &str, input: Map<String, Value>) -> Option<Begun> {
        self.0.begun.lock().unwrap().extend(input.get("n").and_then(Value::as_u64));
        let late = || json!({ "ok": false, "code": "host.deadline", "effects": [] });
        Some(match name {
            "answers" => Begun::Answered(json!({ "ok": true, "effects": [], "input": input })),
            "panics" => panic!("the deploy key is under the mat"),
            "panics_later" => Begun::Work(Work {
                within: Duration::from_mins(1),
                late: late(),
                abandoned: Abandoned::default(),
                run: Box::new(|| panic!("the deploy key is under the mat")),
            }),
            "waits" => self.0.waiting(Duration::from_mins(1), late()),
            "waits_briefly" => self.0.waiting(Duration::from_millis(20), late()),
            _ => return None,
        })
    }
}

async fn client() -> (Client, Arc<Scripted>) {
    let desk = Arc::new(Scripted::default());
    let server = Arc::new(Desk(Arc::clone(&desk)));
    let client = connect_desk(|input, output| serve_host(server, input, output, None));
    (opened(client).await, desk)
}

/// PI-30: the calls of the desk are the tools; an answer is structured and said once, a refusal is an error of the tool.
#[tokio::test]
async fn calls_are_tools() {
    let (mut client, _) = client().await;
    let listed = client.request("tools/list", json!({})).await;
    let names: Vec<&str> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["answers", "panics", "panics_later", "waits", "waits_briefly"]);
    let text = "a\u{2028}b\u{2029}c 🔥 日本";
    let result = client.call("answers", json!({ "text": text })).await;
    assert_eq!((&result["content"], &result["isError"]), (&json!([]), &json!(false)));
    assert_eq!(result["structuredContent"]["input"]["text"], text);
    let answer = client.request("tools/call", json!({ "name": "reboots", "arguments": {} })).await;
    assert_eq!(answer["error"], json!({ "code": -32_602, "message": "no such call" }));
}

/// PI-22: calls are begun in the order they came, however long each then takes.
#[tokio::test]
async fn calls_begin_in_order() {
    let (mut client, desk) = client().await;
    let mut calls = Vec::new();
    for n in 0..60 {
        let name = if n < 5 { "waits" } else { "answers" };
        calls.push(client.send_call(name, json!({ "n": n })).await);
    }
    for call in &calls[5..] {
        client.answer(*call).await;
    }
    assert_eq!(*desk.begun.lock().unwrap(), (0..60).collect::<Vec<u64>>());
    desk.gates.lock().unwrap().clear();
    for call in &calls[..5] {
        let answer = client.answer(*call).await;
        assert_eq!(answer["result"]["structuredContent"]["waited"], true);
    }
}

/// PI-22: a call that takes longer than it may is answered in time, and is told that nobody waits for it.
#[tokio::test]
async fn a_late_call() {
    let (mut client, desk) = client().await;
    let refused = client.refused("waits_briefly", json!({})).await;
    assert_eq!(refused["code"], "host.deadline");
    assert!(desk.is_abandoned(0));
    assert_eq!(desk.finished.load(Ordering::SeqCst), 0);
    client.done("answers", json!({})).await;
    desk.gates.lock().unwrap().clear();
}

/// PI-28: a call that is cancelled is told so.
#[tokio::test]
async fn a_cancelled_call() {
    let (mut client, desk) = client().await;
    let waiting = client.send_call("waits", json!({})).await;
    client.done("answers", json!({})).await;
    assert!(!desk.is_abandoned(0));
    let params = json!({ "requestId": waiting });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    client.line(&cancel.to_string()).await;
    while !desk.is_abandoned(0) {
        client.done("answers", json!({})).await;
    }
    desk.gates.lock().unwrap().clear();
}

/// A panic answers its own call with an internal error that says nothing, wherever it comes, and the next call works.
#[tokio::test]
async fn a_panic_ends_one_call() {
    let (mut client, _) = client().await;
    for call in ["panics", "panics_later", "panics"] {
        let answer = client.request("tools/call", json!({ "name": call, "arguments": {} })).await;
        assert_eq!(answer["error"], json!({ "code": -32_603, "message": "internal error" }));
        client.done("answers", json!({})).await;
    }
}

/// PI-27: the end of input ends the session although a call still waits, after a grace.
#[tokio::test(start_paused = true)]
async fn the_end_of_input_while_a_call_waits() {
    let (mut client, desk) = client().await;
    client.send_call("waits", json!({})).await;
    client.done("answers", json!({})).await;
    let (_, server) = client.hang_up();
    let begun = tokio::time::Instant::now();
    // Time does not pass by itself while a thread waits.
    while !server.is_finished() {
        tokio::time::advance(Duration::from_millis(10)).await;
    }
    assert_eq!(server.await.unwrap(), End::Input);
    assert!(begun.elapsed() <= Duration::from_secs(1));
    desk.gates.lock().unwrap().clear();
}
