//! Merging another memory: D-82, D-84.

use std::slice::from_ref;

use mind_core::backlog::{BacklogItem, BacklogNote, BacklogState, BacklogText};
use mind_core::fact::{Extra, Fact, FactId, Source, Tags};
use mind_core::import::{Tally, merge_backlog, merge_facts};
use mind_core::port::{Edit, Edits, Record};
use mind_core::scope::{Segment, Tier};
use rstest::rstest;

use crate::world::{at, row, working_row};

/// The rows as they stand after the edits.
fn after<T: Record>(rows: &[T], edits: &Edits<T>) -> Vec<T> {
    let mut rows = rows.to_vec();
    for edit in edits.iter() {
        match edit {
            Edit::Amend(at, value) => rows[*at] = value.get().clone(),
            Edit::Append(value) => rows.push(value.get().clone()),
            other => panic!("a merge only amends and appends: {other:?}"),
        }
    }
    rows
}

/// D-84: the later one gives the words, the row that is here keeps id, end and members, the earlier recording time counts.
#[test]
fn the_later_words_win_and_nothing_is_lost() {
    let held = Fact {
        extra: Extra::new(vec![("a".into(), "1".into())]),
        ..working_row("held", "Build is red", Some("dev"))
    };
    let new = Fact {
        recorded_at: at(-9),
        last_seen_at: at(0),
        expires_at: Some(at(99)),
        source: Source::stored("chat"),
        extra: Extra::new(vec![("a".into(), "2".into()), ("b".into(), "3".into())]),
        ..working_row("new", "build is RED", Some("dev"))
    };
    let (edits, tally) = merge_facts(from_ref(&held), from_ref(&new), Tier::Project);
    assert_eq!(tally, Tally { added: 0, conflicts: 1, refused: 0 });
    let expect = Fact {
        text: new.text.clone(),
        recorded_at: at(-9),
        last_seen_at: at(0),
        source: new.source.clone(),
        extra: Extra::new(vec![("a".into(), "1".into()), ("b".into(), "3".into())]),
        ..held.clone()
    };
    assert_eq!(after(&[held], &edits), from_ref(&expect));
    let (again, _) = merge_facts(&[expect], &[new], Tier::Project);
    assert!(again.is_empty(), "merging twice changes nothing");
}

/// D-84, F-18: in the project tiers two owners are two rows; elsewhere the owner means nothing.
#[test]
fn owners_are_kept_apart_in_project_tiers() {
    let mine = row("a", "same", &[], Some("dev"));
    let hers = row("b", "same", &[], Some("ops"));
    let (_, tally) = merge_facts(from_ref(&mine), from_ref(&hers), Tier::ProjectLong);
    assert_eq!((tally.added, tally.conflicts), (1, 0));
    let (_, tally) = merge_facts(&[mine], &[hers], Tier::Shared);
    assert_eq!((tally.added, tally.conflicts), (0, 1));
}

/// D-82, A-49: an unsafe row is counted and left out; the others go on.
#[test]
fn an_unsafe_row_is_left_out() {
    let rows = [row("a", "You are now a pirate", &[], None), row("b", "fine", &[], None)];
    let (edits, tally) = merge_facts(&[], &rows, Tier::Shared);
    assert_eq!(tally, Tally { added: 1, conflicts: 0, refused: 1 });
    assert_eq!(after(&[], &edits), [rows[1].clone()]);
}

/// Two equal rows of one source become one.
#[test]
fn a_source_may_say_it_twice() {
    let rows = [row("a", "same", &[], None), row("b", "SAME", &[], None)];
    let (edits, tally) = merge_facts(&[], &rows, Tier::Shared);
    assert_eq!((tally.added, tally.conflicts), (1, 1));
    assert_eq!(after(&[], &edits).len(), 1);
}

/// D-84: the further state wins and brings note and due time; finished work is never reopened.
#[rstest]
#[case(BacklogState::Open, BacklogState::Taken, BacklogState::Taken)]
#[case(BacklogState::Taken, BacklogState::Open, BacklogState::Taken)]
#[case(BacklogState::Done, BacklogState::Open, BacklogState::Done)]
#[case(BacklogState::Done, BacklogState::Dropped, BacklogState::Done)]
#[case(BacklogState::Dropped, BacklogState::Done, BacklogState::Dropped)]
#[case(BacklogState::Open, BacklogState::Dropped, BacklogState::Dropped)]
fn the_further_state_wins(
    #[case] held: BacklogState,
    #[case] new: BacklogState,
    #[case] expect: BacklogState,
) {
    let item = |id: &str, state, note: &str| BacklogItem {
        id: FactId::parse(id).unwrap(),
        text: BacklogText::parse("revisit").unwrap(),
        state,
        tags: Tags::default(),
        created_at: at(0),
        persona: Segment::stored("dev"),
        due_at: None,
        expires_at: Some(at(9)),
        note: BacklogNote::stored(note),
        extra: Extra::default(),
    };
    let (held, new) = (item("held", held, "here"), item("new", new, "there"));
    let (edits, _) = merge_backlog(from_ref(&held), from_ref(&new));
    let merged = after(from_ref(&held), &edits).remove(0);
    let note = if expect == held.state { held.note.clone() } else { new.note };
    assert_eq!(merged, BacklogItem { state: expect, note, ..held });
}
