//! Codes, kinds, details and remedies: what a surface says about an error.

use super::{Candidate, Candidates, Error, ErrorKind};
use crate::scan::{Refusal, Rejection};

/// A value in an error's `detail`: names, numbers, references and paths, never memory text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A count, a limit or a process.
    Number(u64),
    /// A name, a reference, a rule or a path.
    Text(String),
    /// The rows an ambiguous reference may mean.
    Candidates(Vec<Candidate>),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Scan(refusal)
    }
}

impl Error {
    /// The stable code, listed in `docs/errors.md`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "input.not_utf8",
            Self::OutOfRange { .. } => "input.out_of_range",
            Self::DateInvalid { .. } => "input.date_invalid",
            Self::TextEmpty => "fact.text_empty",
            Self::TextTooLong { .. } => "fact.too_long",
            Self::KindUnknown => "fact.kind_unknown",
            Self::TagInvalid => "fact.tag_invalid",
            Self::TagTooLong { .. } => "fact.tag_too_long",
            Self::TagsTooMany { .. } => "fact.tags_too_many",
            Self::SourceTooLong { .. } => "fact.source_too_long",
            Self::DerivedTooMany { .. } => "fact.derived_too_many",
            Self::IdInvalid => "fact.id_invalid",
            Self::TtlInvalid => "fact.ttl_invalid",
            Self::TtlNotAllowed { .. } => "fact.ttl_not_allowed",
            Self::TierUnknown => "fact.tier_unknown",
            Self::TierKind { .. } => "fact.tier_kind",
            Self::NotFound { .. } | Self::NotInTarget { .. } => "fact.not_found",
            Self::Expired { .. } => "fact.expired",
            Self::AmbiguousId { .. } => "fact.ambiguous_id",
            Self::ForeignOwner { .. } => "fact.foreign_owner",
            Self::SupersedesSelf => "fact.supersedes_self",
            Self::NotWorking { .. } => "fact.not_working",
            Self::NoSession => "note.no_session",
            Self::Note(error) => error.code(),
            Self::Consolidate(error) => error.code(),
            Self::Review(error) => error.code(),
            Self::OwnerChanged => "owner.changed",
            Self::BacklogTextEmpty => "backlog.text_empty",
            Self::BacklogTooLong { .. } => "backlog.too_long",
            Self::BacklogNoteTooLong { .. } => "backlog.note_too_long",
            Self::DueInvalid => "backlog.due_invalid",
            Self::StateUnknown => "backlog.state_unknown",
            Self::AlreadyTaken { .. } => "backlog.already_taken",
            Self::AlreadyDone { .. } => "backlog.already_done",
            Self::AlreadyDropped { .. } => "backlog.already_dropped",
            Self::BacklogClosed { .. } => "backlog.closed",
            Self::BacklogExpired { .. } => "backlog.expired",
            Self::BacklogNotFound { .. } => "backlog.not_found",
            Self::BacklogAmbiguousId { .. } => "backlog.ambiguous_id",
            Self::NoProject => "scope.no_project",
            Self::NameInvalid { .. } => "scope.name_invalid",
            Self::NameCollision { .. } => "scope.name_collision",
            Self::SlugCollision { .. } => "scope.slug_collision",
            Self::QueryTooLong { .. } => "recall.query_too_long",
            Self::Scan(refusal) => match refusal.rejection {
                Rejection::Found(_) => "scan.refused",
                Rejection::TooLarge => "scan.too_large",
            },
            Self::Store(error) => error.fault.code(),
        }
    }

    /// How a caller should take it.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Store(error) => error.fault.kind(),
            Self::Note(error) => error.kind(),
            Self::Consolidate(error) => error.kind(),
            Self::Review(error) => error.kind(),
            Self::OwnerChanged => ErrorKind::Host,
            Self::NameCollision { .. } | Self::SlugCollision { .. } => ErrorKind::Conflict,
            _ => ErrorKind::User,
        }
    }

    /// What to do about it.
    pub fn next(&self) -> Option<&str> {
        Some(match self {
            Self::NotUtf8 => "save the text as UTF-8",
            Self::OutOfRange { .. } => "give a number within the range",
            Self::DateInvalid { .. } => "write the date as 2026-11-20 or 2026-11-20T10:00:00Z",
            Self::TextEmpty => "say what is to be remembered",
            Self::BacklogTextEmpty => "say what is to be done",
            Self::TextTooLong { .. } | Self::BacklogTooLong { .. } => "say it shorter, or in parts",
            Self::KindUnknown => {
                "use objective, invariant, preference, convention, gotcha, rationale or note"
            }
            Self::IdInvalid => "use ID, TIER/ID or TIER:PERSONA/ID",
            Self::TtlInvalid => "give hours, for example 48h",
            Self::TtlNotAllowed { .. } => "leave the ttl out, or use tier project",
            Self::TierUnknown => "use persona, project-long, shared, project or session",
            Self::TierKind { .. } => "use tier persona, project-long or session",
            Self::NotFound { .. } | Self::Expired { .. } => "look for it with recall",
            Self::NotInTarget { .. } => "give that tier as the target",
            Self::AmbiguousId { .. } | Self::BacklogAmbiguousId { .. } => {
                "repeat with one of the references in `detail`"
            }
            Self::ForeignOwner { .. } => "remember it yourself",
            Self::SupersedesSelf => "remember it without `supersedes`",
            Self::NotWorking { .. } => "promote takes a fact of tier project",
            Self::NoSession => "use tier project or persona",
            Self::Note(error) => error.next(),
            Self::Consolidate(error) => return error.next(),
            Self::Review(error) => error.next(),
            Self::OwnerChanged => "repeat it for the present persona",
            Self::DueInvalid => "give a span, for example 2h",
            Self::StateUnknown => "use open, taken, done or dropped",
            Self::AlreadyTaken { .. } => "go on with that item",
            Self::AlreadyDone { .. } | Self::AlreadyDropped { .. } => {
                "say what is different this time"
            }
            Self::BacklogClosed { .. } => "add a new item that says what is different",
            Self::BacklogExpired { .. } => "add it again",
            Self::BacklogNotFound { .. } => "look at the backlog list",
            Self::NoProject => "go to a project's directory, or use tier persona or shared",
            Self::NameCollision { .. } => "use the name the store was made with, or another one",
            Self::SlugCollision { .. } => "run `mind doctor`",
            Self::QueryTooLong { .. } => "ask with fewer words",
            Self::Scan(refusal) => return refusal.next(),
            Self::Store(error) => error.fault.next(),
            _ => return None,
        })
    }

    /// Names, numbers and references for a program, in a fixed order.
    pub fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            Self::OutOfRange { field, min, max, actual } => vec![
                ("field", text(*field)),
                ("min", Detail::Number(*min)),
                ("max", Detail::Number(*max)),
                ("actual", Detail::Number(*actual)),
            ],
            Self::DateInvalid { field } => vec![("field", text(*field))],
            Self::TextTooLong { limit, actual } | Self::BacklogTooLong { limit, actual } => {
                over("text", *limit, *actual)
            }
            Self::TagTooLong { limit, actual } | Self::TagsTooMany { limit, actual } => {
                over("tags", *limit, *actual)
            }
            Self::SourceTooLong { limit, actual } => over("source", *limit, *actual),
            Self::DerivedTooMany { limit, actual } => over("derivedFrom", *limit, *actual),
            Self::BacklogNoteTooLong { limit, actual } => over("note", *limit, *actual),
            Self::NameInvalid { limit, actual } => over("persona", *limit, *actual),
            Self::QueryTooLong { limit, actual } => over("query", *limit, *actual),
            Self::TtlNotAllowed { tier } | Self::NotInTarget { tier, .. } => {
                vec![("tier", text(tier.as_str()))]
            }
            Self::TierKind { kind, tier } => {
                vec![("kind", text(kind.as_str())), ("tier", text(tier.as_str()))]
            }
            Self::AmbiguousId { candidates, .. } | Self::BacklogAmbiguousId { candidates, .. } => {
                listed(candidates)
            }
            Self::AlreadyTaken { id } | Self::AlreadyDone { id } | Self::AlreadyDropped { id } => {
                vec![("id", text(id.as_str()))]
            }
            Self::Scan(refusal) => {
                let mut detail = vec![("field", text(refusal.field.as_str()))];
                if let Rejection::Found(rule) = refusal.rejection {
                    detail.push(("rule", text(rule.id())));
                }
                detail
            }
            Self::Note(error) => error.detail(),
            Self::Consolidate(error) => error.detail(),
            Self::Review(error) => error.detail(),
            Self::Store(error) => {
                let mut detail = vec![("place", text(error.place.as_str()))];
                let path = error.path.as_ref();
                detail.extend(path.map(|path| ("path", text(path.display().to_string()))));
                detail.extend(error.fault.detail());
                detail
            }
            _ => Vec::new(),
        }
    }
}

fn text(value: impl Into<String>) -> Detail {
    Detail::Text(value.into())
}

pub(super) fn over(
    field: &'static str,
    limit: usize,
    actual: usize,
) -> Vec<(&'static str, Detail)> {
    vec![
        ("field", text(field)),
        ("limit", Detail::Number(limit as u64)),
        ("actual", Detail::Number(actual as u64)),
    ]
}

fn listed(candidates: &Candidates) -> Vec<(&'static str, Detail)> {
    vec![
        ("candidates", Detail::Candidates(candidates.listed.clone())),
        ("further", Detail::Number(candidates.further as u64)),
    ]
}
