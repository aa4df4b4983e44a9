//! Why a page or a plan of consolidation was refused.

use super::describe::{Detail, over};
use super::{ApplyError, Error, ErrorKind};

/// Why nothing was inspected, planned or applied. No memory was changed, unless the variant says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConsolidateError {
    /// What was asked for is no tier that can be consolidated.
    #[error("unknown target of consolidation")]
    TargetUnknown,
    /// Everyone's facts are tidied by named operations, never by a model's review.
    #[error("shared facts are never reviewed by a model")]
    SharedManualOnly,
    /// The store is not the one of the given fingerprint.
    #[error("the store has changed since it was inspected")]
    Changed,
    /// The store has changed, and by this very plan.
    #[error("this plan was applied already")]
    AppliedAlready {
        /// Its receipt.
        receipt: String,
    },
    /// No operation, or too many.
    #[error("{actual} operations given, allowed are 1 to {limit}")]
    OperationsCount {
        /// Operations allowed.
        limit: usize,
        /// Operations given.
        actual: usize,
    },
    /// An operation with no source, or with too many.
    #[error("{actual} sources given, allowed are 1 to {limit}")]
    SourcesCount {
        /// Sources allowed.
        limit: usize,
        /// Sources given.
        actual: usize,
    },
    /// One id twice in a plan.
    #[error("a source is named twice")]
    SourceRepeated,
    /// A replacement that is its only source.
    #[error("the replacement is its source")]
    NoChange,
    /// A replacement that says what another row or another replacement says.
    #[error("the replacement is there already")]
    Collision,
    /// More origins than one row can name.
    #[error("the replacement would have {actual} in `{field}`, allowed are {limit}")]
    ProvenanceOverflow {
        /// `derivedFrom`, counted in ids, or `source`, counted in characters.
        field: &'static str,
        /// How much is allowed.
        limit: usize,
        /// How much it would be.
        actual: usize,
    },
    /// Sources that replaced two different facts.
    #[error("the sources supersede different facts")]
    SupersedesConflict,
    /// Sources that disagree on a member this version does not know.
    #[error("the sources disagree on a member that is not known here")]
    UnknownFieldConflict,
    /// A plan, a receipt or a history stood in the way.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// What is wrong with one operation of the plan.
    #[error("operation {operation}: {error}")]
    Operation {
        /// Which, from zero.
        operation: usize,
        /// The side the scanner refused, where it did.
        role: Option<Role>,
        /// Why.
        error: Box<Error>,
    },
}

/// The side of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A row to be replaced.
    Source,
    /// The row put in its place.
    Replacement,
}

impl Role {
    /// The side's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Replacement => "replacement",
        }
    }
}

impl ConsolidateError {
    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::TargetUnknown => "optimize.target_unknown",
            Self::SharedManualOnly => "optimize.shared_manual_only",
            Self::Changed | Self::AppliedAlready { .. } => "store.changed",
            Self::OperationsCount { .. } => "optimize.operations_count",
            Self::SourcesCount { .. } => "optimize.sources_count",
            Self::SourceRepeated => "optimize.source_repeated",
            Self::NoChange => "optimize.no_change",
            Self::Collision => "optimize.collision",
            Self::ProvenanceOverflow { .. } => "optimize.provenance_overflow",
            Self::SupersedesConflict => "optimize.supersedes_conflict",
            Self::UnknownFieldConflict => "optimize.unknown_field_conflict",
            Self::Apply(error) => error.code(),
            Self::Operation { error, .. } => error.code(),
        }
    }

    pub(super) const fn kind(&self) -> ErrorKind {
        match self {
            Self::Changed | Self::AppliedAlready { .. } => ErrorKind::Conflict,
            Self::Apply(error) => error.kind(),
            Self::Operation { error, .. } => error.kind(),
            _ => ErrorKind::User,
        }
    }

    pub(super) fn next(&self) -> Option<&str> {
        Some(match self {
            Self::TargetUnknown => "use project, project-long, persona or shared",
            Self::SharedManualOnly => "inspect them: /mind optimize inspect shared",
            Self::Changed => "inspect again from offset 0",
            Self::AppliedAlready { .. } => "nothing; its receipt in `detail` can undo it",
            Self::OperationsCount { .. } => "give fewer operations, or one",
            Self::SourcesCount { .. } => "give fewer sources, or one",
            Self::SourceRepeated => "name each source once in the whole plan",
            Self::NoChange => "leave the operation out",
            Self::Collision => "name that row as a source too, or word it otherwise",
            Self::ProvenanceOverflow { .. } => "merge fewer rows",
            Self::SupersedesConflict | Self::UnknownFieldConflict => "leave one of them out",
            Self::Apply(error) => return Some(error.next()),
            Self::Operation { error, .. } => return error.next(),
        })
    }

    pub(super) fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            Self::OperationsCount { limit, actual } => over("operations", *limit, *actual),
            Self::SourcesCount { limit, actual } => over("sourceIds", *limit, *actual),
            Self::ProvenanceOverflow { field, limit, actual } => over(field, *limit, *actual),
            Self::AppliedAlready { receipt } => {
                vec![("receiptId", Detail::Text(receipt.clone()))]
            }
            Self::Apply(error) => error.detail(),
            Self::Operation { operation, role, error } => {
                let mut detail = vec![("operation", Detail::Number(*operation as u64))];
                detail.extend(role.map(|role| ("role", Detail::Text(role.as_str().to_owned()))));
                detail.extend(error.detail());
                detail
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-33: each refusal says what to do, and what concerns one operation says which and passes on what it wraps.
    #[test]
    fn refusals() {
        let (limit, actual, field) = (1, 2, "source");
        let all = [
            ConsolidateError::TargetUnknown,
            ConsolidateError::SharedManualOnly,
            ConsolidateError::Changed,
            ConsolidateError::AppliedAlready { receipt: "opt-b1e4375790009a5a".to_owned() },
            ConsolidateError::OperationsCount { limit, actual },
            ConsolidateError::SourcesCount { limit, actual },
            ConsolidateError::SourceRepeated,
            ConsolidateError::NoChange,
            ConsolidateError::Collision,
            ConsolidateError::ProvenanceOverflow { field, limit, actual },
            ConsolidateError::SupersedesConflict,
            ConsolidateError::UnknownFieldConflict,
        ];
        for inner in all {
            assert!(inner.next().is_some_and(|next| !next.is_empty()), "{inner}");
            let error = Error::from(inner);
            let (operation, role) = (3, Some(Role::Replacement));
            let wrapped =
                ConsolidateError::Operation { operation, role, error: Box::new(error.clone()) };
            let wrapped = Error::from(wrapped);
            assert_eq!((wrapped.code(), wrapped.kind()), (error.code(), error.kind()));
            assert_eq!(wrapped.next(), error.next());
            assert_eq!(wrapped.to_string(), format!("operation 3: {error}"));
            let role = ("role", Detail::Text("replacement".to_owned()));
            let expect = [vec![("operation", Detail::Number(3)), role], error.detail()].concat();
            assert_eq!(wrapped.detail(), expect);
        }
    }
}
