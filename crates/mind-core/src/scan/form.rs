//! The prepared forms of a text: its normal form, and the lines and sentences of that.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

use crate::text::is_white_space;

/// The NFKC form, in which full-width letters, ligatures and composed letters have one spelling, without what splits a word unseen.
///
/// An ASCII character is its own normal form and never joins the character before it, so each stretch without one is normalised by itself, together with the one it may compose with.
pub(super) fn norm(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut norm = String::with_capacity(text.len() + text.len() / 2);
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let (plain, foreign) = rest.split_at(start.saturating_sub(1));
        norm.push_str(plain);
        let base = usize::from(start > 0);
        let end = foreign.bytes().skip(base).position(|byte| byte.is_ascii());
        let (foreign, tail) = foreign.split_at(end.map_or(foreign.len(), |end| base + end));
        norm.extend(foreign.chars().filter(|c| !splits_unseen(*c)).nfkc());
        rest = tail;
    }
    norm.push_str(rest);
    Cow::Owned(norm)
}

/// Characters of honest texts that show nothing where they stand within a line: soft hyphens, the grapheme joiner, direction marks, the inherent vowels of Khmer.
///
/// They come with text copied from the web and from books, so they are no finding; left in, one would split a word or a key for the rules and not for a reader.
pub(super) const fn splits_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{17b4}' | '\u{17b5}' | '\u{200e}' | '\u{200f}'
    )
}

/// The lines of a normal or spoken form.
pub(super) fn lines(norm: &str) -> impl Iterator<Item = &str> {
    norm.split(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// The sentences of a normal or spoken form: cut after each `.`, `!` and `?` that white space follows.
///
/// A line break is white space like any other, so it never separates the words of a sentence.
pub(super) fn sentences(norm: &str) -> impl Iterator<Item = &str> {
    let mut rest = norm;
    std::iter::from_fn(move || {
        let (sentence, tail) = rest.split_at(sentence_end(rest));
        rest = tail;
        (!sentence.is_empty()).then_some(sentence)
    })
}

fn sentence_end(text: &str) -> usize {
    let mut ends = text.match_indices(['.', '!', '?']).map(|(at, mark)| at + mark.len());
    ends.find(|end| text[*end..].starts_with(is_white_space)).unwrap_or(text.len())
}

/// The part of a line or sentence from its first letter or digit on.
pub(super) fn opening(part: &str) -> &str {
    part.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// Whether `word` stands in `text` as a whole: no letter or digit goes on where one of its own ends.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, word)| {
        let goes_on = |inner: Option<char>, outer: Option<char>| {
            inner.is_some_and(char::is_alphanumeric) && outer.is_some_and(char::is_alphanumeric)
        };
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !goes_on(word.chars().next(), before.chars().next_back())
            && !goes_on(word.chars().next_back(), after.chars().next())
    })
}

/// Reads a phrase from the start of a text: whole words in any case, white space between them.
#[derive(Clone, Copy)]
pub(super) struct Phrase<'a>(pub(super) &'a str);

impl<'a> Phrase<'a> {
    /// Reads `word`, or nothing and answers false.
    pub(super) fn word(&mut self, word: &str) -> bool {
        match self.rest().split_at_checked(word.len()) {
            Some((head, tail))
                if head.eq_ignore_ascii_case(word) && !tail.starts_with(char::is_alphanumeric) =>
            {
                self.0 = tail;
                true
            }
            _ => false,
        }
    }

    /// Reads one of `words`, or nothing and answers false.
    pub(super) fn one_of(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.word(word))
    }

    /// What follows, without leading white space.
    pub(super) fn rest(&self) -> &'a str {
        self.0.trim_start_matches(is_white_space)
    }
}
