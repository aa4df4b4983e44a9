//! Why a plan was not applied, a receipt not undone or a history not changed.

use super::describe::Detail;
use super::{ConsolidateError, Error, ErrorKind};

/// Why no row was replaced or put back. No memory was changed, unless the variant says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// No staged plan has this id.
    #[error("no such plan is staged")]
    PlanUnknown,
    /// The plan is older than a plan may be.
    #[error("the plan has expired")]
    PlanExpired,
    /// What is in the file is not what was staged.
    #[error("this is not a plan as it was staged")]
    PlanAltered,
    /// The plan was staged for another session, persona, project or generation.
    #[error("the plan belongs to another owner")]
    OwnerMismatch,
    /// Receipts that must stay leave no room for another.
    #[error("the history of this store has no room for another receipt")]
    HistoryFull,
    /// The receipt could not be written, so the store was not touched.
    #[error("the receipt could not be written")]
    ReceiptFailed {
        /// Why; nothing when it was written but may not outlive a power cut.
        because: Option<Box<Error>>,
    },
    /// No receipt of this owner has this id.
    #[error("no such receipt")]
    ReceiptUnknown,
    /// Nobody knows whether the change of this receipt happened.
    #[error("the outcome of this receipt is not known")]
    ReceiptUnresolved,
    /// The change of this receipt did not happen.
    #[error("the change of this receipt was rejected")]
    ReceiptRejected,
    /// The change of this receipt was taken back.
    #[error("the change of this receipt is undone already")]
    AlreadyUndone,
    /// The receipt is that of an undo.
    #[error("an undo cannot be undone")]
    UndoOfUndo,
    /// The outcome of this receipt is settled, and otherwise.
    #[error("the outcome of this receipt is settled already")]
    ReceiptSettled,
    /// A replacement is gone or has changed since.
    #[error("a replacement is gone or has changed since")]
    ReplacementChanged,
    /// The store may or may not have been changed: it is visible now and may vanish at a power cut.
    #[error("the change may vanish at a power cut")]
    OutcomeUncertain {
        /// The receipt, which stays open.
        receipt: String,
        /// The tier of the store.
        target: crate::scope::Tier,
    },
}

impl From<ApplyError> for Error {
    fn from(error: ApplyError) -> Self {
        ConsolidateError::Apply(error).into()
    }
}

impl ApplyError {
    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::PlanUnknown => "optimize.plan_unknown",
            Self::PlanExpired => "optimize.plan_expired",
            Self::PlanAltered => "optimize.plan_altered",
            Self::OwnerMismatch => "optimize.owner_mismatch",
            Self::HistoryFull => "optimize.history_full",
            Self::ReceiptFailed { .. } => "optimize.receipt_failed",
            Self::ReceiptUnknown => "optimize.receipt_unknown",
            Self::ReceiptUnresolved => "optimize.receipt_unresolved",
            Self::ReceiptRejected => "optimize.receipt_rejected",
            Self::AlreadyUndone => "optimize.already_undone",
            Self::UndoOfUndo => "optimize.undo_of_undo",
            Self::ReceiptSettled => "optimize.receipt_settled",
            Self::ReplacementChanged => "optimize.replacement_changed",
            Self::OutcomeUncertain { .. } => "optimize.outcome_uncertain",
        }
    }

    pub(super) const fn kind(&self) -> ErrorKind {
        match self {
            Self::HistoryFull | Self::ReceiptFailed { .. } | Self::OutcomeUncertain { .. } => {
                ErrorKind::Unavailable
            }
            Self::PlanExpired | Self::OwnerMismatch | Self::ReplacementChanged => {
                ErrorKind::Conflict
            }
            _ => ErrorKind::User,
        }
    }

    pub(super) const fn next(&self) -> &'static str {
        match self {
            Self::PlanUnknown | Self::PlanExpired | Self::PlanAltered => "stage the plan again",
            Self::OwnerMismatch => "stage the plan again, as the present persona and project",
            Self::HistoryFull => "settle the prepared receipts of the history by hand",
            Self::ReceiptFailed { .. } => "repair what `detail` names, then repeat the call",
            Self::ReceiptUnknown | Self::ReceiptSettled => "look at the history",
            Self::ReceiptUnresolved => {
                "look at its evidence in the history, then settle it by hand"
            }
            Self::ReceiptRejected | Self::AlreadyUndone => "nothing is left to undo",
            Self::UndoOfUndo => "stage the operation again",
            Self::ReplacementChanged => "stage a new plan from what stands there now",
            Self::OutcomeUncertain { target, .. } => match target {
                crate::scope::Tier::ProjectLong => {
                    "run `mind optimize history --target project-long`"
                }
                crate::scope::Tier::Persona => "run `mind optimize history --target persona`",
                crate::scope::Tier::Shared => "run `mind optimize history --target shared`",
                _ => "run `mind optimize history --target project`",
            },
        }
    }

    pub(super) fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            Self::ReceiptFailed { because: Some(because) } => {
                let code = ("because", Detail::Text(because.code().to_owned()));
                [code].into_iter().chain(because.detail()).collect()
            }
            Self::OutcomeUncertain { receipt, .. } => {
                vec![("receiptId", Detail::Text(receipt.clone()))]
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 11: the codes of applying and undoing, each with something to do about it.
    #[test]
    fn codes() {
        let (receipt, target) = ("opt-b1e4375790009a5a".to_owned(), crate::scope::Tier::Project);
        let because = Some(Box::new(Error::NotUtf8));
        let errors = [
            (ApplyError::PlanUnknown, "optimize.plan_unknown"),
            (ApplyError::PlanExpired, "optimize.plan_expired"),
            (ApplyError::PlanAltered, "optimize.plan_altered"),
            (ApplyError::OwnerMismatch, "optimize.owner_mismatch"),
            (ApplyError::HistoryFull, "optimize.history_full"),
            (ApplyError::ReceiptFailed { because }, "optimize.receipt_failed"),
            (ApplyError::ReceiptUnknown, "optimize.receipt_unknown"),
            (ApplyError::ReceiptUnresolved, "optimize.receipt_unresolved"),
            (ApplyError::ReceiptRejected, "optimize.receipt_rejected"),
            (ApplyError::AlreadyUndone, "optimize.already_undone"),
            (ApplyError::UndoOfUndo, "optimize.undo_of_undo"),
            (ApplyError::ReceiptSettled, "optimize.receipt_settled"),
            (ApplyError::ReplacementChanged, "optimize.replacement_changed"),
            (ApplyError::OutcomeUncertain { receipt, target }, "optimize.outcome_uncertain"),
        ];
        for (error, code) in errors {
            let error = Error::from(error);
            assert_eq!(error.code(), code);
            assert!(error.next().is_some_and(|next| !next.is_empty()), "{code} says nothing to do");
        }
    }
}
