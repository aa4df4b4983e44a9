//! Whether a phrase is denied by what stands before it.

use super::phrase::{after, fold, is_word};
use crate::text::is_white_space;

/// What denies the phrase behind it.
const NEGATORS: &[&str] =
    &["don't", "never", "non", "mai", "can't", "cannot", "couldn't", "didn't", "doesn't", "won't"];

/// What denies a decision besides.
const DENIALS: &[&str] = &[
    "not", "no", "haven't", "hasn't", "hadn't", "isn't", "wasn't", "nessun", "nessuna", "nessuno",
];

/// Words that turn the negation round: not to forget is to remember.
const FORGETTING: &[&str] = &["forget", "dimenticare", "dimenticarti"];

/// How far back the words before a phrase are looked at, in bytes; a longer word is none that counts.
const REACH: usize = 96;

/// Whether the phrase that `before` leads to is denied: directly, or with one word between that is none of [`FORGETTING`].
pub(super) fn is_denied(before: &str) -> bool {
    let [last, middle, first] = last_words(before);
    negates(middle, last) || (!is_one_of(last, FORGETTING) && negates(first, middle))
}

/// Whether the word of a decision that `before` leads to is denied, directly or with one word between.
pub(super) fn is_denied_decision(before: &str) -> bool {
    let [last, middle, _] = last_words(before);
    is_denied(before) || is_one_of(last, DENIALS) || is_one_of(middle, DENIALS)
}

/// Whether `word` denies, or does so behind `before`, as in `do not`.
fn negates(before: &str, word: &str) -> bool {
    is_one_of(word, NEGATORS) || (is_one_of(word, &["not"]) && is_one_of(before, &["do"]))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|one| after(word, one) == Some(""))
}

/// The last three words of a text, the last one first, without the punctuation around them.
fn last_words(before: &str) -> [&str; 3] {
    let start = (before.len().saturating_sub(REACH)..=before.len())
        .find(|at| before.is_char_boundary(*at))
        .unwrap_or(before.len());
    let words = before[start..].rsplit(is_white_space);
    let mut words = words.map(|word| word.trim_matches(|c| !is_word(fold(c))));
    let mut next = || words.find(|word| !word.is_empty()).unwrap_or_default();
    [next(), next(), next()]
}
