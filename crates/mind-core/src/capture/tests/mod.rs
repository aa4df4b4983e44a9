//! What is a cue and what is none, clause by clause of the contract.

mod property;
mod reading;
mod saying;
mod vectors;

use super::{Cue, Subject, cues};
use crate::fact::Kind;

/// A strong cue.
fn strong(kind: Kind, candidate: &str) -> Cue<'_> {
    Cue::Strong { kind, candidate }
}

/// A casual cue for a fact.
fn casual(kind: Kind) -> Cue<'static> {
    Cue::Casual { kind, subject: Subject::Fact }
}

/// A casual cue for something to do.
fn task(kind: Kind) -> Cue<'static> {
    Cue::Casual { kind, subject: Subject::Task }
}

/// Holds a text to have these cues.
#[track_caller]
fn check(text: &str, expect: &[Cue<'_>]) {
    assert_eq!(cues(text), expect, "{text:?}");
}
