//! How a character counts in a word: apostrophes and marks do not, and presentation does not matter.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Whether `c` stands within a word without separating its letters.
pub(super) const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '`' | '\u{2019}' | '\u{2bc}')
}

/// Emits the base characters of `c`: nothing of a combining mark, and an ASCII letter in lower case.
///
/// The spoken form and the gate before all rules are both built on this function; that is what keeps the gate from missing a word.
/// Case stays where it is not ASCII: no letter outside ASCII that is its own base has a lower case within, and a look-alike may look like another letter in each case.
pub(super) fn fold(c: char, emit: &mut impl FnMut(char)) {
    if c.is_ascii() {
        return emit(c.to_ascii_lowercase());
    }
    decompose_compatible(c, |part| {
        if !is_combining_mark(part) {
            emit(part.to_ascii_lowercase());
        }
    });
}
