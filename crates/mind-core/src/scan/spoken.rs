//! The spoken form of a text: the letters a reader takes it for, which is what the steering rules look at.

use std::borrow::Cow;

use super::fold::{fold, is_apostrophe};
use super::twin::{Scripts, twin};

/// A normal form with its letters folded, and with their Latin twins in every word that mixes scripts.
///
/// A word of one script is what it says: Russian and Greek are never read as English.
/// Small capitals and other Latin letters in disguise are Latin already and are always read as what they show.
pub(super) fn spoken(norm: &str) -> Cow<'_, str> {
    if norm.is_ascii() {
        return Cow::Borrowed(norm);
    }
    let mut spoken = Spoken { text: String::with_capacity(norm.len()), ..Spoken::default() };
    for c in norm.chars() {
        fold(c, &mut |c| spoken.push(c));
    }
    spoken.end_word();
    Cow::Owned(spoken.text)
}

#[derive(Default)]
struct Spoken {
    text: String,
    /// Where the word being read begins.
    word: usize,
    /// The scripts of its letters.
    scripts: Scripts,
    /// Whether its last letter is of another script than those.
    alien: bool,
}

impl Spoken {
    fn push(&mut self, c: char) {
        if is_apostrophe(c) {
            self.text.push(c);
        } else if c.is_alphanumeric() {
            let script = Scripts::of(c);
            self.part(c, script);
            self.scripts = self.scripts.and(script);
            self.text.push(if script == Scripts::LATIN { twin(c).unwrap_or(c) } else { c });
        } else {
            self.end_word();
            self.text.push(c);
            self.word = self.text.len();
        }
    }

    /// Ends the word where a letter of a script that shares no shapes meets one that does: Chinese and Thai put no space there.
    fn part(&mut self, c: char, script: Scripts) {
        let alien = c.is_alphabetic() && script == Scripts::default();
        let word = &self.text[self.word..];
        if !word.is_empty() && alien != self.alien && c.is_alphabetic() {
            self.end_word();
            self.text.push(' ');
            self.word = self.text.len();
        }
        self.alien = alien;
    }

    fn end_word(&mut self) {
        if std::mem::take(&mut self.scripts).are_mixed() {
            let word = self.text.split_off(self.word);
            self.text.extend(word.chars().map(|c| twin(c).unwrap_or(c)));
        }
    }
}
