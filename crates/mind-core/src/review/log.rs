//! The records of reviews in a host's session: written exactly, read leniently, without a word of memory (O-93, O-115).

use std::fmt::Write as _;

use super::digest::WindowDigest;
use super::request::RunId;
use crate::consolidate::plan::Origin;
use crate::json::{push_string, push_strings};
use crate::note::Value;
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// The type a host gives the entries that hold records.
pub const ENTRY_TYPE: &str = "mind-review";
/// The version of the form that is read and written.
pub const VERSION: u32 = 1;
/// Records of a session that are looked at, the newest.
pub const RECORDS_READ: usize = 256;

/// How a review ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There was no window; no worker started.
    Skipped,
    /// The model left the records alone.
    NoOp,
    /// The plan was applied.
    Applied,
    /// The reply was refused.
    Refused,
    /// The plan was refused: store, expiry or its lifetime moved on.
    Conflict,
    /// The worker, the card, the store or the history failed.
    Failed,
    /// The host did not start the worker.
    Declined,
    /// It was stopped before anything was written.
    Cancelled,
    /// Nobody knows yet whether the plan was applied.
    Uncertain,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 9] = [
        Self::Skipped,
        Self::NoOp,
        Self::Applied,
        Self::Refused,
        Self::Conflict,
        Self::Failed,
        Self::Declined,
        Self::Cancelled,
        Self::Uncertain,
    ];

    /// The outcome's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::NoOp => "no_op",
            Self::Applied => "applied",
            Self::Refused => "refused",
            Self::Conflict => "conflict",
            Self::Failed => "failed",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
            Self::Uncertain => "uncertain",
        }
    }

    /// Whether a batch goes on after it (O-102).
    pub const fn goes_on(self) -> bool {
        matches!(self, Self::Skipped | Self::NoOp | Self::Applied)
    }

    /// Whether the window counts as reviewed after it (O-83, O-87).
    pub const fn is_reviewed(self) -> bool {
        matches!(self, Self::NoOp | Self::Applied | Self::Refused)
    }
}

/// One entry of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewRecord {
    /// A worker is about to run.
    Started {
        /// The run.
        run: RunId,
        /// Its target.
        target: Tier,
        /// Whether it was asked for or began by itself.
        origin: Origin,
        /// When.
        at: Timestamp,
        /// The acting persona.
        persona: Segment,
        /// The project's slug; none outside one.
        project: Option<String>,
        /// What the window says.
        digest: WindowDigest,
    },
    /// A run came to an end.
    Settled {
        /// The run.
        run: RunId,
        /// When.
        at: Timestamp,
        /// How.
        outcome: Outcome,
        /// Why, where it did not go well.
        code: Option<String>,
        /// The receipt of what it changed, or may have changed.
        receipt: Option<String>,
        /// The windows that need no further review.
        digests: Vec<WindowDigest>,
    },
}

impl ReviewRecord {
    /// The compact JSON of an entry, in the order and form that is promised.
    pub fn encode(&self) -> String {
        let mut out = format!("{{\"version\":{VERSION},\"event\":");
        match self {
            Self::Started { run, target, origin, at, persona, project, digest } => {
                let origin = origin.as_str();
                write!(
                    out,
                    "\"started\",\"runId\":\"{run}\",\"target\":\"{target}\",\"origin\":\"{origin}\",\"at\":\"{at}\""
                )
                .expect(INTO_STRING);
                out.push_str(",\"persona\":");
                push_string(&mut out, persona.as_str());
                push_optional(&mut out, "project", project.as_deref());
                write!(out, ",\"digest\":\"{digest}\"}}").expect(INTO_STRING);
            }
            Self::Settled { run, at, outcome, code, receipt, digests } => {
                let outcome = outcome.as_str();
                write!(
                    out,
                    "\"settled\",\"runId\":\"{run}\",\"at\":\"{at}\",\"outcome\":\"{outcome}\""
                )
                .expect(INTO_STRING);
                push_optional(&mut out, "code", code.as_deref());
                push_optional(&mut out, "receiptId", receipt.as_deref());
                out.push_str(",\"digests\":");
                push_strings(&mut out, digests.iter().map(WindowDigest::as_str));
                out.push('}');
            }
        }
        out
    }

    /// Reads an entry. Members it does not know are ignored; an entry of another version or shape is none.
    pub fn read(entry: &Value) -> Option<Self> {
        let Value::Number(version) = entry.member("version")? else { return None };
        if (*version - f64::from(VERSION)).abs() > 0.0 {
            return None;
        }
        let text = |name: &str| entry.member(name)?.text();
        let run = RunId::parse(text("runId")?)?;
        let at = Timestamp::parse(text("at")?).ok()?;
        match text("event")? {
            "started" => Some(Self::Started {
                run,
                target: text("target")?.parse().ok()?,
                origin: origin(text("origin")?)?,
                at,
                persona: Segment::stored(text("persona")?)?,
                project: optional(entry, "project")?,
                digest: WindowDigest::parse(text("digest")?)?,
            }),
            "settled" => Some(Self::Settled {
                run,
                at,
                outcome: outcome(text("outcome")?)?,
                code: optional(entry, "code")?,
                receipt: optional(entry, "receiptId")?,
                digests: digests(entry.member("digests")?)?,
            }),
            _ => None,
        }
    }
}

const INTO_STRING: &str = "writing to a string succeeds";

fn push_optional(out: &mut String, name: &str, value: Option<&str>) {
    write!(out, ",\"{name}\":").expect(INTO_STRING);
    match value {
        Some(value) => push_string(out, value),
        None => out.push_str("null"),
    }
}

/// A text, or none where it is `null` or missing; `None` when it is something else.
#[expect(clippy::option_option, reason = "no text is one thing, and no record another")]
fn optional(entry: &Value, name: &str) -> Option<Option<String>> {
    match entry.member(name) {
        None | Some(Value::Null) => Some(None),
        Some(value) => value.text().map(|text| Some(text.to_owned())),
    }
}

fn origin(word: &str) -> Option<Origin> {
    [Origin::Explicit, Origin::Auto].into_iter().find(|origin| origin.as_str() == word)
}

fn outcome(word: &str) -> Option<Outcome> {
    Outcome::ALL.into_iter().find(|outcome| outcome.as_str() == word)
}

fn digests(value: &Value) -> Option<Vec<WindowDigest>> {
    let Value::List(items) = value else { return None };
    items.iter().map(|item| WindowDigest::parse(item.text()?)).collect()
}
