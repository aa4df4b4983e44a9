//! Why a review did not begin, was stopped, or refused what a model proposed.

use super::describe::{Detail, over};
use super::{Error, ErrorKind};

/// Why a review came to nothing. No memory was changed, and nothing of a reply is in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The host's agent is at work.
    #[error("the host is at work")]
    Busy,
    /// A review or a batch of them is running.
    #[error("a review is running already")]
    InFlight,
    /// No model is selected.
    #[error("no model is selected")]
    NoModel,
    /// A switch of the session, asked for outside one.
    #[error("there is no host session to switch it for")]
    NoSession,
    /// The worker took longer than it may.
    #[error("the model did not answer in time")]
    Deadline,
    /// The host could not put a record or a card into its session.
    #[error("the host could not keep the card of this review")]
    CardMissing,
    /// The user went on working.
    #[error("the review was interrupted")]
    Interrupted,
    /// Reviews were switched off.
    #[error("reviews were switched off")]
    Off,

    /// Another model answered than the one that was asked.
    #[error("another model answered than the one that was asked")]
    ModelChanged,
    /// A reply over its limit.
    #[error("the reply is longer than {limit} characters")]
    TooLong {
        /// Characters allowed.
        limit: usize,
    },
    /// A reply that is not one strict JSON object.
    #[error("the reply is not one JSON object and nothing else")]
    NotJson,
    /// A reply that does not fit the schema.
    #[error("the reply does not fit the schema")]
    Schema {
        /// The place, of names and indexes of our own schema only.
        path: String,
        /// The rule of the schema that does not hold.
        keyword: &'static str,
        /// The member of the schema that is not there, where that is the rule.
        missing: Option<&'static str>,
    },
    /// An id that was not shown.
    #[error("the reply names a source that was not shown")]
    NotInWindow,
    /// A kind that none of the sources has.
    #[error("the replacement has a kind that none of its sources has")]
    KindChanged,
    /// A tag that none of the sources has.
    #[error("the replacement has a tag that none of its sources has")]
    TagInvented,
    /// A replacement that would be gone long before one of its sources.
    #[error("a source would lose {lost_hours} hours of life, allowed are {limit_hours}")]
    ShortensLife {
        /// Hours a source may lose.
        limit_hours: u64,
        /// Whole hours it would lose.
        lost_hours: u64,
    },
    /// Numerals that are not those of the sources.
    #[error("the numbers of the replacement are not those of its sources")]
    GuardNumbers,
    /// A denial gained, lost, or merged with its opposite.
    #[error("the sources and the replacement do not all deny, and do not all affirm")]
    GuardNegation,
    /// A source of which most words are gone.
    #[error("the replacement has less than half of a source's words")]
    GuardWords,
}

impl ReviewError {
    /// The stable code, listed in `docs/errors.md`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Busy => "review.busy",
            Self::InFlight => "review.in_flight",
            Self::NoModel => "review.no_model",
            Self::NoSession => "review.no_session",
            Self::Deadline => "review.deadline",
            Self::CardMissing => "review.card_missing",
            Self::Interrupted => "review.interrupted",
            Self::Off => "review.off",
            Self::ModelChanged => "review.model_changed",
            Self::TooLong { .. } => "review.too_long",
            Self::NotJson => "review.not_json",
            Self::Schema { .. } => "review.schema",
            Self::NotInWindow => "review.source_not_in_window",
            Self::KindChanged => "review.kind_changed",
            Self::TagInvented => "review.tag_invented",
            Self::ShortensLife { .. } => "review.shortens_life",
            Self::GuardNumbers => "review.guard_numbers",
            Self::GuardNegation => "review.guard_negation",
            Self::GuardWords => "review.guard_words",
        }
    }

    pub(super) const fn kind(&self) -> ErrorKind {
        match self {
            Self::Busy | Self::InFlight | Self::Interrupted | Self::Off => ErrorKind::Conflict,
            Self::NoModel | Self::Deadline | Self::CardMissing => ErrorKind::Host,
            _ => ErrorKind::User,
        }
    }

    pub(super) const fn next(&self) -> &'static str {
        match self {
            Self::Busy => "wait until the agent is done",
            Self::InFlight => "wait until it is over",
            Self::NoModel => "select a model",
            Self::NoSession => "use it inside a host session, or set `optimize.auto`",
            Self::Deadline | Self::Interrupted => "ask for it again",
            Self::CardMissing => "look at the host's session file, then ask again",
            Self::Off => "switch reviews on first",
            Self::ModelChanged => "use the model itself, not one that may stand in for another",
            _ => "ask again, or use another model; the memory is as it was",
        }
    }

    pub(super) fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            // How long the reply was is its own business: it was not measured to its end.
            Self::TooLong { limit } => vec![("limit", Detail::Number(*limit as u64))],
            Self::Schema { path, keyword, missing } => {
                let path = ("path", Detail::Text(path.clone()));
                let keyword = ("keyword", Detail::Text((*keyword).to_owned()));
                let missing = missing.map(|name| ("missing", Detail::Text(name.to_owned())));
                [path, keyword].into_iter().chain(missing).collect()
            }
            Self::ShortensLife { limit_hours, lost_hours } => {
                over("expiresAt", *limit_hours as usize, *lost_hours as usize)
            }
            _ => Vec::new(),
        }
    }

    /// The same refusal, said of one operation of a reply.
    pub(crate) fn of(self, operation: usize) -> Error {
        let error = Box::new(Error::from(self));
        super::ConsolidateError::Operation { operation, role: None, error }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-90, O-94: every refusal has a code of its own and says what to do; none can hold a word of a reply.
    #[test]
    fn refusals() {
        let all = [
            ReviewError::Busy,
            ReviewError::InFlight,
            ReviewError::NoModel,
            ReviewError::NoSession,
            ReviewError::Deadline,
            ReviewError::CardMissing,
            ReviewError::Interrupted,
            ReviewError::Off,
            ReviewError::ModelChanged,
            ReviewError::TooLong { limit: 1 },
            ReviewError::NotJson,
            ReviewError::Schema { path: "/version".to_owned(), keyword: "const", missing: None },
            ReviewError::NotInWindow,
            ReviewError::KindChanged,
            ReviewError::TagInvented,
            ReviewError::ShortensLife { limit_hours: 24, lost_hours: 25 },
            ReviewError::GuardNumbers,
            ReviewError::GuardNegation,
            ReviewError::GuardWords,
        ];
        let codes: std::collections::BTreeSet<&str> = all.iter().map(ReviewError::code).collect();
        assert_eq!(codes.len(), all.len());
        for error in all {
            let says = error.to_string();
            assert!(!says.ends_with('.') && says.starts_with(char::is_lowercase), "{says}");
            let wrapped = error.clone().of(2);
            assert_eq!(wrapped.code(), error.code());
            assert_eq!(wrapped.next(), Some(error.next()));
            let expect = [vec![("operation", Detail::Number(2))], error.detail()].concat();
            assert_eq!(wrapped.detail(), expect);
        }
    }
}
