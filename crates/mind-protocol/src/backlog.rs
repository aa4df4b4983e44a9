//! Deferred work as answers show it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Warning;
use crate::fact::Withheld;
use crate::word::{BacklogState, Outcome};

/// A backlog item. Either `text` and `tags` are there, or `withheld` says why they are not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BacklogItem {
    /// The stored id.
    pub id: String,
    /// Where it stands.
    pub state: BacklogState,
    /// What is to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether `text` is an excerpt of at most 240 characters that ends in `…`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clipped: bool,
    /// Its tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// What became of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Why the free text is not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<Withheld>,
    /// The segment of the persona that added it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// When it was first added.
    pub created_at: String,
    /// When it wants attention.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<String>,
    /// When it stops being visible.
    pub expires_at: String,
}

/// One backlog item, whole or in pieces: an item in an answer that has a ceiling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BacklogPiece {
    /// The item. The texts of all its pieces, joined, are the exact text.
    #[serde(flatten)]
    pub item: BacklogItem,
    /// The byte of the text the next piece starts at; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_byte: Option<usize>,
}

/// A page of the backlog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BacklogPage {
    /// Items that answer, on this page and off it.
    pub total: usize,
    /// The page: taken, open, done, dropped; within a state overdue first.
    pub items: Vec<BacklogItem>,
    /// Where the next page starts; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<usize>,
    /// Items whose text is withheld as unsafe.
    pub withheld: usize,
    /// Items that have expired.
    pub expired: usize,
    /// Rows that are not valid.
    pub invalid: usize,
    /// What the store had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// The receipt of `backlog add`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BacklogAdded {
    /// The item's stored id.
    pub id: String,
    /// Stored or refreshed.
    pub outcome: Outcome,
    /// When it wants attention.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<String>,
    /// When it stops being visible.
    pub expires_at: String,
    /// What the store had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// The receipt of `backlog take`, `done` and `drop`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BacklogMoved {
    /// The item's stored id.
    pub id: String,
    /// Where it stands now.
    pub state: BacklogState,
    /// Whether it stood there before, so that nothing was written.
    pub unchanged: bool,
    /// What the store had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}
