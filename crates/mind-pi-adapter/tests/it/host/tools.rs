//! PI-37, PI-70 to PI-74: what a model's tools take, do and say.

use rstest::rstest;
use serde_json::{Value, json};

use super::pi::{Pi, said, tool_call};

/// PI-70, PI-74, acceptance `T-pi-schema` in process: what a schema may hold.
#[test]
fn pi70_schemas() {
    let answer = Pi::opened().open();
    for tool in answer["tools"].as_array().unwrap() {
        let schema = &tool["parameters"];
        let keys: Vec<&String> = schema.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["type", "additionalProperties", "required", "properties"]);
        assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["action"])));
        assert_eq!(schema["additionalProperties"], false);
        for (name, property) in schema["properties"].as_object().unwrap() {
            assert!(property["type"].is_string(), "{name}: {property}");
        }
        assert_eq!(tool["executionMode"], "sequential");
        let guidelines = tool["promptGuidelines"].as_array().unwrap();
        let guideline = guidelines[0].as_str().unwrap();
        assert!(guidelines.len() == 1 && guideline.chars().count() <= 300, "{guideline}");
        assert!(guideline.contains(tool["name"].as_str().unwrap()), "{guideline}");
        let tells = tool["description"].as_str().unwrap().contains("declarative");
        assert!(tells || tool["facility"] == "memory_optimize");
    }
}

/// PI-70: each action without a field it needs names it, with one that is not its own names that, and says the same again.
#[rstest]
#[case::no_action("memory", json!({}), "input.missing_field", "action")]
#[case::odd_action("memory", json!({ "action": "erase" }), "input.invalid", "action")]
#[case::remember("memory", json!({ "action": "remember" }), "input.missing_field", "text")]
#[case::read("memory", json!({ "action": "read" }), "input.missing_field", "id")]
#[case::forget("memory", json!({ "action": "forget" }), "input.missing_field", "id")]
#[case::promote("memory", json!({ "action": "promote" }), "input.missing_field", "id")]
#[case::add("backlog", json!({ "action": "add" }), "input.missing_field", "text")]
#[case::take("backlog", json!({ "action": "take" }), "input.missing_field", "id")]
#[case::done("backlog", json!({ "action": "done" }), "input.missing_field", "id")]
#[case::drop("backlog", json!({ "action": "drop" }), "input.missing_field", "id")]
#[case::another_actions("memory", json!({ "action": "recall", "text": "x" }), "input.unknown_field", "text")]
#[case::nobodys("memory", json!({ "action": "recall", "force": true }), "input.unknown_field", "force")]
#[case::odd_type("memory", json!({ "action": "remember", "text": 7 }), "input.invalid", "text")]
#[case::odd_scope("memory", json!({ "action": "recall", "scope": "team" }), "input.invalid", "scope")]
fn pi70_fields(#[case] tool: &str, #[case] params: Value, #[case] code: &str, #[case] field: &str) {
    let mut pi = Pi::opened();
    let first = pi.tool(tool, params.clone());
    assert_eq!(
        (&first["ok"], &first["code"], &first["detail"]["field"]),
        (&json!(false), &json!(code), &json!(field)),
        "{first}"
    );
    assert!(said(&first).contains(field) && said(&first).contains(&format!("({code})")), "{first}");
    assert_eq!(first["details"]["ok"], false);
    assert_eq!(pi.tool(tool, params), first, "the same short answer");
}

/// PI-37, PI-71: the answers of a tool call and of a refused one, whole.
#[test]
fn pi37_answers() {
    let mut pi = Pi::opened();
    let params =
        json!({ "action": "remember", "text": "same text", "tags": ["a", "b"], "tier": "project" });
    let mut answer = pi.send("host_tool_call", tool_call("memory", params));
    answer["effects"].take();
    assert_eq!(
        answer,
        json!({
            "ok": true, "effects": null, "text": "Remembered 6d7b7855bcd3 — note in project.",
            "details": {
                "ok": true, "action": "remember", "id": "6d7b7855bcd3", "tier": "project",
                "kind": "note", "outcome": "stored", "summary": "note saved in project",
            },
        })
    );
    let refused = pi.tool("memory", json!({ "action": "forget", "id": "0123456789ab" }));
    assert_eq!(
        refused,
        json!({
            "ok": false, "code": "fact.not_found", "message": refused["message"],
            "next": refused["next"], "effects": [],
            "text": format!(
                "Not changed: {} (fact.not_found). Next: {}.",
                refused["message"].as_str().unwrap(), refused["next"].as_str().unwrap()
            ),
            "details": {
                "ok": false, "action": "forget", "code": "fact.not_found",
                "summary": refused["message"],
            },
        })
    );
}

