//! The MCP server: whatever lines come in, what goes out is one message a line, and who asks gets exactly one answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mind_core::Mind;
use mind_core::mind::Draft;
use mind_core::scope::{Persona, Project, Scope};
use mind_mcp::{Profile, Setup, serve};
use mind_testkit::{FakeStore, FixedClock};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};

/// Bytes in flight; more than any input has.
const PIPE: usize = 4 << 20;
/// Longer than a busy machine takes for anything here.
const PATIENCE: Duration = Duration::from_secs(20);
const HANDSHAKE: &str = r#"{"jsonrpc":"2.0","id":"the-first","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;
const LAST: &str = "\n{\"jsonrpc\":\"2.0\",\"id\":\"the-last\",\"method\":\"ping\"}\n";

/// How the server is set up, and the lines of a client.
pub(crate) fn holds(bytes: &[u8]) {
    let (manner, lines) = super::split(bytes);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let mut sent = HANDSHAKE.as_bytes().to_vec();
    sent.extend(lines);
    sent.extend(LAST.as_bytes());
    let asked = asked(&sent);
    let answered = runtime
        .expect("a runtime")
        .block_on(async { tokio::time::timeout(PATIENCE, converse(manner, &sent, &asked)).await });
    let answered = answered.expect("the server hangs");
    for (id, count) in &asked.whole {
        // An id that is used again while it is out may be answered for once; a broken line is answered under the id it may have.
        let had = answered.get(id).copied().unwrap_or_default();
        assert!(had >= 1 && had <= count + asked.broken, "{had} answers to {id}");
    }
    let answers: usize = answered.values().sum();
    assert!(answers <= asked.lines, "{answers} answers to {} lines", asked.lines);
}

/// What a client may expect.
#[derive(Default)]
struct Asked {
    /// How many whole requests go by an id, of those that cannot be taken back.
    whole: BTreeMap<String, usize>,
    /// Lines that are no message.
    broken: usize,
    /// All lines that are not blank.
    lines: usize,
}

/// Looks at the lines as JSON-RPC says, and not as the server does.
fn asked(sent: &[u8]) -> Asked {
    let mut asked = Asked::default();
    let mut taken_back = false;
    for line in sent.split(|byte| *byte == b'\n') {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        asked.lines += usize::from(!line.trim_ascii().is_empty());
        let Ok(Value::Object(message)) = serde_json::from_slice::<Value>(line) else {
            asked.broken += 1;
            continue;
        };
        taken_back |= message.get("method").is_some_and(|name| name == "notifications/cancelled");
        match request(&message) {
            Some(id) => *asked.whole.entry(id).or_default() += 1,
            None => asked.broken += 1,
        }
    }
    if taken_back {
        asked.whole.clear();
    }
    asked
}

/// The id of a whole request.
fn request(message: &serde_json::Map<String, Value>) -> Option<String> {
    let id = message.get("id").filter(|id| id.is_string() || id.is_i64())?;
    let asks = message.get("jsonrpc").is_some_and(|version| version == "2.0")
        && message.get("method").is_some_and(Value::is_string)
        && !message.contains_key("result")
        && !message.contains_key("error");
    asks.then(|| id.to_string())
}

/// Sends everything, waits for what was asked for, ends the input, and counts the answers by id.
async fn converse(manner: u8, sent: &[u8], asked: &Asked) -> BTreeMap<String, usize> {
    let (mut input, server_input) = tokio::io::duplex(PIPE);
    let (server_output, output) = tokio::io::duplex(PIPE);
    let (mind, scope) = memory();
    let profile = if manner & 1 == 0 { Profile::Agent } else { Profile::Read };
    let added = ["optimize_inspect", "optimize_stage", "optimize_apply"].map(str::to_owned);
    let added: &[String] = if manner & 3 == 2 { &added } else { &[] };
    let setup = Setup::new(profile, added).expect("tools of the profile");
    let mut output = BufReader::new(output).lines();
    let client = async {
        input.write_all(sent).await.expect("the server reads on");
        let mut answered = BTreeMap::new();
        let owed = |answered: &BTreeMap<String, usize>| {
            asked.whole.keys().any(|id| !answered.contains_key(id))
        };
        while owed(&answered) && count(&mut output, &mut answered).await {}
        drop(input);
        while count(&mut output, &mut answered).await {}
        answered
    };
    let (answered, _) =
        tokio::join!(client, serve(mind, scope, setup, server_input, server_output, None));
    answered
}

/// Reads one message of the server; false at the end.
async fn count(
    output: &mut Lines<BufReader<DuplexStream>>,
    answered: &mut BTreeMap<String, usize>,
) -> bool {
    let Some(line) = output.next_line().await.expect("the server writes UTF-8") else {
        return false;
    };
    let message: Value = serde_json::from_str(&line).expect("one JSON document a line");
    assert_eq!(message["jsonrpc"], "2.0", "{line}");
    let answers = message.get("result").is_some() != message.get("error").is_some();
    assert!(answers && message.get("method").is_none(), "neither result nor error: {line}");
    *answered.entry(message["id"].to_string()).or_default() += 1;
    true
}

fn memory() -> (Arc<Mind<FakeStore, FixedClock>>, Scope) {
    let mind = Mind::new(FakeStore::new(), FixedClock::default(), Duration::from_mins(1));
    let project = Some(Project::at(b"/srv/demo"));
    let scope = Scope { persona: Persona::named("dev").expect("a name"), project };
    let text = "The smoke test needs port 7101 free.".to_owned();
    mind.remember(&scope, &Draft { text, ..Draft::default() }).expect("a good fact");
    (Arc::new(mind), scope)
}
