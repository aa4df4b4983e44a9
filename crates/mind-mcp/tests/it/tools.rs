//! Every tool: what it answers when it does something, and when it does not.

use mind_core::scope::Tier;
use serde_json::{Value, json};

use crate::client::{Client, World, dev, text_of};

/// Stores a note and gives its id.
async fn remembered(client: &mut Client, text: &str) -> String {
    let receipt = client.done("remember", json!({ "text": text })).await;
    receipt["id"].as_str().unwrap().to_owned()
}

async fn queued(client: &mut Client, text: &str) -> String {
    let receipt = client.done("backlog_add", json!({ "text": text })).await;
    receipt["id"].as_str().unwrap().to_owned()
}

/// S-21, F-26, F-31: a note goes to the project's working facts, and the receipt says that a rule chose so.
#[tokio::test]
async fn remember_stores() {
    let world = World::new();
    let mut client = world.agent().await;
    let result =
        client.call("remember", json!({ "text": " The smoke test needs port 7101 " })).await;
    let receipt = &result["structuredContent"];
    assert_eq!(
        *receipt,
        json!({
            "ok": true, "id": receipt["id"], "tier": "project", "kind": "note",
            "outcome": "stored", "tierChoice": "rule", "expiresAt": "2026-11-22T10:00:00.000Z",
        })
    );
    let id = receipt["id"].as_str().unwrap();
    assert_eq!(
        text_of(&result),
        format!(
            "Remembered {id} — note in project.\nTier chosen by rule; pass tier (persona, shared, project-long, project) to choose another."
        )
    );
    assert_eq!(world.texts(Tier::Project), ["The smoke test needs port 7101"]);
}

/// F-10, F-32, F-36: every field of `remember` arrives, a repeat refreshes, a replacement retires.
#[tokio::test]
async fn remember_takes_every_field() {
    let world = World::new();
    let mut client = world.agent().await;
    let old = remembered(&mut client, "deploys run on Fridays").await;
    let arguments = json!({
        "text": "deploys run on Mondays", "kind": "convention", "tags": ["Deploy"],
        "tier": "project-long", "source": "the release notes", "derivedFrom": [old],
        "supersedes": old,
    });
    let result = client.call("remember", arguments).await;
    let receipt = &result["structuredContent"];
    assert_eq!(receipt["superseded"], json!({ "state": "retired", "tier": "project" }));
    assert!(text_of(&result).ends_with(&format!("Retired {old}.")), "{result}");
    let fact = client.done("read_memory", json!({ "id": receipt["id"] })).await;
    for (member, expect) in [
        ("kind", json!("convention")),
        ("tags", json!(["deploy"])),
        ("tier", json!("project-long")),
        ("source", json!("the release notes")),
        ("derivedFrom", json!([old])),
        ("supersedes", json!(old)),
    ] {
        assert_eq!(fact[member], expect, "{member}");
    }
    let again = json!({ "text": "Deploys run on mondays", "kind": "convention", "tags": ["deploy"], "tier": "project-long" });
    let result = client.call("remember", again).await;
    assert_eq!(result["structuredContent"]["outcome"], "refreshed");
    assert!(text_of(&result).starts_with("Already known: "), "{result}");
    let brief = client.done("remember", json!({ "text": "brief", "ttlHours": 0.5 })).await;
    assert_eq!(brief["expiresAt"], "2026-11-20T10:30:00.000Z");
}

/// F-30, F-81: what the core refuses is refused here in its words, and nothing is stored.
#[tokio::test]
async fn remember_refuses() {
    let world = World::new();
    let mut client = world.agent().await;
    for (arguments, code) in [
        (json!({ "text": "  " }), "fact.text_empty"),
        (json!({ "text": "x".repeat(8_193) }), "fact.too_long"),
        (json!({ "text": "x", "kind": "idea" }), "fact.kind_unknown"),
        (json!({ "text": "x", "tier": "team" }), "fact.tier_unknown"),
        (json!({ "text": "x", "tier": "session" }), "note.no_session"),
        (json!({ "text": "x", "ttlHours": -1 }), "fact.ttl_invalid"),
        (json!({ "text": "x", "tier": "shared", "ttlHours": 1 }), "fact.ttl_not_allowed"),
        (json!({ "text": "x", "supersedes": "0123456789ab" }), "fact.not_found"),
        (json!({ "text": "x", "tags": ["a\u{1}"] }), "fact.tag_invalid"),
    ] {
        let result = client.call("remember", arguments.clone()).await;
        assert_eq!(result["structuredContent"]["code"], code, "{arguments}");
        assert_eq!(result["isError"], true);
        assert!(text_of(&result).starts_with("Not stored: "), "{result}");
        assert!(text_of(&result).contains(&format!("({code}).")), "{result}");
    }
    assert_eq!(world.store.writes(), 0);
}

