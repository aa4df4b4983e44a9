//! What the fake store refuses that a real one may let pass, and its knobs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mind_core::Error;
use mind_core::error::StoreFault;
use mind_core::fact::{Extra, Fact, FactText, Kind, Tags, content_id};
use mind_core::port::{Clock as _, Commit, Decision, Edits, Expect, Store as _};
use mind_core::scan::Clean;
use mind_core::scope::{FactPlace, Project, Segment};
use mind_testkit::{FakeStore, FixedClock};

fn row(text: &str) -> Fact {
    let now = FixedClock::default().now();
    Fact {
        id: content_id(Kind::Note, text, &Tags::default()),
        kind: Kind::Note,
        text: FactText::parse(text).unwrap(),
        tags: Tags::default(),
        recorded_at: now,
        last_seen_at: now,
        expires_at: None,
        persona: None,
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

fn edit(store: &FakeStore, decide: &mut dyn FnMut(&mut Edits<Fact>)) -> Result<Commit, Error> {
    let now = FixedClock::default().now();
    let mut transaction = store.transaction(now, Duration::ZERO).unwrap();
    transaction.update(&FactPlace::Shared, Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        decide(&mut edits);
        Decision::Edit(edits)
    })
}

fn add(store: &FakeStore, row: Fact) -> Result<Commit, Error> {
    let clean = Clean::admit(row).unwrap();
    edit(store, &mut |edits| edits.append(clean.clone()))
}

#[track_caller]
fn panics(decide: &mut dyn FnMut(&mut Edits<Fact>)) {
    let store = FakeStore::new();
    add(&store, row("first")).unwrap();
    let before = store.image();
    assert!(catch_unwind(AssertUnwindSafe(|| edit(&store, decide))).is_err());
    assert_eq!((store.image(), store.writes()), (before, 1));
    add(&store, row("second")).unwrap();
}

#[test]
fn wrong_edits_are_refused() {
    panics(&mut |edits| edits.remove(1));
    panics(&mut |edits| {
        edits.remove(0);
        edits.remove(0);
    });
    let working = Fact { expires_at: Some(FixedClock::default().now()), ..row("second") };
    panics(&mut |edits| edits.append(Clean::admit(working.clone()).unwrap()));
    let owned = Fact { persona: Segment::stored("dev"), ..row("second") };
    panics(&mut |edits| edits.append(Clean::admit(owned.clone()).unwrap()));
    panics(&mut |edits| edits.append(Clean::admit(row(" FIRST ")).unwrap()));
}

/// P-6: a decider with effects is found out within three changes.
#[test]
fn a_decider_with_effects_is_found_out() {
    let found = catch_unwind(|| {
        let store = FakeStore::new();
        let mut calls = 0;
        for _ in 0..3 {
            edit(&store, &mut |edits| {
                calls += 1;
                edits.append(Clean::admit(row(&format!("call {calls}"))).unwrap());
            })
            .unwrap();
        }
    });
    assert!(found.is_err());
}

#[test]
fn faults_come_when_they_are_ordered() {
    let store = FakeStore::new();
    let code = |result: Result<Commit, Error>| result.err().map(|error| error.code());
    let place = FactPlace::Shared;
    store.fail_nth(&place, 2, StoreFault::NoSpace { operation: "write" });
    let codes = ["a", "b", "c"].map(|text| code(add(&store, row(text))));
    assert_eq!(codes, [None, Some("store.no_space"), None]);
    store.fail_writes(&place);
    assert_eq!(code(add(&store, row("d"))), Some("store.read_only"));
    assert_eq!(store.facts(&place).unwrap().rows.len(), 2);
    store.mend(&place);
    assert_eq!(code(add(&store, row("d"))), None);
    store.fail_reads(&place, StoreFault::PathUnsafe);
    assert_eq!(store.facts(&place).unwrap_err().code(), "store.path_unsafe");
    store.mend(&place);
    store.fail_at(1, StoreFault::HomeMissing);
    let refused = store.backlog(&Project::at(b"/srv/demo")).unwrap_err();
    assert_eq!(refused.code(), "store.home_missing");
    store.backlog(&Project::at(b"/srv/demo")).unwrap();
}

/// A test can prove that a store was not touched, and what was.
#[test]
fn what_was_opened_is_told() {
    let store = FakeStore::new();
    assert_eq!((store.opened(), store.operations(), store.writes()), (Vec::new(), 0, 0));
    store.facts(&FactPlace::Shared).unwrap();
    add(&store, row("first")).unwrap();
    assert_eq!(store.opened(), ["shared", "transaction", "shared"]);
    assert_eq!((store.operations(), store.writes()), (3, 1));
}

/// Seeded rows are read as they are, beside rows that are not valid.
#[test]
fn seeds_are_read_as_they_are() {
    let store = FakeStore::new();
    let rows = vec![row("first"), row("first")];
    store.seed(&FactPlace::Shared, rows.clone());
    store.seed_invalid(&FactPlace::Shared, 2);
    let seen = store.facts(&FactPlace::Shared).unwrap();
    assert_eq!((&seen.rows, &seen.invalid, store.writes()), (&rows, &vec![2, 3], 0));
}
