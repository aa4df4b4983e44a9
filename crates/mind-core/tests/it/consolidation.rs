//! The store of the contract's vectors, and rows to build others from.

use mind_core::fact::{Extra, Fact, FactText, Kind, Source, Tags, content_id};
use mind_core::port::{Fingerprint, Snapshot};
use mind_core::scope::{Persona, Project, Scope, Segment};
use mind_core::time::Timestamp;

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(&format!("2026-11-20T{text}Z")).unwrap()
}

pub(crate) fn scope(persona: &str) -> Scope {
    let project = Some(Project::at(b"/srv/demo"));
    Scope { persona: Persona::named(persona).unwrap(), project }
}

/// A working row of `persona`, recorded at a time of that day, without source.
pub(crate) fn row(persona: &str, time: &str, text: &str, tags: &[&str]) -> Fact {
    let tags = Tags::parse(tags).unwrap();
    Fact {
        id: content_id(Kind::Note, text, &tags),
        kind: Kind::Note,
        text: FactText::parse(text).unwrap(),
        tags,
        recorded_at: at(time),
        last_seen_at: at(time),
        expires_at: at(time).plus_millis(48 * 3_600_000),
        persona: Segment::stored(persona),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

pub(crate) fn snapshot(rows: Vec<Fact>) -> Snapshot<Fact> {
    Snapshot {
        rows,
        invalid: Vec::new(),
        sequence: 3,
        fingerprint: Fingerprint::Sha256(vector_digest()),
        bytes: 1_123,
        has_backup: false,
        warnings: Vec::new(),
    }
}

pub(crate) const FINGERPRINT: &str =
    "sha256:cdc6c1ae54ab45ce0f6c91e2225a6b8192d7bfe88bab5e8c6727066cd2afd580";

fn vector_digest() -> [u8; 32] {
    let hex = FINGERPRINT.trim_start_matches("sha256:");
    std::array::from_fn(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
}

/// The three rows of the vectors: two of `dev` that say one thing, and one of `ops` between them.
pub(crate) fn vector() -> Vec<Fact> {
    let text = "The smoke test needs port 7101 free.";
    let mut first = row("dev", "09:00:00", text, &["tests"]);
    first.source = Source::stored("child scout");
    let foreign = row("ops", "09:30:00", text, &["tests"]);
    let last = "Smoke test requires port 7101 to be free.";
    vec![first, foreign, row("dev", "10:00:00", last, &["ports", "tests"])]
}
