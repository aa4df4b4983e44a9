//! How a session ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mind_core::port::{Clock as _, Store as _};
use mind_core::scope::Tier;
use mind_mcp::{End, Profile, Setup, Watchdog};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::time::{Instant, timeout};

use crate::client::{World, connect, dev, opened};

/// S-20, B10: at the end of input what was asked is answered, and the session ends.
#[tokio::test]
async fn the_end_of_input_ends_the_session() {
    let world = World::new();
    let mut client = world.agent().await;
    let mut calls = Vec::new();
    for n in 0..20 {
        calls.push(client.send_call("remember", json!({ "text": format!("fact {n}") })).await);
    }
    let (answers, end) = client.finish().await;
    assert_eq!(end, End::Input);
    assert_eq!(answers.keys().copied().collect::<Vec<_>>(), calls);
    assert_eq!(world.texts(Tier::Project).len(), 20);
}

/// F-59, B15: the project is the one the session was opened in, whatever the client says of its directories later.
#[tokio::test]
async fn the_project_stays_that_of_the_session() {
    let world = World::new();
    let mut client = world.agent().await;
    client.done("remember", json!({ "text": "before" })).await;
    client.notify("notifications/roots/list_changed").await;
    client.done("remember", json!({ "text": "after" })).await;
    client.done("recall", json!({})).await;
    assert_eq!(world.texts(Tier::Project), ["before", "after"]);
    let slug = dev().project.unwrap().slug().to_string();
    let opened = world.store.opened();
    let mut projects = opened.iter().filter(|label| label.starts_with("project"));
    assert!(projects.all(|label| label.ends_with(&slug)), "{opened:?}");
}

/// S-20: input that ends before the handshake ends the session as well.
#[tokio::test]
async fn a_session_may_end_before_it_begins() {
    let (answers, end) = World::new().raw(Profile::Agent).finish().await;
    assert!(answers.is_empty());
    assert_eq!(end, End::Input);
}

/// S-20: a request that cannot finish does not keep the server longer than a second after the end of input.
#[tokio::test(start_paused = true)]
async fn a_stuck_request_does_not_keep_the_server() {
    let world = World::new();
    let mut client = world.agent().await;
    let held = world.store.transaction(world.clock.now(), Duration::ZERO).unwrap();
    client.send_call("remember", json!({ "text": "x" })).await;
    client.done("recall", json!({})).await;
    let (output, server) = client.hang_up();
    let before = Instant::now();
    // The thread that waits for the lock keeps the paused clock from moving by itself.
    while !server.is_finished() {
        tokio::time::advance(Duration::from_millis(10)).await;
    }
    assert_eq!(server.await.unwrap(), End::Input);
    assert!(before.elapsed() <= Duration::from_secs(1), "{:?}", before.elapsed());
    drop((held, output));
}

/// B10: when nobody reads the answers any more, the session ends, though the input stays open.
#[tokio::test(start_paused = true)]
async fn closed_output_ends_the_session() {
    let world = World::new();
    let (mut input, server) = world.agent().await.deafen();
    let call = json!({
        "jsonrpc": "2.0", "id": 9, "method": "tools/call",
        "params": { "name": "recall", "arguments": {} },
    });
    input.write_all(format!("{call}\n").as_bytes()).await.unwrap();
    let end = timeout(Duration::from_secs(1), server).await.expect("an end");
    assert_eq!(end.unwrap(), End::Output);
}

/// B10, B20: a client that asks and asks and reads no answer is read no further, and is given up; what waits for it is bounded.
#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads() {
    /// Far more than the pipe between them holds.
    const ASKED: usize = 40_000;
    let world = World::new();
    let (input, unread, server) = world.agent().await.silent();
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let client = tokio::spawn(async move {
        let mut input = input;
        for id in 0..ASKED {
            let line =
                format!("{}\n", json!({ "jsonrpc": "2.0", "id": id + 10, "method": "tools/list" }));
            if input.write_all(line.as_bytes()).await.is_err() {
                return;
            }
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let end = timeout(Duration::from_mins(5), server).await.expect("an end");
    assert_eq!(end.unwrap(), End::Output);
    let asked = asked.load(Ordering::SeqCst) as usize;
    assert!(asked < ASKED, "all were taken in");
    client.abort();
    drop(unread);
}

/// B10: when the parent has gone while something else holds the input open, the session ends within one period of the watchdog.
#[tokio::test(start_paused = true)]
async fn an_orphan_ends() {
    let world = World::new();
    let parent = Arc::new(AtomicU32::new(41));
    let period = Duration::from_secs(2);
    let probe = Arc::clone(&parent);
    let watchdog = Watchdog { period, parent: Box::new(move || probe.load(Ordering::SeqCst)) };
    let setup = Setup::new(Profile::Agent, &[]).unwrap();
    let client = connect(world.store.clone(), &world.clock, dev(), setup, Some(watchdog));
    let mut client = opened(client).await;
    tokio::time::advance(10 * period).await;
    client.done("recall", json!({})).await;
    assert!(!client.server.is_finished());
    parent.store(1, Ordering::SeqCst);
    let before = Instant::now();
    let end = timeout(10 * period, &mut client.server).await.expect("an end");
    assert_eq!(end.unwrap(), End::Orphaned);
    assert!(before.elapsed() <= period, "{:?}", before.elapsed());
}
