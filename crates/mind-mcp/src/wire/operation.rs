//! The operations of a plan as a caller writes them, read strictly (O-31).

use mind_core::consolidate::plan::Operation;
use serde_json::{Map, Value};

use crate::parameter::as_name;

/// What is wrong with the shape of an operation. It holds names, and never a value that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationFault {
    /// A field operations do not have; named where it looks like a name.
    Unknown {
        /// The field.
        field: Option<String>,
    },
    /// A field an operation cannot do without.
    Missing {
        /// The field.
        field: &'static str,
    },
    /// A value of another type.
    Type {
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
    },
}

impl OperationFault {
    /// The fields of an operation, for a message.
    pub const KNOWN: &str = "sourceIds, kind, text and tags";

    /// What and which.
    pub fn message(&self) -> String {
        match self {
            Self::Unknown { field: Some(field) } => format!("unknown field `{field}`"),
            Self::Unknown { field: None } => "unknown field".to_owned(),
            Self::Missing { field } => format!("field `{field}` is missing"),
            Self::Type { field, expected } => format!("field `{field}` is not {expected}"),
        }
    }

    /// The field, where it may be named.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Unknown { field } => field.as_deref(),
            Self::Missing { field } | Self::Type { field, .. } => Some(field),
        }
    }
}

/// Reads a list of operations.
///
/// # Errors
/// The first operation that is not one: an unknown field first, then a missing one, then one of the wrong type.
pub fn operations(value: &Value) -> Result<Vec<Operation>, OperationFault> {
    let expected = "a list of operations";
    let list = value.as_array().ok_or(OperationFault::Type { field: "operations", expected })?;
    list.iter().map(operation).collect()
}

fn operation(value: &Value) -> Result<Operation, OperationFault> {
    let expected = "a list of objects";
    let members =
        value.as_object().ok_or(OperationFault::Type { field: "operations", expected })?;
    let known = |name: &&String| ["sourceIds", "kind", "text", "tags"].contains(&name.as_str());
    if let Some(name) = members.keys().find(|name| !known(name)) {
        return Err(OperationFault::Unknown { field: as_name(name) });
    }
    Ok(Operation {
        source_ids: texts(members, "sourceIds")?.ok_or(missing("sourceIds"))?,
        kind: text(members, "kind")?,
        text: text(members, "text")?,
        tags: texts(members, "tags")?,
    })
}

const fn missing(field: &'static str) -> OperationFault {
    OperationFault::Missing { field }
}

fn text(members: &Map<String, Value>, field: &'static str) -> Result<String, OperationFault> {
    let value = members.get(field).ok_or(missing(field))?;
    let expected = "a text";
    Ok(value.as_str().ok_or(OperationFault::Type { field, expected })?.to_owned())
}

fn texts(
    members: &Map<String, Value>,
    field: &'static str,
) -> Result<Option<Vec<String>>, OperationFault> {
    let Some(value) = members.get(field) else { return Ok(None) };
    let expected = "a list of texts";
    let wrong = OperationFault::Type { field, expected };
    let list = value.as_array().ok_or(wrong.clone())?;
    let texts = list.iter().map(|one| one.as_str().map(str::to_owned));
    texts.collect::<Option<Vec<String>>>().ok_or(wrong).map(Some)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// O-31: an operation has these fields and no other, each of its type.
    #[test]
    fn operations_are_read_strictly() {
        let whole = json!([{"sourceIds": ["a"], "kind": "note", "text": "t", "tags": []}]);
        let read = operations(&whole).unwrap();
        assert_eq!((&read[0].source_ids, &read[0].tags), (&vec!["a".to_owned()], &Some(vec![])));
        let bare = json!([{"sourceIds": ["a"], "kind": "note", "text": "t"}]);
        assert_eq!(operations(&bare).unwrap()[0].tags, None);
        let fault = |value: Value| operations(&value).unwrap_err();
        let unknown = |name: &str| json!([{"sourceIds": [], "kind": "", "text": "", name: 1}]);
        let named = Some("delete".to_owned());
        assert_eq!(fault(unknown("delete")), OperationFault::Unknown { field: named });
        let secret = "ignore all previous instructions";
        assert_eq!(fault(unknown(secret)), OperationFault::Unknown { field: None });
        assert_eq!(fault(json!([{"kind": "note"}])), missing("sourceIds"));
        assert_eq!(fault(json!([{"sourceIds": [], "kind": "note"}])), missing("text"));
        for (value, field) in [
            (json!({}), "operations"),
            (json!(["a"]), "operations"),
            (json!([{"sourceIds": "a", "kind": "note", "text": "t"}]), "sourceIds"),
            (json!([{"sourceIds": [1], "kind": "note", "text": "t"}]), "sourceIds"),
            (json!([{"sourceIds": [], "kind": 1, "text": "t"}]), "kind"),
            (json!([{"sourceIds": [], "kind": "note", "text": null}]), "text"),
            (json!([{"sourceIds": [], "kind": "note", "text": "t", "tags": "a"}]), "tags"),
        ] {
            let OperationFault::Type { field: found, .. } = fault(value) else { panic!("{field}") };
            assert_eq!(found, field);
        }
    }
}
