//! The sentences a user wrote, without what was pasted, quoted as a block or put there by us.

use super::LOOKED_AT;
use super::quote::Quotes;
use crate::text::{is_white_space, trim};

/// The sentences of a text, trimmed, in order.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut fence = None;
    let lines = own_words(looked_at(text)).flat_map(lines);
    lines.filter(move |line| is_prose(line, &mut fence)).flat_map(sentences_of)
}

/// What is looked at: nothing of a command, and no more than a start.
fn looked_at(text: &str) -> &str {
    if text.trim_start_matches(is_white_space).starts_with(['/', '!']) {
        return "";
    }
    text.char_indices().nth(LOOKED_AT).map_or(text, |(end, _)| &text[..end])
}

/// How a block of memory opens and how it ends, as it was given; a host that escapes it has it shown so too, and so it is pasted back.
const BLOCKS: [(&str, &str); 4] = [
    ("<mind-memory", "</mind-memory"),
    ("<persona-mind", "</persona-mind"),
    ("&lt;mind-memory", "&lt;/mind-memory"),
    ("&lt;persona-mind", "&lt;/persona-mind"),
];

/// The parts of a text outside blocks of memory; what stands on both sides of one is in two parts, so that no sentence is made of them.
fn own_words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let part = rest?;
        let block = part.match_indices(['<', '&']).find_map(|(at, _)| {
            let (_, closing) =
                BLOCKS.iter().find(|(opening, _)| part[at..].starts_with(opening))?;
            Some((at, closing))
        });
        let Some((at, closing)) = block else {
            rest = None;
            return Some(part);
        };
        rest = part[at..].find(closing).map(|end| after_end(&part[at + end + closing.len()..]));
        Some(&part[..at])
    })
}

/// What follows the end of a block: some hosts escape its last mark too.
fn after_end(tail: &str) -> &str {
    let escaped = tail.strip_prefix("&gt;");
    escaped.or_else(|| tail.strip_prefix('>')).unwrap_or(tail)
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// The mark an open fence was made of, and how many of it.
type Fence = (char, usize);

/// Whether a line is the user's prose; `fence` says whether a fence is open before it, and then behind it.
fn is_prose(line: &str, fence: &mut Option<Fence>) -> bool {
    let body = line.trim_start_matches([' ', '\t']);
    let indent = &line[..line.len() - body.len()];
    let indented = indent.len() > 3 || indent.contains('\t');
    let marks = fence_of(body).filter(|_| !indented);
    match (*fence, marks) {
        (Some((mark, count)), Some((other, more))) => {
            let bare = trim(&body[more * mark.len_utf8()..]).is_empty();
            if other == mark && more >= count && bare {
                *fence = None;
            }
            false
        }
        (Some(_), None) => false,
        (None, Some(_)) => {
            *fence = marks;
            false
        }
        (None, None) => !indented && !body.starts_with('>') && !trim(body).starts_with("[mind]"),
    }
}

/// The mark and the length of the fence a line begins with.
fn fence_of(body: &str) -> Option<Fence> {
    let mark = body.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let count = body.chars().take_while(|c| *c == mark).count();
    (count >= 3).then_some((mark, count))
}

/// The sentences of a line: cut after `.`, `!` or `?` that white space follows, but not within quotation marks.
fn sentences_of(line: &str) -> impl Iterator<Item = &str> {
    let mut quotes = Quotes::default();
    let mut rest = line;
    let cut = std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (sentence, tail) = rest.split_at(sentence_end(rest, &mut quotes));
        rest = tail;
        Some(trim(sentence))
    });
    cut.filter(|sentence| !sentence.is_empty())
}

fn sentence_end(rest: &str, quotes: &mut Quotes) -> usize {
    let mut at = 0;
    while let Some(c) = rest[at..].chars().next() {
        if let Some(length) = quotes.length(&rest[at..]) {
            at += length;
            continue;
        }
        at += c.len_utf8();
        if matches!(c, '.' | '!' | '?') && rest[at..].starts_with(is_white_space) {
            return at;
        }
    }
    rest.len()
}
