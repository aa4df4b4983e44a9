//! Facts, items and changes in few words.

use std::path::Path;
use std::time::Duration;

use mind_core::backlog::{BacklogItem, BacklogState, BacklogText};
use mind_core::error::Error;
use mind_core::fact::{Extra, Fact, FactId, FactText, Kind, Tags, backlog_id, content_id};
use mind_core::port::{Commit, Decision, Edits, Expect, Record, Store};
use mind_core::scan::{Clean, FreeText};
use mind_core::scope::{FactPlace, Persona, Project, Tier};
use mind_core::time::Timestamp;

/// Longer than any lock in a test is held.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a date of the tests")
}

pub(crate) fn now() -> Timestamp {
    at("2026-11-20T10:00:00Z")
}

pub(crate) fn dev() -> FactPlace {
    FactPlace::Persona(Persona::named("dev").expect("short"))
}

pub(crate) fn demo() -> Project {
    Project::at(b"/srv/demo")
}

pub(crate) fn working() -> FactPlace {
    FactPlace::Project(demo())
}

pub(crate) fn fact(place: &FactPlace, text: &str) -> Fact {
    let tier = place.tier();
    Fact {
        id: content_id(Kind::Note, text, &Tags::default()),
        kind: Kind::Note,
        text: FactText::parse(text).expect("short"),
        tags: Tags::default(),
        recorded_at: now(),
        last_seen_at: now(),
        expires_at: (tier == Tier::Project).then(|| at("2026-11-22T10:00:00Z")),
        persona: tier.is_owned().then(|| Persona::named("dev").expect("short").segment().clone()),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

pub(crate) fn item(text: &str) -> BacklogItem {
    BacklogItem {
        id: backlog_id(text, &Tags::default()),
        text: BacklogText::parse(text).expect("short"),
        state: BacklogState::Open,
        tags: Tags::default(),
        created_at: now(),
        persona: None,
        due_at: None,
        expires_at: None,
        note: None,
        extra: Extra::default(),
    }
}

pub(crate) fn clean<T: FreeText>(row: T) -> Clean<T> {
    Clean::admit(row).expect("nothing in the tests' rows is refused")
}

/// Changes a place in a transaction of its own.
pub(crate) fn change(
    store: &dyn Store,
    place: &FactPlace,
    expect: Expect,
    decide: &mut dyn FnMut(&[Fact]) -> Decision<Fact>,
) -> Result<Commit, Error> {
    store.transaction(now(), PATIENCE)?.update(place, expect, decide)
}

/// Appends a fact to a place.
pub(crate) fn remember(store: &dyn Store, place: &FactPlace, text: &str) -> Result<Commit, Error> {
    change(store, place, Expect::Any, &mut |_| appending([fact(place, text)]))
}

/// Takes the rows with this text out of a place.
pub(crate) fn forget(store: &dyn Store, place: &FactPlace, text: &str) -> Result<Commit, Error> {
    change(store, place, Expect::Any, &mut |rows| {
        let mut edits = Edits::new();
        let gone = rows.iter().enumerate().filter(|(_, row)| row.text.as_str() == text);
        gone.for_each(|(at, _)| edits.remove(at));
        Decision::Edit(edits)
    })
}

/// Retires the row with this text in favour of a new one.
pub(crate) fn supersede(
    store: &dyn Store,
    place: &FactPlace,
    old: &str,
    new: &str,
) -> Result<Commit, Error> {
    let new = fact(place, new);
    change(store, place, Expect::Any, &mut |rows| {
        let mut edits = Edits::new();
        if let Some(row) = rows.iter().position(|row| row.text.as_str() == old) {
            edits.retire(row, new.id.clone(), now());
        }
        if !rows.contains(&new) {
            edits.append(clean(new.clone()));
        }
        Decision::Edit(edits)
    })
}

/// Retires the row with this text in favour of a row of another place.
pub(crate) fn retire(
    store: &dyn Store,
    place: &FactPlace,
    old: &str,
    by: &FactId,
) -> Result<Commit, Error> {
    change(store, place, Expect::Any, &mut |rows| {
        let mut edits = Edits::new();
        if let Some(row) = rows.iter().position(|row| row.text.as_str() == old) {
            edits.retire(row, by.clone(), now());
        }
        Decision::Edit(edits)
    })
}

/// Appends an item to the backlog of `demo`.
pub(crate) fn add_item(store: &dyn Store, text: &str) -> Result<Commit, Error> {
    store.update_backlog(&demo(), now(), PATIENCE, Expect::Any, &mut |_| appending([item(text)]))
}

pub(crate) fn appending<T: Record + FreeText, const N: usize>(rows: [T; N]) -> Decision<T> {
    let mut edits = Edits::new();
    for row in rows {
        edits.append(clean(row));
    }
    Decision::Edit(edits)
}

/// The texts of a place, in order.
pub(crate) fn texts(store: &dyn Store, place: &FactPlace) -> Result<Vec<String>, Error> {
    let snapshot = store.facts(place)?;
    Ok(snapshot.rows.iter().map(|row| row.text.as_str().to_owned()).collect())
}

/// The code of a refusal; `none` for a success.
pub(crate) fn code<T>(result: &Result<T, Error>) -> &'static str {
    result.as_ref().err().map_or("none", Error::code)
}

/// Every name below a directory with what it holds, modification time included.
pub(crate) fn image(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten() {
        let path = entry.expect("listed").path();
        let metadata = path.symlink_metadata().expect("present");
        if metadata.is_dir() {
            found.push((path.display().to_string(), "directory".to_owned()));
            found.extend(image(&path));
        } else {
            let content = std::fs::read(&path).unwrap_or_default();
            let times = metadata.modified().expect("Unix and Windows have it");
            let content = format!("{times:?} {}", String::from_utf8_lossy(&content));
            found.push((path.display().to_string(), content));
        }
    }
    found.sort();
    found
}
