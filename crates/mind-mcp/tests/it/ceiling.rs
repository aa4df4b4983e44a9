//! No answer is larger than 32 KiB, and nothing is lost by that.

use mind_core::scope::Tier;
use rstest::rstest;
use serde_json::{Value, json};

use crate::client::{Client, World, text_of};

/// Bytes a tool's answer may have (S-23).
const CEILING: usize = 32 * 1_024;

/// The result of a call, which must be under the ceiling.
async fn bounded(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let result = client.call(tool, arguments).await;
    assert!(result.to_string().len() <= CEILING, "{} bytes", result.to_string().len());
    assert_eq!(result["isError"], false, "{result}");
    result
}

/// The text of a fact, joined from its pieces, and how many there were.
async fn joined(client: &mut Client, id: &str) -> (String, usize) {
    let (mut text, mut pieces, mut from) = (String::new(), 0, 0);
    loop {
        let result = bounded(client, "read_memory", json!({ "id": id, "fromByte": from })).await;
        let fact = &result["structuredContent"];
        let piece = fact["text"].as_str().unwrap();
        let quoted = text_of(&result).lines().next().unwrap();
        assert_eq!(serde_json::from_str::<String>(quoted).unwrap(), piece);
        text.push_str(piece);
        pieces += 1;
        let Some(next) = fact["nextByte"].as_u64() else { return (text, pieces) };
        assert!(text_of(&result).contains(&format!("\nnextByte: {next}\n")), "{result}");
        assert_eq!(next, text.len() as u64);
        from = next;
    }
}

/// F-47, S-23: the pieces of a text, joined, are the text, whatever its characters cost.
#[rstest]
#[case::plain("x", 1)]
#[case::two_bytes("é", 2)]
#[case::four_bytes("🔥", 3)]
#[case::escaped("\"", 2)]
#[case::mixed("a\\é\n🔥\"", 2)]
#[tokio::test]
async fn pieces_join_to_the_text(#[case] unit: &str, #[case] expect: usize) {
    let world = World::new();
    let mut text = unit.repeat(8_192 / unit.chars().count() - 2);
    text.insert(0, '<');
    text.push('>');
    world.seed(Tier::ProjectLong, vec![world.row("large", &text, vec![])]);
    let mut client = world.agent().await;
    let (found, pieces) = joined(&mut client, "large").await;
    assert_eq!(found, text);
    assert_eq!(pieces, expect);
}

/// F-47: a byte behind the text or inside a character is refused.
#[tokio::test]
async fn a_piece_begins_where_the_last_ended() {
    let world = World::new();
    let mut client = world.agent().await;
    let id = client.done("remember", json!({ "text": "éé" })).await["id"].clone();
    let refused = client.refused("read_memory", json!({ "id": id, "fromByte": 5 })).await;
    assert_eq!(refused["code"], "input.out_of_range");
    assert_eq!(refused["detail"], json!({ "field": "fromByte", "min": 0, "max": 4, "actual": 5 }));
    let refused = client.refused("read_memory", json!({ "id": id, "fromByte": 1 })).await;
    assert_eq!(refused["code"], "input.invalid");
    let end = client.done("read_memory", json!({ "id": id, "fromByte": 4 })).await;
    assert_eq!((&end["text"], end.get("nextByte")), (&json!(""), None));
}

/// S-23, F-49: pages that had to be shorter than asked for still visit every fact once.
#[tokio::test]
async fn pages_visit_everything_once() {
    let world = World::new();
    let text = |n: u32| format!("{n} {}", "🔥\"".repeat(400));
    let rows = (0..120).map(|n| world.row(&format!("id{n:03}"), &text(n), vec![])).collect();
    world.seed(Tier::ProjectLong, rows);
    let mut client = world.agent().await;
    let (mut seen, mut offset, mut pages) = (Vec::new(), 0, 0);
    loop {
        let arguments = json!({ "limit": 50, "offset": offset });
        let page = bounded(&mut client, "recall", arguments).await["structuredContent"].clone();
        let hits = page["hits"].as_array().unwrap();
        seen.extend(hits.iter().map(|hit| hit["id"].as_str().unwrap().to_owned()));
        pages += 1;
        let Some(next) = page["nextOffset"].as_u64() else { break };
        assert_eq!(next, offset + hits.len() as u64);
        offset = next;
    }
    assert!(pages > 3, "{pages} pages: the ceiling was not met");
    let expect: Vec<String> = (0..120).map(|n| format!("id{n:03}")).collect();
    assert_eq!(seen, expect);
}

