//! Decisions a user reports as durable.

use super::negation::is_denied_decision;
use super::phrase::{after, after_any, starts};
use super::quote::unquoted;
use crate::text::trim;

const DECIDERS: &[&str] = &[
    "we",
    "i",
    "we've",
    "i've",
    "this project",
    "for this project",
    "abbiamo",
    "ho",
    "questo progetto",
    "per questo progetto",
];

const OBSERVERS: &[&str] = &["i", "we", "i've", "we've", "ho", "abbiamo"];
const OBSERVATIONS: &[&str] = &[
    "saw",
    "noticed",
    "read",
    "heard",
    "observed",
    "found",
    "learned",
    "visto",
    "notato",
    "letto",
    "sentito",
    "osservato",
    "trovato",
    "imparato",
];

/// What a sentence must hold a word of each of: that it was decided, that it lasts, and what it is.
const PARTS: [&[&str]; 3] = [
    &[
        "decided",
        "chose",
        "chosen",
        "adopted",
        "established",
        "made",
        "set",
        "deciso",
        "scelto",
        "adottato",
        "stabilito",
        "fissato",
        "preso",
    ],
    &[
        "durable",
        "permanent",
        "stable",
        "durevole",
        "durevoli",
        "permanente",
        "permanenti",
        "stabile",
        "stabili",
    ],
    &[
        "decision",
        "decisions",
        "convention",
        "conventions",
        "invariant",
        "invariants",
        "choice",
        "choices",
        "rule",
        "rules",
        "policy",
        "policies",
        "decisione",
        "decisioni",
        "convenzione",
        "convenzioni",
        "invariante",
        "invarianti",
        "scelta",
        "scelte",
        "regola",
        "regole",
    ],
];

/// What was decided: the text behind the first colon, or all of `rest`, which is a sentence without its marker and courtesies.
pub(super) fn candidate(rest: &str) -> Option<&str> {
    let decides = after_any(rest, DECIDERS).is_some() && !observes(rest);
    (decides && holds_every_part(rest))
        .then(|| rest.split_once(':').map_or(rest, |(_, tail)| trim(tail)))
}

fn observes(rest: &str) -> bool {
    let observed = OBSERVERS
        .iter()
        .filter_map(|who| after(rest, who))
        .any(|tail| after_any(trim(tail), OBSERVATIONS).is_some());
    observed || after_any(rest, &["mi sono accorto", "mi sono accorta"]).is_some()
}

/// Whether the user's own words hold one of each of [`PARTS`], and deny none.
fn holds_every_part(rest: &str) -> bool {
    let mut held = [false; PARTS.len()];
    for (from, part) in unquoted(rest) {
        for at in starts(part) {
            let Some(which) =
                PARTS.iter().position(|words| after_any(&part[at..], words).is_some())
            else {
                continue;
            };
            if is_denied_decision(&rest[..from + at]) {
                return false;
            }
            held[which] = true;
        }
    }
    held == [true; PARTS.len()]
}
