//! C-2, C-3, C-8: what fits, what does not, and that it is said.

use super::*;

/// C-2: the range is refused outside, not clamped.
#[test]
fn c2_range() {
    let code = |tokens| Budget::of_tokens(tokens, 0).map(|_| ()).map_err(|error| error.code());
    assert_eq!(code(199), Err("input.out_of_range"));
    assert_eq!(code(200), Ok(()));
    assert_eq!(code(20_000), Ok(()));
    assert_eq!(code(20_001), Err("input.out_of_range"));
}

/// Facts of 80 %, 30 % and 5 % of the budget: a large one that does not fit is named, and the smaller after it is shown.
#[test]
fn c8_a_large_entry_makes_way_for_a_small_one() {
    let mut stock = Stock { tokens: 400, ..Stock::default() };
    for (id, size, seen) in
        [("a", 960, "2026-11-03"), ("b", 360, "2026-11-02"), ("c", 60, "2026-11-01")]
    {
        stock.fact(Tier::Persona, Kind::Invariant, id, &"🔥".repeat(size / 4), seen);
    }
    let blocks = stock.blocks();
    assert_eq!(texts(&blocks.standing), ["🔥".repeat(15)]);
    assert!(blocks.standing.contains("(2 more durable facts not shown; use recall)"));
    let standing = counts(&blocks.manifest, Section::Standing);
    assert_eq!((standing.included, standing.over_budget, standing.over_cap), (1, 2, 0));
    let reasons: Vec<_> =
        blocks.manifest.entries.iter().map(|entry| (entry.reason.as_str(), entry.bytes)).collect();
    assert_eq!(reasons, [("standing", 90), ("over-budget", 990), ("over-budget", 390)]);
}

/// Caps, with 500 facts, 50 notes and 40 items.
#[test]
fn c3_caps() {
    let mut stock = Stock { scores: Some(Vec::new()), ..Stock::default() };
    let tiers = [Tier::Persona, Tier::ProjectLong, Tier::Shared, Tier::Project];
    for n in 0..500 {
        let text = format!("Statement {n} of some length about the importer and its queue");
        stock.fact(tiers[n % 4], Kind::Gotcha, &format!("f{n}"), &text, "2026-11-20");
        stock.scores.as_mut().unwrap().push((n, 1.0 + n as f64));
    }
    for n in 0..50 {
        stock.note(Kind::Note, &format!("n{n}"), &format!("Note {n}"), None);
    }
    for n in 0..40 {
        stock.item(BacklogState::Open, &format!("b{n}"), &format!("Item {n}"), None);
    }
    let Blocks { standing, task, manifest, .. } = stock.blocks();
    let included = |section| counts(&manifest, section).included;
    assert_eq!(included(Section::Standing), 12);
    assert_eq!(included(Section::Matching), 8);
    assert_eq!(included(Section::Notes), 8);
    assert_eq!(included(Section::Working), 5);
    assert_eq!(included(Section::Backlog), 6);
    assert!(standing.contains("(363 more durable facts not shown; use recall)"), "{standing}");
    let expect = "(355 matching facts, 42 session notes, 120 working facts, 34 backlog items not shown; use read, recall or backlog list)";
    assert!(task.contains(expect), "{task}");
}

/// C-2, SN-60: notes have 600 tokens, heading and notice included, and leave the rest to the others.
#[test]
fn sn60_notes_have_their_own_ceiling() {
    let mut stock = Stock::default();
    for n in 0..40 {
        stock.note(Kind::Note, &format!("n{n:02}"), &"x".repeat(600), None);
    }
    stock.note(Kind::Note, "matching", &"y".repeat(2_000), Some(1.0));
    stock.note(Kind::Objective, "objective", "Ship", None);
    stock.item(BacklogState::Open, "b", "x", None);
    let Blocks { task, manifest, .. } = stock.blocks();
    let notes = counts(&manifest, Section::Notes);
    assert_eq!((notes.included, notes.clipped), (3, 1));
    assert!(task.lines().nth(2).unwrap().starts_with("- [note matching] \"yyy"));
    let section = "## Session notes\n".len() + notes.bytes + manifest.task.notice;
    assert!(section <= 1_800, "{section}");
    assert!(task.contains("## Backlog"));
}

/// SN-60, SN-63: room for the section's notice is kept before the first note.
#[test]
fn sn63_the_notice_is_reserved() {
    let mut stock = Stock::default();
    let heading = "## Session notes\n".len();
    let line = "- [note n0] \"\" (this branch)\n".len();
    let text = "x".repeat((1_800 - heading) / 8 - line);
    for n in 0..8 {
        stock.note(Kind::Note, &format!("n{n}"), &text, None);
    }
    let blocks = stock.blocks();
    let notes = counts(&blocks.manifest, Section::Notes);
    assert_eq!((notes.included, notes.over_budget), (7, 1));
    assert!(blocks.task.contains("(1 session note not shown; use read or recall)"));
}

/// C-2: hints are paid from the task block, so that the standing block keeps its bytes.
#[test]
fn c2_hints_are_reserved_first() {
    let mut stock = Stock { tokens: 300, ..Stock::default() };
    for n in 0..8 {
        let (id, text) = (format!("f{n}"), "x".repeat(100));
        stock.fact(Tier::Persona, Kind::Note, &id, &text, "2026-11-20");
        stock.fact(Tier::Project, Kind::Note, &format!("w{n}"), &text, "2026-11-20");
    }
    let free = stock.blocks();
    stock.reserved = 300;
    let kept = stock.blocks();
    assert_eq!(kept.standing, free.standing);
    assert!(kept.task.len() < free.task.len());
    stock.reserved = usize::MAX;
    let none = stock.blocks();
    assert_eq!((none.standing.as_str(), none.task.as_str()), ("", ""));
    assert_eq!(counts(&none.manifest, Section::Working).over_budget, 8);
}

/// C-2: what the standing block leaves is the task block's.
#[test]
fn c2_the_task_block_takes_what_is_left() {
    let mut stock = Stock::default();
    for n in 0..6 {
        let text = "🔥".repeat(240);
        stock.item(BacklogState::Open, &format!("b{n}"), &text, None);
    }
    let blocks = stock.blocks();
    assert_eq!(blocks.standing, "");
    assert!(blocks.task.len() > 3_600, "{}", blocks.task.len());
}