/// S-23: the backlog pages alike.
#[tokio::test]
async fn the_backlog_pages() {
    let world = World::new();
    let mut client = world.agent().await;
    for n in 0..50 {
        let text = format!("{n} {}", "🔥".repeat(400));
        client.done("backlog_add", json!({ "text": text })).await;
    }
    let (mut seen, mut offset, mut pages) = (0, 0, 0);
    loop {
        let arguments = json!({ "limit": 50, "offset": offset });
        let result = bounded(&mut client, "backlog_list", arguments).await;
        let page = &result["structuredContent"];
        seen += page["items"].as_array().unwrap().len();
        pages += 1;
        let Some(next) = page["nextOffset"].as_u64() else { break };
        assert_eq!(next, seen as u64);
        offset = next;
    }
    assert!(pages > 1, "the ceiling was not met");
    assert_eq!(seen, 50);
}

/// S-23: a fact whose tags alone are larger than an answer is shown without some of them, and the answer says how many.
#[tokio::test]
async fn tags_that_do_not_fit_are_counted() {
    let world = World::new();
    let tags = (0..64).map(|n| format!("{n:02}{}", "é".repeat(254)).into()).collect();
    world.seed(Tier::ProjectLong, vec![world.row("tagged", "a fact", tags)]);
    let mut client = world.agent().await;
    for (tool, arguments) in [("recall", json!({})), ("read_memory", json!({ "id": "tagged" }))] {
        let result = bounded(&mut client, tool, arguments).await;
        let answer = &result["structuredContent"];
        let fact = if tool == "recall" { &answer["hits"][0] } else { answer };
        assert_eq!(fact["text"], "a fact");
        let shown = fact["tags"].as_array().unwrap().len() as u64;
        assert_eq!(answer["omitted"], 64 - shown, "{tool}");
    }
}

/// F-48: an excerpt is cut, and says where the rest is.
#[tokio::test]
async fn excerpts_say_how_to_go_on() {
    let mut client = World::new().agent().await;
    let id = client.done("remember", json!({ "text": "x".repeat(300) })).await["id"].clone();
    let result = client.call("recall", json!({})).await;
    let hit = &result["structuredContent"]["hits"][0];
    assert_eq!(hit["text"], format!("{}…", "x".repeat(240)));
    assert_eq!(hit["clipped"], true);
    let expect = format!("{}\" …(+60 chars; read {})", "x".repeat(240), id.as_str().unwrap());
    assert!(text_of(&result).ends_with(&expect), "{result}");
}

/// S-23: a resource keeps under the ceiling too, and says from which byte `read_memory` goes on.
#[tokio::test]
async fn a_resource_has_a_ceiling() {
    let world = World::new();
    let text = "🔥".repeat(8_192);
    world.seed(Tier::ProjectLong, vec![world.row("large", &text, vec![])]);
    let mut client = world.agent().await;
    let answer = client.request("resources/read", json!({ "uri": "mind://fact/large" })).await;
    let size = answer["result"].to_string().len();
    assert!(size <= CEILING && size > CEILING - 512, "{size} bytes");
    let shown = answer["result"]["contents"][0]["text"].as_str().unwrap();
    let mut lines = shown.lines();
    let piece: String = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert!(text.starts_with(&piece) && piece.len() < text.len());
    assert_eq!(lines.next(), Some(format!("nextByte: {}", piece.len()).as_str()));
    let rest = json!({ "id": "large", "fromByte": piece.len() });
    let rest = bounded(&mut client, "read_memory", rest).await;
    assert_eq!(format!("{piece}{}", rest["structuredContent"]["text"].as_str().unwrap()), text);
}

/// S-23: a long line of predecessors, large ones, is cut and counted; the fact itself is whole.
#[tokio::test]
async fn predecessors_that_do_not_fit_are_counted() {
    let world = World::new();
    let mut client = world.agent().await;
    let tags: Vec<String> = (0..8).map(|n| format!("tag{n}-{}", "é".repeat(20))).collect();
    let mut last = Value::Null;
    for n in 0..60 {
        let text = format!("fact {n} {}", "🔥\"".repeat(150));
        let mut arguments = json!({ "text": text, "tier": "project-long", "tags": tags });
        if n > 0 {
            arguments["supersedes"] = last;
        }
        last = client.done("remember", arguments).await["id"].clone();
    }
    let result = bounded(&mut client, "read_memory", json!({ "id": last })).await;
    let fact = &result["structuredContent"];
    assert!(fact["text"].as_str().unwrap().starts_with("fact 59 "), "{fact}");
    let shown = fact["predecessors"].as_array().unwrap();
    assert!(fact["omitted"].as_u64().unwrap() > 0 && shown.len() > 10, "{}", shown.len());
}
