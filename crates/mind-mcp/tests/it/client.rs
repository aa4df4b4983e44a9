//! A memory, and a client that speaks raw protocol with a server over it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mind_core::Mind;
use mind_core::fact::{Extra, Fact, FactId, FactText, Kind, Source, Tags};
use mind_core::port::{Clock as _, Store};
use mind_core::scope::{FactPlace, Persona, Project, Scope, Segment, Tier};
use mind_mcp::{End, Profile, Setup, Watchdog, serve};
use mind_testkit::{FakeStore, FixedClock};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::task::JoinHandle;

/// Bytes in flight in each direction.
const PIPE: usize = 1 << 20;

pub(crate) struct World {
    pub(crate) store: FakeStore,
    pub(crate) clock: FixedClock,
}

/// One client of one server.
pub(crate) struct Client {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    answers: BTreeMap<u64, Value>,
    next: u64,
    pub(crate) server: JoinHandle<End>,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { store: FakeStore::new(), clock: FixedClock::default() }
    }

    /// A client that has done the handshake.
    pub(crate) async fn client(&self, profile: Profile) -> Client {
        opened(self.raw(profile)).await
    }

    pub(crate) async fn agent(&self) -> Client {
        self.client(Profile::Agent).await
    }

    /// A client that has said nothing yet.
    pub(crate) fn raw(&self, profile: Profile) -> Client {
        let setup = Setup::new(profile, &[]).unwrap();
        connect(self.store.clone(), &self.clock, dev(), setup, None)
    }

    /// A client that acts elsewhere.
    pub(crate) async fn client_in(&self, scope: Scope) -> Client {
        let setup = Setup::new(Profile::Agent, &[]).unwrap();
        opened(connect(self.store.clone(), &self.clock, scope, setup, None)).await
    }

    /// Puts rows into a place of `dev`, as another program would.
    pub(crate) fn seed(&self, tier: Tier, rows: Vec<Fact>) {
        self.store.seed(&place(tier), rows);
    }

    /// The texts of a place of `dev`, in written order.
    pub(crate) fn texts(&self, tier: Tier) -> Vec<String> {
        let snapshot = self.store.facts(&place(tier)).unwrap();
        snapshot.rows.iter().map(|fact| fact.text.as_str().to_owned()).collect()
    }

    /// A row recorded an hour ago, with a source, as another program may have written it.
    pub(crate) fn row(&self, id: &str, text: &str, tags: Vec<Box<str>>) -> Fact {
        let at = self.clock.now().plus_millis(-3_600_000).unwrap();
        Fact {
            id: FactId::parse(id).unwrap(),
            kind: Kind::Note,
            text: FactText::stored(text).unwrap(),
            tags: Tags::stored(tags).unwrap(),
            recorded_at: at,
            last_seen_at: at,
            expires_at: None,
            persona: Some(Segment::stored("dev").unwrap()),
            supersedes: None,
            source: Source::stored("a conversation"),
            derived_from: Vec::new(),
            extra: Extra::default(),
        }
    }
}

pub(crate) fn dev() -> Scope {
    let project = Some(Project::at(b"/srv/demo"));
    Scope { persona: Persona::named("dev").unwrap(), project }
}

pub(crate) fn place(tier: Tier) -> FactPlace {
    dev().place(tier).unwrap()
}

/// Starts a server and gives the client's end of it.
pub(crate) fn connect<S: Store + 'static>(
    store: S,
    clock: &FixedClock,
    scope: Scope,
    setup: Setup,
    watchdog: Option<Watchdog>,
) -> Client {
    let mind = Arc::new(Mind::new(store, clock.clone(), Duration::from_mins(1)));
    connect_desk(|input, output| serve(mind, scope, setup, input, output, watchdog))
}

/// Starts whatever serves the two ends and gives the client's end of it.
pub(crate) fn connect_desk<F: Future<Output = End> + Send + 'static>(
    serve: impl FnOnce(DuplexStream, DuplexStream) -> F,
) -> Client {
    let (input, server_input) = tokio::io::duplex(PIPE);
    let (server_output, output) = tokio::io::duplex(PIPE);
    let server = tokio::spawn(serve(server_input, server_output));
    let output = BufReader::new(output).lines();
    Client { input, output, answers: BTreeMap::new(), next: 0, server }
}

/// The client after the handshake.
pub(crate) async fn opened(mut client: Client) -> Client {
    client.initialize("2025-06-18").await;
    client.notify("notifications/initialized").await;
    client
}

impl Client {
    pub(crate) async fn initialize(&mut self, version: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        self.request("initialize", params).await["result"].clone()
    }

    pub(crate) async fn line(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes()).await;
    }

    pub(crate) async fn bytes(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).await.unwrap();
    }

    pub(crate) async fn notify(&mut self, method: &str) {
        self.line(&json!({ "jsonrpc": "2.0", "method": method }).to_string()).await;
    }

    /// Sends a request and gives its number.
    pub(crate) async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.line(&message.to_string()).await;
        id
    }

    pub(crate) async fn send_call(&mut self, tool: &str, arguments: Value) -> u64 {
        self.send("tools/call", json!({ "name": tool, "arguments": arguments })).await
    }

    /// The answer to a request, whatever else arrives before it.
    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            let message = self.message().await.expect("an answer before the end of output");
            let other = message["id"].as_u64().expect("an answer to a numbered request");
            assert!(self.answers.insert(other, message).is_none(), "answered twice");
        }
    }

    /// The next message, or none at the end of output. Everything the server writes must be JSON-RPC, one message a line.
    pub(crate) async fn message(&mut self) -> Option<Value> {
        let line = self.output.next_line().await.unwrap()?;
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        Some(message)
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.answer(id).await
    }

    /// The result of a tool call.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.send_call(tool, arguments).await;
        let answer = self.answer(id).await;
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// The structured content of a call that succeeds.
    pub(crate) async fn done(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        assert_eq!(result["structuredContent"]["ok"], true);
        result["structuredContent"].clone()
    }

    /// The structured content of a call that is refused.
    pub(crate) async fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["structuredContent"]["ok"], false);
        result["structuredContent"].clone()
    }

    /// Ends the input and gives what was still answered, by number, and how the session ended.
    pub(crate) async fn finish(self) -> (BTreeMap<u64, Value>, End) {
        let Self { input, mut output, mut answers, server, .. } = self;
        drop(input);
        while let Some(line) = output.next_line().await.unwrap() {
            let message: Value = serde_json::from_str(&line).unwrap();
            answers.insert(message["id"].as_u64().unwrap(), message);
        }
        (answers, server.await.unwrap())
    }

    /// Ends the input; the end the server writes to stays open as long as the first of the two is kept.
    pub(crate) fn hang_up(self) -> (Lines<BufReader<DuplexStream>>, JoinHandle<End>) {
        (self.output, self.server)
    }

    /// Both ends, of which nobody reads the second.
    pub(crate) fn silent(self) -> (DuplexStream, Lines<BufReader<DuplexStream>>, JoinHandle<End>) {
        (self.input, self.output, self.server)
    }

    /// Closes the end the server writes to and keeps the one it reads from.
    pub(crate) fn deafen(self) -> (DuplexStream, JoinHandle<End>) {
        (self.input, self.server)
    }
}

/// The text beside a structured answer.
pub(crate) fn text_of(result: &Value) -> &str {
    let content = result["content"].as_array().unwrap();
    assert_eq!(content.len(), 1);
    content[0]["text"].as_str().unwrap()
}
