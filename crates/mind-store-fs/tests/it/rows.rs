//! Rows and places the tests of this crate are told in.

use std::time::Duration;

use mind_core::Error;
use mind_core::fact::{Extra, Fact, FactText, Kind, Tags, content_id};
use mind_core::port::{Commit, Decision, Edits, Expect, Store};
use mind_core::scan::Clean;
use mind_core::scope::{FactPlace, Persona, Project, Segment, Tier};
use mind_core::time::Timestamp;

/// Longer than anything here should ever take.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

pub(crate) fn noon() -> Timestamp {
    at("2026-11-20T10:00:00Z")
}

pub(crate) fn demo() -> Project {
    Project::at(b"/srv/demo")
}

pub(crate) fn dev() -> FactPlace {
    FactPlace::Persona(Persona::named("dev").unwrap())
}

/// A plain row of a place.
pub(crate) fn fact(place: &FactPlace, text: &str) -> Fact {
    let tier = place.tier();
    Fact {
        id: content_id(Kind::Note, text, &Tags::default()),
        kind: Kind::Note,
        text: FactText::parse(text).unwrap(),
        tags: Tags::default(),
        recorded_at: noon(),
        last_seen_at: noon(),
        expires_at: (tier == Tier::Project).then(|| at("2026-11-22T10:00:00Z")),
        persona: tier.is_owned().then(|| Segment::stored("dev").unwrap()),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

/// Appends rows in one change of a transaction of its own.
pub(crate) fn add(store: &dyn Store, place: &FactPlace, rows: &[Fact]) -> Result<Commit, Error> {
    let mut transaction = store.transaction(noon(), PATIENCE)?;
    transaction.update(place, Expect::Any, &mut |_| appending(rows))
}

pub(crate) fn appending(rows: &[Fact]) -> Decision<Fact> {
    let mut edits = Edits::new();
    for row in rows {
        edits.append(Clean::admit(row.clone()).unwrap());
    }
    Decision::Edit(edits)
}

pub(crate) fn texts(store: &dyn Store, place: &FactPlace) -> Vec<String> {
    let seen = store.facts(place).unwrap();
    seen.rows.iter().map(|row| row.text.as_str().to_owned()).collect()
}
