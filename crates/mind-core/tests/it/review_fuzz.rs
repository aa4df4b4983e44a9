//! Hostile and careless replies by the thousand: nothing changes unless a reply is valid, and then everything the contract says holds (O-90 to O-92, B03, B05, B18).

use std::time::Duration;

use mind_core::Mind;
use mind_core::consolidate::plan::Origin;
use mind_core::review::judge::{Proposal, Reply};
use mind_core::review::prepare::Prepared;
use mind_core::review::reply::{REPLY_LIMIT, read};
use mind_core::review::request::SCHEMA;
use mind_core::scope::Tier;
use mind_testkit::replies::{Desk, Replies, hold, hold_applied};
use mind_testkit::{FakeStore, FixedClock};

use crate::consolidation::at;

fn desk(tier: Tier) -> Desk<FakeStore, FixedClock> {
    let mind = Mind::new(FakeStore::new(), FixedClock::new(at("10:00:00")), Duration::ZERO);
    Desk::new(mind, tier).unwrap()
}

fn replies(seed: u64, desk: &Desk<FakeStore, FixedClock>, prepared: &Prepared) -> Replies {
    Replies::new(seed, prepared, &desk.foreign(prepared).unwrap())
}

/// Ten thousand replies, judged: none is accepted that should not be, and none tells of itself.
#[test]
fn ten_thousand_replies() {
    let (mut accepted, mut refused) = (0, 0);
    for (seed, origin) in [(1, Origin::Explicit), (2, Origin::Auto)] {
        let desk = desk(Tier::Project);
        let prepared = desk.prepared(origin);
        let mut replies = replies(seed, &desk, &prepared);
        for _ in 0..5_000 {
            match hold(&prepared, &replies.reply(), at("10:00:30")).unwrap() {
                None => refused += 1,
                Some(change) => {
                    hold_applied(&prepared, &change, at("10:00:30")).unwrap();
                    accepted += 1;
                }
            }
        }
    }
    assert!(accepted > 300 && refused > 5_000, "{accepted} accepted, {refused} refused");
}

/// The reader accepts exactly what the schema in the prompt accepts, as another program reads it.
#[test]
fn the_reader_is_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
    let oracle = jsonschema::draft202012::new(&schema).unwrap();
    let desk = desk(Tier::Project);
    let prepared = desk.prepared(Origin::Explicit);
    let mut replies = replies(3, &desk, &prepared);
    let (mut fits, mut misfits) = (0, 0);
    for _ in 0..6_000 {
        let text = replies.reply();
        let value: Option<serde_json::Value> = serde_json::from_str(&text).ok();
        let valid = value.as_ref().is_some_and(|value| oracle.is_valid(value));
        let read = read(&text);
        match &read {
            Ok(_) => assert!(valid, "accepted: {text}"),
            Err(error) if error.code() == "review.schema" => assert!(!valid, "refused: {text}"),
            // These are refused for more than the schema can say: a key twice, depth, length.
            Err(_) => {
                assert!(!valid || is_more_than_a_schema(&text), "{read:?}: {text}");
            }
        }
        if read.is_ok() { fits += 1 } else { misfits += 1 }
    }
    assert!(fits > 1_000 && misfits > 1_000, "{fits} fit, {misfits} do not");
}

fn is_more_than_a_schema(text: &str) -> bool {
    let twice = text.matches("\"version\":1,\"version\":1").count() > 0
        || text.contains("\"text\":\"first\",\"text\":");
    twice || text.chars().count() > REPLY_LIMIT
}

/// O-55, O-92: what was accepted is applied as it was shown, and undone to the very rows; what was refused leaves the store alone.
#[test]
fn what_is_applied_is_undone() {
    let mut applied = 0;
    for (seed, tier) in [(11, Tier::Project), (12, Tier::ProjectLong), (13, Tier::Persona)] {
        let desk = desk(tier);
        let mut prepared = desk.prepared(Origin::Explicit);
        let mut replies = replies(seed, &desk, &prepared);
        for _ in 0..120 {
            let (text, writes) = (replies.reply(), desk.mind.store().writes());
            let Some(change) = hold(&prepared, &text, at("10:00:00")).unwrap() else {
                assert_eq!(desk.mind.store().writes(), writes, "a refusal changes nothing");
                continue;
            };
            desk.round_trip(&prepared, &change).unwrap();
            prepared = desk.prepared(Origin::Explicit);
            applied += 1;
        }
    }
    assert!(applied > 30, "{applied} applied");
}

/// The verbs of [`Mind`] judge as the pure function does.
#[test]
fn the_verbs_judge_alike() {
    let desk = desk(Tier::Project);
    let prepared = desk.prepared(Origin::Explicit);
    let reply = Reply { text: r#"{"version":1,"operations":[]}"#, model: Some(&prepared.model) };
    assert_eq!(desk.mind.judge_reply(&prepared, reply), Ok(Proposal::Nothing));
}
