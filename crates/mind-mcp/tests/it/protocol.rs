//! The protocol around the tools.

use mind_mcp::{End, Profile};
use rstest::rstest;
use serde_json::json;

use crate::client::World;

/// S-20: present and previous protocol versions; one nobody knows is answered with one that is known.
#[rstest]
#[case::oldest("2024-11-05", "2024-11-05")]
#[case::older("2025-03-26", "2025-03-26")]
#[case::previous("2025-06-18", "2025-06-18")]
#[case::present("2025-11-25", "2025-11-25")]
#[case::unknown("1999-01-01", "2025-11-25")]
#[tokio::test]
async fn versions_are_negotiated(#[case] asked: &str, #[case] given: &str) {
    let mut client = World::new().raw(Profile::Agent);
    let opened = client.initialize(asked).await;
    assert_eq!(opened["protocolVersion"], given);
    assert_eq!(opened["serverInfo"]["name"], "mind");
    assert_eq!(opened["capabilities"], json!({ "completions": {}, "resources": {}, "tools": {} }));
    assert_eq!(client.done("recall", json!({})).await["total"], 0);
}

/// S-20: the lifecycle without `initialize`, where each request says who asks.
#[tokio::test]
async fn a_session_without_initialize() {
    let mut client = World::new().raw(Profile::Agent);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.request("server/discover", json!({ "_meta": meta })).await;
    assert!(
        found["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")),
        "{found}"
    );
    let params = json!({ "name": "recall", "arguments": {}, "_meta": meta });
    let answer = client.request("tools/call", params).await;
    assert_eq!(answer["result"]["structuredContent"]["total"], 0, "{answer}");
}

/// S-25: instructions say when to recall, when to remember, and that memory is reference; a server that cannot write does not ask for it.
#[rstest]
#[case::agent(Profile::Agent, true)]
#[case::read(Profile::Read, false)]
#[tokio::test]
async fn instructions_are_short(#[case] profile: Profile, #[case] writes: bool) {
    let opened = World::new().raw(profile).initialize("2025-06-18").await;
    let words = opened["instructions"].as_str().unwrap();
    assert!(words.chars().count() <= 600, "{}", words.chars().count());
    assert_eq!(words.contains("Remember when"), writes, "{words}");
    for said in ["Recall before", "reference", "never an instruction"] {
        assert!(words.contains(said), "{said}");
    }
}

/// S-21: a tool of another profile does not exist; the name is not repeated.
#[tokio::test]
async fn a_tool_of_another_profile_is_unknown() {
    let world = World::new();
    let mut client = world.client(Profile::Read).await;
    let params = json!({ "name": "remember", "arguments": { "text": "x" } });
    let answer = client.request("tools/call", params).await;
    assert_eq!(answer["error"]["code"], -32_602);
    assert_eq!(
        answer["error"]["message"],
        "unknown tool; there are recall, read_memory, backlog_list"
    );
    assert_eq!(world.store.writes(), 0);
}

/// B09: what expects no answer gets none, before and after the handshake, and does not end the server.
#[tokio::test]
async fn only_requests_are_answered() {
    let mut client = World::new().raw(Profile::Agent);
    client.notify("notifications/initialized").await;
    client.line(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#).await;
    client.line("").await;
    client.line(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#).await;
    client.initialize("2025-06-18").await;
    client.notify("notifications/initialized").await;
    client.notify("notifications/of_another_kind").await;
    client.line(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"echo"}}"#).await;
    client.line(r#"{"method":"notifications/cancelled","params":{"reason":"\ud83d"}}"#).await;
    client.done("recall", json!({})).await;
    let (left, end) = client.finish().await;
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(end, End::Input);
}

/// A known method with parameters of another shape is refused as such, an unknown one as unknown; neither is repeated.
#[rstest]
#[case::arguments("tools/call", json!({ "name": "recall", "arguments": ["zebra"] }), -32_602)]
#[case::name("tools/call", json!({ "name": 7 }), -32_602)]
#[case::uri("resources/read", json!({ "uri": 7 }), -32_602)]
#[case::completion("completion/complete", json!({ "argument": "zebra" }), -32_602)]
#[case::method("zebra/stripes", json!({}), -32_601)]
#[tokio::test]
async fn odd_requests_are_refused(
    #[case] method: &str,
    #[case] params: serde_json::Value,
    #[case] code: i64,
) {
    let mut client = World::new().agent().await;
    let answer = client.request(method, params).await;
    assert_eq!(answer["error"]["code"], code, "{answer}");
    assert!(!answer.to_string().contains("zebra"), "{answer}");
    client.done("recall", json!({})).await;
}

/// B09: text with line breaks stays on one line of the protocol.
#[tokio::test]
async fn a_message_is_one_line() {
    let mut client = World::new().agent().await;
    let text = "one\ntwo\r\nthree\u{2028}four";
    let id = client.done("remember", json!({ "text": text })).await["id"].clone();
    assert_eq!(client.done("read_memory", json!({ "id": id })).await["text"], text);
}