/// PI-71: what each outcome of `remember` says.
#[test]
fn pi71_remember() {
    let mut pi = Pi::opened();
    let first = pi.tool("memory", json!({ "action": "remember", "text": "the port is 7101" }));
    let id = first["details"]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        said(&first),
        format!(
            "Remembered {id} — note in project.\nTier chosen by rule; pass tier (persona, shared, project-long, project, session) to choose another."
        )
    );
    let again =
        pi.memory(json!({ "action": "remember", "text": "the port is 7101", "tier": "project" }));
    assert_eq!(again, format!("Already known: {id} — note in project; last seen updated."));
    let durable = pi.memory(
        json!({ "action": "remember", "text": "the port is 7101", "tier": "project-long" }),
    );
    assert_eq!(durable, format!("Stored {id} — note in project-long; the working copy is gone."));
    let moved = pi.memory(json!({ "action": "remember", "text": "the port is 7102", "tier": "project-long", "supersedes": id }));
    assert!(moved.ends_with(&format!("Retired {id}.")), "{moved}");
}

/// PI-71: the older words for a tier, and those that contradict each other.
#[rstest]
#[case::long(json!({ "term": "long" }), Ok("persona"))]
#[case::short(json!({ "term": "short" }), Ok("project"))]
#[case::shared(json!({ "shared": true }), Ok("shared"))]
#[case::not_shared(json!({ "shared": false, "tier": "persona" }), Ok("persona"))]
#[case::agreeing(json!({ "term": "long", "tier": "persona" }), Ok("persona"))]
#[case::term_against_tier(json!({ "term": "short", "tier": "persona" }), Err("input.conflict"))]
#[case::shared_against_term(json!({ "term": "long", "shared": true }), Err("input.conflict"))]
#[case::shared_against_tier(json!({ "tier": "project", "shared": true }), Err("input.conflict"))]
fn pi71_legacy_tiers(#[case] words: Value, #[case] expect: Result<&str, &str>) {
    let mut pi = Pi::opened();
    let mut params = json!({ "action": "remember", "text": "x" });
    for (name, value) in words.as_object().unwrap() {
        params[name] = value.clone();
    }
    let answer = pi.tool("memory", params);
    match expect {
        Ok(tier) => assert_eq!(answer["details"]["tier"], tier, "{answer}"),
        Err(code) => assert_eq!((&answer["code"], pi.store.writes()), (&json!(code), 0)),
    }
}

/// PI-71: pages, cuts and what is not there.
#[test]
fn pi71_recall() {
    let mut pi = Pi::opened();
    let recall = |pi: &mut Pi, more: Value| {
        let mut params = json!({ "action": "recall" });
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        pi.memory(params)
    };
    assert_eq!(recall(&mut pi, json!({})), "Nothing is remembered here yet.");
    pi.memory(json!({ "action": "remember", "tier": "persona", "text": format!("zebra \"one\" {}", "x".repeat(300)) }));
    for n in 0..3 {
        pi.memory(
            json!({ "action": "remember", "tier": "project", "text": format!("working {n}") }),
        );
    }
    assert_eq!(recall(&mut pi, json!({ "query": "unicorn" })), "No match.");
    let page = recall(&mut pi, json!({ "max": 2 }));
    assert!(
        page.starts_with("2 recalled of 4:\n- [") && page.ends_with("\n… +2 more; offset: 2."),
        "{page}"
    );
    let zebra = recall(&mut pi, json!({ "query": "zebra", "scope": "durable" }));
    assert!(
        zebra.contains("\"zebra \\\"one\\\" xxx") && zebra.contains("\" …(+72 chars; read "),
        "{zebra}"
    );
    for (scope, total) in [
        ("working", 3),
        ("short", 3),
        ("durable", 1),
        ("long", 1),
        ("both", 4),
        ("all", 4),
        ("session", 0),
    ] {
        let answer = pi.tool("memory", json!({ "action": "recall", "scope": scope, "max": 50 }));
        assert_eq!(answer["details"]["total"], total, "{scope}");
    }
    let over = pi.tool("memory", json!({ "action": "recall", "max": 500 }));
    assert_eq!(over["ok"], true, "clamped: {over}");
    assert_eq!(
        pi.tool("memory", json!({ "action": "recall", "query": "x".repeat(513) }))["ok"],
        false
    );
}

