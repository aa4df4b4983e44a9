//! What a tool answers beside its words: the same for a program, and one line for a person.

use mind_protocol::Refusal;
use serde_json::{Map, Value};

/// Columns of a summary.
const SUMMARY: usize = 80;

/// The details of a tool's answer, in the order they are written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Details(Map<String, Value>);

impl Details {
    /// The details of something done.
    pub(crate) fn done(action: &str) -> Self {
        Self::new(action, true)
    }

    /// The details of a refusal.
    pub(crate) fn refused(action: &str, refusal: &Refusal) -> Self {
        let mut details = Self::new(action, false).with("code", refusal.code.as_str());
        if let Some(detail) = &refusal.detail {
            details = details.with("detail", Value::Object(detail.clone()));
        }
        details.summary(&refusal.message)
    }

    fn new(action: &str, ok: bool) -> Self {
        let mut map = Map::new();
        map.insert("ok".to_owned(), ok.into());
        map.insert("action".to_owned(), action.into());
        Self(map)
    }

    /// Adds a member.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds the line for a person, which never holds a whole text.
    #[must_use]
    pub(crate) fn summary(self, words: &str) -> Self {
        let line = words.lines().next().unwrap_or_default();
        let short: String = line.chars().take(SUMMARY).collect();
        self.with("summary", short)
    }

    /// A member that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// The members of a structured answer as details.
    pub(crate) fn of(action: &str, structured: Value) -> Self {
        let mut details = Self::done(action);
        if let Value::Object(members) = structured {
            details.0.extend(members);
        }
        details
    }

    /// The details as the wire has them.
    pub(crate) fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}
