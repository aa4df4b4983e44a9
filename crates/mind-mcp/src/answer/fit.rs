//! Keeping an answer under its ceiling: shorter pages, pieces of a text, and, where nothing else helps, shorter lists.

use std::collections::BinaryHeap;

use mind_core::error::Error;
use mind_core::mind::{BacklogEntry, Body, Reading};
use mind_protocol::{BacklogPiece, FactPiece};
use serde_json::Value;

use super::{Answer, CEILING, written};
use crate::fault::Fault;
use crate::{wire, words};

/// The longest page under the ceiling. `build` makes the page of the first so many rows; of `rows` at least one is kept.
pub(crate) fn fit_page(rows: usize, build: impl Fn(usize) -> Answer) -> Answer {
    let mut kept = rows;
    loop {
        let answer = build(kept);
        let size = answer.size();
        if size <= CEILING || kept <= 1 {
            return trim(answer, CEILING);
        }
        kept = (kept * CEILING / size).clamp(1, kept - 1);
    }
}

/// A fact, with as much of its text from a byte on as fits.
///
/// # Errors
/// `input.out_of_range` for a byte behind the text, `input.invalid` for one inside a character.
pub(crate) fn fit_reading(reading: &Reading, from: usize) -> Result<Answer, Fault> {
    fit_text(text_of(&reading.entry.body), from, |text, next_byte| {
        let mut shown = wire::reading(reading);
        shown.fact.text = shown.fact.text.map(|_| text.to_owned());
        let words = words::reading(reading, text, next_byte);
        Answer::accepted(FactPiece { reading: shown, next_byte }, words)
    })
}

/// The words of a fact for a resource, with as much of its text as fits; where that is not all, they say from which byte `read_memory` goes on.
pub(crate) fn fit_words(reading: &Reading) -> String {
    let text = text_of(&reading.entry.body);
    let whole = words::reading(reading, text, None);
    if written(&whole) <= CEILING {
        return whole;
    }
    let shell = written(&words::reading(reading, "", Some(text.len())));
    let end = prefix_within(text, CEILING.saturating_sub(shell), |c| escaped(c, 2));
    words::reading(reading, &text[..end], Some(end))
}

/// A backlog item, with as much of its text from a byte on as fits.
///
/// # Errors
/// As [`fit_reading`].
pub(crate) fn fit_item(entry: &BacklogEntry, from: usize) -> Result<Answer, Fault> {
    fit_text(text_of(&entry.body), from, |text, next_byte| {
        let mut item = wire::backlog_item(entry);
        item.text = item.text.map(|_| text.to_owned());
        let words = words::item(entry, text, next_byte);
        Answer::accepted(BacklogPiece { item, next_byte }, words)
    })
}

fn text_of(body: &Body) -> &str {
    match body {
        Body::Open { text, .. } => text,
        Body::Withheld { .. } => "",
    }
}

/// The answer with as much of a text from a byte on as fits; `piece` makes it, given a piece and where the next one starts.
fn fit_text(
    text: &str,
    from: usize,
    piece: impl Fn(&str, Option<usize>) -> Answer,
) -> Result<Answer, Fault> {
    let rest = rest_of(text, from)?;
    let shell = trim(piece("", Some(text.len())), CEILING / 2);
    let cost = |c| escaped(c, 1) + escaped(c, 2);
    let end = from + prefix_within(rest, CEILING.saturating_sub(shell.size()), cost);
    let next = (end < text.len()).then_some(end);
    Ok(trim(piece(&text[from..end], next), CEILING))
}

fn rest_of(text: &str, from: usize) -> Result<&str, Fault> {
    let max = text.len() as u64;
    if from as u64 > max {
        let actual = from as u64;
        return Err(Error::OutOfRange { field: "fromByte", min: 0, max, actual }.into());
    }
    let inside = Fault::Invalid { field: "fromByte", expected: "the nextByte of an answer" };
    text.get(from..).ok_or(inside)
}

/// Bytes of the longest prefix that costs at most `room` bytes: in a tool's answer twice, as structured content and as a quoted string inside the text.
fn prefix_within(text: &str, room: usize, cost: impl Fn(char) -> usize) -> usize {
    let mut spent = 0;
    for (at, c) in text.char_indices() {
        spent += cost(c);
        if spent > room {
            return at;
        }
    }
    text.len()
}

