//! Taking a written word apart: segments of a path, parts of a compound, humps, and digit borders.

/// A part of a written word, or one of the compounds between the whole and its smallest parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A segment that has parts of its own, such as `text.rs` in `src/text.rs`.
    Segment(&'a str),
    /// A part between joiners or humps.
    Plain(&'a str),
    /// A part cut at a border between letters and digits; it comes in addition to the part it is cut from.
    Border(&'a str),
}

/// Parts beyond this number are left out: a word of that many is data, not a name.
const MAX_PARTS: usize = 64;

/// Elided articles and prepositions of Italian and French; what follows their apostrophe is a word of its own.
const ELISIONS: [&str; 22] = [
    "l", "un", "d", "dell", "all", "dall", "nell", "sull", "dell", "quell", "quest", "bell", "c",
    "n", "s", "m", "t", "j", "qu", "anch", "com", "dov",
];

/// The parts of `word` without the word itself; nothing when it has only one.
pub(super) fn parts(word: &str) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    let segments: Vec<&str> =
        word.split(['/', '\\', ':']).filter(|segment| !segment.is_empty()).collect();
    for segment in &segments {
        let before = out.len();
        for joined in
            segment.split(['.', '-', '_', '#', '+', '@', '$']).filter(|joined| !joined.is_empty())
        {
            pieces(joined, &mut out);
        }
        let simple = matches!(&out[before..], [Part::Plain(only)] if only.len() == segment.len());
        if segments.len() > 1 && !simple {
            out.insert(before, Part::Segment(segment));
        }
    }
    out.truncate(MAX_PARTS);
    if matches!(out.first(), Some(Part::Plain(only)) if only.len() == word.len()) {
        out.remove(0);
    }
    out
}

fn pieces<'a>(joined: &'a str, out: &mut Vec<Part<'a>>) {
    if let Some((before, after)) = joined.split_once('\'')
        && after.chars().nth(1).is_some()
        && ELISIONS.iter().any(|elision| elision.eq_ignore_ascii_case(before))
    {
        out.push(Part::Plain(after));
        return;
    }
    let mut start = 0;
    for end in humps(joined).into_iter().chain([joined.len()]) {
        let part = &joined[start..end];
        out.push(Part::Plain(part));
        borders(part, out);
        start = end;
    }
}

/// Where humps begin: at a capital after a small letter or digit, and at the last capital of a row before a small letter (`preEdit`, `HTTPServer`).
fn humps(word: &str) -> Vec<usize> {
    let bytes = word.as_bytes();
    let mut out = Vec::new();
    for at in 1..bytes.len() {
        if !bytes[at].is_ascii_uppercase() {
            continue;
        }
        let before = bytes[at - 1];
        let last_of_row = before.is_ascii_uppercase()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)
            && !plural(&bytes[at + 1..]);
        if before.is_ascii_lowercase() || last_of_row {
            out.push(at);
        }
    }
    out
}

/// Whether the rest of a row of capitals is only the `s` of a plural, as in `URLs`.
fn plural(rest: &[u8]) -> bool {
    rest == b"s"
}

fn borders<'a>(part: &'a str, out: &mut Vec<Part<'a>>) {
    let mut start = 0;
    let mut previous: Option<bool> = None;
    for (at, c) in part.char_indices() {
        let digit = c.is_numeric();
        if previous.is_some_and(|previous| previous != digit) {
            out.push(Part::Border(&part[start..at]));
            start = at;
        }
        previous = Some(digit);
    }
    if start > 0 {
        out.push(Part::Border(&part[start..]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expect: &[&str]) {
        let found: Vec<String> = parts(word)
            .into_iter()
            .map(|part| match part {
                Part::Segment(text) => format!("[{text}]"),
                Part::Plain(text) => text.to_owned(),
                Part::Border(text) => format!("({text})"),
            })
            .collect();
        assert_eq!(found, expect, "{word:?}");
    }

    #[test]
    fn r2_4_parts_of_identifiers() {
        check("deploy", &[]);
        check("preEdit", &["pre", "Edit"]);
        check("HTTPServer", &["HTTP", "Server"]);
        check("URLs", &[]);
        check("pre-edit", &["pre", "edit"]);
        check("src/text.rs", &["src", "[text.rs]", "text", "rs"]);
        check(".env", &["env"]);
        check("--flag", &["flag"]);
        check("C++", &["C"]);
        check("v2.4", &["v2", "(v)", "(2)", "4"]);
        check("dell'archivio", &["archivio"]);
        check("don't", &[]);
    }

    #[test]
    fn r2_3_digit_borders_are_additional() {
        check("utf8", &["(utf)", "(8)"]);
    }
}
