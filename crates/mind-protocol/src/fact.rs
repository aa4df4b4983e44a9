//! Facts as reads show them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Unreadable, Warning};
use crate::word::{Kind, Tier};

/// A fact. Either `text` and `tags` are there, or `withheld` says why they are not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    /// The stored id.
    pub id: String,
    /// The tier of the row shown.
    pub tier: Tier,
    /// What sort of statement it is.
    pub kind: Kind,
    /// The statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether `text` is an excerpt of at most 240 characters that ends in `…`; `read` gives the whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clipped: bool,
    /// Its tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Why the free text is not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<Withheld>,
    /// The segment of the persona that recorded it, in the project tiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Where it came from, in free words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// When it was first recorded.
    pub recorded_at: String,
    /// When it was last recorded or promoted.
    pub last_seen_at: String,
    /// When it stops being visible, in the working tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// Where else the same content stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Place>,
}

/// Which rule keeps a row's free text from being shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Withheld {
    /// The rule's id, for example `steer.override`.
    pub rule: String,
    /// The field with the finding: `text`, `tags`, `source` or `note`.
    pub field: String,
}

/// Another row with the same content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// Its tier.
    pub tier: Tier,
    /// Its owner's segment, in the project tiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
}

/// A fact that answers a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// How well it answers, to 6 decimals; zero in a listing.
    pub score: f64,
    /// What the score is the sum of, in a fixed order; with `--explain` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Part>>,
}

/// One term of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// The channel it comes from, for example `lexical`.
    pub channel: String,
    /// Its share, to 6 decimals; the shares add up to the score exactly.
    pub score: f64,
}

/// A page of a search or of a listing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactPage {
    /// The query as it was understood; empty for a listing.
    pub tokens: Vec<String>,
    /// Facts that answer, on this page and off it.
    pub total: usize,
    /// The page, best first.
    pub hits: Vec<Hit>,
    /// Where the next page starts; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<usize>,
    /// Rows of the asked tiers whose text is withheld as unsafe.
    pub withheld: usize,
    /// Rows of the asked tiers that have expired.
    pub expired: usize,
    /// Rows of the asked tiers that are not valid.
    pub invalid: usize,
    /// Asked tiers that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// One fact, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactReading {
    /// The fact; its text is never clipped.
    #[serde(flatten)]
    pub fact: Fact,
    /// Ids of the facts it was made from, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    /// The stored id of the fact it replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    /// Retired predecessors, nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predecessors: Vec<Fact>,
    /// How the fact itself was replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retired: Option<Retirement>,
    /// Tiers that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
    /// What the stores had to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// One fact, whole or in pieces: a reading in an answer that has a ceiling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactPiece {
    /// The fact. The texts of all its pieces, joined, are the exact text.
    #[serde(flatten)]
    pub reading: FactReading,
    /// The byte of the text the next piece starts at; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_byte: Option<usize>,
}

/// How a fact came to be retired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Retirement {
    /// When.
    pub at: String,
    /// The stored id of its replacement.
    pub by: String,
}

/// A fact as `mind export` writes it, one a line; `mind import` reads the same lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedFact {
    /// The stored id; an import computes it anew.
    pub id: String,
    /// The tier.
    pub tier: Tier,
    /// The kind.
    pub kind: Kind,
    /// The statement.
    pub text: String,
    /// The tags.
    pub tags: Vec<String>,
    /// The segment of the persona it is for: the recorder's in the project tiers, that of the store in tier persona. An import records for it; for the acting persona where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Where it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Ids of the facts it was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    /// The id of the fact it replaced, which is retired and not exported; an import passes over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<String>,
    /// When it was first recorded.
    pub recorded_at: String,
    /// When it was last recorded or promoted.
    pub last_seen_at: String,
    /// When it stops being visible, in the working tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
}