/// Bytes of a character after being put into a JSON string so many times.
fn escaped(c: char, times: u32) -> usize {
    match c {
        '"' | '\\' => 2_usize.pow(times),
        '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 1 + times as usize,
        '\0'..='\u{1f}' => 5 + times as usize,
        _ => c.len_utf8(),
    }
}

/// Shortens the longest lists until the answer has at most `limit` bytes, and says in `omitted` how many entries are missing.
///
/// The whole answer is measured once a round and not once an entry: a line of two hundred predecessors has thousands.
pub(crate) fn trim(mut answer: Answer, limit: usize) -> Answer {
    let mut omitted = 0_u64;
    loop {
        let excess = answer.size().saturating_sub(limit);
        if excess == 0 {
            return answer;
        }
        let cut = shorten(&mut answer.structured, excess);
        if cut == 0 {
            return answer;
        }
        omitted += cut;
        answer.structured["omitted"] = omitted.into();
    }
}

/// Takes last entries out of the lists that hold no list with entries, each time of the longest, until so many bytes are gone or nothing is left in them; answers how many entries.
fn shorten(value: &mut Value, excess: usize) -> u64 {
    let mut lists = BinaryHeap::new();
    innermost(value, String::new(), &mut lists);
    let (mut cut, mut gone) = (0, 0);
    while gone < excess {
        let Some((size, path)) = lists.pop() else { break };
        let list = value.pointer_mut(&path).and_then(Value::as_array_mut);
        let Some(list) = list else { break };
        let Some(entry) = list.pop() else { continue };
        let bytes = written(&entry) + 1;
        (cut, gone) = (cut + 1, gone + bytes);
        lists.push((size.saturating_sub(bytes), path));
    }
    cut
}

/// The lists that hold no list with entries themselves, with their bytes; whether there is any.
fn innermost(value: &Value, path: String, found: &mut BinaryHeap<(usize, String)>) -> bool {
    let mut any = false;
    match value {
        Value::Array(list) => {
            for (at, one) in list.iter().enumerate() {
                any |= innermost(one, format!("{path}/{at}"), found);
            }
        }
        Value::Object(members) => {
            for (name, one) in members {
                any |= innermost(one, format!("{path}/{name}"), found);
            }
        }
        _ => {}
    }
    if !any && value.as_array().is_some_and(|list| !list.is_empty()) {
        found.push((written(value), path));
        return true;
    }
    any
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// S-23: what a character costs is what serialising it costs.
    #[test]
    fn costs_are_exact() {
        for c in ['a', 'é', '日', '🔥', '"', '\\', '\n', '\t', '\u{8}', '\u{1}', '\u{7f}'] {
            let once = Value::from(c.to_string()).to_string();
            let twice = Value::from(once.clone()).to_string();
            assert_eq!(escaped(c, 1), once.len() - 2, "{c:?}");
            // Quoting twice turns the two inner quotation marks into four bytes.
            assert_eq!(escaped(c, 2), twice.len() - 2 - 4, "{c:?}");
        }
    }

    /// S-23: the longest list is cut first, and what is missing is counted.
    #[test]
    fn lists_are_cut_and_counted() {
        let body = json!({"removed": vec!["x".repeat(100); 20], "other": ["y"]});
        let answer = Answer::accepted(body, String::new());
        let trimmed = trim(answer.clone(), 1_000);
        assert!(trimmed.size() <= 1_000);
        let kept = trimmed.structured["removed"].as_array().map_or(0, Vec::len);
        assert_eq!(trimmed.structured["omitted"], 20 - kept);
        assert_eq!(trimmed.structured["other"], json!(["y"]));
        assert_eq!(trim(answer.clone(), 10_000), answer);
    }

    /// S-23: a list of lists is cut from the inside, so that a row is not lost for its tags.
    #[test]
    fn inner_lists_go_first() {
        let value = json!({"hits": [{"tags": ["a", "b"]}, {"tags": []}]});
        let mut found = BinaryHeap::new();
        assert!(innermost(&value, String::new(), &mut found));
        assert_eq!(found.into_vec(), [(9, "/hits/0/tags".to_owned())]);
        let mut emptied = value;
        assert_eq!(shorten(&mut emptied, 1_000), 2);
        assert_eq!(shorten(&mut emptied, 1_000), 2);
        assert_eq!((shorten(&mut emptied, 1_000), emptied), (0, json!({"hits": []})));
    }
}
