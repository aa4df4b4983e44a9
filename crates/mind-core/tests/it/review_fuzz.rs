//! Hostile and careless replies by the thousand: nothing changes unless a reply is valid, and then everything the contract says holds (O-90 to O-92, B03, B05, B18).

use std::time::Duration;

use mind_core::Mind;
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::Fact;
use mind_core::mind::Draft;
use mind_core::port::Store as _;
use mind_core::review::judge::{Proposal, Reply};
use mind_core::review::prepare::{Prepared, Preparing};
use mind_core::review::reply::{REPLY_LIMIT, read};
use mind_core::review::request::SCHEMA;
use mind_core::review::window::Progress;
use mind_core::scope::{Persona, Scope, Tier};
use mind_testkit::replies::{Replies, hold, hold_applied};
use mind_testkit::{FakeStore, FixedClock};

use crate::consolidation::{at, scope};
use crate::review_window::model;

const TEXTS: [&str; 14] = [
    "Alpha service listens on 7101.",
    "Alpha service listens on 7102.",
    "Nightly export is enabled.",
    "Nightly export is not enabled.",
    "The smoke test needs port 7101 free.",
    "Smoke test requires port 7101 to be free.",
    "Use the queue for exports.",
    "Don't forget to size the queue for exports.",
    "Deploys run from the release branch.",
    "The cache is shared between the two workers.",
    "缓存未启用。",
    "Timeouts are 1.5 s on the gateway and 30 s in the worker.",
    "L'esportazione non parte di domenica.",
    "The heron nests at dawn, 12 of 14 times.",
];

/// A memory of `dev`, with rows of `ops` among them.
struct Desk {
    mind: Mind<FakeStore, FixedClock>,
    store: FakeStore,
    tier: Tier,
}

impl Desk {
    fn new(tier: Tier) -> Self {
        let (store, clock) = (FakeStore::new(), FixedClock::new(at("10:00:00")));
        let mind = Mind::new(store.clone(), clock, Duration::ZERO);
        for (at, text) in TEXTS.into_iter().enumerate() {
            let tags = vec![["tests", "ports", "ops"][at % 3].to_owned()];
            let draft = Draft {
                tier: Some(tier.to_string()),
                tags,
                text: text.to_owned(),
                ..Draft::default()
            };
            mind.remember(&scope("dev"), &draft).unwrap();
            if at % 5 == 0 {
                mind.remember(&other(), &draft).unwrap();
            }
        }
        Self { mind, store, tier }
    }

    fn prepared(&self, origin: Origin) -> Prepared {
        let scope = scope("dev");
        let preparing = Preparing {
            place: &scope.place(self.tier).unwrap(),
            scope: &scope,
            owner: &PlanOwner::of(&scope),
            origin,
            progress: Progress::default(),
            settled: &[],
            model: &model(),
        };
        self.mind.prepare_review(&preparing).unwrap()
    }

    fn rows(&self) -> Vec<Fact> {
        self.store.facts(&scope("dev").place(self.tier).unwrap()).unwrap().rows.clone()
    }

    fn foreign(&self, prepared: &Prepared) -> Vec<String> {
        let shown: Vec<&str> = prepared.ids().map(mind_core::fact::FactId::as_str).collect();
        let ids = self.rows().into_iter().map(|fact| fact.id.to_string());
        ids.filter(|id| !shown.contains(&id.as_str())).collect()
    }
}

fn other() -> Scope {
    Scope { persona: Persona::named("ops").unwrap(), ..scope("dev") }
}

/// Ten thousand replies, judged: none is accepted that should not be, and none tells of itself.
#[test]
fn ten_thousand_replies() {
    let (mut accepted, mut refused) = (0, 0);
    for (seed, origin) in [(1, Origin::Explicit), (2, Origin::Auto)] {
        let desk = Desk::new(Tier::Project);
        let prepared = desk.prepared(origin);
        let mut replies = Replies::new(seed, &prepared, &desk.foreign(&prepared));
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
    let desk = Desk::new(Tier::Project);
    let prepared = desk.prepared(Origin::Explicit);
    let mut replies = Replies::new(3, &prepared, &desk.foreign(&prepared));
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
        let desk = Desk::new(tier);
        let (mut prepared, before) = (desk.prepared(Origin::Explicit), sorted(desk.rows()));
        let mut replies = Replies::new(seed, &prepared, &desk.foreign(&prepared));
        for _ in 0..120 {
            let (text, writes) = (replies.reply(), desk.store.writes());
            let Some(change) = hold(&prepared, &text, at("10:00:00")).unwrap() else {
                assert_eq!(desk.store.writes(), writes, "a refusal changes nothing");
                continue;
            };
            let expect = hold_applied(&prepared, &change, at("10:00:00")).unwrap();
            let (scope, order) = (scope("dev"), change.order(&prepared, None));
            let receipt =
                desk.mind.apply(&scope, &order, &PlanOwner::of(&scope), &|| Ok(())).unwrap();
            assert_eq!(desk.rows(), expect);
            let place = scope.place(tier).unwrap();
            desk.mind.undo(&scope, &place, &receipt.receipt_id, &|| Ok(())).unwrap();
            assert_eq!(sorted(desk.rows()), before);
            prepared = desk.prepared(Origin::Explicit);
            applied += 1;
        }
    }
    assert!(applied > 30, "{applied} applied");
}

fn sorted(mut rows: Vec<Fact>) -> Vec<Fact> {
    rows.sort_by_key(|fact| (fact.id.clone(), fact.persona.clone()));
    rows
}

/// The verbs of [`Mind`] judge as the pure function does.
#[test]
fn the_verbs_judge_alike() {
    let desk = Desk::new(Tier::Project);
    let prepared = desk.prepared(Origin::Explicit);
    let reply = Reply { text: r#"{"version":1,"operations":[]}"#, model: Some(&prepared.model) };
    assert_eq!(desk.mind.judge_reply(&prepared, reply), Ok(Proposal::Nothing));
}
