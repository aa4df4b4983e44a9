//! Lines that are no message: each that expects an answer gets one, under its id where that can be known, and the server goes on (S-20, S-27).

use mind_mcp::End;
use rstest::rstest;
use serde_json::{Value, json};

use crate::client::{Client, World};

/// Bytes a message may have.
const LIMIT: usize = 4 << 20;

/// The answer to a line, which must not be the last one.
async fn answer(client: &mut Client, line: &[u8]) -> Value {
    client.bytes(line).await;
    client.bytes(b"\n").await;
    let answer = client.message().await.unwrap();
    client.done("recall", json!({})).await;
    answer
}

fn error(id: &Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn call(id: i64, text: &str) -> String {
    format!(
        r#"{{"method":"tools/call","params":{{"name":"remember","arguments":{{"text":{text}}}}},"jsonrpc":"2.0","id":{id}}}"#
    )
}

/// F-5: a text cut inside an emoji, as `JSON.stringify` sends it, is refused like any text that is not UTF-8, and not stored.
#[rstest]
#[case::high(r#""x \ud83d y""#)]
#[case::low(r#""x \ude00""#)]
#[case::at_the_end(r#""\ud83d""#)]
#[case::beside_a_pair(r#""\ud83d\ude00\ud83d""#)]
#[tokio::test]
async fn half_a_character(#[case] text: &str) {
    let world = World::new();
    let mut client = world.agent().await;
    let refused = answer(&mut client, call(71, text).as_bytes()).await;
    assert_eq!(refused["id"], 71, "{refused}");
    assert_eq!(refused["result"]["isError"], true);
    assert_eq!(refused["result"]["structuredContent"]["code"], "input.not_utf8");
    let words = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(words.starts_with("Not stored: ") && words.contains("(input.not_utf8)"), "{words}");
    assert_eq!(world.store.writes(), 0);
}

/// F-5: whole pairs are characters, and an escaped backslash is one.
#[tokio::test]
async fn whole_characters() {
    let world = World::new();
    let mut client = world.agent().await;
    let stored = answer(&mut client, call(72, r#""\ud83d\ude00 \\ud83d""#).as_bytes()).await;
    assert_eq!(stored["result"]["structuredContent"]["outcome"], "stored", "{stored}");
    let page = client.done("recall", json!({})).await;
    assert_eq!(page["hits"][0]["text"], "😀 \\ud83d");
}

/// Elsewhere than in a tool's call, half a character is an error of its request.
#[tokio::test]
async fn half_a_character_elsewhere() {
    let mut client = World::new().agent().await;
    let line = br#"{"jsonrpc":"2.0","id":"a","method":"resources/read","params":{"uri":"\ud83d"}}"#;
    let refused = answer(&mut client, line).await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!("a"), &json!(-32_602)));
}

/// Values nested deeper than the parser goes are refused under the id, at any depth.
#[rstest]
#[case(200)]
#[case(1_000_000)]
#[tokio::test]
async fn deep_nesting(#[case] depth: usize) {
    let mut client = World::new().agent().await;
    let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let refused = answer(&mut client, call(73, &text).as_bytes()).await;
    let because = "values are nested deeper than 127 levels";
    assert_eq!(refused, error(&json!(73), -32_600, because));
}

/// A line over the limit is refused under its id, wherever in it the id stands; one at the limit is served.
#[tokio::test]
async fn long_lines() {
    let world = World::new();
    let mut client = world.agent().await;
    let because = "a message has at most 4194304 bytes";
    let text = Value::from("x \" { \\".repeat(3_000_000)).to_string();
    let refused = answer(&mut client, call(74, &text).as_bytes()).await;
    assert_eq!(refused, error(&json!(74), -32_600, because));
    let first = format!(r#"{{"id":"b","method":"ping","params":{{"x":{text}}}}}"#);
    assert_eq!(answer(&mut client, first.as_bytes()).await, error(&json!("b"), -32_600, because));
    let garbage = vec![b'x'; LIMIT + 1];
    assert_eq!(answer(&mut client, &garbage).await, error(&Value::Null, -32_600, because));
    let room = LIMIT - call(75, "\"\"").len();
    let at_the_limit = call(75, &Value::from("x".repeat(room)).to_string());
    assert_eq!(at_the_limit.len(), LIMIT);
    let refused = answer(&mut client, at_the_limit.as_bytes()).await;
    assert_eq!(refused["result"]["structuredContent"]["code"], "fact.too_long", "{refused}");
    assert_eq!(world.store.writes(), 0);
}

/// JSON-RPC: what is not JSON is answered without an id, a message whose id can be known under it.
#[rstest]
#[case::words(b"this is not JSON", Value::Null, -32_700)]
#[case::half(b"{\"id\":1,\"method\":\"ping\"", Value::Null, -32_700)]
#[case::not_utf8(b"\xff\xfe\xfd", Value::Null, -32_700)]
#[case::not_utf8_in_a_request(b"{\"id\":5,\"method\":\"ping\",\"x\":\"\xff\"}", json!(5), -32_700)]
#[case::control(b"\x00\x01", Value::Null, -32_700)]
#[case::broken_request(b"{\"id\":6,\"method\":\"ping\",\"params\":nul}", json!(6), -32_700)]
#[case::number(b"7", Value::Null, -32_600)]
#[case::list(b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", Value::Null, -32_600)]
#[case::object(b"{}", Value::Null, -32_600)]
#[case::no_version(b"{\"id\":20,\"method\":\"tools/call\",\"params\":[]}", json!(20), -32_600)]
#[case::odd_id(b"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", json!(1.5), -32_600)]
#[case::null_id(b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", Value::Null, -32_600)]
#[case::id_in_an_object(b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", Value::Null, -32_600)]
#[tokio::test]
async fn what_is_no_request(#[case] line: &[u8], #[case] id: Value, #[case] code: i64) {
    let mut client = World::new().agent().await;
    let refused = answer(&mut client, line).await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&id, &json!(code)), "{refused}");
    assert!(refused.as_object().unwrap().contains_key("id"), "{refused}");
}

/// The same before the handshake, which can still be had; line ends and marks of other systems are no garbage.
#[tokio::test]
async fn before_the_handshake() {
    let mut client = World::new().raw(mind_mcp::Profile::Agent);
    client.bytes(b"\r\n  \n{\n").await;
    let refused = client.message().await.unwrap();
    assert_eq!(refused["error"]["code"], -32_700, "{refused}");
    client.bytes(b"\xef\xbb\xbf").await;
    client.initialize("2025-06-18").await;
    client.notify("notifications/initialized\r").await;
    client.done("recall", json!({})).await;
}

/// A client that sends garbage and never reads is not read from for ever, and its end is still seen.
#[tokio::test]
async fn answers_do_not_pile_up() {
    let client = World::new().agent().await;
    let (mut input, server) = client.deafen();
    // The server may already have gone, since nobody takes its answers.
    let _ = tokio::io::AsyncWriteExt::write_all(&mut input, &b"x\n".repeat(1_000)).await;
    assert_eq!(server.await.unwrap(), End::Output);
}
