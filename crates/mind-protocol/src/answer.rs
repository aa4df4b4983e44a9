//! What every answer has in common: success or refusal, and warnings beside a success.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::word::Tier;

/// A success: `ok` is true, and the members of the answer stand beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted<T> {
    /// Always true.
    pub ok: Yes,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

impl<T> Accepted<T> {
    /// The answer as a success.
    pub const fn new(answer: T) -> Self {
        Self { ok: Yes, answer }
    }
}

/// An answer that is not a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// Always false.
    pub ok: No,
    /// The stable code, for example `fact.not_found`.
    pub code: String,
    /// What and which, for people; never memory text.
    pub message: String,
    /// Field names, limits, ids, references, counts, rule ids and paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Map<String, Value>>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What a store had to say beside a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// The stable code, for example `store.recovered`.
    pub code: String,
    /// What happened and to which file.
    pub message: String,
}

/// A tier that could not be read; the answer is made from the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unreadable {
    /// The tier.
    pub tier: Tier,
    /// The stable code.
    pub code: String,
    /// What and which.
    pub message: String,
}

/// The constant `true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yes;

/// The constant `false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct No;

impl Serialize for Yes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl Serialize for No {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(false)
    }
}

impl<'de> Deserialize<'de> for Yes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let accepted = bool::deserialize(deserializer)?;
        if accepted { Ok(Self) } else { Err(D::Error::custom("`ok` is not true")) }
    }
}

impl<'de> Deserialize<'de> for No {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let accepted = bool::deserialize(deserializer)?;
        if accepted { Err(D::Error::custom("`ok` is not false")) } else { Ok(Self) }
    }
}

impl JsonSchema for Yes {
    fn schema_name() -> Cow<'static, str> {
        "Yes".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean", "const": true })
    }
}

impl JsonSchema for No {
    fn schema_name() -> Cow<'static, str> {
        "No".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean", "const": false })
    }
}
