//! What a tool takes: one table a tool, from which both its schema and the check of its arguments are made, so that the two cannot disagree.

use mind_core::consolidate::plan::{OPERATIONS_LIMIT, SOURCES_LIMIT};
use mind_core::scan::label;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::fault::Fault;

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Text of at most this many characters.
    Text(usize),
    /// One word of a closed set. Whether it is one of them is for the core to say, or for the tool where the core has no such set.
    Word(&'static [&'static str]),
    /// A reference to a fact or a backlog item.
    Reference,
    /// A list of texts, at most this many.
    Texts(usize),
    /// A list of words of a closed set.
    Words(&'static [&'static str]),
    /// A number above zero, in this unit, with a default where there is one.
    Span {
        /// What is counted.
        unit: &'static str,
        /// What counts when it is not given.
        default: Option<&'static str>,
    },
    /// A whole number, from 1 where it has a limit, with a default.
    Count {
        /// The largest allowed.
        max: Option<usize>,
        /// What counts when it is not given.
        default: usize,
    },
    /// Yes or no; no when not given.
    Flag,
    /// The replacements of a plan; what is in one is for [`operations`](crate::wire::operations) to say.
    Operations,
}

/// Whether a call can do without a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It cannot.
    Required,
    /// It can.
    Optional,
}

/// One field of a tool's arguments.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The field's name.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether a call can do without it.
    pub need: Need,
    /// What it is for; the limit and the default are added from the shape.
    pub says: &'static str,
}

/// Arguments that hold no other fields than the tool's, every field it needs, and values of the right type.
#[derive(Debug)]
pub struct Arguments(JsonObject);

impl Parameter {
    /// A field the tool cannot do without.
    pub const fn required(name: &'static str, shape: Shape, says: &'static str) -> Self {
        Self { name, shape, need: Need::Required, says }
    }

    /// A field the tool can do without.
    pub const fn optional(name: &'static str, shape: Shape, says: &'static str) -> Self {
        Self { name, shape, need: Need::Optional, says }
    }

    /// The field's JSON Schema.
    pub fn schema(&self) -> Value {
        let mut schema = self.shape.schema();
        schema["description"] = format!("{}{}", self.says, self.shape.bounds()).into();
        schema
    }

    fn check(&self, arguments: &JsonObject) -> Result<(), Fault> {
        match arguments.get(self.name) {
            None if self.need == Need::Required => Err(Fault::MissingField { field: self.name }),
            Some(value) if !self.shape.takes(value) => {
                Err(Fault::Invalid { field: self.name, expected: self.shape.expects() })
            }
            _ => Ok(()),
        }
    }
}

