//! One entry of a session: a note saved or forgotten, read leniently and written exactly (SN-10, SN-11, SN-13).

use std::fmt::Write as _;

use super::history::{HostId, Value};
use super::replay::Reason;
use super::{Note, NoteText, note_source};
use crate::fact::{FactId, Tags};
use crate::json::push_string;
use crate::time::Timestamp;

/// The type a host gives the entries that hold events.
pub const ENTRY_TYPE: &str = "pi-persona-mind-session-note";
/// The version of the format that is read and written.
pub const VERSION: u32 = 1;

/// What one entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A note is active from here on; one with the same id is replaced.
    Save(Note),
    /// A note is active no longer.
    Forget {
        /// The note.
        id: FactId,
        /// When.
        at: Timestamp,
    },
}

impl Event {
    /// Reads the data of an entry. Members it does not know are ignored.
    ///
    /// # Errors
    /// [`Reason::Version`] for another version, [`Reason::Malformed`] for anything else that is not exactly an event.
    pub fn read(data: &Value) -> Result<Self, Reason> {
        match data.member("version") {
            Some(Value::Number(version)) if (*version - f64::from(VERSION)).abs() > 0.0 => {
                Err(Reason::Version)
            }
            Some(Value::Number(_)) => read_first(data).ok_or(Reason::Malformed),
            _ => Err(Reason::Malformed),
        }
    }

    /// The compact JSON an entry holds, in the order and form that is promised.
    pub fn encode(&self) -> String {
        let mut out = format!("{{\"version\":{VERSION},\"action\":");
        match self {
            Self::Save(note) => {
                out.push_str("\"save\",\"note\":");
                push_note(&mut out, note);
                out.push('}');
            }
            Self::Forget { id, at } => {
                write!(out, "\"forget\",\"id\":\"{id}\",\"at\":\"{at}\"}}").expect(INTO_STRING);
            }
        }
        out
    }
}

const INTO_STRING: &str = "writing to a string succeeds";

fn push_note(out: &mut String, note: &Note) {
    write!(out, "{{\"id\":\"{}\",\"kind\":\"{}\",\"text\":", note.id, note.kind)
        .expect(INTO_STRING);
    push_string(out, note.text.as_str());
    out.push_str(",\"tags\":[");
    for (at, tag) in note.tags.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_string(out, tag);
    }
    out.push(']');
    if let Some(source) = &note.source {
        out.push_str(",\"source\":");
        push_string(out, source.as_str());
    }
    write!(out, ",\"recordedAt\":\"{}\",\"originSessionId\":", note.recorded_at)
        .expect(INTO_STRING);
    push_string(out, note.origin.as_str());
    out.push('}');
}

/// Reads an event of version 1.
fn read_first(data: &Value) -> Option<Event> {
    let text = |name: &str| data.member(name)?.text();
    match text("action")? {
        "save" => read_note(data.member("note")?).map(Event::Save),
        "forget" => {
            let id = FactId::parse(text("id")?).ok()?;
            let at = Timestamp::parse(text("at")?).ok()?;
            Some(Event::Forget { id, at })
        }
        _ => None,
    }
}

fn read_note(data: &Value) -> Option<Note> {
    let text = |name: &str| data.member(name)?.text();
    let source = match data.member("source") {
        None => None,
        Some(source) => note_source(source.text()?).ok()?,
    };
    Some(Note {
        id: FactId::parse(text("id")?).ok()?,
        kind: text("kind")?.parse().ok()?,
        text: NoteText::stored(text("text")?)?,
        tags: read_tags(data.member("tags")?)?,
        source,
        recorded_at: Timestamp::parse(text("recordedAt")?).ok()?,
        origin: HostId::new(text("originSessionId")?)?,
    })
}

fn read_tags(data: &Value) -> Option<Tags> {
    let Value::List(items) = data else { return None };
    let tags: Option<Vec<Box<str>>> = items.iter().map(|tag| tag.text().map(Into::into)).collect();
    Tags::stored(tags?)
}
