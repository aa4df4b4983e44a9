//! Why a tool call was refused: what the core answered, and what only arguments from a wire can get wrong.

use mind_core::error::{Detail, Error};
use mind_protocol::Refusal;

use crate::wire;
use crate::wire::OperationFault;

/// A refusal. Like the core's errors it holds names and numbers, and never a value that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The core or a store refused.
    Core(Error),
    /// A field the tool does not have; named where it looks like a name.
    UnknownField {
        /// Its name.
        field: Option<String>,
        /// The fields there are.
        known: String,
    },
    /// A field the tool cannot do without.
    MissingField {
        /// Its name.
        field: &'static str,
    },
    /// A value of another type, or outside the field's words.
    Invalid {
        /// Its name.
        field: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// Two fields that exclude each other.
    Conflict {
        /// One of them.
        field: &'static str,
        /// The other.
        with: &'static str,
    },
}

impl From<OperationFault> for Fault {
    fn from(fault: OperationFault) -> Self {
        match fault {
            OperationFault::Unknown { field } => {
                Self::UnknownField { field, known: OperationFault::KNOWN.to_owned() }
            }
            OperationFault::Missing { field } => Self::MissingField { field },
            OperationFault::Type { field, expected } => Self::Invalid { field, expected },
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

impl Fault {
    /// The refusal as the wire has it (S-3).
    pub fn refusal(&self) -> Refusal {
        match self {
            Self::Core(error) => wire::error(error),
            Self::UnknownField { field, known } => unknown(field.as_deref(), known),
            Self::MissingField { field } => named(
                "input.missing_field",
                field,
                format!("field `{field}` is missing"),
                &format!("repeat the call with `{field}`"),
            ),
            Self::Invalid { field, expected } => named(
                "input.invalid",
                field,
                format!("field `{field}` is not {expected}"),
                &format!("give {expected}"),
            ),
            Self::Conflict { field, with } => named(
                "input.conflict",
                field,
                format!("field `{field}` does not go with `{with}`"),
                &format!("leave `{field}` out"),
            ),
        }
    }
}

fn unknown(field: Option<&str>, known: &str) -> Refusal {
    let next = format!("use {known}");
    match field {
        Some(field) => {
            named("input.unknown_field", field, format!("unknown field `{field}`"), &next)
        }
        None => {
            wire::shaped("input.unknown_field", "unknown field".to_owned(), Vec::new(), Some(&next))
        }
    }
}

fn named(code: &str, field: &str, message: String, next: &str) -> Refusal {
    let detail = vec![("field", Detail::Text(field.to_owned()))];
    wire::shaped(code, message, detail, Some(next))
}
