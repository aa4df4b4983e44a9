//! What a card may hold: text for a person, with nothing in it that a terminal would obey (PI-91, PI-92).

use mind_core::note::{Bind, HostId};
use mind_protocol::host::{BoundTo, Card, CardKind, EffectKind, HostReference};

/// The type of the entries that hold cards.
pub(crate) const CARD_TYPE: &str = "mind-card";
/// Bytes of a card's text.
pub(crate) const BODY_LIMIT: usize = 32 * 1_024;

/// A card to be appended wherever the branch ends.
pub(crate) fn card(kind: CardKind, title: &str, body: &str, bind: &Bind) -> EffectKind {
    let mut body = clean(body);
    body.truncate(body.floor_char_boundary(BODY_LIMIT));
    let card = Card { version: 1, kind, title: clean(title).replace('\n', " "), body };
    let data = serde_json::to_value(card).expect("a card has text keys");
    EffectKind::AppendEntry {
        custom_type: CARD_TYPE.to_owned(),
        data,
        bind: BoundTo { leaf_id: None, ..bound(bind) },
    }
}

/// Where a session stands. An id that is none of a host's is taken for another session by every comparison.
pub(crate) fn bind_of(reference: &HostReference) -> Bind {
    let session = HostId::new(&reference.session_id);
    let unknown = || HostId::new("?").expect("a visible character is an id");
    Bind {
        manager: reference.manager,
        session: session.unwrap_or_else(unknown),
        file: reference.session_file.clone(),
        owner: reference.owner.token,
        leaf: reference.leaf_id.as_deref().and_then(HostId::new),
    }
}

/// A bind as the wire has it.
pub(crate) fn bound(bind: &Bind) -> BoundTo {
    BoundTo {
        manager: bind.manager,
        session_id: bind.session.to_string(),
        session_file: bind.file.clone(),
        owner_token: bind.owner,
        leaf_id: Some(bind.leaf.as_ref().map(ToString::to_string)),
    }
}

/// A text without escape sequences, controls and marks that turn the direction of reading; a tab becomes four spaces.
pub(crate) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => skip_escape(&mut rest),
            '\u{9b}' => skip_control(&mut rest),
            '\t' => out.push_str("    "),
            '\n' => out.push('\n'),
            '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
    out
}

type Rest<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// What follows an escape: a control sequence, a string up to its end, or one character.
fn skip_escape(rest: &mut Rest<'_>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            skip_control(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            while let Some(c) = rest.next() {
                if matches!(c, '\u{7}' | '\u{9c}') {
                    return;
                }
                if c == '\u{1b}' {
                    if rest.peek() == Some(&'\\') {
                        rest.next();
                    }
                    return;
                }
            }
        }
        Some(c) if ('\u{20}'..='\u{7e}').contains(c) => {
            rest.next();
        }
        _ => {}
    }
}

/// A control sequence ends with a character from `@` to `~`.
fn skip_control(rest: &mut Rest<'_>) {
    while let Some(c) = rest.peek().copied() {
        if !('\u{20}'..='\u{7e}').contains(&c) {
            return;
        }
        rest.next();
        if ('@'..='~').contains(&c) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PI-92: what a terminal would obey is gone, and everything else is there.
    #[test]
    fn pi92_nothing_a_terminal_obeys() {
        let check = |text: &str, expect: &str| assert_eq!(clean(text), expect, "{text:?}");
        check("plain\ntext", "plain\ntext");
        check("a\tb", "a    b");
        check("\u{1b}[31mred\u{1b}[0m", "red");
        check("\u{1b}]0;title\u{7}x\u{1b}]8;;http://h\u{1b}\\y", "xy");
        check("\u{1b}Pq#0\u{1b}\\z\u{9b}2Jw", "zw");
        check("a\r\0\u{7f}\u{85}b\u{202e}c\u{2066}d", "abcd");
        check("\u{1b}", "");
        check("\u{1b}[", "");
        check("日本 🔥", "日本 🔥");
    }
}
