//! `secret.url_password`: a password between the user and the host of an address.

use super::is_detached;
use super::reference::is_reference;
use crate::text::is_white_space;

/// The longest scheme, user and password, in characters.
const SCHEME: usize = 21;
const USER: usize = 128;
const PASSWORD: usize = 256;

/// Whether an address names a password that is neither a reference nor a usual stand-in.
pub(super) fn has_password(norm: &str) -> bool {
    norm.match_indices("://").any(|(at, separator)| {
        has_scheme(&norm[..at])
            && password(&norm[at + separator.len()..])
                .is_some_and(|password| !is_reference(password) && !is_stand_in(password))
    })
}

/// Whether a scheme ends where `before` does: it begins with a letter that no letter or digit precedes.
fn has_scheme(before: &str) -> bool {
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-');
    let length = before.bytes().rev().take(SCHEME).take_while(belongs).count();
    (before.len() - length..before.len()).any(|start| {
        before.as_bytes()[start].is_ascii_alphabetic() && is_detached(&before[..start])
    })
}

/// The password of `user:password@…`.
fn password(authority: &str) -> Option<&str> {
    let (user, rest) = split_within(authority, ':', USER)?;
    let (password, _) = split_within(rest, '@', PASSWORD)?;
    (!user.is_empty() && !password.is_empty()).then_some(password)
}

/// Splits at the first `end` when at most `limit` characters stand before it and none of them ends an authority.
fn split_within(text: &str, end: char, limit: usize) -> Option<(&str, &str)> {
    let stops = |c: char| c == end || is_white_space(c) || matches!(c, '/' | '@');
    let (at, found) = text.char_indices().take(limit + 1).find(|(_, c)| stops(*c))?;
    (found == end).then(|| (&text[..at], &text[at + end.len_utf8()..]))
}

fn is_stand_in(password: &str) -> bool {
    ["password", "pass", "pw", "secret", "***"]
        .iter()
        .any(|stand_in| password.eq_ignore_ascii_case(stand_in))
}
