//! Hidden characters: each is looked at with its neighbours, because scripts and emoji need some of them.

use std::cell::LazyCell;

use unicode_normalization::char::is_combining_mark;

use super::Rule;
use super::form::splits_unseen;

/// The first hidden character of a text as it was given.
pub(super) fn first(text: &str) -> Option<Rule> {
    if text.is_ascii() {
        // Without an early exit, so that many bytes are compared at once.
        let found = text.bytes().fold(false, |found, byte| found | is_control(byte));
        return found.then_some(Rule::HiddenControl);
    }
    let right_to_left = LazyCell::new(|| text.chars().any(is_right_to_left));
    text.char_indices().find_map(|(at, c)| {
        if matches!(c, ' '..='~') {
            return None;
        }
        let rule = suspected(c)?;
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        let allowed = match c {
            '\u{feff}' => at == 0,
            '\u{200b}' => ends_with(before, is_unspaced_script),
            '\u{200c}' => ends_with(before, is_joining_script),
            '\u{200d}' => ends_with(before, is_joining_script) || joins_pictographs(before, after),
            '\u{61c}' | '\u{200e}' | '\u{200f}' => *right_to_left,
            '\u{180e}' => ends_with(before, |c| is_mongolian(c) || is_mongolian_selector(c)),
            _ if is_mongolian_selector(c) => ends_with(before, is_mongolian),
            _ if is_filler(c) => fills_syllable(before, after),
            '\u{1bca0}'..='\u{1bca3}' => ends_with(before, is_duployan),
            '\u{1d173}'..='\u{1d17a}' => ends_with(before, is_music) || after.starts_with(is_music),
            '\u{fe00}'..='\u{fe0f}' => selects(before) || makes_keycap(before, c, after),
            '\u{e0100}'..='\u{e01ef}' => ends_with(before, is_han),
            '\u{e0000}'..='\u{e007f}' => is_in_flag(before, &text[at..]),
            _ => false,
        };
        (!allowed).then_some(rule)
    })
}

/// An ASCII control other than tab, line feed and carriage return.
const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0xb | 0xc | 0xe..=0x1f | 0x7f)
}

/// The rule a character falls under, unless its neighbours allow it.
const fn suspected(c: char) -> Option<Rule> {
    Some(match c {
        '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => {
            Rule::HiddenControl
        }
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Rule::HiddenBidi,
        '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0080}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}' => Rule::HiddenInvisible,
        '\u{180b}'..='\u{180d}'
        | '\u{180f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0100}'..='\u{e01ef}' => Rule::HiddenVariation,
        '\u{e0000}'..='\u{e007f}' => Rule::HiddenTag,
        _ => return None,
    })
}

/// Hangul letters without an image, which stand for a part that a syllable lacks.
const fn is_filler(c: char) -> bool {
    matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

fn ends_with(before: &str, test: fn(char) -> bool) -> bool {
    before.chars().next_back().is_some_and(test)
}

/// A letter or mark that can be seen. In the ranges asked here, the alphabetic characters that are neither are none.
fn is_letter(c: char) -> bool {
    (c.is_alphabetic() || is_combining_mark(c)) && !splits_unseen(c)
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

/// Mongolian letters and marks, whose shape a selector or separator behind them chooses.
const fn is_mongolian(c: char) -> bool {
    matches!(c, '\u{1807}' | '\u{180a}' | '\u{1820}'..='\u{18aa}')
}

const fn is_mongolian_selector(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{180f}')
}

/// A part of a Hangul syllable that can be seen.
const fn is_jamo(c: char) -> bool {
    let part = matches!(
        c,
        '\u{1100}'..='\u{11ff}'
            | '\u{3131}'..='\u{318e}'
            | '\u{a960}'..='\u{a97c}'
            | '\u{d7b0}'..='\u{d7fb}'
            | '\u{ffa1}'..='\u{ffdc}'
    );
    part && !is_filler(c)
}

/// Shorthand, in which a control overlaps or steps the letter before it.
const fn is_duployan(c: char) -> bool {
    matches!(c, '\u{1bc00}'..='\u{1bc9f}')
}

/// Musical symbols, around which a control begins or ends a beam, tie, slur or phrase.
const fn is_music(c: char) -> bool {
    matches!(c, '\u{1d100}'..='\u{1d172}' | '\u{1d17b}'..='\u{1d1ff}')
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

/// Whether a filler has a visible part of its syllable beside it; one more filler may stand between.
fn fills_syllable(before: &str, after: &str) -> bool {
    ends_with(before.strip_suffix(is_filler).unwrap_or(before), is_jamo)
        || after.strip_prefix(is_filler).unwrap_or(after).starts_with(is_jamo)
}

/// Whether a joiner stands between two pictographs, the first perhaps with U+FE0F; a skin tone is itself a pictograph.
fn joins_pictographs(before: &str, after: &str) -> bool {
    let bare = before.strip_suffix('\u{fe0f}').unwrap_or(before);
    ends_with(bare, is_pictograph) && after.starts_with(is_pictograph)
}

/// Whether a variation selector has a character before it to select a form of, which one that cannot be seen is not.
fn selects(before: &str) -> bool {
    ends_with(before, |c| !c.is_ascii() && suspected(c).is_none() && !splits_unseen(c))
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
