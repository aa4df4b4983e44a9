//! `secret.assignment`: a key, an operator and a value.
//!
//! Operators are few and short, so they are looked for first; the key is read backwards from one, the value forwards.

use super::reference::is_reference;
use super::{has_digit, is_detached};
use crate::text::is_white_space;

/// Names that promise a secret.
const KEYS: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "credential",
    "密码",
    "口令",
    "密钥",
    "令牌",
];

/// What makes a `key` one that promises a secret.
const KINDS_OF_KEY: &[&str] = &["api", "access", "secret", "private"];

/// The longest value, in characters; the shortest that counts, and the most blanks around an operator.
const LONGEST: usize = 512;
const SHORTEST: usize = 8;
const BLANKS: usize = 4;

/// Whether a text assigns a value to such a name.
pub(super) fn has_assignment(norm: &str) -> bool {
    norm.match_indices(['=', ':']).any(|(at, _)| {
        Operator::read(&norm[at..]).is_some_and(|operator| {
            let before = trim_blanks_end(&norm[..at]);
            let after = &norm[at + operator.length()..];
            let value = Value::read(after);
            let tight =
                operator == Operator::Equals && before.len() == at && !is_blank_start(after);
            Key::read(before).is_some_and(|key| value.is_secret(key, tight))
        })
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equals,
    Colon,
    ColonEquals,
}

impl Operator {
    /// The operator at the start of `text`, unless it is part of a longer one.
    fn read(text: &str) -> Option<Self> {
        let operator = match text.as_bytes() {
            [b':', b'=', ..] => Self::ColonEquals,
            [b':', ..] => Self::Colon,
            _ => Self::Equals,
        };
        (!text[operator.length()..].starts_with(['=', ':', '~'])).then_some(operator)
    }

    const fn length(self) -> usize {
        match self {
            Self::Equals | Self::Colon => 1,
            Self::ColonEquals => 2,
        }
    }
}

/// What kind of name a value is assigned to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// One that ends in `token`, which may also be a unit of text.
    Token,
    Other,
}

impl Key {
    /// The key at the end of `before`, perhaps with a closing quote.
    pub(super) fn read(before: &str) -> Option<Self> {
        let before = before.strip_suffix(is_quote).unwrap_or(before);
        if strip_end(before, "token").is_some_and(is_detached) {
            return Some(Self::Token);
        }
        let simple = KEYS.iter().any(|key| strip_end(before, key).is_some_and(is_detached));
        (simple || is_kind_of_key(before)).then_some(Self::Other)
    }
}

/// Whether `before` ends in `api key` or another of its kind; the words may be joined.
fn is_kind_of_key(before: &str) -> bool {
    strip_end(before, "key").is_some_and(|kind| {
        let kind = kind.strip_suffix([' ', '_', '-']).unwrap_or(kind);
        KINDS_OF_KEY.iter().any(|word| strip_end(kind, word).is_some_and(is_detached))
    })
}

/// `text` without `end`, which may be in any case.
fn strip_end<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let (rest, tail) = text.split_at_checked(text.len().checked_sub(end.len())?)?;
    tail.eq_ignore_ascii_case(end).then_some(rest)
}

/// What is assigned.
pub(super) struct Value<'a> {
    /// Without quotes and without the marks that end a sentence.
    pub(super) text: &'a str,
    quoted: bool,
    /// Whether `(` follows it.
    called: bool,
}

impl<'a> Value<'a> {
    /// The value after an operator and a few blanks.
    pub(super) fn read(after: &'a str) -> Self {
        let rest = trim_blanks_start(after);
        let unquoted = rest.strip_prefix(is_quote);
        let rest = unquoted.unwrap_or(rest);
        let mut ends = rest.char_indices().take(LONGEST + 1).enumerate();
        let end = ends.find(|(count, (_, c))| *count == LONGEST || ends_value(*c));
        let (run, after) = rest.split_at(end.map_or(rest.len(), |(_, (at, _))| at));
        Self {
            text: run.trim_end_matches(['.', ':', '!', '?']),
            quoted: unquoted.is_some(),
            called: after.starts_with('('),
        }
    }

    /// Whether it is a secret under this key; `tight` when only `=` stands between them.
    fn is_secret(&self, key: Key, tight: bool) -> bool {
        self.text.chars().nth(SHORTEST - 1).is_some()
            && !(self.called && !self.quoted && is_name(self.text))
            && !(key == Key::Token && is_count(self.text))
            && (self.quoted || tight || self.looks_typed())
            && !is_reference(self.text)
    }

    fn looks_typed(&self) -> bool {
        has_digit(self.text) || self.text.contains(|c| "!@#$%^&*+=~".contains(c))
    }
}

fn is_count(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// A name as programs spell it, perhaps a path of them.
fn is_name(value: &str) -> bool {
    !value.starts_with(|c: char| c.is_ascii_digit())
        && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'))
}

fn ends_value(c: char) -> bool {
    is_white_space(c)
        || is_quote(c)
        || matches!(c, ',' | ';' | '(' | ')' | '<' | '>' | '[' | ']' | '{' | '}')
}

/// Straight and typographic quotes.
const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}')
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

fn is_blank_start(text: &str) -> bool {
    text.starts_with(is_blank)
}

fn trim_blanks_start(text: &str) -> &str {
    let blanks = text.chars().take(BLANKS).take_while(|c| is_blank(*c)).count();
    &text[blanks..]
}

fn trim_blanks_end(text: &str) -> &str {
    let blanks = text.chars().rev().take(BLANKS).take_while(|c| is_blank(*c)).count();
    &text[..text.len() - blanks]
}
