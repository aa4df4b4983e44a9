//! Data sets as they lie on disk: documents and queries by conversation.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::Value;

/// One set.
pub(super) struct DataSet {
    pub(super) name: String,
    pub(super) conversations: Vec<Conversation>,
}

/// Documents in order, and what is asked about them.
#[derive(Default)]
pub(super) struct Conversation {
    pub(super) documents: Vec<Document>,
    pub(super) questions: Vec<Question>,
}

/// A turn, a paragraph, or a memory.
pub(super) struct Document {
    pub(super) id: String,
    pub(super) text: String,
    /// `SESSION / SPEAKER`, as an importer writes it, or the session alone.
    pub(super) source: String,
    /// Epoch milliseconds; 0 when the set does not say.
    pub(super) recorded_at: i64,
}

/// A query with the documents that answer it.
pub(super) struct Question {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) category: String,
    pub(super) gold: Vec<String>,
}

impl DataSet {
    /// Every set of a directory, by name.
    pub(super) fn all(directory: &Path) -> Result<Vec<Self>> {
        let entries = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
        let mut sets = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.join("dev/docs.jsonl").is_file() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                sets.push(Self { name, conversations: conversations(&path.join("dev"))? });
            }
        }
        sets.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(sets)
    }

    /// Whether its halves are conversations; a set that has one conversation a category is halved by its queries.
    pub(super) fn is_split_by_conversation(&self) -> bool {
        let category = |conversation: &Conversation| {
            let first = conversation.questions.first();
            first.is_some_and(|first| {
                conversation.questions.iter().all(|other| other.category == first.category)
            })
        };
        !self.conversations.iter().all(category)
    }
}

impl Conversation {
    /// The time of its last document: when it is asked about.
    pub(super) fn end(&self) -> i64 {
        self.documents.iter().map(|document| document.recorded_at).max().unwrap_or_default()
    }
}

fn conversations(set: &Path) -> Result<Vec<Conversation>> {
    let mut found: BTreeMap<String, Conversation> = BTreeMap::new();
    for line in lines(&set.join("docs.jsonl"))? {
        let (session, speaker) = (text(&line, "session"), text(&line, "speaker"));
        let source = if speaker.is_empty() { session } else { format!("{session} / {speaker}") };
        let document = Document {
            id: text(&line, "id"),
            text: text(&line, "text"),
            source,
            recorded_at: time(&text(&line, "time")),
        };
        found.entry(text(&line, "conversation")).or_default().documents.push(document);
    }
    for line in lines(&set.join("queries.jsonl"))? {
        let gold = line["gold"].as_array().context("a query has gold")?.iter();
        let question = Question {
            id: text(&line, "id"),
            text: text(&line, "text"),
            category: text(&line, "category"),
            gold: gold.filter_map(Value::as_str).map(str::to_owned).collect(),
        };
        found.entry(text(&line, "conversation")).or_default().questions.push(question);
    }
    Ok(found.into_values().collect())
}

fn lines(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// Reads `2023-05-08T13:56:00`, `2023-05-08` and `March-15-2024`; anything else is the epoch.
fn time(text: &str) -> i64 {
    let midnight = |date: Date| date.at(0, 0, 0, 0);
    let read = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(midnight));
    let read = read.or_else(|_| Date::strptime("%B-%d-%Y", text).map(midnight));
    read.and_then(|at| TimeZone::UTC.to_timestamp(at)).map_or(0, jiff::Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let check = |text: &str, expect: i64| assert_eq!(time(text), expect, "{text}");
        check("1970-01-02T00:00:01", 86_401_000);
        check("1970-01-02", 86_400_000);
        check("January-02-1970", 86_400_000);
        check("", 0);
    }
}
