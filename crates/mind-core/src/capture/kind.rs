//! What kind of fact a sentence would be: the classes of cues, the first of which counts.

use super::phrase::{after, fold, is_word, starts};
use crate::fact::Kind;

/// The phrases of the classes, in the order in which they count.
const CLASSES: &[(Kind, &[&str])] = &[
    (
        Kind::Rationale,
        &[
            "architectural decision",
            "durable decision",
            "permanent convention",
            "stable invariant",
            "decisione architetturale",
            "decisione architettonica",
            "decisione durevole",
            "convenzione permanente",
            "invariante stabile",
        ],
    ),
    (Kind::Convention, &["always", "never", "sempre", "mai"]),
    (
        Kind::Preference,
        &[
            "i prefer",
            "i'd prefer",
            "i would prefer",
            "prefer that",
            "from now on",
            "going forward",
            "in the future",
            "in future",
            "preferisco",
            "preferirei",
            "da ora in poi",
            "d'ora in poi",
            "da questo momento",
            "in futuro",
            "per il futuro",
        ],
    ),
    (Kind::Note, NOTES),
    (
        Kind::Preference,
        &[
            "the user is",
            "i am on",
            "i'm on",
            "i am using",
            "i'm using",
            "we use",
            "io uso",
            "uso",
            "usiamo",
        ],
    ),
];

/// The phrases of class 4, which a negation before them turns round.
const NOTES: &[&str] = &[
    "remember",
    "keep in mind",
    "note that",
    "don't forget",
    "do not forget",
    "for future reference",
    "commit to memory",
    "commit this to memory",
    "commit that to memory",
    "commit it to memory",
    "ricorda che",
    "ricorda di",
    "ricordati che",
    "ricordati di",
    "tieni a mente",
    "tieni presente",
    "nota che",
    "non dimenticare",
    "non dimenticarti",
    "memorizza",
    "segnati",
    "conserva in memoria",
    "conserva nella memoria",
    "salva in memoria",
    "salva nella memoria",
    "salvalo in memoria",
    "salvalo nella memoria",
];

/// Words of memory that are no cue by themselves and may be negated.
const RECALLS: &[&str] = &["ricorda", "ricordati", "ricordare"];

/// The kind of the first class with a phrase in one of `parts`.
pub(super) fn of<'a>(parts: impl Iterator<Item = &'a str>) -> Option<Kind> {
    let mut best = CLASSES.len();
    for part in parts {
        for at in starts(part) {
            best = class_at(&part[at..], best);
        }
    }
    CLASSES.get(best).map(|(kind, _)| *kind)
}

/// The class of the phrase `text` begins with, if it counts before class `best`.
fn class_at(text: &str, best: usize) -> usize {
    let initial = text.chars().next().map(fold);
    let holds = |phrase: &&str| phrase.chars().next() == initial && after(text, phrase).is_some();
    let mut classes = CLASSES[..best].iter();
    let class = classes.position(|(_, phrases)| phrases.iter().any(holds));
    let possessive = best == CLASSES.len() && class.is_none() && is_possessive(text);
    class.unwrap_or(if possessive { CLASSES.len() - 1 } else { best })
}

/// Whether a text begins with `my …  is`.
fn is_possessive(text: &str) -> bool {
    let Some(rest) = after(text, "my") else { return false };
    let rest = rest.trim_start_matches(crate::text::is_white_space);
    let rest = rest.trim_start_matches(|c| is_word(c) || matches!(c, '-' | '\'' | '\u{2019}'));
    let rest = rest
        .strip_prefix(crate::text::is_white_space)
        .map(|rest| rest.trim_start_matches(crate::text::is_white_space));
    rest.is_some_and(|rest| after(rest, "is").is_some())
}

/// Whether a text begins with a phrase that a negation before it turns round.
pub(super) fn can_be_denied(text: &str) -> bool {
    let initial = text.chars().next().map(fold);
    let mut phrases = NOTES.iter().chain(RECALLS);
    phrases.any(|phrase| phrase.chars().next() == initial && after(text, phrase).is_some())
}
