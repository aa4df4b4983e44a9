//! What can be wrong with a session note.

use super::{Detail, ErrorKind};
use crate::note::{Closed, Reason, Usage};

/// Why a note was not saved, not forgotten, or cannot be used. Nothing was appended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoteError {
    /// A note's text over its limit.
    #[error("note text has {actual} characters, allowed are {limit}")]
    TooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },
    /// A field that a note cannot keep.
    #[error("field `{field}` does not go with tier session")]
    FieldUnfit {
        /// The field.
        field: &'static str,
    },
    /// A note is never promoted.
    #[error("{reference} is a session note, not a working fact")]
    NotWorking {
        /// What was asked for.
        reference: String,
    },
    /// No room is left.
    #[error("the session has no room left for this: {usage}")]
    Full {
        /// What is used up.
        limit: NoteLimit,
        /// What is used.
        usage: Usage,
    },
    /// The session's history cannot be trusted, so none of its notes is used.
    #[error("the notes of this session cannot be used: {}", .reason.as_str())]
    HistoryUnsafe {
        /// What is wrong.
        reason: Reason,
        /// The entry to blame, where it is one.
        entry: Option<String>,
        /// What to do.
        next: String,
    },
    /// The branch kept moving.
    #[error("the session kept moving while the note was written")]
    Busy,
    /// The host could not append.
    #[error("the host could not append the note")]
    AppendFailed,
}

/// What a session is full of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteLimit {
    /// Active notes on the branch.
    Active,
    /// Events in the session.
    Events {
        /// Whether a note was to be saved; forgetting has more room.
        save: bool,
    },
    /// Bytes of events in the session.
    Bytes {
        /// Whether a note was to be saved; forgetting has more room.
        save: bool,
    },
}

impl NoteLimit {
    /// The limit's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Events { .. } => "events",
            Self::Bytes { .. } => "bytes",
        }
    }

    const fn next(self) -> &'static str {
        match self {
            Self::Active => "forget a note of this branch, then repeat",
            Self::Events { save: true } | Self::Bytes { save: true } => {
                "use tier project, or start a new session"
            }
            Self::Events { save: false } | Self::Bytes { save: false } => {
                "go to a point before the note, or start a new session"
            }
        }
    }
}

impl NoteError {
    /// The refusal of every call that needs the notes of a closed history.
    pub(crate) fn history_unsafe(closed: &Closed) -> Self {
        let entry = closed.entry.as_ref().map(ToString::to_string);
        let mut next = "start a new session".to_owned();
        if let Some(entry) = &entry {
            next.push_str(", or go to a point before entry ");
            next.push_str(entry);
        }
        Self::HistoryUnsafe { reason: closed.reason, entry, next }
    }

    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "note.too_long",
            Self::FieldUnfit { .. } => "input.conflict",
            Self::NotWorking { .. } => "fact.not_working",
            Self::Full { .. } => "note.full",
            Self::HistoryUnsafe { .. } => "note.history_unsafe",
            Self::Busy => "note.busy",
            Self::AppendFailed => "note.append_failed",
        }
    }

    pub(super) const fn kind(&self) -> ErrorKind {
        match self {
            Self::TooLong { .. } | Self::FieldUnfit { .. } | Self::NotWorking { .. } => {
                ErrorKind::User
            }
            Self::Full { .. } | Self::Busy => ErrorKind::Conflict,
            Self::HistoryUnsafe { .. } => ErrorKind::Corrupt,
            Self::AppendFailed => ErrorKind::Host,
        }
    }

    pub(super) fn next(&self) -> &str {
        match self {
            Self::TooLong { .. } => "say it shorter, or in parts",
            Self::FieldUnfit { .. } => "leave the field out, or use tier project",
            Self::NotWorking { .. } => "remember it again with a durable tier",
            Self::Full { limit, .. } => limit.next(),
            Self::HistoryUnsafe { next, .. } => next,
            Self::Busy => "try again",
            Self::AppendFailed => "try again, or use tier project",
        }
    }

    pub(super) fn detail(&self) -> Vec<(&'static str, Detail)> {
        let text = |value: &str| Detail::Text(value.to_owned());
        match self {
            Self::TooLong { limit, actual } => super::describe::over("text", *limit, *actual),
            Self::FieldUnfit { field } => vec![("field", text(field))],
            Self::Full { limit, .. } => vec![("limit", text(limit.as_str()))],
            Self::HistoryUnsafe { reason, entry, .. } => {
                let mut detail = vec![("reason", text(reason.as_str()))];
                detail.extend(entry.iter().map(|entry| ("entryId", text(entry))));
                detail
            }
            Self::NotWorking { .. } | Self::Busy | Self::AppendFailed => Vec::new(),
        }
    }
}
