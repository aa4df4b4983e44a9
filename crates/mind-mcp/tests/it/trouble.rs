//! Stores that fail, wait or panic under a request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::{Error, StoreFault};
use mind_core::fact::{Fact, RetiredFact};
use mind_core::port::{Clock as _, Commit, Decision, Expect, Snapshot, Store, Transaction};
use mind_core::scope::{FactPlace, Project, Tier};
use mind_core::time::Timestamp;
use mind_mcp::{Profile, Setup};
use mind_testkit::FakeStore;
use serde_json::json;

use crate::client::{World, connect, dev, opened, place, text_of};

/// A store that panics over memory text while it is told to.
#[derive(Clone)]
struct PanickyStore {
    inner: FakeStore,
    panics: Arc<AtomicBool>,
}

impl PanickyStore {
    fn step(&self) {
        assert!(!self.panics.load(Ordering::SeqCst), "the deploy key is under the mat");
    }
}

impl Store for PanickyStore {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        self.step();
        self.inner.facts(place)
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        self.inner.retired(place)
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        self.inner.backlog(project)
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        self.inner.strict(place)
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        self.inner.receipts(place)
    }

    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        let transaction = self.inner.transaction(now, wait)?;
        self.step();
        Ok(transaction)
    }

    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        self.inner.update_backlog(project, now, wait, expect, decide)
    }
}

/// S-27: a panic answers its own request with an internal error that says nothing, and the server goes on, reading and writing.
#[tokio::test]
async fn a_panic_ends_one_request() {
    let world = World::new();
    let panics = Arc::new(AtomicBool::new(false));
    let store = PanickyStore { inner: world.store.clone(), panics: Arc::clone(&panics) };
    let setup = Setup::new(Profile::Agent, &[]).unwrap();
    let mut client = opened(connect(store, &world.clock, dev(), setup, None)).await;
    panics.store(true, Ordering::SeqCst);
    for params in [
        ("tools/call", json!({ "name": "recall", "arguments": {} })),
        ("tools/call", json!({ "name": "remember", "arguments": { "text": "x" } })),
        ("resources/read", json!({ "uri": "mind://fact/x" })),
    ] {
        let answer = client.request(params.0, params.1).await;
        assert_eq!(
            answer["error"],
            json!({ "code": -32_603, "message": "internal error" }),
            "{answer}"
        );
    }
    panics.store(false, Ordering::SeqCst);
    client.done("remember", json!({ "text": "x" })).await;
    assert_eq!(client.done("recall", json!({})).await["total"], 1);
}

/// S-26: while a write waits for a lock that another process holds, reads and the other kind of write are answered.
#[tokio::test]
async fn a_waiting_write_holds_up_nothing_else() {
    let world = World::new();
    let mut client = world.agent().await;
    let held = world.store.transaction(world.clock.now(), Duration::ZERO).unwrap();
    let waiting = client.send_call("remember", json!({ "text": "x" })).await;
    for _ in 0..20 {
        client.done("recall", json!({})).await;
    }
    client.done("backlog_add", json!({ "text": "x" })).await;
    drop(held);
    let answer = client.answer(waiting).await;
    assert_eq!(answer["result"]["structuredContent"]["outcome"], "stored", "{answer}");
}

/// S-26: many calls sent at once are all carried out, writes in the order they came.
#[tokio::test]
async fn pipelined_writes_keep_their_order() {
    let world = World::new();
    let mut client = world.agent().await;
    let mut calls = Vec::new();
    for n in 0..200 {
        calls.push(client.send_call("remember", json!({ "text": format!("fact {n}") })).await);
        calls.push(client.send_call("recall", json!({})).await);
    }
    for call in calls {
        let answer = client.answer(call).await;
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
    let expect: Vec<String> = (0..200).map(|n| format!("fact {n}")).collect();
    assert_eq!(world.texts(Tier::Project), expect);
}

/// S-26: two servers over one memory lose nothing and see each other's writes at the next call.
#[tokio::test]
async fn two_servers_share_a_memory() {
    let world = World::new();
    let (mut one, mut other) = (world.agent().await, world.agent().await);
    let mut calls = Vec::new();
    for n in 0..50 {
        let text = |who: &str| json!({ "text": format!("{who} {n}") });
        calls.push((
            one.send_call("remember", text("one")).await,
            other.send_call("remember", text("other")).await,
        ));
    }
    for (left, right) in calls {
        assert_eq!(one.answer(left).await["result"]["isError"], false);
        assert_eq!(other.answer(right).await["result"]["isError"], false);
    }
    assert_eq!(world.texts(Tier::Project).len(), 100);
    one.done("remember", json!({ "text": "the newest" })).await;
    let page = other.done("recall", json!({ "query": "newest" })).await;
    assert_eq!(page["hits"][0]["text"], "the newest");
}

/// A call that is cancelled while it waits for its turn changes nothing.
#[tokio::test]
async fn a_cancelled_write_does_not_begin() {
    let world = World::new();
    let mut client = world.agent().await;
    let held = world.store.transaction(world.clock.now(), Duration::ZERO).unwrap();
    let first = client.send_call("remember", json!({ "text": "first" })).await;
    let second = client.send_call("remember", json!({ "text": "second" })).await;
    let third = client.send_call("remember", json!({ "text": "third" })).await;
    let params = json!({ "requestId": second });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    client.line(&cancel.to_string()).await;
    client.done("recall", json!({})).await;
    drop(held);
    client.answer(first).await;
    client.answer(third).await;
    assert_eq!(world.texts(Tier::Project), ["first", "third"]);
}

/// F-81, S-3: a store that cannot be used is a refusal with its code and a way out; a tier that cannot be read does not hide the others.
#[tokio::test]
async fn a_store_that_fails_is_a_refusal() {
    let world = World::new();
    let mut client = world.agent().await;
    client.done("remember", json!({ "text": "x", "tier": "persona" })).await;
    world.store.fail(&place(Tier::Project), StoreFault::Corrupt);
    let result = client.call("remember", json!({ "text": "y" })).await;
    assert_eq!(result["structuredContent"]["code"], "store.corrupt");
    assert!(text_of(&result).contains("Next: run `mind doctor`"), "{result}");
    let result = client.call("recall", json!({})).await;
    assert_eq!(result["structuredContent"]["total"], 1);
    assert_eq!(result["structuredContent"]["unreadable"][0]["tier"], "project");
    assert!(text_of(&result).contains("\nTier project not read: "), "{result}");
}

/// S-23: what a store warns of stands beside the answer.
#[tokio::test]
async fn warnings_are_passed_on() {
    let world = World::new();
    let mut client = world.agent().await;
    client.done("remember", json!({ "text": "x" })).await;
    client.done("remember", json!({ "text": "y" })).await;
    world.store.damage(&place(Tier::Project));
    let result = client.call("recall", json!({})).await;
    assert_eq!(result["structuredContent"]["warnings"][0]["code"], "store.recovered", "{result}");
    assert!(text_of(&result).contains("\nWarning: "), "{result}");
}
