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
    Cue::Casual { kind, subject: Subject::Fact, sentence: "" }
}

/// A casual cue for something to do.
fn task(kind: Kind) -> Cue<'static> {
    Cue::Casual { kind, subject: Subject::Task, sentence: "" }
}

/// Holds a text to have these cues.
#[track_caller]
fn check(text: &str, expect: &[Cue<'_>]) {
    let found: Vec<Cue<'_>> = cues(text).into_iter().map(without_sentence).collect();
    assert_eq!(found, expect, "{text:?}");
}

fn without_sentence(cue: Cue<'_>) -> Cue<'_> {
    match cue {
        Cue::Casual { kind, subject, .. } => Cue::Casual { kind, subject, sentence: "" },
        Cue::Strong { .. } => cue,
    }
}

/// CA-62: a casual cue says which sentence it is, as the user wrote it.
#[test]
fn a_casual_cue_has_its_sentence() {
    let found = cues("Nothing here. My shell is fish. And I prefer tabs.");
    let sentences: Vec<&str> = found
        .iter()
        .filter_map(|cue| match cue {
            Cue::Casual { sentence, .. } => Some(*sentence),
            Cue::Strong { .. } => None,
        })
        .collect();
    assert_eq!(sentences, ["My shell is fish.", "And I prefer tabs."]);
}
