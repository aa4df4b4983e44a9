//! S-8: many facts at once.

use std::fmt::Write as _;

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::{Machine, shown};

const LINES: &str = r#"{"text":"one","kind":"gotcha","tags":["B","a"]}
{"text":"two","tier":"shared","source":"chat","recordedAt":"2026-01-02","derivedFrom":["x"]}

{"text":"three"
{"text":"four","colour":"red"}
{"text":"five","a key that may well be memory text":1}
{"text":6}
{"text":"seven","text":"eight"}
{"text":"nine","tags":"a"}
{"text":"ten","kind":"idea"}
{"text":"","kind":"note"}
["eleven"]
{"text":"twelve","ttl":2,"tier":"project"}
{"text":"thirteen","ttl":"3d","tier":"project"}
{"text":"fourteen","recordedAt":"soon"}
{"text":"fifteen","expiresAt":"2026-11-19T10:00:00Z"}
{"text":"sixteen","tier":"project","expiresAt":"2026-11-20T11:00:00Z","id":"x","persona":"ops","lastSeenAt":"2026-11-19"}
{"text":"seventeen","kind":null}
"#;

/// S-8: refused lines are named by number and code, and the others go on.
#[test]
fn lines() {
    let machine = Machine::new();
    let file = machine.write("ann/demo/facts.jsonl", LINES);
    let file = file.to_str().unwrap();
    assert_snapshot!(shown(&[
        machine.mind(&["remember", "--batch", file, "-t", "imported"]),
        machine.mind(&["remember", "--batch", file, "-t", "imported", "--json"]),
        machine.mind(&["recall", "--limit", "50", "-v"]),
    ]));
}

/// S-8: the same file again stores nothing new; B27: however its lines end.
#[test]
fn again() {
    let machine = Machine::new();
    let mut facts = String::new();
    for number in 0..2_500 {
        writeln!(facts, r#"{{"text":"fact number {number}","tier":"shared"}}"#).unwrap();
    }
    let check = |input: String, stored: u64, known: u64| {
        let ran = machine.mind_with(input.as_bytes(), &["remember", "--batch", "-", "--json"]);
        assert_eq!(ran.exit, Exit::Done);
        let last = ran.output.lines().last().unwrap();
        let summary: serde_json::Value = serde_json::from_str(last).unwrap();
        let count = |name: &str| summary[name].as_u64().unwrap();
        assert_eq!((count("stored"), count("refreshed"), count("refused")), (stored, known, 0));
        assert_eq!(ran.output.lines().count() as u64, stored + known + 1);
    };
    check(facts.clone(), 2_500, 0);
    check(facts.clone(), 0, 2_500);
    check(facts.replace('\n', "\r\n"), 0, 2_500);
    check(format!("\u{feff}{}", facts.trim_end()), 0, 2_500);
    assert_snapshot!(machine.mind(&["status"]).shown());
}

/// B27: bytes that are no text, and lines no fact could need, cost that line and nothing else.
#[test]
fn bad_bytes() {
    let machine = Machine::new();
    let mut input = b"{\"text\":\"a\xff\"}\n".to_vec();
    input.extend(format!("{{\"text\":\"{}\"}}\n", "x".repeat(600_000)).as_bytes());
    input.extend(b"{\"text\":\"a\\u0000b\"}\n{\"text\":\"\\ud83d\"}\n{\"text\":\"good\"}");
    let ran = machine.mind_with(&input, &["remember", "--batch", "-"]);
    assert_snapshot!(ran.shown());
}

/// S-4, S-8: a batch cannot say where a fact goes that only one text has.
#[test]
fn refused() {
    let machine = Machine::new();
    let missing = machine.path("nowhere.jsonl");
    assert_snapshot!(shown(&[
        machine.mind(&["remember", "--batch", missing.to_str().unwrap()]),
        machine.mind(&["remember", "--batch", machine.directory.to_str().unwrap(), "--json"]),
        machine.mind(&["remember", "--batch", "-", "and a text"]),
        machine.mind(&["remember", "--batch", "-", "--supersedes", "abc"]),
        machine.mind(&["remember", "--batch", "-"]),
    ]));
}

/// S-8, B02: a tier that takes nothing more costs its own lines, whatever chunk they fall in, and every line is answered.
#[test]
fn a_full_tier() {
    let mut machine = Machine::new();
    machine.write("ann/demo/config.toml", "[limits]\nstore_entries = 3\n");
    machine.set("MIND_CONFIG", machine.path("ann/demo/config.toml"));
    let mut lines = String::new();
    for number in 0..1_200 {
        writeln!(lines, r#"{{"text":"shared {number}","tier":"shared"}}"#).unwrap();
    }
    lines.push_str("{\"text\":\"mine\",\"tier\":\"persona\"}\n");
    let ran = machine.mind_with(lines.as_bytes(), &["remember", "--batch", "-", "--json"]);
    assert_eq!(ran.exit, Exit::Refused);
    let answers: Vec<serde_json::Value> =
        ran.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 1_202);
    assert!((1..=1_201).zip(&answers).all(|(line, answer)| answer["line"] == line));
    let summary = &answers[1_201];
    assert_eq!((&summary["stored"], &summary["refused"]), (&4.into(), &1_197.into()));
}

/// S-8: when there is no memory at all, it is said from which line on nothing was tried.
#[test]
fn no_memory() {
    let mut machine = Machine::new();
    machine.set("MIND_HOME", machine.path("unplugged/mind"));
    let line = br#"{"text":"one"}"#;
    assert_snapshot!(shown(&[
        machine.mind_with(line, &["remember", "--batch", "-"]),
        machine.mind_with(line, &["remember", "--batch", "-", "--json"]),
    ]));
}
