//! Hostile replies over a store on disk: no byte of the home changes unless one is accepted, and what was applied is undone to the very rows (B03).

use mind_core::Mind;
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::Fact;
use mind_core::mind::Draft;
use mind_core::port::Store as _;
use mind_core::review::prepare::{Model, Prepared, Preparing};
use mind_core::review::window::Progress;
use mind_core::scope::{FactPlace, Persona, Scope};
use mind_store_fs::{FsStore, Limits};
use mind_testkit::FixedClock;
use mind_testkit::replies::{Replies, hold, hold_applied};
use tempfile::TempDir;

use crate::support::{PATIENCE, demo, image, now};

const REPLIES: usize = 400;

const TEXTS: [&str; 6] = [
    "Alpha service listens on 7101.",
    "Alpha service listens on 7102.",
    "Nightly export is enabled.",
    "Nightly export is not enabled.",
    "The smoke test needs port 7101 free.",
    "缓存未启用。",
];

fn prepared(mind: &Mind<FsStore, FixedClock>, scope: &Scope, place: &FactPlace) -> Prepared {
    let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
    let preparing = Preparing {
        place,
        scope,
        owner: &PlanOwner::of(scope),
        origin: Origin::Explicit,
        progress: Progress::default(),
        settled: &[],
        model: &Model { provider, id, thinking },
    };
    mind.prepare_review(&preparing).unwrap()
}

fn rows(mind: &Mind<FsStore, FixedClock>, place: &FactPlace) -> Vec<Fact> {
    let mut rows = mind.store().facts(place).unwrap().rows.clone();
    rows.sort_by_key(|fact| fact.id.clone());
    rows
}

#[test]
fn replies_on_disk() {
    let room = TempDir::new().unwrap();
    let store = FsStore::new(room.path().join("memory"), Limits::default());
    let mind = Mind::new(store, FixedClock::new(now()), PATIENCE);
    let scope = Scope { persona: Persona::named("dev").unwrap(), project: Some(demo()) };
    for text in TEXTS {
        let tier = Some("project-long".to_owned());
        mind.remember(&scope, &Draft { tier, text: text.to_owned(), ..Draft::default() }).unwrap();
    }
    let place = FactPlace::ProjectLong(demo());
    let (mut review, before) = (prepared(&mind, &scope, &place), rows(&mind, &place));
    let mut replies = Replies::new(21, &review, &["000000000000".to_owned()]);
    let mut applied = 0;
    for _ in 0..REPLIES {
        let (text, files) = (replies.reply(), image(room.path()));
        let change = hold(&review, &text, now()).unwrap();
        assert_eq!(image(room.path()), files, "judging changed a file: {text}");
        let Some(change) = change.filter(|_| applied < 12) else { continue };
        let expect = hold_applied(&review, &change, now()).unwrap();
        let (order, owner) = (change.order(&review, None), PlanOwner::of(&scope));
        let done = mind.apply(&scope, &order, &owner, &|| Ok(())).unwrap();
        assert_eq!(mind.store().facts(&place).unwrap().rows, expect, "{text}");
        mind.undo(&scope, &place, &done.receipt_id, &|| Ok(())).unwrap();
        assert_eq!(rows(&mind, &place), before, "{text}");
        review = prepared(&mind, &scope, &place);
        applied += 1;
    }
    assert_eq!(applied, 12);
}
