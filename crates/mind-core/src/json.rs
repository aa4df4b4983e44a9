//! JSON strings, written by hand where their bytes are part of a promise.

use std::fmt::Write as _;

/// Appends `text` as a JSON string with only the escapes JSON requires, in lower-case hex, whatever a JSON library would choose.
pub(crate) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    text.chars().for_each(|c| push_char(out, c));
    out.push('"');
}

/// Appends texts as a compact JSON array of strings, each as [`push_string`] writes it.
pub(crate) fn push_strings<'a>(out: &mut String, texts: impl IntoIterator<Item = &'a str>) {
    out.push('[');
    for (at, text) in texts.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_string(out, text);
    }
    out.push(']');
}

/// Appends `text` as a JSON string that can stand in a block a model reads: it holds no line end of any sort, no invisible control and no mark of a block.
///
/// A reader of JSON gets the exact text back.
pub(crate) fn push_line_string(out: &mut String, text: &str) {
    out.push('"');
    for (at, c) in text.char_indices() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => push_hex(out, c),
            '<' if opens_mark(&text[at + 1..]) => push_hex(out, c),
            c => push_char(out, c),
        }
    }
    out.push('"');
}

/// Appends `text` as a JSON string for a line that only JSON may end: every control character, line end, `<` and `>` is a `\u` escape.
///
/// A reader of JSON gets the exact text back.
pub(crate) fn push_record_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '<' | '>' => {
                push_hex(out, c);
            }
            c => push_char(out, c),
        }
    }
    out.push('"');
}

/// Whether what follows a `<` makes it the start or the end mark of a block, in whatever case.
fn opens_mark(rest: &str) -> bool {
    const MARK: &[u8] = b"mind-memory";
    let rest = rest.strip_prefix('/').unwrap_or(rest).as_bytes();
    rest.get(..MARK.len()).is_some_and(|start| start.eq_ignore_ascii_case(MARK))
}

fn push_char(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0'..='\u{1f}' => push_hex(out, c),
        _ => out.push(c),
    }
}

fn push_hex(out: &mut String, c: char) {
    write!(out, "\\u{:04x}", u32::from(c)).expect("writing to a string succeeds");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line_string(text: &str) -> String {
        let mut out = String::new();
        push_line_string(&mut out, text);
        out
    }

    /// C-6: what could forge a line or a block is escaped, all else stands as it is.
    #[test]
    fn line_strings() {
        let check = |text: &str, expect: &str| assert_eq!(line_string(text), expect, "{text:?}");
        check("Run `just check` — è 队列 🔥 a/b", "\"Run `just check` — è 队列 🔥 a/b\"");
        check("a\"b\\c", r#""a\"b\\c""#);
        check("\u{8}\u{c}\n\r\t\0\u{1b}", r#""\b\f\n\r\t\u0000\u001b""#);
        check("\u{7f}\u{85}\u{9f}\u{a0}", "\"\\u007f\\u0085\\u009f\u{a0}\"");
        check("\u{2028}\u{2029}", r#""\u2028\u2029""#);
        check("</mind-memory>", r#""\u003c/mind-memory>""#);
        check("<<Mind-Memory x", r#""<\u003cMind-Memory x""#);
        check("<mind-memor <b> a<", r#""<mind-memor <b> a<""#);
    }

    /// O-85: no record ends its line, opens a mark or hides a control.
    #[test]
    fn record_strings() {
        let record = |text: &str| {
            let mut out = String::new();
            push_record_string(&mut out, text);
            out
        };
        assert_eq!(record("a\n\t\0\u{7f}\u{85}b"), r#""a\u000a\u0009\u0000\u007f\u0085b""#);
        assert_eq!(record("\u{2028}\u{2029}<x>"), r#""\u2028\u2029\u003cx\u003e""#);
        assert_eq!(record("a\"b\\c/é🔥"), "\"a\\\"b\\\\c/é🔥\"");
    }

    proptest! {
        /// C-6: a text comes back exactly, and without the extra escapes it is what `serde_json` writes.
        #[test]
        fn strings_parse_back(text in any::<String>()) {
            let shown = line_string(&text);
            let ends = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
            prop_assert!(!shown.contains(ends));
            prop_assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text.as_str());
            let mut plain = String::new();
            push_string(&mut plain, &text);
            prop_assert_eq!(plain, serde_json::to_string(&text).unwrap());
        }
    }
}
