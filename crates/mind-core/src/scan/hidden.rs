//! Hidden characters: each is looked at with its neighbours, because scripts and emoji need some of them.

use std::cell::LazyCell;

use unicode_normalization::char::is_combining_mark;

use super::Rule;

/// The first hidden character of a text as it was given.
pub(super) fn first(text: &str) -> Option<Rule> {
    if text.is_ascii() {
        // Without an early exit, so that many bytes are compared at once.
        let found = text.bytes().fold(false, |found, byte| found | is_control(byte.into()));
        return found.then_some(Rule::HiddenControl);
    }
    let right_to_left = LazyCell::new(|| text.chars().any(is_right_to_left));
    text.char_indices().find_map(|(at, c)| {
        let rule = suspected(c)?;
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        let allowed = match c {
            '\u{feff}' => at == 0,
            '\u{200b}' => ends_with(before, is_unspaced_script),
            '\u{200c}' => ends_with(before, is_joining_script),
            '\u{200d}' => ends_with(before, is_joining_script) || joins_pictographs(before, after),
            '\u{200e}' | '\u{200f}' => *right_to_left,
            '\u{fe00}'..='\u{fe0f}' => selects(before) || makes_keycap(before, c, after),
            '\u{e0100}'..='\u{e01ef}' => ends_with(before, is_han),
            '\u{e0000}'..='\u{e007f}' => is_in_flag(before, &text[at..]),
            _ => false,
        };
        (!allowed).then_some(rule)
    })
}

/// The rule a character falls under, unless its neighbours allow it.
fn suspected(c: char) -> Option<Rule> {
    match c {
        ' '..='~' => None,
        _ if is_control(c) => Some(Rule::HiddenControl),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Rule::HiddenBidi),
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' => {
            Some(Rule::HiddenInvisible)
        }
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Some(Rule::HiddenVariation),
        '\u{e0000}'..='\u{e007f}' => Some(Rule::HiddenTag),
        _ => None,
    }
}

const fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

fn ends_with(before: &str, test: fn(char) -> bool) -> bool {
    before.chars().next_back().is_some_and(test)
}

/// A letter or mark. In the ranges asked here, the alphabetic characters that are neither are none.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || is_combining_mark(c)
}

/// Scripts written without spaces, where U+200B marks where a line may break.
fn is_unspaced_script(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
        && is_letter(c)
}

/// Scripts in which the joiners choose the shape of a letter.
fn is_joining_script(c: char) -> bool {
    matches!(
        c,
        '\u{600}'..='\u{7ff}'
            | '\u{8a0}'..='\u{dff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{18af}'
    ) && is_letter(c)
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && is_letter(c)
}

const fn is_han(c: char) -> bool {
    matches!(
        c,
        '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

const fn is_pictograph(c: char) -> bool {
    matches!(
        c,
        '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{2600}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

/// Whether a joiner stands between two pictographs, the first perhaps with U+FE0F; a skin tone is itself a pictograph.
fn joins_pictographs(before: &str, after: &str) -> bool {
    let bare = before.strip_suffix('\u{fe0f}').unwrap_or(before);
    ends_with(bare, is_pictograph) && after.starts_with(is_pictograph)
}

/// Whether a variation selector has a character before it to select a form of.
fn selects(before: &str) -> bool {
    ends_with(before, |c| {
        !c.is_ascii()
            && !matches!(
                c,
                '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
            )
    })
}

fn makes_keycap(before: &str, selector: char, after: &str) -> bool {
    selector == '\u{fe0f}'
        && ends_with(before, |c| matches!(c, '0'..='9' | '#' | '*'))
        && after.starts_with('\u{20e3}')
}

/// Whether the tag character at the start of `rest` is part of a flag: U+1F3F4, three to six tags, the end tag.
///
/// A tag that goes on after another needs no second look, because the first was allowed only as part of a whole flag.
fn is_in_flag(before: &str, rest: &str) -> bool {
    let is_tag = |c| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let tags = rest.chars().take(7).take_while(|c| is_tag(*c)).count();
    let whole = (3..=6).contains(&tags) && rest.chars().nth(tags) == Some('\u{e007f}');
    ends_with(before, is_tag) || (before.ends_with('\u{1f3f4}') && whole)
}
