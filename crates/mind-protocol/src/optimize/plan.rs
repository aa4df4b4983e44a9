//! A plan, as a file and as an answer.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::word::{Kind, Tier};

/// A plan: which rows of exactly these bytes become which row. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Plan {
    /// Always `mind-plan`.
    pub format: Format,
    /// Always 1.
    pub version: Version,
    /// `plan-` and 16 hex digits over everything that makes it this plan.
    pub plan_id: String,
    /// The tier of the store.
    pub target: Tier,
    /// The exact bytes it is bound to.
    pub fingerprint: String,
    /// What it belongs to.
    pub owner: PlanOwner,
    /// Whose wish it is.
    pub origin: Origin,
    /// When it was made.
    pub created_at: String,
    /// From when on it cannot be applied.
    pub expires_at: String,
    /// The replacements.
    pub operations: Vec<Operation>,
    /// What each of them takes out and puts in.
    pub preview: Vec<Preview>,
}

/// What a plan belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanOwner {
    /// The host's session; null outside a host.
    pub session: Option<String>,
    /// The segment of the acting persona.
    pub persona: String,
    /// The project's slug; null outside one.
    pub project: Option<String>,
    /// The generation of the owner; null outside a host.
    pub generation: Option<u64>,
}

/// Whose wish a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Someone named the operations.
    Manual,
    /// A review that was asked for.
    Explicit,
    /// A review that began by itself.
    Auto,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Operation {
    /// Stored ids of the rows that go.
    pub source_ids: Vec<String>,
    /// The kind of the row that comes; as it was given where an operation is read, so that it is refused in the words of a fact.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// Its tags; without them those of the sources together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
}

/// What one replacement takes out and puts in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preview {
    /// The rows that go, in file order.
    pub before: Vec<Row>,
    /// The row that comes.
    pub after: Row,
    /// What a reader should look at twice.
    pub flags: Flags,
}

impl Eq for Preview {}

/// A whole row. Where an answer has no room for it, only its id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The stored id.
    pub id: String,
    /// What sort of statement it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// When it was first recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_at: Option<String>,
    /// When it was last recorded or promoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<String>,
    /// When it stops being visible, in the working tier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// The stored id of the fact it replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    /// The segment of its owner, in the project tiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Where it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Ids of the facts it was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    /// Members this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// What a reader should look at twice in one replacement. None of it decides anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is told by itself and none excludes another"
)]
pub struct Flags {
    /// A source is of another kind.
    pub kinds_differ: bool,
    /// A source denies more or less often.
    pub negation_differs: bool,
    /// A source has other numerals.
    pub numbers_differ: bool,
    /// Less than half of a source's words are in the replacement.
    pub words_lost: bool,
    /// Whole hours by which the longest-lived source is shortened.
    pub life_lost_hours: u64,
}

/// A plan as an answer that has a ceiling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StagedPlan {
    /// The plan.
    #[serde(flatten)]
    pub plan: Plan,
    /// Whether the rows that go are told by their ids alone, for want of room.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub before_omitted: bool,
    /// Whether operations and preview are left out as a whole, for want of room.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub preview_omitted: bool,
    /// The oldest plan, which was dropped to keep this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<String>,
}

/// The constant `mind-plan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format;

/// The constant 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version;

impl Format {
    const NAME: &'static str = "mind-plan";
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Self::NAME)
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(1)
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == Self::NAME { Ok(Self) } else { Err(D::Error::custom("not a plan")) }
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let version = u64::deserialize(deserializer)?;
        if version == 1 { Ok(Self) } else { Err(D::Error::custom("another version")) }
    }
}

impl JsonSchema for Format {
    fn schema_name() -> Cow<'static, str> {
        "Format".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "const": Self::NAME })
    }
}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "const": 1 })
    }
}
