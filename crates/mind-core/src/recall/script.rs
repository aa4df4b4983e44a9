//! Which characters make words, and which scripts are written without spaces.

use unicode_normalization::char::is_combining_mark;

/// What one character does to the run it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter of a script whose words are set apart by spaces.
    Letter(Script),
    /// A digit of any script.
    Digit,
    /// A combining mark: part of the run it follows, whatever its script.
    Mark,
    /// A letter of a script written without spaces.
    Unspaced(Script),
    /// Anything else.
    Break,
}

/// Scripts as far as cutting needs to tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Latin.
    Latin,
    /// Greek.
    Greek,
    /// Cyrillic.
    Cyrillic,
    /// Every other script written with spaces.
    Other,
    /// Han ideographs.
    Han,
    /// Hiragana.
    Hiragana,
    /// Katakana.
    Katakana,
    /// Hangul.
    Hangul,
    /// Thai and Lao.
    Thai,
    /// Khmer.
    Khmer,
    /// Myanmar.
    Myanmar,
}

/// Classifies one character; text is expected in NFKC.
pub(super) fn class(c: char) -> Class {
    if c.is_ascii() {
        return match c {
            '0'..='9' => Class::Digit,
            'a'..='z' | 'A'..='Z' => Class::Letter(Script::Latin),
            _ => Class::Break,
        };
    }
    if let Some(script) = unspaced(c) {
        return if c.is_alphanumeric() || is_combining_mark(c) {
            Class::Unspaced(script)
        } else {
            Class::Break
        };
    }
    if c.is_numeric() {
        Class::Digit
    } else if c.is_alphabetic() && !is_combining_mark(c) {
        Class::Letter(spaced(c))
    } else if is_combining_mark(c) {
        Class::Mark
    } else {
        Class::Break
    }
}

fn spaced(c: char) -> Script {
    match c {
        '\u{aa}'..='\u{24f}'
        | '\u{250}'..='\u{2af}'
        | '\u{1e00}'..='\u{1eff}'
        | '\u{2c60}'..='\u{2c7f}'
        | '\u{a720}'..='\u{a7ff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2de0}'..='\u{2dff}'
        | '\u{a640}'..='\u{a69f}' => Script::Cyrillic,
        _ => Script::Other,
    }
}

fn unspaced(c: char) -> Option<Script> {
    Some(match c {
        '\u{e00}'..='\u{eff}' => Script::Thai,
        '\u{1000}'..='\u{109f}' | '\u{aa60}'..='\u{aa7f}' => Script::Myanmar,
        '\u{1780}'..='\u{17ff}' => Script::Khmer,
        '\u{1100}'..='\u{11ff}'
        | '\u{3130}'..='\u{318f}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}' => Script::Hangul,
        '\u{3041}'..='\u{309f}' => Script::Hiragana,
        '\u{30a0}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => Script::Katakana,
        '\u{2e80}'..='\u{2fdf}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{3029}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Script::Han,
        _ => return None,
    })
}

/// Whether marks on letters of this script are also left off: in Hebrew and Arabic most writers leave them off anyway.
pub(super) const fn loses_marks(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}' | '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{622}'..='\u{626}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}
