//! What a row's `source` says about where it was said and by whom, and which profile follows from that.

use super::intern::{Interned, Interner};

/// Set between the session and the speaker of a source: `SESSION / SPEAKER`, as the importer writes it.
const SPEAKER_SEPARATOR: &str = " / ";

/// How the rows of one source are weighed (R-10b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Profile {
    /// Statements that stand for themselves; the default.
    #[default]
    Note,
    /// Turns of people talking to each other.
    Dialogue,
    /// Turns of a person and an assistant.
    Transcript,
}

/// What a speaker label says by general convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// The answering side of a transcript.
    Assistant,
    /// The asking side of a transcript.
    User,
    /// Anyone with a name.
    Named,
}

/// One distinct `source`.
pub(super) struct Source {
    /// The session, numbered over the index.
    pub(super) session: u32,
    /// Who spoke, if the source says so.
    pub(super) speaker: Option<Speaker>,
    /// The profile its session has shown.
    pub(super) profile: Profile,
}

/// All distinct sources of an index.
#[derive(Default)]
pub(super) struct Sources {
    texts: Interner,
    sessions: Interner,
    list: Vec<Source>,
    shapes: Vec<Shape>,
}

/// What the rows of a session have shown so far.
#[derive(Clone, Default)]
struct Shape {
    rows: u32,
    changes: u32,
    last: Option<u32>,
    has_assistant: bool,
}

impl Sources {
    /// Takes note of a row with this source and returns the source's number.
    pub(super) fn row(&mut self, text: &str) -> u32 {
        let id = match self.texts.intern(text) {
            Interned::Known(id) => id,
            Interned::New(id) => {
                self.add(text);
                id
            }
        };
        let source = &self.list[id as usize];
        if let Some(speaker) = source.speaker {
            let shape = &mut self.shapes[source.session as usize];
            shape.rows += 1;
            shape.changes += u32::from(shape.last.is_some_and(|last| last != id));
            shape.last = Some(id);
            shape.has_assistant |= speaker == Speaker::Assistant;
        }
        id
    }

    fn add(&mut self, text: &str) {
        let (session, speaker) = match text.rsplit_once(SPEAKER_SEPARATOR) {
            Some((session, speaker)) => (session.trim(), Some(speaker_of(speaker.trim()))),
            None => (text.trim(), None),
        };
        let session = match self.sessions.intern(session) {
            Interned::Known(id) => id,
            Interned::New(id) => {
                self.shapes.push(Shape::default());
                id
            }
        };
        self.list.push(Source { session, speaker, profile: Profile::Note });
    }

    /// Decides the profiles when every row is known: a session whose labelled speakers take turns is a conversation.
    pub(super) fn settle(&mut self) {
        for source in &mut self.list {
            let shape = &self.shapes[source.session as usize];
            let takes_turns = shape.changes > 0 && shape.changes * 3 >= shape.rows;
            source.profile = match (source.speaker, takes_turns) {
                (None, _) | (_, false) => Profile::Note,
                _ if shape.has_assistant => Profile::Transcript,
                _ => Profile::Dialogue,
            };
        }
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.texts.heap_bytes()
            + self.sessions.heap_bytes()
            + self.list.capacity() * size_of::<Source>()
            + self.shapes.capacity() * size_of::<Shape>()
    }

    /// The source with this number.
    pub(super) fn get(&self, id: u32) -> &Source {
        &self.list[id as usize]
    }

    /// The text of the source with this number.
    pub(super) fn text(&self, id: u32) -> &str {
        self.texts.text(id)
    }

    /// The name of the speaker of the source with this number, or nothing.
    pub(super) fn speaker_name(&self, id: u32) -> &str {
        self.text(id).rsplit_once(SPEAKER_SEPARATOR).map_or("", |(_, speaker)| speaker)
    }

    /// Number of distinct sources.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Number of distinct sessions.
    pub(super) fn sessions(&self) -> usize {
        self.shapes.len()
    }
}

fn speaker_of(label: &str) -> Speaker {
    let is = |names: &[&str]| names.iter().any(|name| label.eq_ignore_ascii_case(name));
    if is(&["assistant", "agent", "model", "ai", "bot"]) {
        Speaker::Assistant
    } else if is(&["user", "human"]) {
        Speaker::User
    } else {
        Speaker::Named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(rows: &[&str]) -> Profile {
        let mut sources = Sources::default();
        let ids: Vec<u32> = rows.iter().map(|row| sources.row(row)).collect();
        sources.settle();
        sources.get(ids[0]).profile
    }

    #[test]
    fn r10b_profiles_follow_from_the_rows() {
        assert_eq!(profile(&["s1 / Ann", "s1 / Bo", "s1 / Ann"]), Profile::Dialogue);
        assert_eq!(profile(&["s1 / user", "s1 / assistant"]), Profile::Transcript);
        assert_eq!(profile(&["s1 / Ann", "s1 / Ann"]), Profile::Note);
        assert_eq!(profile(&["docs/a.md", "docs/a.md"]), Profile::Note);
    }
}
