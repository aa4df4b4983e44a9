//! How a character counts in a word: apostrophes and marks do not, and case and presentation do not matter.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Emits what is left of `c` in a word: nothing of an apostrophe or a combining mark, otherwise the lower-cased base character.
///
/// The words of the steering rules and the gate before all rules are both built on this function; that is what keeps the gate from missing a word.
pub(super) fn fold(c: char, emit: &mut impl FnMut(char)) {
    match c {
        '\'' | '`' | '\u{2019}' | '\u{2bc}' => {}
        _ if c.is_ascii() => emit(c.to_ascii_lowercase()),
        _ => decompose_compatible(c, |part| {
            if !is_combining_mark(part) {
                part.to_lowercase().for_each(&mut *emit);
            }
        }),
    }
}
