//! The rows that may be tidied, page by page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Warning;
use crate::word::{Kind, Tier};

/// A page of selectable rows of one store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectionPage {
    /// The tier of the store.
    pub target: Tier,
    /// The exact bytes it is a page of: `sha256:` and 64 hex digits, or `absent`.
    pub fingerprint: String,
    /// Selectable rows before the page.
    pub offset: u64,
    /// Rows the page may have.
    pub limit: u64,
    /// Selectable rows, on this page and off it.
    pub matched: u64,
    /// Where the next page starts; null on the last.
    pub next_offset: Option<u64>,
    /// The rows, newest `lastSeenAt` first.
    pub entries: Vec<InspectionEntry>,
    /// Rows that are only counted.
    pub omitted: Omitted,
    /// Which rows of the page are alike. A hint for a reader, and nothing else.
    pub pairs: Vec<Pair>,
    /// How many pairs there are besides.
    pub pairs_omitted: u64,
    /// What the store had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// A selectable row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectionEntry {
    /// The stored id.
    pub id: String,
    /// What sort of statement it is.
    pub kind: Kind,
    /// The statement, never clipped; null for an oversize row.
    pub text: Option<String>,
    /// Whether the row alone is larger than a page; `read` shows it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub oversize: bool,
    /// Its tags.
    pub tags: Vec<String>,
    /// When it was first recorded.
    pub recorded_at: String,
    /// When it was last recorded or promoted.
    pub last_seen_at: String,
    /// When it stops being visible, in the working tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// Where it came from, in free words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Rows that cannot be selected, each counted once, under the first reason that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Omitted {
    /// Rows that are not valid.
    pub invalid: u64,
    /// Rows that have expired.
    pub expired: u64,
    /// Rows of another persona, or of none.
    pub foreign: u64,
    /// Rows the scanner refuses.
    #[serde(rename = "unsafe")]
    pub unsafe_rows: u64,
    /// Rows whose content the store holds twice.
    pub shadowed: u64,
}

/// Two rows of a page that are alike in their words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// The one that stands first.
    pub a: String,
    /// The other.
    pub b: String,
    /// Words both have.
    pub shared: u64,
    /// Words either has.
    pub union: u64,
    /// A thousand times the one by the other, cut off.
    pub similarity: u64,
    /// Whether they are of different kinds.
    pub kinds_differ: bool,
    /// Whether one denies more often.
    pub negation_differs: bool,
    /// Whether they have different numerals.
    pub numbers_differ: bool,
}
