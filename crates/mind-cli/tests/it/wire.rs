//! S-5: every `--json` answer is the shape `mind-protocol` documents.

use mind_cli::Exit;
use mind_core::backlog::{BACKLOG_NOTE_LIMIT, BACKLOG_TEXT_LIMIT};
use mind_core::fact::{DERIVED_LIMIT, SOURCE_LIMIT, TAG_LIMIT, TAGS_LIMIT, TEXT_LIMIT};
use mind_protocol::{
    Accepted, BacklogAdded, BacklogMoved, BacklogPage, BatchLine, BatchRefusal, BatchSummary,
    ContextBlocks, ExportedFact, FactPage, FactReading, Forgotten, Manifest, Promoted, Refusal,
    Remembered, SetupReport, StatusReport,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::stage::{Machine, Ran};

/// Reads a document as its shape, and finds that nothing of it was left over.
fn check_text<T: Serialize + DeserializeOwned>(text: &str) {
    let shape: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let document: Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_value(shape).unwrap(), document);
}

fn check<T: Serialize + DeserializeOwned>(ran: &Ran) {
    assert_eq!(ran.output.lines().count(), 1, "{ran:?}");
    check_text::<T>(&ran.output);
}

#[test]
fn answers() {
    let machine = Machine::new();
    let mind = |words: &[&str]| machine.mind(&[words, &["--json"]].concat());
    check::<Accepted<Remembered>>(&mind(&["remember", "-k", "gotcha", "-t", "ci", "Port 7101"]));
    let old = machine.id(&["recall"]);
    check::<Accepted<Remembered>>(&mind(&["remember", "--supersedes", &old, "Port 7200"]));
    let id = machine.id(&["recall", "7200"]);
    check::<Accepted<FactPage>>(&mind(&["recall"]));
    check::<Accepted<FactPage>>(&mind(&["recall", "--explain", "port"]));
    check::<Accepted<FactReading>>(&mind(&["read", &id]));
    check::<Accepted<FactReading>>(&mind(&["read", &old]));
    check::<Accepted<Promoted>>(&mind(&["promote", &id]));
    check::<Accepted<ContextBlocks>>(&mind(&["context", "--task", "port"]));
    check::<Accepted<Manifest>>(&mind(&["context", "--task", "port", "--manifest"]));
    check::<ExportedFact>(&mind(&["export"]));
    check::<Accepted<Forgotten>>(&mind(&["forget", &id]));
    check::<Refusal>(&mind(&["forget", &id]));
    check::<Accepted<BacklogAdded>>(&mind(&["backlog", "add", "--due", "1h", "later"]));
    check::<Accepted<BacklogPage>>(&mind(&["backlog", "list"]));
    let item = machine.id(&["backlog", "list"]);
    check::<Accepted<BacklogMoved>>(&mind(&["backlog", "done", &item, "--note", "gone"]));
    check::<Accepted<StatusReport>>(&mind(&["status"]));
    check::<Accepted<SetupReport>>(&mind(&["setup", "pi", "--yes"]));
}

/// A batch answers one document a line, and a summary as the last.
#[test]
fn batches() {
    let machine = Machine::new();
    let words = ["remember", "--batch", "-", "--json"];
    let ran = machine.mind_with(b"{\"text\":\"one\"}\n{}\n", &words);
    assert_eq!(ran.exit, Exit::Refused);
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!(lines.len(), 3);
    check_text::<BatchLine>(lines[0]);
    check_text::<BatchRefusal>(lines[1]);
    check_text::<BatchSummary>(lines[2]);
}

/// F-80: the list of errors names the limits the parser has.
#[test]
fn limits_in_the_documents() {
    let errors = include_str!("../../../../docs/errors.md").replace(',', "");
    for (code, limit) in [
        ("fact.too_long", TEXT_LIMIT),
        ("fact.tag_too_long", TAG_LIMIT),
        ("fact.tags_too_many", TAGS_LIMIT),
        ("fact.source_too_long", SOURCE_LIMIT),
        ("fact.derived_too_many", DERIVED_LIMIT),
        ("backlog.too_long", BACKLOG_TEXT_LIMIT),
        ("backlog.note_too_long", BACKLOG_NOTE_LIMIT),
    ] {
        let row = errors.lines().find(|line| line.starts_with(&format!("| `{code}`"))).unwrap();
        assert!(row.contains(&format!("more than {limit} ")), "{row}");
    }
}
