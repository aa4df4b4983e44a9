//! How a sentence opens: the phrases with which a user asks for something to be kept.

use super::phrase::{after, after_any, is_word, says_something, starts};
use crate::text::{is_white_space, trim};

/// What a sentence asks for by its opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening<'a> {
    /// To keep this.
    Keep(&'a str),
    /// To keep something, without saying what, or not for sure.
    Vague,
    /// To do something later.
    Task,
    /// Nothing.
    Other,
}

/// A sentence without its list marker, its adverb and its courtesies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead<'a> {
    pub(super) rest: &'a str,
    /// Whether `never` or `mai` was among them, which turns round what follows.
    pub(super) never: bool,
}

/// How an opening phrase goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// With what is to be kept.
    Plain,
    /// As [`Form::Plain`], or with what is to be done later.
    Recall,
    /// With an instruction; anything else is a guess about the future.
    Future,
}

/// Longer phrases stand before those they begin with.
const OPENINGS: &[(&str, Form)] = &[
    ("remember", Form::Recall),
    ("i want you to remember", Form::Recall),
    ("i need you to remember", Form::Recall),
    ("don't forget", Form::Recall),
    ("do not forget", Form::Recall),
    ("ricorda", Form::Recall),
    ("ricordati", Form::Recall),
    ("ricordate", Form::Recall),
    ("voglio che tu ricordi", Form::Recall),
    ("non dimenticare", Form::Recall),
    ("non dimenticarti", Form::Recall),
    ("keep in mind", Form::Plain),
    ("for future reference", Form::Plain),
    ("tieni a mente", Form::Plain),
    ("tieni presente", Form::Plain),
    ("memorizza", Form::Plain),
    ("segnati", Form::Plain),
    ("from now on", Form::Plain),
    ("going forward", Form::Plain),
    ("da ora in poi", Form::Plain),
    ("d'ora in poi", Form::Plain),
    ("da questo momento in poi", Form::Plain),
    ("da questo momento", Form::Plain),
    ("in the future", Form::Future),
    ("in future", Form::Future),
    ("in futuro", Form::Future),
    ("per il futuro", Form::Future),
];

/// Verbs of keeping, what may stand for the thing itself, and where it is kept.
struct Keeping {
    verb: &'static str,
    things: &'static [&'static str],
    places: &'static [&'static str],
    /// Whether any words may stand in the middle.
    words: bool,
}

const ITALIAN_PLACES: &[&str] = &["in memoria", "nella memoria"];

const KEEPINGS: &[Keeping] = &[
    Keeping {
        verb: "commit",
        things: &["this", "that", "it", "the following"],
        places: &["to memory"],
        words: true,
    },
    Keeping {
        verb: "conserva",
        things: &["questo", "quanto segue"],
        places: ITALIAN_PLACES,
        words: false,
    },
    Keeping {
        verb: "salva",
        things: &["lo", "questo", "quanto segue"],
        places: ITALIAN_PLACES,
        words: true,
    },
    Keeping { verb: "salvalo", things: &[], places: ITALIAN_PLACES, words: false },
];

/// With what an instruction begins.
const INSTRUCTIONS: &[&str] = &[
    "always",
    "never",
    "use",
    "prefer",
    "avoid",
    "don't",
    "do not",
    "write",
    "run",
    "keep",
    "call",
    "put",
    "ask",
    "answer",
    "sempre",
    "mai",
    "usa",
    "usate",
    "preferisci",
    "evita",
    "non",
    "scrivi",
    "esegui",
    "tieni",
    "chiama",
    "metti",
    "chiedi",
    "rispondi",
];

const COURTESIES: &[&str] = &["please", "per favore", "per piacere"];

/// What stands for a thing and says nothing of it.
const EMPTY: &[&str] = &[
    "this",
    "that",
    "it",
    "these",
    "those",
    "everything",
    "all this",
    "questo",
    "quello",
    "questi",
    "tutto",
    "tutto questo",
    "ciò",
    "cio\u{300}",
];

/// Takes away what may stand before an opening phrase.
pub(super) fn lead(sentence: &str) -> Lead<'_> {
    let rest = after_marker(sentence);
    let never = after_any(rest, &["never", "mai"]);
    let adverb = never.or_else(|| after_any(rest, &["always", "sempre"]));
    let rest = adverb.map_or(rest, start);
    Lead { rest: after_courtesy(rest), never: never.is_some() }
}

