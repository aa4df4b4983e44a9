//! Phrases in a text as a person types it: any case, any white space, either apostrophe.

use crate::text::is_white_space;

/// What follows `phrase` at the start of `text`, or nothing when the text begins otherwise.
///
/// A phrase is in lower case and single spaces. It must be whole: a letter, digit or `_` may not go on behind it, nor a hyphen or apostrophe with one of those.
pub(super) fn after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut rest = text;
    for wanted in phrase.chars() {
        if wanted == ' ' {
            let tail = rest.trim_start_matches(is_white_space);
            (tail.len() < rest.len()).then_some(())?;
            rest = tail;
        } else {
            let mut characters = rest.chars();
            (fold(characters.next()?) == wanted).then_some(())?;
            rest = characters.as_str();
        }
    }
    (!goes_on(rest)).then_some(rest)
}

/// What follows the first of `phrases` that `text` begins with.
pub(super) fn after_any<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    phrases.iter().find_map(|phrase| after(text, phrase))
}

/// Where words begin in `text`.
pub(super) fn starts(text: &str) -> impl Iterator<Item = usize> {
    // Whether a word that reached the last character would go on with one more letter, and what the last one was.
    let (mut inside, mut word) = (false, false);
    text.char_indices().filter_map(move |(at, c)| {
        let begins = !inside;
        inside = is_joint(c) && word;
        word = is_word(c);
        inside |= word;
        (word && begins).then_some(at)
    })
}

/// A character as phrases spell it.
pub(super) const fn fold(c: char) -> char {
    match c {
        '\u{2019}' => '\'',
        '\u{212a}' => 'k',
        'Ò' => 'ò',
        _ => c.to_ascii_lowercase(),
    }
}

/// A letter, digit or `_`, or an accent on one.
pub(super) fn is_word(c: char) -> bool {
    match c {
        '\u{2000}'..='\u{206f}' => false,
        '\u{300}'..='\u{36f}' | '_' => true,
        _ => c.is_alphanumeric(),
    }
}

/// Whether there is anything to keep in a text.
pub(super) fn says_something(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Whether the word before `rest` goes on in it.
fn goes_on(rest: &str) -> bool {
    let mut characters = rest.chars();
    match characters.next() {
        Some(c) if is_joint(c) => characters.next().is_some_and(is_word),
        Some(c) => is_word(c),
        None => false,
    }
}

/// What joins two parts of a word, as in `remember-me` and `l'uso`.
const fn is_joint(c: char) -> bool {
    matches!(c, '-' | '\'' | '\u{2019}')
}
