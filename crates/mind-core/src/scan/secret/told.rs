//! `secret.assignment` said in words: a key, perhaps what it is for, a verb and a value.
//!
//! The contract asks for operators only; but "the password is …" is how people ask to have one remembered. Words are weaker than an operator, so the value must look like nothing but a secret.

use super::assignment::{Key, Value};
use super::reference::is_reference;

/// What stands between a key and its value, in the languages the other rules know.
const VERBS: [&str; 6] = [" is ", " was ", " è ", " ist ", " es ", " est "];

/// Words between a key and the verb, as in "password for the staging box".
const BETWEEN: usize = 4;

/// The shortest value that counts, in characters.
const SHORTEST: usize = 8;

/// Digits at the end of a word that make it no word.
const TRAILING: usize = 3;

/// Whether a text says what a secret is.
pub(super) fn tells_secret(norm: &str) -> bool {
    VERBS.iter().any(|verb| {
        norm.match_indices(verb).any(|(at, _)| {
            let value = Value::read(&norm[at + verb.len()..]);
            looks_secret(value.text) && names_key(&norm[..at])
        })
    })
}

/// Whether a key stands at the end of `before`, or a few words in front of it in the same clause.
fn names_key(before: &str) -> bool {
    let mut before = before;
    for _ in 0..=BETWEEN {
        if Key::read(before).is_some() {
            return true;
        }
        let Some((rest, word)) = before.rsplit_once(' ') else { return false };
        if word.ends_with(['.', ',', ';', ':', '!', '?']) {
            return false;
        }
        before = rest;
    }
    false
}

/// A value of letters and digits that is no word, no version and no name of an algorithm.
fn looks_secret(value: &str) -> bool {
    let has = |test: fn(char) -> bool| value.contains(test);
    let digit = has(|c| c.is_ascii_digit());
    let letter = has(char::is_alphabetic);
    let symbol = has(|c| "!@#$%^&*+=~".contains(c));
    let cases = has(char::is_lowercase) && has(char::is_uppercase);
    let run = value.chars().all(char::is_alphanumeric);
    let ending = value.len() - value.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    value.chars().nth(SHORTEST - 1).is_some()
        && digit
        && letter
        && (symbol || run && (cases || ending >= TRAILING))
        && !is_reference(value)
}
