//! C-3 to C-5: which rows, in which order.

use super::*;

fn ids(manifest: &Manifest, section: Section) -> Vec<String> {
    let shown = manifest.entries.iter().filter(|entry| entry.section == section);
    let shown = shown.filter(|entry| entry.is_included());
    shown.map(|entry| entry.reference.rsplit('/').next().unwrap().to_owned()).collect()
}

/// C-4: by kind, then newest, then id, over all three tiers.
#[test]
fn c4_standing_order() {
    let mut stock = Stock::default();
    let kinds = [
        (Kind::Note, "n"),
        (Kind::Gotcha, "g"),
        (Kind::Rationale, "r"),
        (Kind::Convention, "c"),
        (Kind::Preference, "p"),
        (Kind::Invariant, "i"),
        (Kind::Objective, "o"),
    ];
    for (tier, mark) in [(Tier::Shared, "s"), (Tier::ProjectLong, "l")] {
        for (kind, id) in &kinds[3..] {
            stock.fact(tier, *kind, &format!("{id}-{mark}"), "x", "2026-11-01");
        }
    }
    for (kind, id) in &kinds[..3] {
        stock.fact(Tier::Persona, *kind, id, "x", "2026-11-01");
    }
    stock.fact(Tier::Persona, Kind::Convention, "new", "x", "2026-11-02");
    let order = ids(&stock.blocks().manifest, Section::Standing);
    let expect = ["o-l", "o-s", "i-l", "i-s", "p-l", "p-s", "new", "c-l", "c-s", "r", "g", "n"];
    assert_eq!(order, expect);
}

