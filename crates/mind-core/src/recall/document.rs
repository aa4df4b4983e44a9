//! What the engine takes in: one row, as its store holds it.

/// One row of a store, borrowed for the time of building.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a, T> {
    /// The stored id; relations name rows by it.
    pub id: &'a str,
    /// The text.
    pub text: &'a str,
    /// The tags.
    pub tags: &'a [T],
    /// The kind, as written in the store.
    pub kind: &'a str,
    /// The origin, if there is one; `SESSION / SPEAKER` for a turn of a conversation.
    pub source: Option<&'a str>,
    /// When it was recorded, epoch milliseconds.
    pub recorded_at: i64,
    /// The id of the row this one replaced.
    pub supersedes: Option<&'a str>,
    /// The ids of the rows this one was made from.
    pub derived_from: &'a [T],
}

impl<'a, T> Document<'a, T> {
    /// A row with a text and nothing else.
    pub const fn from_text(text: &'a str) -> Self {
        Self {
            id: "",
            text,
            tags: &[],
            kind: "note",
            source: None,
            recorded_at: 0,
            supersedes: None,
            derived_from: &[],
        }
    }
}
