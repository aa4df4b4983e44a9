//! Arguments that do not fit: refused by name, always in the same words.

use mind_mcp::Profile;
use rstest::rstest;
use serde_json::{Map, Value, json};

use crate::client::{World, text_of};

/// Arguments with every field of a tool, of the right types.
fn sample(input: &Value) -> Map<String, Value> {
    let value = |shape: &Value| match shape["type"].as_str().unwrap() {
        "string" => shape["enum"].get(0).cloned().unwrap_or_else(|| json!("0123456789ab")),
        "array" => json!([]),
        "number" | "integer" => json!(1),
        "boolean" => json!(true),
        other => panic!("{other}"),
    };
    let properties = input["properties"].as_object().unwrap();
    properties.iter().map(|(name, shape)| (name.clone(), value(shape))).collect()
}

/// S-22, B11: `required` is exactly what the handler requires. Without any one of them the call is refused by the field's name; without all others it is not.
#[rstest]
#[case::agent(Profile::Agent)]
#[case::read(Profile::Read)]
#[tokio::test]
async fn required_is_what_is_required(#[case] profile: Profile) {
    let mut client = World::new().client(profile).await;
    let listed = client.request("tools/list", json!({})).await;
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let (name, input) = (tool["name"].as_str().unwrap(), &tool["inputSchema"]);
        let required = input["required"].as_array().cloned().unwrap_or_default();
        let whole = sample(input);
        let field_of = |answer: &Value| {
            let missing = answer["code"] == "input.missing_field";
            missing.then(|| answer["detail"]["field"].clone())
        };
        for field in whole.keys() {
            let mut arguments = whole.clone();
            arguments.remove(field);
            let answer = client.call(name, arguments.into()).await;
            let missing = field_of(&answer["structuredContent"]);
            let expect = required.contains(&json!(field)).then(|| json!(field));
            assert_eq!(missing, expect, "{name} without {field}");
            if expect.is_some() {
                assert!(text_of(&answer).contains(&format!("`{field}` is missing")), "{answer}");
            }
        }
        let mut fewest = whole;
        fewest.retain(|field, _| required.contains(&json!(field)));
        let answer = client.call(name, fewest.into()).await;
        assert_eq!(field_of(&answer["structuredContent"]), None, "{name}: {answer}");
    }
}

/// S-22: a field the tool does not have is refused by name, also beside good ones; the known ones are offered.
#[rstest]
#[case::agent(Profile::Agent)]
#[case::read(Profile::Read)]
#[tokio::test]
async fn unknown_fields_are_refused(#[case] profile: Profile) {
    let world = World::new();
    let mut client = world.client(profile).await;
    let listed = client.request("tools/list", json!({})).await;
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let mut arguments = sample(&tool["inputSchema"]);
        let known = arguments.keys().next().unwrap().clone();
        arguments.insert("withheld".to_owned(), json!(true));
        let refused = client.refused(name, arguments.into()).await;
        assert_eq!(refused["code"], "input.unknown_field", "{name}");
        assert_eq!(refused["detail"], json!({ "field": "withheld" }), "{name}");
        assert_eq!(refused["message"], "unknown field `withheld`", "{name}");
        assert!(refused["next"].as_str().unwrap().contains(&known), "{refused}");
    }
    assert_eq!(world.store.writes(), 0);
}

/// S-3: an unknown field whose name does not look like one may hold memory text and is not repeated.
#[tokio::test]
async fn an_odd_field_is_not_repeated() {
    let mut client = World::new().agent().await;
    let odd = "the deploy key is under the mat";
    let result = client.call("recall", json!({ odd: 1 })).await;
    assert_eq!(result["structuredContent"]["code"], "input.unknown_field");
    assert!(!result.to_string().contains("deploy"), "{result}");
}

/// PI-38 of the host contract, shared by every surface: a wrong type names the field and never the value.
#[tokio::test]
async fn wrong_types_are_refused() {
    let world = World::new();
    let mut client = world.agent().await;
    for (tool, arguments, field) in [
        ("remember", json!({ "text": 7 }), "text"),
        ("remember", json!({ "text": "zebra", "tags": "zebra" }), "tags"),
        ("remember", json!({ "text": "zebra", "tags": ["zebra", 1] }), "tags"),
        ("remember", json!({ "text": "zebra", "ttlHours": "zebra" }), "ttlHours"),
        ("recall", json!({ "limit": "zebra" }), "limit"),
        ("recall", json!({ "limit": 1.5 }), "limit"),
        ("recall", json!({ "offset": -1 }), "offset"),
        ("recall", json!({ "query": ["zebra"] }), "query"),
        ("forget", json!({ "id": "0123456789ab", "dryRun": "zebra" }), "dryRun"),
    ] {
        let result = client.call(tool, arguments).await;
        let refused = &result["structuredContent"];
        assert_eq!(refused["code"], "input.invalid", "{result}");
        assert_eq!(refused["detail"], json!({ "field": field }));
        assert!(!result.to_string().contains("zebra"), "{result}");
    }
    assert_eq!(world.store.writes(), 0);
}

/// Clients write optional fields as null and whole numbers as floats; both mean what they say.
#[tokio::test]
async fn null_is_absent_and_a_whole_float_is_a_number() {
    let mut client = World::new().agent().await;
    client.done("remember", json!({ "text": "x", "kind": null, "tags": null })).await;
    let page = client.done("recall", json!({ "query": null, "limit": 1.0 })).await;
    assert_eq!(page["hits"].as_array().unwrap().len(), 1);
    let refused = client.refused("remember", json!({ "text": null })).await;
    assert_eq!(refused["code"], "input.missing_field");
    let id = client.send("tools/call", json!({ "name": "recall" })).await;
    assert_eq!(client.answer(id).await["result"]["isError"], false);
}

/// B11: the same bad call again gets the same short answer.
#[tokio::test]
async fn a_repeated_mistake_gets_the_same_answer() {
    let mut client = World::new().agent().await;
    let first = client.call("remember", json!({ "kind": "note" })).await;
    for _ in 0..3 {
        assert_eq!(client.call("remember", json!({ "kind": "note" })).await, first);
    }
    assert!(text_of(&first).len() < 200, "{first}");
}