/// C-3, C-4: eight and four; objectives take of the eight, and none is lost without a word.
#[test]
fn c3_standing_caps() {
    let mut stock = Stock::default();
    for n in 0..9 {
        let id = format!("o{n}");
        stock.fact(Tier::Persona, Kind::Objective, &id, &id, "2026-11-01");
        let id = format!("c{n}");
        stock.fact(Tier::ProjectLong, Kind::Convention, &id, &id, "2026-11-01");
    }
    stock.fact(Tier::Shared, Kind::Invariant, "s", "s", "2026-11-01");
    let blocks = stock.blocks();
    let expect = ["o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "c0", "c1", "c2", "c3"];
    assert_eq!(ids(&blocks.manifest, Section::Standing), expect);
    assert!(blocks.standing.contains("(7 more durable facts not shown; use recall)"));
}

/// C-4, F-18: one content is one line, an own row first, then the earlier tier; the other is not counted as missing.
#[test]
fn c4_one_content_shows_once() {
    let mut stock = Stock { twins: vec![vec![0, 1], vec![2, 3], vec![4, 5]], ..Stock::default() };
    stock.fact(Tier::Shared, Kind::Note, "a-shared", "x", "2026-11-02");
    stock.fact(Tier::Persona, Kind::Note, "a", "X", "2026-11-01");
    stock.fact(Tier::ProjectLong, Kind::Note, "b", "y", "2026-11-02").persona = None;
    stock.fact(Tier::Shared, Kind::Note, "b", "Y", "2026-11-01");
    stock.fact(Tier::ProjectLong, Kind::Note, "c", "z", "2026-11-02").persona =
        Segment::stored("ada");
    stock.fact(Tier::ProjectLong, Kind::Note, "c", "Z", "2026-11-01");
    let blocks = stock.blocks();
    let mut shown = texts(&blocks.standing);
    shown.sort();
    assert_eq!(shown, ["X", "Z", "y"]);
    assert_eq!(counts(&blocks.manifest, Section::Standing).duplicates, 3);
    stock.withheld = vec!["a".to_owned()];
    let mut shown = texts(&stock.blocks().standing);
    shown.sort();
    assert_eq!(shown, ["Z", "x", "y"], "a withheld row answers for no other");
}

/// C-5: a working fact another block or section says already is not said again.
#[test]
fn c5_a_working_copy_of_a_shown_fact_is_not_shown() {
    let mut stock = Stock { twins: vec![vec![0, 1, 2]], ..Stock::default() };
    stock.fact(Tier::Persona, Kind::Note, "a", "x", "2026-11-01");
    stock.fact(Tier::Project, Kind::Note, "a", "x", "2026-11-02").persona = Segment::stored("ada");
    stock.fact(Tier::Project, Kind::Note, "a", "x", "2026-11-02");
    let blocks = stock.blocks();
    assert_eq!(blocks.task, "");
    assert_eq!(counts(&blocks.manifest, Section::Working).duplicates, 2);
}

/// C-8: nor is it counted as left out, wherever in the order it stands.
#[test]
fn c8_a_copy_beyond_the_cap_is_not_missing() {
    let mut stock = Stock { twins: vec![vec![0, 1]], ..Stock::default() };
    stock.fact(Tier::Persona, Kind::Note, "a", "x", "2026-11-01");
    stock.fact(Tier::Project, Kind::Note, "a", "x", "2026-11-01");
    for n in 0..5 {
        stock.fact(Tier::Project, Kind::Note, &format!("w{n}"), "y", "2026-11-02");
    }
    let blocks = stock.blocks();
    assert!(!blocks.task.contains("not shown"), "{}", blocks.task);
    assert_eq!(counts(&blocks.manifest, Section::Working).duplicates, 1);
}

/// C-5, R-13: durable matches by score, ties by kind, newest, tier, id; none that stands in the standing block.
#[test]
fn c5_matching_order() {
    let mut stock = Stock::default();
    for n in 0..8 {
        let id = format!("i{n}");
        stock.fact(Tier::Persona, Kind::Invariant, &id, &id, "2026-11-19");
    }
    stock.fact(Tier::Shared, Kind::Note, "d", "d", "2026-11-01");
    stock.fact(Tier::Persona, Kind::Note, "c", "c", "2026-11-01");
    stock.fact(Tier::Persona, Kind::Note, "b", "b", "2026-11-02");
    stock.fact(Tier::Persona, Kind::Rationale, "a", "a", "2026-11-01");
    stock.fact(Tier::Persona, Kind::Note, "best", "best", "2026-11-01");
    stock.scores = Some([(0, 9.0), (8, 1.0), (9, 1.0), (10, 1.0), (11, 1.0), (12, 1.5)].into());
    let blocks = stock.blocks();
    assert_eq!(ids(&blocks.manifest, Section::Matching), ["best", "a", "b", "c", "d"]);
    stock.scores = None;
    assert_eq!(stock.blocks().task, "", "without a text there is no section of matches");
}

/// C-5: working facts that match come first, by score, then the newest.
#[test]
fn c5_working_order() {
    let mut stock = Stock::default();
    for (id, seen) in
        [("a", "2026-11-18"), ("b", "2026-11-19"), ("c", "2026-11-17"), ("d", "2026-11-20")]
    {
        stock.fact(Tier::Project, Kind::Note, id, id, seen);
    }
    assert_eq!(ids(&stock.blocks().manifest, Section::Working), ["d", "b", "a", "c"]);
    stock.scores = Some(vec![(2, 0.5), (0, 0.25)]);
    assert_eq!(ids(&stock.blocks().manifest, Section::Working), ["c", "a", "d", "b"]);
}

/// C-5, SN-61: notes that match, then objectives, then the newest, then id.
#[test]
fn sn61_note_order() {
    let mut stock = Stock::default();
    stock.note(Kind::Note, "b", "b", None);
    stock.note(Kind::Note, "a", "a", None);
    stock.note(Kind::Objective, "o", "o", None);
    stock.note(Kind::Note, "m", "m", Some(0.5));
    stock.note(Kind::Note, "mm", "mm", Some(0.75));
    stock.note(Kind::Note, "new", "new", None);
    stock.notes.last_mut().unwrap().0.recorded_at = at("2026-11-21");
    let manifest = stock.blocks().manifest;
    assert_eq!(ids(&manifest, Section::Notes), ["mm", "m", "o", "new", "a", "b"]);
}

/// F-77: taken before open, earlier due before later, no due last.
#[test]
fn f77_backlog_order() {
    let mut stock = Stock::default();
    stock.item(BacklogState::Open, "none", "x", None);
    stock.item(BacklogState::Open, "late", "x", Some("2026-12-01"));
    stock.item(BacklogState::Open, "over", "x", Some("2026-11-01"));
    stock.item(BacklogState::Taken, "taken", "x", None);
    let manifest = stock.blocks().manifest;
    assert_eq!(ids(&manifest, Section::Backlog), ["taken", "over", "late", "none"]);
}