/// S-9, F-48: words find, no words list; the text shows facts as quoted data.
#[tokio::test]
async fn recall_finds_and_lists() {
    let world = World::new();
    let mut client = world.agent().await;
    let result = client.call("recall", json!({})).await;
    assert_eq!(text_of(&result), "Nothing is remembered here yet.");
    let id = remembered(&mut client, "The \"smoke\" test\nneeds port 7101").await;
    remembered(&mut client, "Deploys run on Mondays").await;
    let result = client.call("recall", json!({ "query": "port of the smoke test" })).await;
    let page = &result["structuredContent"];
    assert_eq!((&page["total"], &page["hits"][0]["id"]), (&json!(1), &json!(id)));
    assert_eq!(
        text_of(&result),
        format!(
            "1 recalled of 1:\n- [{id}] (note, project) \"The \\\"smoke\\\" test\\nneeds port 7101\""
        )
    );
    let result = client.call("recall", json!({ "query": "zebra" })).await;
    assert_eq!(text_of(&result), "No match.");
    assert_eq!(client.done("recall", json!({ "kind": "gotcha" })).await["total"], 0);
    assert_eq!(client.done("recall", json!({ "tiers": ["persona"] })).await["total"], 0);
    assert_eq!(client.done("recall", json!({ "tiers": ["persona", "project"] })).await["total"], 2);
}

/// F-48, R: limits are refused, not bent; a query is never repeated.
#[tokio::test]
async fn recall_refuses() {
    let mut client = World::new().agent().await;
    for (arguments, code) in [
        (json!({ "limit": 0 }), "input.out_of_range"),
        (json!({ "limit": 51 }), "input.out_of_range"),
        (json!({ "kind": "idea" }), "fact.kind_unknown"),
        (json!({ "tiers": ["team"] }), "fact.tier_unknown"),
        (json!({ "tiers": ["session"] }), "note.no_session"),
        (json!({ "query": "zebra ".repeat(100) }), "recall.query_too_long"),
    ] {
        let result = client.call("recall", arguments).await;
        assert_eq!(result["structuredContent"]["code"], code);
        assert!(!result.to_string().contains("zebra"), "{result}");
    }
}

/// F-47: a fact whole, by id and by reference.
#[tokio::test]
async fn read_memory_shows_everything() {
    let world = World::new();
    let mut client = world.agent().await;
    let arguments =
        json!({ "text": "Deploys run on Mondays", "source": "a talk", "tags": ["ops"] });
    let id = client.done("remember", arguments).await["id"].clone();
    let reference = format!("project:dev/{}", id.as_str().unwrap());
    for id in [id.as_str().unwrap(), reference.as_str()] {
        let result = client.call("read_memory", json!({ "id": id })).await;
        let fact = &result["structuredContent"];
        assert_eq!(fact["text"], "Deploys run on Mondays");
        assert_eq!(fact.get("nextByte"), None);
        assert_eq!(
            text_of(&result),
            format!(
                "\"Deploys run on Mondays\"\nid {}, note, project:dev\ntags \"ops\"\nsource \"a talk\"\nrecorded 2026-11-20T10:00:00.000Z, last seen 2026-11-20T10:00:00.000Z, expires 2026-11-22T10:00:00.000Z",
                fact["id"].as_str().unwrap()
            )
        );
    }
    assert_eq!(
        client.refused("read_memory", json!({ "id": "a b" })).await["code"],
        "fact.id_invalid"
    );
    let refused = client.refused("read_memory", json!({ "id": "0123456789ab" })).await;
    assert_eq!(refused["code"], "fact.not_found");
}

