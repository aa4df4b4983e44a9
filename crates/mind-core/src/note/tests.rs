//! The notes of a session as values: what a history comes to, what may be appended to it, and a session that keeps moving.

mod model;
mod replay;
mod write;

use super::{
    Appended, Bind, Elsewhere, Entry, Event, History, HostId, Note, NoteText, Notes, Report, Value,
    Write,
};
use crate::fact::{Kind, Tags, content_id};
use crate::mind::Draft;
use crate::time::Timestamp;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn noon() -> Timestamp {
    at("2026-11-20T10:00:00.000Z")
}

fn host(id: &str) -> HostId {
    HostId::new(id).unwrap()
}

fn note(text: &str, tags: &[&str]) -> Note {
    let tags = Tags::parse(tags).unwrap();
    Note {
        id: content_id(Kind::Note, text, &tags),
        kind: Kind::Note,
        text: NoteText::parse(text).unwrap(),
        tags,
        source: None,
        recorded_at: noon(),
        origin: host("01a2-demo"),
    }
}

fn save(n: usize) -> Event {
    Event::Save(note(&format!("note {n}"), &[]))
}

fn forget(n: usize) -> Event {
    Event::Forget { id: note(&format!("note {n}"), &[]).id, at: noon() }
}

/// A JSON value as an adapter hands it over.
fn value(json: &serde_json::Value) -> Value {
    use serde_json::Value as Json;
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::Number(number.as_f64().unwrap()),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(value).collect()),
        Json::Object(members) => {
            Value::Object(members.iter().map(|(name, json)| (name.clone(), value(json))).collect())
        }
    }
}

fn entry_of(id: &str, json: &str) -> Entry {
    let data = value(&serde_json::from_str(json).unwrap());
    Entry { id: host(id), data, bytes: json.len() }
}

fn entry(id: &str, event: &Event) -> Entry {
    entry_of(id, &event.encode())
}

/// A branch whose entries are called `e0`, `e1` and so on.
fn branch(events: &[Event]) -> History {
    let entries = events.iter().enumerate().map(|(n, event)| entry(&format!("e{n}"), event));
    History { branch: entries.collect(), ..History::default() }
}

/// A history after which so many events and bytes are used, all of them off the branch.
fn used(events: usize, bytes: usize) -> Notes {
    Notes::replay(&History { elsewhere: Elsewhere { events, bytes }, ..History::default() })
}

/// The texts of the active notes, the one saved last first.
fn texts(notes: &Notes) -> Vec<&str> {
    notes.active().unwrap().iter().rev().map(|active| active.note.text.as_str()).collect()
}

fn bind() -> Bind {
    Bind {
        manager: 1,
        session: host("01a2-demo"),
        file: Some("/sessions/x.jsonl".to_owned()),
        owner: 4,
        leaf: Some(host("a1b2c3d4")),
    }
}

fn draft(text: &str) -> Draft {
    Draft { text: text.to_owned(), ..Draft::default() }
}

fn applied(entry: &str) -> Report {
    Report::Applied(Appended { entry: host(entry), on_disk: true })
}

fn written(step: super::Step) -> Write {
    match step {
        super::Step::Write(write) => write,
        super::Step::Known { id, .. } => panic!("{id} is already noted"),
    }
}
