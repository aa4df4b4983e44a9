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

/// A machine whose stores hold three facts, and 1,200 lines for one of them.
fn flooded() -> (Machine, String) {
    let mut machine = Machine::new();
    machine.write("ann/demo/config.toml", "[limits]\nstore_entries = 3\n");
    machine.set("MIND_CONFIG", machine.path("ann/demo/config.toml"));
    let mut lines = String::new();
    for number in 0..1_200 {
        writeln!(lines, r#"{{"text":"shared {number}","tier":"shared"}}"#).unwrap();
    }
    (machine, lines)
}

/// S-8, B02: a tier that takes nothing more costs its own lines, whatever chunk they fall in, and every line is answered.
#[test]
fn a_full_tier() {
    let (machine, mut lines) = flooded();
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

/// The summary says where things went, and that working facts do not stay.
#[test]
fn where_they_went() {
    let machine = Machine::new();
    let check = |lines: &str, options: &[&str], expect: &str| {
        let words = [&["remember", "--batch", "-"], options].concat();
        let ran = machine.mind_with(lines.as_bytes(), &words);
        assert_eq!((ran.exit, ran.output.trim_end()), (Exit::Done, expect), "{ran:?}");
    };
    let two = "{\"text\":\"one\"}\n{\"text\":\"two\"}\n";
    let keep = "; `--tier project-long` keeps them";
    check(two, &[], &format!("2 facts: 2 stored in project, they expire in 2d{keep}"));
    check(two, &[], &format!("2 facts: 2 already known, they expire in 2d{keep}"));
    check("{\"text\":\"three\"}", &["--tier", "shared"], "1 fact: 1 stored in shared");
    let named = "1 fact: 1 stored in project, they expire in 2h";
    check("{\"text\":\"four\"}", &["--tier", "project", "--ttl", "2h"], named);
    let mixed = "{\"text\":\"five\"}\n{\"text\":\"six\",\"kind\":\"gotcha\"}\n{\"text\":\"seven\",\"tier\":\"project\",\"ttl\":1}";
    let expect =
        "3 facts: 3 stored (1 in project-long, 2 in project), those in project expire in 1h to 2d";
    check(mixed, &[], &format!("{expect}{keep}"));
    let file = machine.write("ann/demo/more.jsonl", "{\"text\":\"eight\"}");
    let ran = machine.mind(&["import", file.to_str().unwrap()]);
    assert!(ran.output.ends_with(&format!("1 stored in project, they expire in 2d{keep}\n")));
}

/// A full store is told in a few lines and counted, with its true limit and what it holds.
#[test]
fn a_flood() {
    let (machine, mut lines) = flooded();
    lines.push_str("{\"text\":\"x\",\"kind\":\"idea\"}\n");
    let ran = machine.mind_with(lines.as_bytes(), &["remember", "--batch", "-"]);
    assert_snapshot!(ran.shown());
}

/// A file that is no list of lines is said to be what it is, once.
#[test]
fn other_shapes() {
    let machine = Machine::new();
    let id = machine.id(&["remember", "-k", "preference", "Short answers"]);
    let store = machine.path("memory/memory/ltm/_default.json");
    let store = std::fs::read_to_string(store).unwrap();
    assert!(store.contains(&id));
    let check = |text: &str, message: &str| {
        let file = machine.write("ann/demo/file.json", text);
        for words in [["import"].as_slice(), &["remember", "--batch"]] {
            let ran = machine.mind(&[words, &[file.to_str().unwrap(), "--json"]].concat());
            let refusal = ran.json();
            assert_eq!(refusal["code"], "input.not_lines", "{refusal}");
            assert_eq!(refusal["message"], message);
        }
    };
    check(&store, "this is a store file of `mind`");
    check(&store.replace('\n', ""), "this is a store file of `mind`");
    let array = "this is one JSON array, not an object a line";
    check("[\n  {\"text\":\"one\"},\n  {\"text\":\"two\"}\n]\n", array);
    check("[{\"text\":\"one\"}]", array);
    check("{\n  \"text\": \"one\"\n}\n", "this is one JSON object over several lines");
}
