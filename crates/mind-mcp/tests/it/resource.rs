//! Resources and their completion.

use mind_core::scope::Tier;
use mind_mcp::{Profile, Setup};
use serde_json::{Value, json};

use crate::client::{Client, World, connect, dev, opened};

async fn read(client: &mut Client, uri: &str) -> Value {
    client.request("resources/read", json!({ "uri": uri })).await
}

async fn complete(client: &mut Client, prefix: &str) -> Value {
    let params = json!({
        "ref": { "type": "ref/resource", "uri": "mind://fact/{id}" },
        "argument": { "name": "id", "value": prefix },
    });
    client.request("completion/complete", params).await["result"]["completion"].clone()
}

/// S-24: the standing block of this persona and project: durable facts, and nothing of the project's working ones.
#[tokio::test]
async fn the_standing_block_is_a_resource() {
    let world = World::new();
    let mut client = world.agent().await;
    let listed = client.request("resources/list", json!({})).await;
    let resources = listed["result"]["resources"].as_array().unwrap();
    assert_eq!(resources.len(), 1);
    assert_eq!(resources[0]["uri"], "mind://context");
    let empty = read(&mut client, "mind://context").await;
    assert_eq!(empty["result"]["contents"][0]["text"], "");
    let preference = json!({ "text": "Tabs, not spaces", "kind": "preference" });
    client.done("remember", preference).await;
    client.done("remember", json!({ "text": "Port 7101 is taken" })).await;
    let block = read(&mut client, "mind://context").await;
    let text = block["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains("Tabs, not spaces") && !text.contains("7101"), "{text}");
    assert_eq!(read(&mut client, "mind://context").await["result"], block["result"]);
}

/// S-24: the block keeps to the budget it was given, counts what it leaves out, and names no tools, because a client may show it where there are none.
#[tokio::test]
async fn the_standing_block_keeps_to_its_budget() {
    let world = World::new();
    let row = |n: u32| world.row(&format!("id{n:03}"), &format!("fact {n}"), vec![]);
    world.seed(Tier::ProjectLong, (0..200).map(row).collect());
    let setup = Setup::new(Profile::Agent, &[]).unwrap().with_budget(300);
    let mut client = opened(connect(world.store.clone(), &world.clock, dev(), setup, None)).await;
    let block = read(&mut client, "mind://context").await;
    let text = block["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.len() <= 900 && text.contains(" not shown"), "{text}");
    assert!(!text.contains("recall"), "{text}");
}

/// S-24: the template is listed; there are no prompts.
#[tokio::test]
async fn the_template_is_listed() {
    let mut client = World::new().client(Profile::Read).await;
    let listed = client.request("resources/templates/list", json!({})).await;
    let templates = listed["result"]["resourceTemplates"].as_array().unwrap();
    assert_eq!(templates.len(), 1);
    assert_eq!(templates[0]["uriTemplate"], "mind://fact/{id}");
    let prompts = client.request("prompts/list", json!({})).await;
    assert_eq!(prompts["error"]["code"], -32_601, "{prompts}");
}

/// S-24, F-47: a fact whole, also one larger than a tool's answer may be; an id may be escaped.
#[tokio::test]
async fn a_fact_is_a_resource() {
    let world = World::new();
    let mut client = world.agent().await;
    let text = "é\"".repeat(4_096);
    let id = client.done("remember", json!({ "text": text })).await["id"].clone();
    let id = id.as_str().unwrap();
    for uri in [
        format!("mind://fact/{id}"),
        format!("mind://fact/project:dev/{id}"),
        format!("mind://fact/project%3Adev%2F{id}"),
    ] {
        let answer = read(&mut client, &uri).await;
        let contents = &answer["result"]["contents"][0];
        assert_eq!(contents["uri"], uri);
        assert_eq!(contents["mimeType"], "text/plain");
        let shown = contents["text"].as_str().unwrap();
        let first = shown.lines().next().unwrap();
        assert_eq!(serde_json::from_str::<String>(first).unwrap(), text);
        assert!(shown.contains(&format!("\nid {id}, note, project:dev\n")), "{shown}");
    }
}

/// S-24: what is not there is not found; the address is not repeated.
#[tokio::test]
async fn a_missing_resource() {
    let mut client = World::new().agent().await;
    for (uri, code) in [
        ("mind://fact/0123456789ab", "fact.not_found"),
        ("mind://fact/a%20zebra", "fact.id_invalid"),
        ("mind://fact/", "fact.id_invalid"),
        ("mind://zebra", ""),
        ("file:///zebra", ""),
        ("mind://fact/%zz", ""),
    ] {
        let answer = read(&mut client, uri).await;
        assert_eq!(answer["error"]["code"], -32_002, "{answer}");
        assert!(!answer.to_string().contains("zebra"), "{answer}");
        let refusal = &answer["error"]["data"];
        assert_eq!(refusal["code"].as_str().unwrap_or_default(), code, "{answer}");
    }
}

/// S-24: ids complete by their beginning, at most 100 of them.
#[tokio::test]
async fn ids_complete() {
    let world = World::new();
    let row = |n: u32| {
        world.row(
            &format!("{}{n:03}", if n < 120 { "a" } else { "b" }),
            &format!("fact {n}"),
            vec![],
        )
    };
    world.seed(Tier::ProjectLong, (0..130).map(row).collect());
    let mut client = world.agent().await;
    let many = complete(&mut client, "a").await;
    assert_eq!(many["values"].as_array().unwrap().len(), 100);
    assert_eq!(many["hasMore"], true);
    let few = complete(&mut client, "b12").await;
    let expect: Vec<String> = (120..130).map(|n| format!("b{n}")).collect();
    assert_eq!(few["values"], json!(expect));
    assert_eq!(few["hasMore"], false);
    assert_eq!(complete(&mut client, "zebra").await["values"], json!([]));
}

/// S-24: nothing else completes.
#[tokio::test]
async fn only_ids_complete() {
    let mut client = World::new().agent().await;
    let other = json!({
        "ref": { "type": "ref/resource", "uri": "mind://fact/{id}" },
        "argument": { "name": "text", "value": "" },
    });
    let answer = client.request("completion/complete", other).await;
    assert_eq!(answer["error"]["code"], -32_602);
}
