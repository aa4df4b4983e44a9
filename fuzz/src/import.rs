//! Files that facts are brought in from: the source stays as it is, each line is answered for, and the second time adds nothing.

use std::collections::BTreeSet;
use std::fs;

use mind_cli::Exit;
use mind_core::scan::{ScanScope, scan};
use serde_json::Value;

use super::machine::{ALLOWED, Machine, Ran};

/// JSON Lines, as a file to import, of whichever kind the first byte says, or as a batch.
pub(crate) fn lines_hold(bytes: &[u8]) {
    let (manner, lines) = super::split(bytes);
    match manner % 4 {
        0 => hold(lines, &["import", "SOURCE", "--format", "jsonl"]),
        1 => hold(lines, &["import", "SOURCE", "--format", "server-memory"]),
        2 => hold(lines, &["import", "SOURCE"]),
        _ => hold(lines, &["remember", "--batch", "SOURCE"]),
    }
}

/// Notes in Markdown.
pub(crate) fn markdown_holds(bytes: &[u8]) {
    hold(bytes, &["import", "SOURCE", "--format", "markdown"]);
}

fn hold(bytes: &[u8], words: &[&str]) {
    let machine = Machine::new();
    machine.write("ann/notes", bytes);
    let source = machine.path("ann/notes");
    let named = source.to_str().expect("a plain path").to_owned();
    let words: Vec<&str> =
        words.iter().map(|word| if *word == "SOURCE" { named.as_str() } else { word }).collect();
    let words = [&words[..], &["--json"]].concat();
    let first = machine.mind(b"", &words);
    hold_answer(&first);
    let facts = facts(&machine);
    let second = machine.mind(b"", &words);
    hold_answer(&second);
    assert_eq!(facts, self::facts(&machine), "the second time changed something: {second:?}");
    assert_eq!(first.exit, second.exit, "{first:?} {second:?}");
    assert_eq!(fs::read(&source).expect(ALLOWED), bytes, "the source is another");
}

/// Either the whole call was refused, or there is an answer a line and a summary that counts them.
fn hold_answer(ran: &Ran) {
    assert!(matches!(ran.exit, Exit::Done | Exit::Refused | Exit::Usage), "{ran:?}");
    let documents = ran.documents();
    let last = documents.last().expect("an answer");
    if last.get("summary").is_none() {
        return assert_eq!((documents.len(), &last["ok"]), (1, &Value::Bool(false)), "{ran:?}");
    }
    let (answers, count) = (&documents[..documents.len() - 1], |name| last[name].as_u64());
    let refused = answers.iter().filter(|one| one["ok"] == false).count() as u64;
    assert_eq!(count("refused").unwrap_or_default(), refused, "{ran:?}");
    assert_eq!(count("entries"), Some(answers.len() as u64), "{ran:?}");
    assert_eq!(ran.exit == Exit::Done, refused == 0, "{ran:?}");
    let lines: Vec<u64> = answers.iter().filter_map(|one| one["line"].as_u64()).collect();
    assert!(lines.len() == answers.len() && lines.is_sorted(), "{ran:?}");
}

/// What is remembered now, without the times of the last call, all of it clean.
fn facts(machine: &Machine) -> BTreeSet<String> {
    let export = machine.mind(b"", &["export"]);
    assert_eq!(export.exit, Exit::Done, "{export:?}");
    assert!(!export.errors.contains("withheld"), "{export:?}");
    let facts = export.documents().into_iter().map(|mut fact| {
        let text = fact["text"].as_str().expect("a text").to_owned();
        assert_eq!(scan(&text, ScanScope::Context), Ok(()), "an unsafe text came in");
        let members = fact.as_object_mut().expect("an object");
        members.remove("lastSeenAt");
        fact.to_string()
    });
    facts.collect()
}