/// Reads how a sentence opens, after [`lead`].
pub(super) fn read(lead: Lead<'_>) -> Opening<'_> {
    if lead.never {
        return Opening::Other;
    }
    let opened =
        OPENINGS.iter().find_map(|(phrase, form)| Some((after(lead.rest, phrase)?, *form)));
    match opened {
        Some((rest, Form::Recall)) if is_task(rest) => Opening::Task,
        Some((rest, Form::Future)) if !is_instruction(candidate(rest)) => Opening::Vague,
        Some((rest, _)) => keep(candidate(rest)),
        None => kept(lead.rest),
    }
}

/// A candidate, unless it says nothing.
pub(super) fn keep(candidate: &str) -> Opening<'_> {
    let empty =
        EMPTY.iter().filter_map(|word| after(candidate, word)).any(|rest| !says_something(rest));
    if empty || !says_something(candidate) { Opening::Vague } else { Opening::Keep(candidate) }
}

/// What is kept by a verb of keeping.
fn kept(text: &str) -> Opening<'_> {
    let opened =
        KEEPINGS.iter().find_map(|keeping| Some((keeping, start(after(text, keeping.verb)?))));
    let Some((keeping, rest)) = opened else { return Opening::Other };
    let thing = after_any(rest, keeping.things).map_or(rest, start);
    if let Some(rest) = after_any(thing, keeping.places) {
        return keep(candidate(rest));
    }
    if !keeping.words {
        return Opening::Other;
    }
    let place =
        starts(rest).find_map(|at| Some((&rest[..at], after_any(&rest[at..], keeping.places)?)));
    match place {
        Some((words, tail)) if !says_something(tail) => keep(candidate(words)),
        Some((_, tail)) if is_set_off(tail) => keep(candidate(tail)),
        _ => Opening::Other,
    }
}

/// Whether a text is set off from what stands before it, so that it is the thing and not more about the place.
fn is_set_off(tail: &str) -> bool {
    let tail = start(tail);
    tail.starts_with([',', ';', ':', '-', '–', '—']) || after_any(tail, &["that", "che"]).is_some()
}

/// What follows an opening phrase, without the word and the marks that only lead to it.
fn candidate(rest: &str) -> &str {
    let rest = after_marks(rest);
    trim(after_any(rest, &["that", "che", "di"]).map_or(rest, after_marks))
}

/// Takes away white space and marks; a hyphen that touches what follows is a part of it, as in `--force`.
fn after_marks(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest
            .trim_start_matches(|c| is_white_space(c) || matches!(c, ',' | ';' | ':' | '–' | '—'));
        let dashed = rest.trim_start_matches('-');
        if dashed.len() == rest.len() || !dashed.chars().next().is_none_or(is_white_space) {
            return rest;
        }
        rest = dashed;
    }
}

/// Takes away `- `, `* `, `+ ` or `3) `, and then `[ ]` or `[x]`.
fn after_marker(sentence: &str) -> &str {
    let number = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    let marked = match sentence.strip_prefix(['-', '+', '*']) {
        Some(rest) => Some(rest),
        None if number.len() < sentence.len() => number.strip_prefix(['.', ')']),
        None => None,
    };
    let Some(rest) = marked.filter(|rest| rest.starts_with(is_white_space)).map(start) else {
        return sentence;
    };
    ["[ ]", "[x]", "[X]"].iter().find_map(|boxed| rest.strip_prefix(boxed)).map_or(rest, start)
}

fn after_courtesy(text: &str) -> &str {
    let Some(rest) = after_any(text, COURTESIES).map(start) else { return text };
    rest.strip_prefix(',').map_or(rest, start)
}

fn start(text: &str) -> &str {
    text.trim_start_matches(is_white_space)
}

/// Whether what follows a word of remembering is something to do.
fn is_task(rest: &str) -> bool {
    if !rest.starts_with(is_white_space) {
        return false;
    }
    let rest = start(rest);
    let italian = after(rest, "di").map(start);
    let verb = italian.map(|rest| after(rest, "non").map_or(rest, start));
    after_any(rest, &["to", "when"]).is_some() || verb.is_some_and(begins_with_infinitive)
}

fn is_instruction(candidate: &str) -> bool {
    after_any(after_courtesy(candidate), INSTRUCTIONS).is_some()
}

/// Whether an Italian text begins with an infinitive, perhaps with pronouns: `chiamare`, `dirgli`, `farmelo`, `porre`.
fn begins_with_infinitive(text: &str) -> bool {
    const PRONOUNS: &[&str] = &[
        "mi", "ti", "si", "ci", "vi", "lo", "la", "li", "le", "ne", "gli", "melo", "telo", "celo",
        "velo", "glielo", "gliela",
    ];
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let word = text[..end].to_lowercase();
    let bare = ["are", "ere", "ire", "rre"].iter().any(|ending| word.ends_with(ending));
    let stem = |pronoun: &&str| {
        word.strip_suffix(*pronoun).is_some_and(|stem| stem.len() > 2 && stem.ends_with('r'))
    };
    bare || PRONOUNS.iter().any(stem)
}
