//! Cutting a text into the pieces that are looked up: written words, and characters and pairs of unspaced scripts.

use super::script::{Class, Script, class};

/// One piece of a text, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A run of letters and digits of one script with its joiners, such as `deploy`, `pre-edit`, `src/main.rs`, `--flag`.
    Word(&'a str),
    /// One character of an unspaced script with its marks.
    Character(&'a str),
    /// Two neighbouring characters of an unspaced script.
    Pair(&'a str),
}

const BREAK: u8 = 0;
const WORD: u8 = 1;
const JOINER: u8 = 2;

/// Classes of the ASCII bytes: word characters, characters that join two of them, and the rest.
const ASCII: [u8; 128] = {
    let mut table = [BREAK; 128];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            table[byte] = WORD;
        }
        byte += 1;
    }
    let joiners = b"'-_./\\:";
    let mut at = 0;
    while at < joiners.len() {
        table[joiners[at] as usize] = JOINER;
        at += 1;
    }
    table
};

/// Calls `each` with every piece of `text` (in NFKC) in order.
#[inline]
pub(super) fn cut<'a>(text: &'a str, mut each: impl FnMut(Piece<'a>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte < 128 {
            if ASCII[byte as usize] != WORD {
                at += 1;
                continue;
            }
        } else {
            match class(char_at(text, at)) {
                Class::Unspaced(script) => {
                    at = unspaced_run(text, at, script, &mut each);
                    continue;
                }
                Class::Break | Class::Mark => {
                    at += char_at(text, at).len_utf8();
                    continue;
                }
                Class::Letter(_) | Class::Digit => {}
            }
        }
        let end = word_end(text, at);
        each(Piece::Word(&text[marker_start(bytes, at)..suffix_end(bytes, at, end)]));
        at = suffix_end(bytes, at, end);
    }
}

fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().expect("`at` lies on a character of the text")
}

/// The end of the word that starts at `start`: joiners count only between two word characters, and another script ends it.
#[inline]
fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut script: Option<Script> = None;
    while at < bytes.len() {
        let byte = bytes[at];
        let letter = if byte < 128 {
            match ASCII[byte as usize] {
                WORD => byte.is_ascii_alphabetic().then_some(Script::Latin),
                JOINER if joins(text, at) => None,
                _ => return at,
            }
        } else {
            match class(char_at(text, at)) {
                Class::Letter(found) => Some(found),
                Class::Digit | Class::Mark => None,
                Class::Unspaced(_) | Class::Break => return at,
            }
        };
        if letter.is_some() && script.is_some() && letter != script {
            let after_joiner = ASCII.get(bytes[at - 1] as usize) == Some(&JOINER);
            return if after_joiner { at - 1 } else { at };
        }
        script = letter.or(script);
        at += if byte < 128 { 1 } else { char_at(text, at).len_utf8() };
    }
    at
}

/// Whether the joiner at `at` is followed by a character that goes on with the word.
#[inline]
fn joins(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at + 1) {
        None => false,
        Some(byte) if *byte < 128 => ASCII[*byte as usize] == WORD,
        Some(_) => matches!(class(char_at(text, at + 1)), Class::Letter(_) | Class::Digit),
    }
}

/// Where a leading marker (`.env`, `--flag`, `-x`, `#12`, `@scope`, `$VAR`, `/path`, `~/path`) of the word at `start` begins.
#[inline]
fn marker_start(bytes: &[u8], start: usize) -> usize {
    let Some(last) = start.checked_sub(1) else {
        return start;
    };
    let begin = match bytes[last] {
        b'-' if last > 0 && bytes[last - 1] == b'-' => last - 1,
        b'.' | b'-' | b'#' | b'@' | b'$' | b'/' | b'_' => last,
        _ => return start,
    };
    let opens = begin == 0
        || matches!(
            bytes[begin - 1],
            b' ' | b'\n' | b'\t' | b'`' | b'"' | b'\'' | b'(' | b'[' | b'='
        );
    if opens { begin } else { start }
}

/// Where a trailing marker (`C#`, `C++`) of the word ends.
#[inline]
fn suffix_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let Some(marker @ (b'#' | b'+')) = bytes.get(end) else {
        return end;
    };
    if !bytes[start..end].iter().all(u8::is_ascii_alphabetic) {
        return end;
    }
    let length = if *marker == b'#' { 1 } else { 2 };
    let whole =
        bytes[end..].len() >= length && bytes[end..end + length].iter().all(|byte| byte == marker);
    let closed =
        bytes.get(end + length).is_none_or(|byte| *byte >= 128 || ASCII[*byte as usize] != WORD);
    if whole && closed { end + length } else { end }
}

/// Gives the characters and pairs of the run of one unspaced script that starts at `start`; returns its end.
fn unspaced_run<'a>(
    text: &'a str,
    start: usize,
    script: Script,
    each: &mut impl FnMut(Piece<'a>),
) -> usize {
    let mut previous: Option<usize> = None;
    let mut at = start;
    while at < text.len() {
        let c = char_at(text, at);
        if class(c) != Class::Unspaced(script) {
            break;
        }
        let end = cluster_end(text, at + c.len_utf8());
        each(Piece::Character(&text[at..end]));
        if let Some(previous) = previous {
            each(Piece::Pair(&text[previous..end]));
        }
        previous = Some(at);
        at = end;
    }
    at
}

/// Takes the combining marks that follow into the cluster.
fn cluster_end(text: &str, mut at: usize) -> usize {
    while at < text.len() {
        let c = char_at(text, at);
        if !unicode_normalization::char::is_combining_mark(c) {
            break;
        }
        at += c.len_utf8();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        cut(text, |piece| {
            out.push(match piece {
                Piece::Word(text) => text.to_owned(),
                Piece::Character(text) => format!("1:{text}"),
                Piece::Pair(text) => format!("2:{text}"),
            });
        });
        out
    }

    fn check(text: &str, expect: &[&str]) {
        assert_eq!(pieces(text), expect, "{text:?}");
    }

    #[test]
    fn r2_2_runs() {
        check("Deploy uses the hook.", &["Deploy", "uses", "the", "hook"]);
        check("don't 'quoted' deploy's", &["don't", "quoted", "deploy's"]);
        check("so...what -- a - b", &["so", "what", "a", "b"]);
        check("", &[]);
        check("* ( \" \\ \0 %", &[]);
    }

    #[test]
    fn r2_3_script_changes() {
        check("队列gen-quota", &["1:队", "1:列", "2:队列", "gen-quota"]);
        check("D区 x", &["D", "1:区", "x"]);
        check("abcочередь gen-очередь", &["abc", "очередь", "gen", "очередь"]);
        check("設定を", &["1:設", "1:定", "2:設定", "1:を"]);
    }

    #[test]
    fn r2_4_identifiers() {
        check(
            "pre-edit v2.4 snake_case src/main.rs",
            &["pre-edit", "v2.4", "snake_case", "src/main.rs"],
        );
        check(
            "C# C++ F#, c++17 #12 `.env` --flag -x /etc/hosts",
            &["C#", "C++", "F#", "c", "17", "#12", ".env", "--flag", "-x", "/etc/hosts"],
        );
        check("end.Next a:b", &["end.Next", "a:b"]);
    }

    #[test]
    fn r2_5_unspaced_marks_stay_with_their_letter() {
        check("น้า", &["1:น้", "1:า", "2:น้า"]);
    }
}
