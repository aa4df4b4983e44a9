//! The words of a sentence: maximal runs of letters and digits, in lower case and without apostrophes.

use super::lexicon::{self, Class};
use crate::scan::fold::is_apostrophe;

/// No listed word is longer; a longer one needs no spelling to be unknown.
const LONGEST: usize = 16;

/// Whether `test` holds for a word of the sentence; words after the first such one are not read.
pub(super) fn any(sentence: &str, mut test: impl FnMut(Class) -> bool) -> bool {
    let mut word = Word::default();
    let mut found = false;
    for c in sentence.chars() {
        if is_apostrophe(c) {
            continue;
        }
        if c.is_alphanumeric() {
            word.push(c);
        } else if let Some(class) = word.take() {
            found = test(class);
        }
        if found {
            return true;
        }
    }
    word.take().is_some_and(test)
}

/// The word being read.
#[derive(Default)]
struct Word {
    letters: [u8; LONGEST],
    length: usize,
    foreign: bool,
}

impl Word {
    fn push(&mut self, c: char) {
        match self.letters.get_mut(self.length) {
            Some(letter) if c.is_ascii() => *letter = c.to_ascii_lowercase() as u8,
            _ => self.foreign = true,
        }
        self.length += 1;
    }

    /// The lists of the finished word, and room for the next; nothing when no letter has come since the last.
    fn take(&mut self) -> Option<Class> {
        let word = std::mem::take(self);
        match word.length {
            0 => None,
            _ if word.foreign => Some(Class::default()),
            length => Some(lexicon::class(&word.letters[..length])),
        }
    }
}