/// F-20: an ambiguous id lists references that tell the rows apart.
#[tokio::test]
async fn an_ambiguous_id_offers_references() {
    let world = World::new();
    let row = world.row("same", "one", vec![]);
    let other = world.row("same", "two", vec![]);
    world.seed(Tier::ProjectLong, vec![row]);
    world.seed(
        Tier::Project,
        vec![mind_core::fact::Fact { expires_at: Some(mind_core::time::Timestamp::MAX), ..other }],
    );
    let mut client = world.agent().await;
    let result = client.call("read_memory", json!({ "id": "same" })).await;
    assert_eq!(result["structuredContent"]["code"], "fact.ambiguous_id");
    let candidates = result["structuredContent"]["detail"]["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 2);
    for candidate in candidates {
        let reference = candidate["ref"].as_str().unwrap();
        assert!(text_of(&result).contains(&format!("\n- {reference} (note, ")), "{result}");
        client.done("read_memory", json!({ "id": reference })).await;
    }
}

/// F-44, F-46: forgetting names what went, says once what may remain, and a dry run changes nothing.
#[tokio::test]
async fn forget_removes() {
    let world = World::new();
    let mut client = world.agent().await;
    let id = remembered(&mut client, "Deploys run on Mondays").await;
    let result = client.call("forget", json!({ "id": id, "dryRun": true })).await;
    assert_eq!(result["structuredContent"]["dryRun"], true);
    assert_eq!(text_of(&result), format!("Would forget {id} (project)."));
    assert_eq!(world.texts(Tier::Project).len(), 1);
    let result = client.call("forget", json!({ "id": id })).await;
    let removed = json!([{ "id": id, "tier": "project", "persona": "dev" }]);
    assert_eq!(result["structuredContent"]["removed"], removed);
    assert!(
        text_of(&result).starts_with(&format!("Forgot {id} (project).\nIt is out of active use"))
    );
    assert!(world.texts(Tier::Project).is_empty());
    let result = client.call("forget", json!({ "id": id })).await;
    assert_eq!(result["structuredContent"]["code"], "fact.not_found");
    assert!(text_of(&result).starts_with("Not changed: "), "{result}");
}

/// F-40, F-43: a working fact becomes durable where it is asked to.
#[tokio::test]
async fn promote_keeps() {
    let world = World::new();
    let mut client = world.agent().await;
    let first = remembered(&mut client, "Deploys run on Mondays").await;
    let result = client.call("promote", json!({ "id": first })).await;
    assert_eq!(result["structuredContent"]["tier"], "project-long");
    assert_eq!(
        text_of(&result),
        format!("Promoted {first} to project-long; the working copy is gone.")
    );
    let second = remembered(&mut client, "Tabs, not spaces").await;
    client.done("promote", json!({ "id": second, "destination": "persona" })).await;
    assert_eq!(world.texts(Tier::Persona), ["Tabs, not spaces"]);
    assert_eq!(client.refused("promote", json!({ "id": first })).await["code"], "fact.not_working");
    let third = remembered(&mut client, "Third").await;
    let refused = client.refused("promote", json!({ "id": third, "destination": "project" })).await;
    assert_eq!(refused["code"], "fact.tier_unknown");
}

/// F-71 to F-78: deferred work is added, listed, taken and finished.
#[tokio::test]
async fn the_backlog_moves() {
    let world = World::new();
    let mut client = world.agent().await;
    let arguments =
        json!({ "text": "Bump the\nlinter", "tags": ["ci"], "dueInSeconds": 60, "ttlHours": 1 });
    let result = client.call("backlog_add", arguments.clone()).await;
    let item = &result["structuredContent"];
    let id = item["id"].as_str().unwrap();
    assert_eq!(
        *item,
        json!({
            "ok": true, "id": id, "outcome": "stored",
            "dueAt": "2026-11-20T10:01:00.000Z", "expiresAt": "2026-11-20T11:00:00.000Z",
        })
    );
    assert_eq!(text_of(&result), format!("Queued {id}."));
    assert_eq!(client.done("backlog_add", arguments).await["outcome"], "refreshed");
    let result = client.call("backlog_list", json!({})).await;
    assert_eq!(
        text_of(&result),
        format!(
            "1 of 1 item(s):\n- [{id}] (open) \"Bump the\\nlinter\" · due 2026-11-20T10:01:00.000Z"
        )
    );
    let result = client.call("backlog_update", json!({ "id": id, "state": "taken" })).await;
    assert_eq!(text_of(&result), format!("{id} → taken."));
    let result = client.call("backlog_update", json!({ "id": id, "state": "taken" })).await;
    assert_eq!(result["structuredContent"]["unchanged"], true);
    let done = json!({ "id": id, "state": "done", "note": "merged" });
    assert_eq!(client.done("backlog_update", done.clone()).await["state"], "done");
    assert_eq!(client.refused("backlog_update", done).await["code"], "backlog.closed");
    let result = client.call("backlog_list", json!({ "state": "done" })).await;
    assert!(text_of(&result).ends_with("· note: \"merged\""), "{result}");
    assert_eq!(client.done("backlog_list", json!({})).await["total"], 0);
}

/// F-71, F-74, F-78: refusals of the backlog tools.
#[tokio::test]
async fn the_backlog_refuses() {
    let world = World::new();
    let mut client = world.agent().await;
    let id = queued(&mut client, "Bump the linter").await;
    for (tool, arguments, code) in [
        ("backlog_add", json!({ "text": "" }), "backlog.text_empty"),
        ("backlog_add", json!({ "text": "x", "dueInSeconds": 0 }), "backlog.due_invalid"),
        ("backlog_list", json!({ "limit": 51 }), "input.out_of_range"),
        ("backlog_list", json!({ "state": "lost" }), "backlog.state_unknown"),
        ("backlog_update", json!({ "id": "0123456789ab", "state": "done" }), "backlog.not_found"),
        ("backlog_update", json!({ "id": id, "state": "open" }), "input.invalid"),
        ("backlog_update", json!({ "id": id, "state": "taken", "note": "x" }), "input.conflict"),
        (
            "backlog_update",
            json!({ "id": id, "state": "done", "note": "x".repeat(1_025) }),
            "backlog.note_too_long",
        ),
    ] {
        assert_eq!(client.refused(tool, arguments).await["code"], code, "{tool}");
    }
    client.done("backlog_update", json!({ "id": id, "state": "dropped" })).await;
}

/// F-72, F-78: another persona's items are shown when asked for.
#[tokio::test]
async fn other_personas_items_are_shown_when_asked_for() {
    let world = World::new();
    let mut ops = dev();
    ops.persona = mind_core::scope::Persona::named("ops").unwrap();
    queued(&mut world.client_in(ops).await, "Rotate the keys").await;
    let mut client = world.agent().await;
    assert_eq!(client.done("backlog_list", json!({})).await["total"], 0);
    assert_eq!(client.done("backlog_list", json!({ "all": true })).await["total"], 1);
}

/// F-54: outside a project the project's tools say so, and the others work.
#[tokio::test]
async fn outside_a_project() {
    let world = World::new();
    let mut scope = dev();
    scope.project = None;
    let mut client = world.client_in(scope).await;
    assert_eq!(client.done("remember", json!({ "text": "x" })).await["tier"], "persona");
    assert_eq!(client.refused("backlog_list", json!({})).await["code"], "scope.no_project");
    let refused = client.refused("remember", json!({ "text": "x", "tier": "project" })).await;
    assert_eq!(refused["code"], "scope.no_project");
}

/// F-19, C-7, S-23: deferred work is read whole by the id a listing shows, and in pieces where it must be.
#[tokio::test]
async fn read_memory_reads_deferred_work() {
    let world = World::new();
    let mut client = world.agent().await;
    let text = format!("{}END", "🔥".repeat(8_100));
    let id = queued(&mut client, &text).await;
    let listed = client.done("backlog_list", json!({})).await;
    assert_eq!(listed["items"][0]["clipped"], true);
    let (mut read, mut from) = (String::new(), 0);
    loop {
        let id = format!("backlog/{id}");
        let piece = client.done("read_memory", json!({ "id": id, "fromByte": from })).await;
        assert_eq!(piece["state"], "open");
        read.push_str(piece["text"].as_str().unwrap());
        match piece["nextByte"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
    }
    assert!(from > 0 && read == text);
    let short = queued(&mut client, "Bump the linter").await;
    assert_eq!(client.done("read_memory", json!({ "id": short })).await["text"], "Bump the linter");
}

/// S-22: every answer, success or refusal, keeps the schema its tool promised.
#[tokio::test]
async fn answers_keep_their_schema() {
    let world = World::new();
    let mut client = world.agent().await;
    let listed = client.request("tools/list", json!({})).await;
    let id = remembered(&mut client, "Deploys run on Mondays").await;
    let item = queued(&mut client, "Bump the linter").await;
    let calls: [(&str, Value); 9] = [
        ("remember", json!({ "text": "x" })),
        ("recall", json!({ "limit": 1 })),
        ("read_memory", json!({ "id": id })),
        ("forget", json!({ "id": id, "dryRun": true })),
        ("promote", json!({ "id": id })),
        ("backlog_add", json!({ "text": "x" })),
        ("backlog_list", json!({ "limit": 1 })),
        ("backlog_update", json!({ "id": item, "state": "taken" })),
        ("remember", json!({})),
    ];
    for (tool, arguments) in calls {
        let tools = listed["result"]["tools"].as_array().unwrap();
        let schema = &tools.iter().find(|one| one["name"] == tool).unwrap()["outputSchema"];
        let answer = client.call(tool, arguments).await["structuredContent"].clone();
        for name in schema["required"].as_array().unwrap() {
            assert!(answer.get(name.as_str().unwrap()).is_some(), "{tool} lacks {name}");
        }
        for (name, shape) in schema["properties"].as_object().unwrap() {
            let Some(value) = answer.get(name) else { continue };
            let fits = match shape["type"].as_str().unwrap() {
                "boolean" => value.is_boolean(),
                "integer" => value.is_u64(),
                "string" => value.is_string(),
                "array" => value.is_array(),
                other => panic!("{other}"),
            };
            assert!(fits, "{tool}.{name}: {value}");
        }
    }
}