impl Shape {
    fn schema(self) -> Value {
        match self {
            Self::Text(_) | Self::Reference => json!({ "type": "string" }),
            Self::Word(words) => json!({ "type": "string", "enum": words }),
            Self::Texts(_) => json!({ "type": "array", "items": { "type": "string" } }),
            Self::Words(words) => {
                json!({ "type": "array", "items": { "type": "string", "enum": words } })
            }
            Self::Span { .. } => json!({ "type": "number" }),
            Self::Count { .. } => json!({ "type": "integer" }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::Operations => json!({ "type": "array", "items": {
                "type": "object",
                "properties": {
                    "sourceIds": { "type": "array", "items": { "type": "string" } },
                    "kind": { "type": "string" },
                    "text": { "type": "string" },
                    "tags": { "type": "array", "items": { "type": "string" } },
                },
                "required": ["sourceIds", "kind", "text"],
                "additionalProperties": false,
            } }),
        }
    }

    /// Limit, unit and default in words.
    fn bounds(self) -> String {
        match self {
            Self::Text(limit) => format!(", max {limit} characters"),
            Self::Texts(limit) => format!(", max {limit}"),
            Self::Span { unit, default: None } => format!(", in {unit}, above 0"),
            Self::Span { unit, default: Some(default) } => {
                format!(", in {unit}, above 0, default {default}")
            }
            Self::Count { max: None, default } => format!(", default {default}"),
            Self::Count { max: Some(max), default } => format!(", 1-{max}, default {default}"),
            Self::Flag => ", default false".to_owned(),
            Self::Operations => {
                format!(", 1-{OPERATIONS_LIMIT}, each of 1-{SOURCES_LIMIT} sources")
            }
            Self::Word(_) | Self::Words(_) | Self::Reference => String::new(),
        }
    }

    fn takes(self, value: &Value) -> bool {
        match self {
            Self::Text(_) | Self::Word(_) | Self::Reference => value.is_string(),
            Self::Texts(_) | Self::Words(_) => {
                value.as_array().is_some_and(|list| list.iter().all(Value::is_string))
            }
            Self::Span { .. } => value.is_number(),
            Self::Count { .. } => whole(value).is_some(),
            Self::Flag => value.is_boolean(),
            Self::Operations => value.is_array(),
        }
    }

    const fn expects(self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Word(_) => "a word of the list in the schema",
            Self::Reference => "an id or a reference",
            Self::Texts(_) => "a list of texts",
            Self::Words(_) => "a list of words of the schema",
            Self::Span { .. } => "a number",
            Self::Count { .. } => "a whole number, not negative",
            Self::Flag => "true or false",
            Self::Operations => "a list of operations",
        }
    }
}

impl Arguments {
    /// Checks what a client sent against a tool's fields. A field that is null counts as not given.
    ///
    /// # Errors
    /// The first unknown field, else the first missing one, else the first of the wrong type; a repeated call is refused in the same words.
    pub fn check(sent: Option<JsonObject>, known: &[Parameter]) -> Result<Self, Fault> {
        let mut arguments = sent.unwrap_or_default();
        arguments.retain(|_, value| !value.is_null());
        let is_known = |name: &&String| known.iter().any(|parameter| parameter.name == **name);
        if let Some(name) = arguments.keys().find(|name| !is_known(name)) {
            let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
            return Err(Fault::UnknownField { field: as_name(name), known: names.join(", ") });
        }
        let by_need = |need| known.iter().filter(move |parameter| parameter.need == need);
        for parameter in by_need(Need::Required).chain(by_need(Need::Optional)) {
            parameter.check(&arguments)?;
        }
        Ok(Self(arguments))
    }

    /// A text, if it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// A text that is wanted whether or not it was given.
    pub fn text_or_empty(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// As [`Arguments::text`], owned.
    pub fn owned(&self, name: &str) -> Option<String> {
        self.text(name).map(str::to_owned)
    }

    /// A list of texts; empty when it was not given.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        let list = self.0.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// As [`Arguments::texts`], owned.
    pub fn owned_texts(&self, name: &str) -> Vec<String> {
        self.texts(name).into_iter().map(str::to_owned).collect()
    }

    /// A number, if it was given.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name).and_then(Value::as_f64)
    }

    /// A whole number, if it was given.
    pub fn count(&self, name: &str) -> Option<usize> {
        self.0.get(name).and_then(whole)
    }

    /// A value as it was sent, if it was given.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Whether it was given and is true.
    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

/// A whole number, also when a client wrote it as `8.0`.
fn whole(value: &Value) -> Option<usize> {
    /// Above it not every whole number has a float of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if let Some(number) = value.as_u64() {
        return usize::try_from(number).ok();
    }
    let number = value.as_f64()?;
    #[expect(clippy::cast_sign_loss, reason = "negative numbers are kept out just before")]
    (number.fract() == 0.0 && (0.0..EXACT).contains(&number)).then_some(number as usize)
}

/// A field's name as it may be repeated: what does not look like a name may be memory text.
pub(crate) fn as_name(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let short = (1..=32).contains(&name.len());
    (short && name.chars().all(plain) && label(name) == name).then(|| name.to_owned())
}
