//! JSON Schemas small enough to be sent to a model: no references, no combinators, nothing a client could stumble on.

use rmcp::model::JsonObject;
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use crate::parameter::{Need, Parameter};

/// The schema of a tool's arguments.
pub(crate) fn arguments(parameters: &[Parameter]) -> JsonObject {
    let properties: JsonObject =
        parameters.iter().map(|one| (one.name.to_owned(), one.schema())).collect();
    let required: Vec<&str> =
        parameters.iter().filter(|one| one.need == Need::Required).map(|one| one.name).collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// The outline of an answer: `ok` and some members, with their types.
///
/// Only `ok` is required, and other members are allowed: some clients hold a refusal against the schema too.
pub(crate) fn outline<T: JsonSchema>(members: &[&str]) -> JsonObject {
    let whole = schema_for!(T).to_value();
    let outlined = |name: &&str| {
        let kind = kind(&whole["properties"][*name], &whole)?;
        Some(((*name).to_owned(), json!({ "type": kind })))
    };
    let properties: JsonObject = ["ok"].iter().chain(members).filter_map(outlined).collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), json!(["ok"]));
    schema
}

/// The type a shape has when it is there, behind references and alternatives.
fn kind<'a>(shape: &'a Value, whole: &'a Value) -> Option<&'a str> {
    if let Some(name) = shape["$ref"].as_str() {
        return kind(whole.pointer(name.strip_prefix('#')?)?, whole);
    }
    let alternatives = ["type", "anyOf", "oneOf", "allOf"];
    match alternatives.iter().find_map(|keyword| shape.get(*keyword))? {
        Value::String(name) => Some(name),
        Value::Array(list) => list.iter().find_map(|one| match one {
            Value::String(name) => (name != "null").then_some(name.as_str()),
            other => kind(other, whole).filter(|name| *name != "null"),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde::Serialize;

    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Inner {
        name: String,
    }

    #[derive(Serialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is wanted")]
    enum Word {
        /// One.
        One,
        /// Two.
        Two,
    }

    #[derive(Serialize, JsonSchema)]
    struct Sample<'a> {
        ok: bool,
        hidden: bool,
        plain: u64,
        maybe: Option<Cow<'a, str>>,
        inner: Inner,
        maybe_inner: Option<Inner>,
        word: Word,
        list: Vec<Inner>,
    }

    /// S-22: references and alternatives become the one type they stand for.
    #[test]
    fn an_outline_is_flat() {
        let members = ["plain", "maybe", "inner", "maybe_inner", "word", "list", "absent"];
        let outline = Value::from(outline::<Sample<'_>>(&members));
        assert_eq!(
            outline,
            json!({
                "type": "object",
                "properties": {
                    "ok": { "type": "boolean" },
                    "plain": { "type": "integer" },
                    "maybe": { "type": "string" },
                    "inner": { "type": "object" },
                    "maybe_inner": { "type": "object" },
                    "word": { "type": "string" },
                    "list": { "type": "array" },
                },
                "required": ["ok"],
            })
        );
    }
}
