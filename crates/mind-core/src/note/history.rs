//! What a host reports of a session: the entries of the active branch, and how much there is elsewhere.

use std::fmt;

/// Bytes of an id a host makes.
const HOST_ID_LIMIT: usize = 256;

/// An id made by a host, of a session or an entry: 1–256 bytes of visible ASCII.
///
/// It is shown to people and models, so nothing that could be read as words or as a control is let in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostId(Box<str>);

impl HostId {
    /// Takes an id; `None` when it is empty, too long, or not visible ASCII.
    pub fn new(text: &str) -> Option<Self> {
        let visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        (!text.is_empty() && text.len() <= HOST_ID_LIMIT && visible).then(|| Self(text.into()))
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HostId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A JSON value, whatever read it. Of two members with one name the last counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object: names and values in order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The member of an object with this name.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// One entry of the active branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The host's id of the entry.
    pub id: HostId,
    /// What the entry holds, unjudged.
    pub data: Value,
    /// The length of its compact JSON in UTF-8 bytes.
    pub bytes: usize,
}

/// The events off the active branch, which are counted and not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// How many there are.
    pub events: usize,
    /// The length of their compact JSON in UTF-8 bytes.
    pub bytes: usize,
}

/// What a host reports of a session's notes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The entries of the active branch, oldest first.
    pub branch: Vec<Entry>,
    /// Those of every other branch.
    pub elsewhere: Elsewhere,
    /// Entries of the session whose parent is missing: the path from the leaf may end at a gap.
    pub gaps: usize,
    /// Whether the host left events out of its report.
    pub truncated: bool,
}
