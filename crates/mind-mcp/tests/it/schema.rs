//! The schemas of every tool of every profile, and what they cost.

use mind_mcp::Profile;
use rstest::rstest;
use serde_json::{Value, json};

use crate::client::World;

async fn tools(profile: Profile) -> Vec<Value> {
    let mut client = World::new().client(profile).await;
    let answer = client.request("tools/list", json!({})).await;
    answer["result"]["tools"].as_array().unwrap().clone()
}

/// Every keyword of a schema, at any depth, with the schema it stands in.
fn walk(schema: &Value, visit: &mut impl FnMut(&str, &Value)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        visit(keyword, value);
        match keyword.as_str() {
            "properties" => value.as_object().unwrap().values().for_each(|one| walk(one, visit)),
            "items" => walk(value, visit),
            _ => {}
        }
    }
}

/// S-22, B11: keywords every client knows, objects at the root, nothing that points elsewhere.
#[rstest]
#[case::agent(Profile::Agent)]
#[case::read(Profile::Read)]
#[tokio::test]
async fn schemas_are_plain(#[case] profile: Profile) {
    let allowed =
        ["type", "properties", "required", "additionalProperties", "items", "enum", "description"];
    for tool in tools(profile).await {
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            assert_eq!(schema["type"], "object", "{tool}");
            assert!(schema["properties"].is_object(), "{tool}");
            walk(schema, &mut |keyword, value| {
                assert!(allowed.contains(&keyword), "{keyword} in {tool}");
                if keyword == "type" {
                    assert!(value.is_string(), "{value} in {tool}");
                }
            });
        }
    }
}

/// S-22: every parameter says what it is; a limit, a unit or a default is in its words; nothing else is taken.
#[rstest]
#[case::agent(Profile::Agent)]
#[case::read(Profile::Read)]
#[tokio::test]
async fn parameters_are_described(#[case] profile: Profile) {
    for tool in tools(profile).await {
        let input = &tool["inputSchema"];
        assert_eq!(input["additionalProperties"], false, "{tool}");
        let properties = input["properties"].as_object().unwrap();
        let required: Vec<&str> = input["required"]
            .as_array()
            .map(|list| list.iter().map(|name| name.as_str().unwrap()).collect())
            .unwrap_or_default();
        assert!(required.iter().all(|name| properties.contains_key(*name)), "{tool}");
        for (name, schema) in properties {
            let words = schema["description"].as_str().unwrap().to_lowercase();
            let bounded = ["default", "max", "above", "replaces", "without it", "id"];
            let said = required.contains(&name.as_str())
                || bounded.iter().any(|word| words.contains(word));
            assert!(said, "{name}: {words}");
        }
    }
}

/// S-21, S-22: the tools of each profile, and truthful hints: only reads are read-only, only `forget` destroys.
#[rstest]
#[case::agent(Profile::Agent, &[
    "remember", "recall", "read_memory", "forget", "promote",
    "backlog_add", "backlog_list", "backlog_update",
])]
#[case::read(Profile::Read, &["recall", "read_memory", "backlog_list"])]
#[tokio::test]
async fn tools_and_their_hints(#[case] profile: Profile, #[case] expect: &[&str]) {
    let tools = tools(profile).await;
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, expect);
    for tool in &tools {
        let (name, hints) = (tool["name"].as_str().unwrap(), &tool["annotations"]);
        if ["recall", "read_memory", "backlog_list"].contains(&name) {
            assert_eq!(hints["readOnlyHint"], true, "{name}");
            continue;
        }
        assert_eq!(hints["readOnlyHint"], false, "{name}");
        assert_eq!(hints["destructiveHint"], name == "forget", "{name}");
        let idempotent = ["forget", "promote", "backlog_update"].contains(&name);
        assert_eq!(hints["idempotentHint"], idempotent, "{name}");
    }
}

/// S-22: the default profile's tools cost at most 2,000 tokens, at three bytes each.
#[tokio::test]
async fn the_default_profile_is_cheap() {
    let mut client = World::new().agent().await;
    let answer = client.request("tools/list", json!({})).await;
    let bytes = answer["result"].to_string().len();
    assert!(bytes <= 6_000, "{bytes} bytes");
}
