//! The shapes as JSON.

use mind_protocol::{
    Accepted, Fact, FactPage, Hit, Kind, No, Outcome, Part, Refusal, Remembered, Tier, TierChoice,
    Withheld,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, expect: Value) {
    assert_eq!(serde_json::to_value(value).unwrap(), expect);
    assert_eq!(serde_json::from_value::<T>(expect).unwrap(), *value);
}

fn fact() -> Fact {
    Fact {
        id: "6d7b7855bcd3".into(),
        tier: Tier::ProjectLong,
        kind: Kind::Note,
        text: Some("same text".into()),
        clipped: false,
        tags: Some(vec![]),
        withheld: None,
        persona: Some("dev".into()),
        source: None,
        recorded_at: "2026-11-20T10:00:00.000Z".into(),
        last_seen_at: "2026-11-20T10:00:00.000Z".into(),
        expires_at: None,
        others: vec![],
    }
}

/// S-9: a page, its hits and the parts of a score.
#[test]
fn a_page() {
    let hit = Hit {
        fact: fact(),
        score: 1.25,
        parts: Some(vec![Part { channel: "lexical".into(), score: 1.25 }]),
    };
    let page = FactPage {
        tokens: vec!["same".into()],
        total: 2,
        hits: vec![hit],
        next_offset: Some(1),
        withheld: 0,
        expired: 3,
        invalid: 0,
        unreadable: vec![],
        warnings: vec![],
    };
    check(
        &Accepted::new(page),
        json!({
            "ok": true, "tokens": ["same"], "total": 2, "nextOffset": 1,
            "withheld": 0, "expired": 3, "invalid": 0,
            "hits": [{
                "id": "6d7b7855bcd3", "tier": "project-long", "kind": "note",
                "text": "same text", "tags": [], "persona": "dev",
                "recordedAt": "2026-11-20T10:00:00.000Z",
                "lastSeenAt": "2026-11-20T10:00:00.000Z",
                "score": 1.25, "parts": [{"channel": "lexical", "score": 1.25}],
            }],
        }),
    );
}

/// a withheld fact shows its rule and no text, tags or source.
#[test]
fn a_withheld_fact() {
    let withheld = Withheld { rule: "steer.override".into(), field: "text".into() };
    let fact = Fact { text: None, tags: None, withheld: Some(withheld), ..fact() };
    check(
        &fact,
        json!({
            "id": "6d7b7855bcd3", "tier": "project-long", "kind": "note", "persona": "dev",
            "withheld": {"rule": "steer.override", "field": "text"},
            "recordedAt": "2026-11-20T10:00:00.000Z", "lastSeenAt": "2026-11-20T10:00:00.000Z",
        }),
    );
}

/// S-7: the receipt of `remember`.
#[test]
fn a_receipt() {
    let receipt = Remembered {
        id: "6d7b7855bcd3".into(),
        tier: Tier::Persona,
        kind: Kind::Preference,
        outcome: Outcome::PromotedExisting,
        tier_choice: TierChoice::Rule,
        expires_at: None,
        supersedes: None,
        superseded: None,
        also_working: None,
        warnings: vec![],
    };
    check(
        &Accepted::new(receipt),
        json!({
            "ok": true, "id": "6d7b7855bcd3", "tier": "persona", "kind": "preference",
            "outcome": "promoted-existing", "tierChoice": "rule",
        }),
    );
}

/// S-3: a refusal; a success is not one, and the reverse.
#[test]
fn a_refusal() {
    let refusal = Refusal {
        ok: No,
        code: "fact.not_found".into(),
        message: "no fact answers to 6d7b7855bcd3".into(),
        detail: None,
        next: Some("look for it with recall".into()),
    };
    let wire = json!({
        "ok": false, "code": "fact.not_found", "message": "no fact answers to 6d7b7855bcd3",
        "next": "look for it with recall",
    });
    check(&refusal, wire.clone());
    assert!(serde_json::from_value::<Accepted<Remembered>>(wire.clone()).is_err());
    let mut accepted = wire;
    accepted["ok"] = json!(true);
    assert!(serde_json::from_value::<Refusal>(accepted).is_err());
}
