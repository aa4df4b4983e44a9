//! Text rules every noun shares: white space, trimming, canonical form, clipping, the token estimate.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;

/// Whether `c` is white space in the sense of identity: exactly the 25 code points of the format.
///
/// `char::is_whitespace` differs on U+0085 and U+FEFF and must not be used where identity is concerned.
pub const fn is_white_space(c: char) -> bool {
    matches!(
        c,
        '\u{9}'..='\u{d}'
            | ' '
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

/// Removes white space at both ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_white_space)
}

/// The form two texts are compared in: trimmed, each run of white space one space, lower-cased.
///
/// The lower-casing is Unicode's full, locale-free mapping with the final-sigma rule; no normalisation form enters, so a composed and a decomposed spelling are two texts.
pub fn canonical(text: &str) -> String {
    collapse(text).to_lowercase()
}

/// The text trimmed, with each run of white space replaced by one space.
pub fn collapse(text: &str) -> Cow<'_, str> {
    let text = trim(text);
    let mut previous = false;
    let plain = text.chars().all(|c| {
        let white = is_white_space(c);
        let doubled = white && (previous || c != ' ');
        previous = white;
        !doubled
    });
    if plain {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_white_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    Cow::Owned(out)
}

/// A text cut to a number of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clip<'a> {
    /// What is kept.
    pub kept: &'a str,
    /// How many characters were cut off; zero when the text is whole.
    pub cut: usize,
}

/// Cuts `text` to at most `limit` characters, on a grapheme boundary where one lies within the limit.
pub fn clip(text: &str, limit: usize) -> Clip<'_> {
    if text.len() <= limit {
        return Clip { kept: text, cut: 0 };
    }
    let Some((end, _)) = text.char_indices().nth(limit) else {
        return Clip { kept: text, cut: 0 };
    };
    let boundary = text
        .grapheme_indices(true)
        .map(|(start, _)| start)
        .take_while(|start| *start <= end)
        .last()
        .filter(|start| *start > 0)
        .unwrap_or(end);
    Clip { kept: &text[..boundary], cut: text[boundary..].chars().count() }
}

/// The planning figure for the cost of a text in a model's window: UTF-8 bytes divided by three, rounded up.
pub const fn token_estimate(bytes: usize) -> usize {
    bytes.div_ceil(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-2: exactly 25 code points are white space; the standard library thinks otherwise of two.
    #[test]
    fn white_space_is_a_list() {
        let white: Vec<u32> =
            (char::MIN..=char::MAX).filter(|c| is_white_space(*c)).map(u32::from).collect();
        let mut listed = vec![0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0xa0, 0x1680];
        listed.extend(0x2000..=0x200a);
        listed.extend([0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);
        assert_eq!((white.len(), &white), (25, &listed));
        let other = |c: &char| c.is_whitespace() != is_white_space(*c);
        let differing: Vec<char> = (char::MIN..=char::MAX).filter(other).collect();
        assert_eq!(differing, ['\u{85}', '\u{feff}']);
    }

    /// F-3: white space goes at both ends; what is within stays, with its case and its normalisation form.
    #[test]
    fn trimming_touches_the_ends_only() {
        assert_eq!(trim("\u{feff} A\r\n\n  e\u{301}\u{3000}\t"), "A\r\n\n  e\u{301}");
        assert_eq!(trim("\u{85}a\u{85}"), "\u{85}a\u{85}");
        assert_eq!(trim(" \u{2028}\u{feff}"), "");
    }

    /// F-4: canonical form.
    #[test]
    fn canonical_form_is_trimmed_collapsed_and_lower_cased() {
        let check = |input: &str, expect: &str| assert_eq!(canonical(input), expect, "{input:?}");
        check(" Same\n TEXT ", "same text");
        check("ΑΣ σ İ", "ας σ i\u{307}");
        check("a\u{85}b", "a\u{85}b");
        check("a\u{feff}b", "a b");
        check("\u{feff}", "");
        check("a  b", "a b");
        check("a b", "a b");
    }

    #[test]
    fn clip_keeps_graphemes_whole_and_counts_what_it_cut() {
        assert_eq!(clip("abc", 3), Clip { kept: "abc", cut: 0 });
        assert_eq!(clip("abcd", 3), Clip { kept: "abc", cut: 1 });
        assert_eq!(clip("ae\u{301}x", 2), Clip { kept: "a", cut: 3 });
        assert_eq!(clip("éé", 2), Clip { kept: "éé", cut: 0 });
        assert_eq!(clip("👨\u{200d}👩\u{200d}👧", 2).kept, "👨\u{200d}");
    }
}
