//! Rows, places and small acts the clauses are told in.

use std::time::Duration;

use mind_core::Error;
use mind_core::backlog::{BacklogItem, BacklogState, BacklogText};
use mind_core::fact::{Extra, Fact, FactText, Kind, Tags, content_id};
use mind_core::port::{Commit, Decision, Edits, Expect, Snapshot, Store};
use mind_core::scan::Clean;
use mind_core::scope::{FactPlace, Persona, Project, Segment};
use mind_core::time::Timestamp;

/// Longer than anything here should ever take.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// 2026-11-20T10:00:00.000Z, and whole seconds after it.
pub(super) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_795_168_800_000 + seconds * 1_000).expect("a year of four digits")
}

pub(super) fn demo() -> Project {
    Project::at(b"/srv/demo")
}

pub(super) fn dev() -> FactPlace {
    FactPlace::Persona(Persona::named("dev").expect("a short name"))
}

pub(super) fn working() -> FactPlace {
    FactPlace::Project(demo())
}

/// One place of each tier.
pub(super) fn places() -> [FactPlace; 4] {
    [dev(), FactPlace::ProjectLong(demo()), FactPlace::Shared, working()]
}

/// A row of a place, saying `text`.
pub(super) fn fact(place: &FactPlace, text: &str) -> Fact {
    let (kind, tags) = (Kind::Note, Tags::parse(["contract"]).expect("a short tag"));
    let tier = place.tier();
    let expires = tier == mind_core::scope::Tier::Project;
    Fact {
        id: content_id(kind, text, &tags),
        kind,
        text: FactText::parse(text).expect("a text within its limit"),
        tags,
        recorded_at: at(0),
        last_seen_at: at(0),
        expires_at: expires.then(|| at(3_600)),
        persona: tier.is_owned().then(|| Segment::stored("dev").expect("a short segment")),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

/// A backlog item saying `text`.
pub(super) fn item(text: &str) -> BacklogItem {
    let tags = Tags::default();
    BacklogItem {
        id: mind_core::fact::backlog_id(text, &tags),
        text: BacklogText::parse(text).expect("a text within its limit"),
        state: BacklogState::Open,
        tags,
        created_at: at(0),
        persona: Segment::stored("dev"),
        due_at: None,
        expires_at: Some(at(3_600)),
        note: None,
        extra: Extra::default(),
    }
}

pub(super) fn clean<T: mind_core::scan::FreeText>(row: T) -> Clean<T> {
    Clean::admit(row).expect("the rows of the suite are harmless")
}

/// Edits that append rows.
pub(super) fn appending<T: mind_core::port::Record + mind_core::scan::FreeText>(
    rows: &[T],
) -> Decision<T> {
    let mut edits = Edits::new();
    for row in rows {
        edits.append(clean(row.clone()));
    }
    Decision::Edit(edits)
}

/// Appends facts in one change of a transaction of its own.
pub(super) fn add(store: &dyn Store, place: &FactPlace, rows: &[Fact]) -> Result<Commit, Error> {
    change(store, place, Expect::Any, &mut |_| appending(rows))
}

/// Changes a fact place in a transaction of its own.
pub(super) fn change(
    store: &dyn Store,
    place: &FactPlace,
    expect: Expect,
    decide: &mut dyn FnMut(&[Fact]) -> Decision<Fact>,
) -> Result<Commit, Error> {
    store.transaction(at(1), PATIENCE)?.update(place, expect, decide)
}

/// Appends items to the backlog of `demo`.
pub(super) fn add_items(store: &dyn Store, rows: &[BacklogItem]) -> Result<Commit, Error> {
    store.update_backlog(&demo(), at(1), PATIENCE, Expect::Any, &mut |_| appending(rows))
}

/// The rows a handle sees.
pub(super) fn rows(store: &dyn Store, place: &FactPlace) -> Vec<Fact> {
    store.facts(place).expect("the place can be read").rows.clone()
}

/// The backlog of `demo` as a handle sees it.
pub(super) fn items(store: &dyn Store) -> Vec<BacklogItem> {
    store.backlog(&demo()).expect("the backlog can be read").rows.clone()
}

/// The exact state of a place.
pub(super) fn exactly(store: &dyn Store, place: &FactPlace) -> Snapshot<Fact> {
    store.strict(place).expect("the place is sound")
}

/// What a change came to, as far as clauses compare it: its sequence, and whether there was one.
pub(super) fn sequence(commit: &Commit) -> (u64, bool) {
    match commit {
        Commit::Unchanged { sequence, .. } => (*sequence, false),
        Commit::Changed { sequence, .. } => (*sequence, true),
    }
}

/// The code a call was refused with, or `none`.
pub(super) fn code<T>(result: &Result<T, Error>) -> &'static str {
    result.as_ref().map_or_else(Error::code, |_| "none")
}
