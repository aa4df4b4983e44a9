//! `recall` with a query through the use case.

use mind_core::fact::{Fact, Kind};
use mind_core::mind::RecallRequest;
use mind_core::scope::{FactPlace, Segment, Tier};

use crate::world::{World, at, dev, in_tier, note, of_kind, ops, row, superseding, texts_of};

/// nothing matches, nothing is answered.
#[test]
fn there_is_no_filler() {
    let world = World::new();
    world.remember(&note("The smoke test needs port 7101."));
    let page = world.recall("zebra");
    assert_eq!((page.hits.len(), page.total, page.next_offset), (0, 0, None));
}

/// equal scores are ordered by kind, then newest, then tier, then id.
#[test]
fn ties_are_broken_in_a_fixed_order() {
    let world = World::new();
    let rows = |ids: &[(&str, Kind, i64)]| -> Vec<Fact> {
        let one = |&(id, kind, hours): &(&str, Kind, i64)| Fact {
            kind,
            last_seen_at: at(hours),
            ..row(id, &format!("zebra {id}"), &[], None)
        };
        ids.iter().map(one).collect()
    };
    world.store.seed(
        &FactPlace::Shared,
        rows(&[
            ("b", Kind::Note, -5),
            ("a", Kind::Note, -5),
            ("c", Kind::Note, -1),
            ("d", Kind::Gotcha, -9),
        ]),
    );
    let ids: Vec<_> =
        world.recall("zebra").hits.iter().map(|hit| hit.entry.id.to_string()).collect();
    assert_eq!(ids, ["d", "c", "a", "b"]);
}

/// one content in several tiers is one hit, shown from the first tier, an own row before others'.
#[test]
fn one_content_is_one_hit() {
    let world = World::new();
    world.mind.remember(&ops(), &of_kind("gotcha", "zebra crossing")).unwrap();
    world.remember(&of_kind("gotcha", "zebra crossing"));
    let shared = mind_core::mind::Draft {
        tier: Some("shared".into()),
        ..of_kind("gotcha", "Zebra crossing")
    };
    world.mind.remember(&ops(), &shared).unwrap();
    let page = world.recall("zebra");
    assert_eq!((page.total, page.hits.len(), page.next_offset), (1, 1, None));
    let entry = &page.hits[0].entry;
    assert_eq!(
        (entry.tier, entry.persona.as_ref().map(Segment::as_str)),
        (Tier::ProjectLong, Some("dev"))
    );
    let others: Vec<_> = entry.others.iter().map(|other| other.tier).collect();
    assert_eq!(others, [Tier::ProjectLong, Tier::Shared]);
}

/// filters come before the cut: expired, foreign-project and other-kind rows take no place in the page.
#[test]
fn filters_come_before_the_cut() {
    let world = World::new();
    for n in 0..30 {
        world.remember(&note(&format!("zebra number {n}")));
    }
    world.pass(47.0);
    for n in 30..40 {
        world.remember(&note(&format!("zebra number {n}")));
    }
    world.pass(1.0);
    let request = RecallRequest { query: "zebra".into(), limit: 10, ..RecallRequest::default() };
    let first = world.mind.recall(&dev(), &request).unwrap();
    assert_eq!((first.hits.len(), first.total, first.expired), (10, 10, 30));
    for _ in 0..500 {
        assert_eq!(world.mind.recall(&dev(), &request).unwrap(), first);
    }
    let gotchas = RecallRequest { kind: Some(Kind::Gotcha), ..request };
    assert!(world.mind.recall(&dev(), &gotchas).unwrap().hits.is_empty());
}

/// what is kept between calls changes no answer, whichever way the clock goes.
#[test]
fn an_expiry_shows_at_once_and_a_clock_set_back_too() {
    let world = World::new();
    world.remember(&note("zebra one"));
    world.pass(24.0);
    world.remember(&note("zebra two"));
    let counts = |hours: i64| {
        world.clock.set(at(hours));
        let page = world.recall("zebra");
        (page.total, page.expired)
    };
    let seen = [24, 47, 48, 71, 72, 24, 48, 24].map(counts);
    assert_eq!(seen, [(2, 0), (2, 0), (1, 1), (1, 1), (0, 2), (2, 0), (1, 1), (2, 0)]);
}

/// a query over 512 characters is the only one refused, and is not echoed.
#[test]
fn only_a_long_query_is_refused() {
    let world = World::new();
    world.remember(&note("zebra"));
    for query in ["AND", "NEAR(", "\"", "*", "(", "\\", "\0", "🔥", &"é".repeat(512)] {
        let request = RecallRequest { query: query.into(), ..RecallRequest::default() };
        assert!(world.mind.recall(&dev(), &request).is_ok(), "{query:?}");
    }
    let request = RecallRequest { query: "zebra".repeat(103), ..RecallRequest::default() };
    let refused = world.mind.recall(&dev(), &request).unwrap_err();
    assert_eq!(refused.code(), "recall.query_too_long");
    assert!(!refused.to_string().contains("zebra"));
}

