//! Session notes: the replay of whatever entries a host reports, and a note on its way in behind them.

use std::collections::BTreeSet;
use std::time::Duration;

use mind_core::Mind;
use mind_core::fact::content_id;
use mind_core::mind::{Body, Draft, LIMIT_MAX, RecallRequest};
use mind_core::note::{
    ACTIVE_LIMIT, ActiveNote, Appended, Bind, Elsewhere, Entry, Event, History, HostId, Notes,
    Report, Settled, Step, Value,
};
use mind_core::port::Clock as _;
use mind_core::scan::{ScanScope, check};
use mind_core::scope::{Persona, Scope, Tier};
use mind_testkit::{FakeStore, FixedClock};

/// What else is wrong with the session, and the data of one entry a line.
pub(crate) fn holds(bytes: &[u8]) {
    let (manner, rest) = super::split(bytes);
    let history = history(manner, rest);
    let notes = Notes::replay(&history);
    assert_eq!(notes, Notes::replay(&history), "other notes the second time");
    hold_replay(&history, &notes);
    hold_events(&history);
    hold_gaps(&history, &notes);
    hold_save(&history, notes.clone());
    hold_shown(&notes);
}

fn history(manner: u8, lines: &[u8]) -> History {
    let entries = lines.split(|byte| *byte == b'\n').filter_map(|line| {
        let data: serde_json::Value = serde_json::from_slice(line).ok()?;
        Some((data.to_string().len(), value(&data)))
    });
    let branch =
        entries.enumerate().map(|(at, (bytes, data))| Entry { id: entry(at), data, bytes });
    let many = usize::from(manner >> 4) * 17;
    History {
        branch: branch.collect(),
        elsewhere: Elsewhere { events: many, bytes: many * 2_000 },
        gaps: usize::from(manner & 2),
        truncated: manner & 1 != 0,
    }
}

fn entry(at: usize) -> HostId {
    HostId::new(&format!("e{at}")).expect("visible ASCII")
}

fn value(json: &serde_json::Value) -> Value {
    use serde_json::Value as Json;
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(value).collect()),
        Json::Object(members) => {
            Value::Object(members.iter().map(|(name, json)| (name.clone(), value(json))).collect())
        }
    }
}

/// The replay told in other words: the last word on an id counts, and the order is that of the last saves.
fn hold_replay(history: &History, notes: &Notes) {
    assert_eq!(notes.closed().is_some(), notes.active().is_err());
    assert_eq!(notes.usage().events, history.branch.len() + history.elsewhere.events);
    assert_eq!(notes.mark().count, history.branch.len());
    let read: Result<Vec<Event>, _> =
        history.branch.iter().map(|entry| Event::read(&entry.data)).collect();
    let Ok(active) = notes.active() else {
        assert!(notes.shown().is_empty() && notes.usage().active == 0, "closed and yet shown");
        return;
    };
    let events = read.expect("an open history has only events");
    assert!(!history.truncated && active.len() <= ACTIVE_LIMIT);
    let id = |event: &Event| match event {
        Event::Save(note) => note.id.clone(),
        Event::Forget { id, .. } => id.clone(),
    };
    let last = |at: usize| !events[at + 1..].iter().any(|later| id(later) == id(&events[at]));
    let expect = events.iter().enumerate().filter(|(at, _)| last(*at));
    let expect = expect.filter_map(|(_, event)| match event {
        Event::Save(note) => Some(note),
        Event::Forget { .. } => None,
    });
    assert!(active.iter().map(|active| &active.note).eq(expect), "other notes than the last said");
    for one in active {
        assert_eq!(one.refusal, check(&one.note, ScanScope::Context).err());
        assert!(notes.find(&one.note.id).is_ok_and(|found| found == one), "found by its id");
    }
}

/// What can be read is written so that it is read again, in compact JSON.
fn hold_events(history: &History) {
    for event in history.branch.iter().filter_map(|entry| Event::read(&entry.data).ok()) {
        let json = event.encode();
        let parsed: serde_json::Value = serde_json::from_str(&json).expect("an event is JSON");
        assert_eq!(parsed.to_string().len(), json.len(), "not compact: {json}");
        assert_eq!(Event::read(&value(&parsed)), Ok(event), "{json}");
    }
}

/// A gap hides what is before it and brings nothing back.
fn hold_gaps(history: &History, whole: &Notes) {
    let half = history.branch[history.branch.len() / 2..].to_vec();
    let part = Notes::replay(&History { branch: half, gaps: 1, ..history.clone() });
    if let (Ok(whole), Ok(part)) = (whole.active(), part.active()) {
        assert!(whole.ends_with(part), "a gap brought something back");
    }
}

/// A note that is applied is what a host's next report comes to.
fn hold_save(history: &History, mut notes: Notes) {
    let now = FixedClock::default().now();
    let session = HostId::new("01a2-demo").expect("visible ASCII");
    let bind = Bind { manager: 1, session, file: None, owner: 1, leaf: None };
    let draft = Draft { text: "The heron nests at dawn.".to_owned(), ..Draft::default() };
    let before = notes.clone();
    let Ok(Step::Write(write)) = notes.save(&draft, &bind, now) else { return };
    let json = write.event().encode();
    let entry = entry(history.branch.len());
    let report = Report::Applied(Appended { entry: entry.clone(), on_disk: false });
    assert!(matches!(write.settle(&mut notes, report, &bind, now), Settled::Done(_)));
    let data = value(&serde_json::from_str(&json).expect("an event is JSON"));
    let mut later = history.clone();
    later.branch.push(Entry { id: entry, data, bytes: json.len() });
    let replayed = Notes::replay(&later);
    assert_eq!(notes.active(), replayed.active(), "the engine is not where the session is");
    assert_eq!((notes.usage(), notes.mark()), (replayed.usage(), replayed.mark()));
    assert_eq!(before.active().map(<[_]>::len).unwrap_or_default() + 1, notes.usage().active);
}

/// What the scanner flags is shown to no model.
fn hold_shown(notes: &Notes) {
    let mind = Mind::new(FakeStore::new(), FixedClock::default(), Duration::ZERO);
    let scope = Scope { persona: Persona::named("dev").expect("a name"), project: None };
    let tiers = vec![Tier::Session];
    let request = RecallRequest { tiers, limit: LIMIT_MAX, ..RecallRequest::default() };
    let Ok(page) = mind.in_session(notes).recall(&scope, &request) else {
        return assert!(notes.closed().is_some());
    };
    let active = notes.active().expect("listed");
    let content = |one: &ActiveNote| {
        content_id(one.note.kind, one.note.text.as_str(), &one.note.tags).to_string()
    };
    let contents: BTreeSet<String> = active.iter().map(content).collect();
    assert_eq!(page.total, contents.len(), "one content is listed once");
    for hit in &page.hits {
        let of = active.iter().find(|one| one.note.id == hit.entry.id).expect("a note");
        assert_eq!(of.refusal.is_some(), matches!(hit.entry.body, Body::Withheld { .. }));
    }
}