/// PI-71: a long text is read in pages that are the whole of it.
#[test]
fn pi71_read_pages() {
    let mut pi = Pi::opened();
    let text = "é\"".repeat(4_090);
    let id = pi.tool("memory", json!({ "action": "remember", "tier": "persona", "text": text }))["details"]["id"].as_str().unwrap().to_owned();
    let (mut from, mut whole) = (0, String::new());
    loop {
        let answer = pi.tool("memory", json!({ "action": "read", "id": id, "fromByte": from }));
        let page = said(&answer);
        assert!(page.len() <= 32 * 1_024);
        let line = page.lines().find(|line| line.contains('é')).unwrap();
        let (start, end) = (line.find('"').unwrap(), line.rfind('"').unwrap());
        whole.push_str(&serde_json::from_str::<String>(&line[start..=end]).unwrap());
        match answer["details"]["nextByte"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(whole, text);
    let odd = pi.tool("memory", json!({ "action": "read", "id": id, "fromByte": 1 }));
    assert_eq!(odd["code"], "input.invalid", "inside a character: {odd}");
    let far = pi.tool("memory", json!({ "action": "read", "id": id, "fromByte": 99_999 }));
    assert_eq!(far["ok"], false);
}

/// PI-71, F-46: what is left of a forgotten fact is said once a session.
#[test]
fn pi71_forget() {
    let mut pi = Pi::opened();
    let mut forget = |text: &str| {
        let saved =
            pi.tool("memory", json!({ "action": "remember", "tier": "persona", "text": text }));
        let id = saved["details"]["id"].as_str().unwrap().to_owned();
        (pi.memory(json!({ "action": "forget", "id": id })), id)
    };
    let (first, id) = forget("one");
    assert!(
        first.starts_with(&format!("Forgot {id} (persona).")) && first.lines().count() > 1,
        "{first}"
    );
    let (second, id) = forget("two");
    assert_eq!(second, format!("Forgot {id} (persona)."));
}

/// PI-71: a promotion says where to, and an id that names several is not guessed.
#[test]
fn pi71_promote_and_ambiguity() {
    let mut pi = Pi::opened();
    let saved =
        pi.tool("memory", json!({ "action": "remember", "tier": "project", "text": "one" }));
    let id = saved["details"]["id"].as_str().unwrap().to_owned();
    let text = pi.memory(json!({ "action": "promote", "id": id, "destination": "shared" }));
    assert_eq!(text, format!("Promoted {id} to shared; the working copy is gone."));
    let odd = pi.tool("memory", json!({ "action": "promote", "id": id, "destination": "team" }));
    assert_eq!(odd["code"], "fact.tier_unknown");
}

/// PI-72: the backlog, from one end to the other.
#[test]
fn pi72_backlog() {
    let mut pi = Pi::opened();
    let mut say = |params: Value| said(&pi.tool("backlog", params));
    assert_eq!(say(json!({ "action": "list" })), "0 of 0 item(s):");
    let queued = say(json!({ "action": "add", "text": "look at \"it\"", "dueInSeconds": 300 }));
    let id = queued.strip_prefix("Queued ").unwrap().strip_suffix('.').unwrap().to_owned();
    let listed = say(json!({ "action": "list" }));
    assert_eq!(
        listed,
        format!("1 of 1 item(s):\n- [{id}] (open) \"look at \\\"it\\\"\" · due in 5m")
    );
    assert_eq!(say(json!({ "action": "take", "id": id })), format!("{id} → taken."));
    assert_eq!(
        say(json!({ "action": "done", "id": id, "note": "it was fine" })),
        format!("{id} → done.")
    );
    assert_eq!(say(json!({ "action": "list" })), "0 of 0 item(s):");
    let done = say(json!({ "action": "list", "state": "done" }));
    assert!(done.contains("(done) ") && done.contains(" · note: \"it was fine\""), "{done}");
    let refused = say(json!({ "action": "take", "id": "0123456789ab" }));
    assert!(refused.starts_with("Not updated: "), "{refused}");
    let refused = say(json!({ "action": "add", "text": "x", "dueInSeconds": 0 }));
    assert!(refused.starts_with("Not queued: "), "{refused}");
}

/// F-19, PI-70: every id takes a reference, and one of deferred work is read too.
#[test]
fn pi70_references() {
    let mut pi = Pi::opened();
    let item = pi.tool("backlog", json!({ "action": "add", "text": "look" }));
    let id = item["details"]["id"].as_str().unwrap().to_owned();
    let read = pi.memory(json!({ "action": "read", "id": format!("backlog/{id}") }));
    assert!(read.contains("\"look\""), "{read}");
    let saved =
        pi.tool("memory", json!({ "action": "remember", "tier": "persona", "text": "one" }));
    let id = saved["details"]["id"].as_str().unwrap().to_owned();
    assert!(
        pi.memory(json!({ "action": "read", "id": format!("persona/{id}") })).contains("\"one\"")
    );
    let elsewhere = pi.tool("memory", json!({ "action": "read", "id": format!("shared/{id}") }));
    assert_eq!(elsewhere["code"], "fact.not_found");
}

/// PI-70: a call from within another tool's call is guarded the same way.
#[test]
fn pi70_nested_calls() {
    let mut pi = Pi::with_companion();
    pi.provider.as_mut().unwrap().enabled = false;
    let mut call = tool_call("memory", json!({ "action": "recall" }));
    call["parentCallId"] = "c0".into();
    assert_eq!(pi.send("host_tool_call", call)["code"], "companion.disabled");
}