/// `at` ranks the rows that were live then, among those still held.
#[test]
fn a_search_can_look_back() {
    let world = World::new();
    world.remember(&note("zebra one"));
    world.pass(24.0);
    world.remember(&note("zebra two"));
    world.clock.set(at(50));
    let then = |hours| {
        let request = RecallRequest {
            query: "zebra".into(),
            at: Some(at(hours)),
            ..RecallRequest::default()
        };
        texts_of(&world.mind.recall(&dev(), &request).unwrap())
    };
    assert_eq!(then(1), ["zebra one"]);
    assert_eq!(then(30).len(), 2);
    assert_eq!(texts_of(&world.recall("zebra")), ["zebra two"]);
}

/// R-16, B21: a row dated in the future is found and not preferred.
#[test]
fn a_future_row_is_not_preferred() {
    let world = World::new();
    let future = Fact {
        recorded_at: at(17_520),
        last_seen_at: at(17_520),
        ..row("future", "zebra stripes and more of them besides", &[], None)
    };
    world.store.seed(&FactPlace::Shared, vec![future, row("now", "zebra stripes", &[], None)]);
    let ids: Vec<_> =
        world.recall("zebra stripes").hits.iter().map(|hit| hit.entry.id.to_string()).collect();
    assert_eq!(ids, ["now", "future"]);
}

/// S-9, R-11: the parts of every hit add up to its score as printed.
#[test]
fn parts_add_up() {
    let world = World::new();
    world.remember(&in_tier("shared", "Deploys use the pre-edit hook v2.4 on Tuesdays."));
    world.remember(&in_tier("persona", "The deploy hook is slow."));
    let page = world.recall("deploy hook v2.4");
    assert_eq!(page.hits.len(), 2);
    for hit in &page.hits {
        let micros = |value: f64| (value * 1e6).round();
        let sum: f64 = hit.parts.iter().map(|(_, part)| micros(*part)).sum();
        assert!((sum - micros(hit.score)).abs() < 0.5, "{hit:?}");
    }
}

/// what happens to rows a query does not match leaves the order of the others alone.
#[test]
fn unrelated_changes_leave_the_order() {
    let world = World::new();
    for n in 0..20 {
        world.remember(&in_tier("shared", &format!("zebra {n} grazes near gate {}", n % 7)));
    }
    let unrelated = world.remember(&in_tier("shared", "The printer is on floor two.")).id;
    let before = texts_of(&world.recall("zebra gate 3"));
    let mode = mind_core::mind::ForgetMode::Remove;
    world.mind.forget(&dev(), unrelated.as_str(), None, mode).unwrap();
    assert_eq!(texts_of(&world.recall("zebra gate 3")), before);
}

/// B19, R-18: saying a fact again and again keeps one row and gives it no rank.
#[test]
fn repetition_gains_no_rank() {
    let world = World::new();
    world.remember(&in_tier("shared", "The zebra grazes near the gate"));
    world.remember(&in_tier(
        "shared",
        "A zebra, as everyone here knows, sleeps beside the old gate",
    ));
    let ranked = || {
        let page = world.recall("zebra gate");
        let hit = |hit: &mind_core::mind::Hit| (hit.entry.id.to_string(), hit.score.to_bits());
        page.hits.iter().map(hit).collect::<Vec<_>>()
    };
    let before = ranked();
    let second = in_tier("shared", &texts_of(&world.recall("zebra gate"))[1]);
    for _ in 0..100 {
        world.pass(1.0);
        world.remember(&second);
    }
    assert_eq!(ranked(), before);
}

/// B28, R-15: what was forgotten takes no place: half of many facts go, and a page is full of the others.
#[test]
fn the_forgotten_take_no_place() {
    let world = World::new();
    let ids: Vec<_> = (0..40)
        .map(|n| world.remember(&in_tier("shared", &format!("zebra number {n}"))).id)
        .collect();
    assert_eq!(world.recall("zebra").total, 40);
    for id in ids.iter().step_by(2) {
        let mode = mind_core::mind::ForgetMode::Remove;
        world.mind.forget(&dev(), id.as_str(), None, mode).unwrap();
    }
    let request = RecallRequest { query: "zebra".into(), limit: 10, ..RecallRequest::default() };
    let page = world.mind.recall(&dev(), &request).unwrap();
    assert_eq!((page.hits.len(), page.total), (10, 20));
    let gone = |hit: &mind_core::mind::Hit| ids.iter().step_by(2).any(|id| *id == hit.entry.id);
    assert!(!page.hits.iter().any(gone));
}

/// B04: facts that are nearly alike stay two, each is found by what sets it apart, and only the one that was replaced by name goes.
#[test]
fn near_copies_stay_two_until_one_is_replaced() {
    let world = World::new();
    let old = world.remember(&in_tier("shared", "Alpha service listens on 7101")).id;
    world.remember(&in_tier("shared", "Alpha service listens on 7102"));
    for port in ["7101", "7102"] {
        let found = texts_of(&world.recall(&format!("alpha service {port}")));
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with(port), "{found:?}");
    }
    let new = in_tier("shared", "Alpha service listens on 7103");
    world.remember(&superseding(old.as_str(), new));
    let found = texts_of(&world.recall("alpha service listens on 7101"));
    assert_eq!(found.len(), 2);
    assert!(!found.iter().any(|text| text.ends_with("7101")), "{found:?}");
}
