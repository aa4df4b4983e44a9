//! `remember`, `recall`, `read`, `forget` and `promote`: success, refusal and `--json` of each.

use std::time::Duration;

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::{Machine, shown};

const DAY: Duration = Duration::from_hours(24);

/// S-7: one line with id, kind, tier and, when a rule chose the tier, why.
#[test]
fn remember() {
    let machine = Machine::new();
    assert_snapshot!(shown(&[
        machine.mind(&["remember", "-k", "convention", "-t", "ci", "Run", "the", "full", "checks"]),
        machine.mind(&["remember", "-k", "convention", "-t", "CI", "run the  FULL checks"]),
        machine.mind(&["remember", "--ttl", "3d", "--source", "chat", "CI is red"]),
        machine.mind(&["remember", "--tier", "shared", "CI is red"]),
        machine.mind(&["remember", "--json", "--tier", "project", "Branch is frozen"]),
        machine.mind(&["remember", "--json", "-k", "preference", "Short answers"]),
        machine.mind_with(b"\xef\xbb\xbffrom a pipe\r\n", &["remember", "-"]),
        machine.mind(&["remember", "--", "--force is never used here"]),
    ]));
}

/// S-3, A-60: a refusal says what, which and what to do, and never the text.
#[test]
fn remember_refused() {
    let machine = Machine::new();
    let secret = ["db password: Tr0u", "b4dor&3"].concat();
    let ran = [
        machine.mind(&["remember", "  "]),
        machine.mind(&["remember", "--kind", "idea", "x"]),
        machine.mind(&["remember", "--tier", "cellar", "x"]),
        machine.mind(&["remember", "--ttl", "soon", "x"]),
        machine.mind(&["remember", "--ttl", "2h", "--tier", "shared", "x"]),
        machine.mind(&["remember", "-k", "objective", "--tier", "project", "x"]),
        machine.mind(&["remember", "--tier", "session", "x"]),
        machine.mind(&["remember", "--supersedes", "6d7b7855bcd3", "x"]),
        machine.mind(&["remember", "--supersedes", "no id", "x"]),
        machine.mind_with("a".repeat(8_193).as_bytes(), &["remember", "-", "--json"]),
    ];
    assert!(ran.iter().all(|ran| ran.exit == Exit::Refused));
    assert_snapshot!(shown(&ran));
    let ran = machine.mind(&["remember", "--json", &secret]);
    assert!(!ran.output.contains("Tr0u"));
    assert_snapshot!("remember_unsafe", format!("{}{}", ran.output, ran.errors));
}

/// F-36, F-38: the old fact is retired, and both sides say so.
#[test]
fn supersede() {
    let machine = Machine::new();
    let old = machine.id(&["remember", "-k", "gotcha", "Port 7101 must be free"]);
    machine.wait(3 * DAY);
    assert_snapshot!(shown(&[
        machine.mind(&["remember", "-k", "gotcha", "--supersedes", &old, "Port 7200 must be free"]),
        machine.mind(&["recall", "port"]),
        machine.mind(&["read", &old]),
        machine.mind(&["read", "--json", &old]),
        machine.mind(&["forget", "--dry-run", &old]),
    ]));
}

fn furnished() -> Machine {
    let machine = Machine::new();
    machine.id(&["remember", "-k", "gotcha", "-t", "ci", "The smoke test needs port 7101 free"]);
    machine.wait(15 * DAY);
    machine.id(&["remember", "-k", "convention", "Run the full checks before each commit"]);
    machine.wait(2 * DAY);
    machine.id(&["remember", "-k", "preference", "--source", "chat", "Prefers short answers"]);
    machine.id(&["remember", "The smoke test is red on main"]);
    machine
}

/// S-9: ranked hits, and without a query the newest first.
#[test]
fn recall() {
    let machine = furnished();
    assert_snapshot!(shown(&[
        machine.mind(&["recall"]),
        machine.mind(&["recall", "-v", "--limit", "1", "--offset", "1"]),
        machine.mind(&["recall", "smoke", "test"]),
        machine.mind(&["recall", "--kind", "gotcha", "smoke test"]),
        machine.mind(&["recall", "--tier", "project", "smoke test", "--json"]),
        machine.mind(&["recall", "--at", "2026-11-21", "--json"]),
        machine.mind(&["recall", "zebra"]),
    ]));
}

/// S-9, R-11: the parts add up to the score exactly as printed.
#[test]
fn recall_explained() {
    let machine = furnished();
    let ran = machine.mind(&["recall", "--explain", "smoke test port"]);
    assert_snapshot!(ran.shown());
    let json = machine.mind(&["recall", "--explain", "--json", "smoke test port"]).json();
    let millionths = |score: &serde_json::Value| (score.as_f64().unwrap() * 1e6).round() as i64;
    for hit in json["hits"].as_array().unwrap() {
        let parts = hit["parts"].as_array().unwrap();
        let sum: i64 = parts.iter().map(|part| millionths(&part["score"])).sum();
        assert_eq!(sum, millionths(&hit["score"]));
        assert!(!parts.is_empty());
    }
}

/// text is never syntax; only its length can be wrong, and it is not repeated.
#[test]
fn recall_refused() {
    let machine = furnished();
    for query in ["AND", "NEAR(", "\"", "*", "(", "\\", "-", "%", "don't", "🦀"] {
        assert_eq!(machine.mind(&["recall", "--", query]).exit, Exit::Done, "{query}");
    }
    let ran = machine.mind(&["recall", "--", "--json"]);
    assert_eq!(ran.exit, Exit::Done);
    assert_snapshot!(shown(&[
        machine.mind(&["recall", "--limit", "51"]),
        machine.mind(&["recall", "--limit", "0", "--json"]),
        machine.mind(&["recall", "--tier", "cellar"]),
        machine.mind(&["recall", "--kind", "idea"]),
        machine.mind(&["recall", "--at", "yesterday"]),
        machine.mind(&["recall", "--tier", "session"]),
        machine.mind(&["recall", "--withheld"]),
        machine.mind_with("q".repeat(513).as_bytes(), &["recall", "-"]),
    ]));
}

/// F-48: a long text is an excerpt in a page and whole in `read`; B20.
#[test]
fn excerpts() {
    let machine = Machine::new();
    let long = format!("{} the end", "word ".repeat(200));
    let id = machine.id(&["remember", &long]);
    let page = machine.mind(&["recall", "--json"]).json();
    let hit = &page["hits"][0];
    assert_eq!(
        (hit["clipped"].as_bool(), hit["text"].as_str().unwrap().chars().count()),
        (Some(true), 241)
    );
    let reading = machine.mind(&["read", "--json", &id]).json();
    assert_eq!((reading["text"].as_str(), reading.get("clipped")), (Some(long.as_str()), None));
    let line = machine.mind(&["recall"]).output;
    assert!(line.lines().count() == 1 && line.contains('…'), "{line}");
}

#[test]
fn read() {
    let machine = Machine::new();
    let text = "First line\n  second line\u{2028}third";
    let words = ["remember", "-t", "b,c", "-t", "a", "--source", "release notes", "--ttl", "5h"];
    machine.id(&["remember", "-t", "b,c", "-t", "a", "--tier", "shared", text]);
    let more = ["--tier", "project", "--derived-from", "abc", text];
    let id = machine.id(&[&words[..], &more].concat());
    assert_snapshot!(shown(&[
        machine.mind(&["read", &id]),
        machine.mind(&["read", "-v", &format!("shared/{id}")]),
        machine.mind(&["read", "--json", &id, "--tier", "project"]),
    ]));
}

#[test]
fn read_refused() {
    let machine = Machine::new();
    let id = machine.id(&["remember", "--ttl", "1h", "x"]);
    machine.wait(DAY);
    assert_snapshot!(shown(&[
        machine.mind(&["read", &id]),
        machine.mind(&["read", "6d7b7855bcd3"]),
        machine.mind(&["read", "6d7b7855bcd3", "--json"]),
        machine.mind(&["read", "cellar/6d7b7855bcd3"]),
        machine.mind(&["read", &id, "--withheld"]),
    ]));
}

/// F-20: an ambiguous id changes nothing, and its references end the collision.
#[test]
fn ambiguous() {
    let machine = Machine::new();
    for persona in ["dev", "ops"] {
        machine.id(&["remember", "--persona", persona, "--tier", "project", "same text"]);
    }
    let id = machine.id(&["recall", "same"]);
    let refused = machine.mind(&["forget", "--persona", "third", &id]);
    assert_eq!(refused.exit, Exit::Refused);
    let reference = format!("project:ops/{id}");
    assert_snapshot!(shown(&[
        refused,
        machine.mind(&["forget", "--persona", "third", "--json", &id]),
        machine.mind(&["recall", "--persona", "dev"]),
        machine.mind(&["forget", "--persona", "third", &reference]),
        machine.mind(&["recall", "--persona", "third"]),
    ]));
}

#[test]
fn forget() {
    let machine = Machine::new();
    let id = machine.id(&["remember", "-k", "gotcha", "Port 7101 must be free"]);
    assert_snapshot!(shown(&[
        machine.mind(&["forget", "--dry-run", &id]),
        machine.mind(&["forget", "--dry-run", "--json", &id]),
        machine.mind(&["forget", &id]),
        machine.mind(&["forget", &id]),
        machine.mind(&["forget", &id, "--tier", "cellar", "--json"]),
    ]));
}

#[test]
fn promote() {
    let machine = Machine::new();
    let note = machine.id(&["remember", "The runner image is pinned"]);
    let other = machine.id(&["remember", "--persona", "ops", "The proxy has moved"]);
    let durable = machine.id(&["remember", "-k", "gotcha", "x"]);
    assert_snapshot!(shown(&[
        machine.mind(&["promote", &note]),
        machine.mind(&["promote", &note]),
        machine.mind(&["promote", &durable, "--json"]),
        machine.mind(&["promote", &other]),
        machine.mind(&["promote", &note, "--to", "project"]),
        machine.mind(&["promote", "--persona", "ops", &other, "--to", "shared", "--json"]),
    ]));
}

/// S-5: several ids, an answer each; one that is refused costs itself alone.
#[test]
fn several_forgotten() {
    let machine = Machine::new();
    let ids: Vec<String> =
        ["one", "two", "three"].iter().map(|text| machine.id(&["remember", text])).collect();
    let [one, two, three] = [&ids[0], &ids[1], &ids[2]];
    assert_snapshot!(shown(&[
        machine.mind(&["forget", one, "6d7b7855bcd3", two]),
        machine.mind(&["forget", "--json", "--dry-run", three, "6d7b7855bcd3"]),
        machine.mind(&["forget", "--json", three, three]),
    ]));
}

/// ADR 0020: an id in capitals, or its first digits where they are nobody else's.
#[test]
fn ids_in_part() {
    let machine = Machine::new();
    let id = machine.id(&["remember", "-k", "gotcha", "Port 7101 must be free"]);
    let part = &id[..4];
    let read = |asked: &str| machine.mind(&["read", asked]);
    for asked in [part.to_owned(), id.to_uppercase(), format!("project-long/{}", &id[..5])] {
        assert!(read(&asked).output.contains(&id), "{asked}");
    }
    for asked in [id[..3].to_owned(), format!("shared/{part}"), format!("{part}zz"), "0000".into()]
    {
        assert!(read(&asked).errors.contains("fact.not_found"), "{asked}: {:?}", read(&asked));
    }
    let new =
        machine.id(&["remember", "-k", "gotcha", "--supersedes", part, "Port 7200 must be free"]);
    assert!(machine.mind(&["read", &new]).output.contains(&id));
    let note = machine.id(&["remember", "The runner image is pinned"]);
    assert_eq!(machine.mind(&["promote", &note[..6]]).exit, Exit::Done);
    assert_eq!(machine.mind(&["forget", &note[..6]]).exit, Exit::Done);
    assert_eq!(machine.mind(&["recall"]).output.lines().count(), 1);
}

/// ADR 0020: digits that may mean two facts change neither, and say how many there are.
#[test]
fn ids_in_part_of_two() {
    let machine = Machine::new();
    let mut seen = std::collections::BTreeMap::new();
    let (mut number, mut twins) = (0, None);
    // Two ids with four digits in common turn up among a few hundred.
    while twins.is_none() {
        let id = machine.id(&["remember", "--tier", "shared", &format!("fact number {number}")]);
        twins = seen.insert(id[..4].to_owned(), id.clone()).map(|first| (first, id));
        number += 1;
    }
    let (first, second) = twins.unwrap();
    let ran = machine.mind(&["forget", &first[..4], "--json"]);
    let refusal = ran.json();
    assert_eq!(refusal["code"], "fact.ambiguous_id", "{refusal}");
    assert_eq!(refusal["message"], format!("{} names 2 rows", &first[..4]));
    // What an id means does not change because the other one of the same call has gone.
    let ran = machine.mind(&["forget", &first, &first[..4]]);
    assert_eq!((ran.exit, ran.output.as_str()), (Exit::Refused, ""), "{ran:?}");
    assert_eq!(machine.mind(&["read", &first]).exit, Exit::Done);
    assert_eq!(machine.mind(&["read", &second]).exit, Exit::Done);
    // An id that a hand has written begins so all the same.
    let store = machine.path("memory/memory/ltm/_shared.json");
    let text = std::fs::read_to_string(&store).unwrap();
    let by_hand = format!("{}-hand", first[..4].to_uppercase());
    std::fs::write(&store, text.replace(&format!("\"{second}\""), &format!("\"{by_hand}\"")))
        .unwrap();
    let refused = machine.mind(&["read", &first[..4]]);
    assert!(refused.errors.contains("fact.ambiguous_id"), "{refused:?}");
}

/// A misspelt word has a nearest one, and a hint names only what can be used there.
#[test]
fn nearest_words() {
    let machine = Machine::new();
    let check = |words: &[&str], expect: &str| {
        let refusal = machine.mind(&[words, &["--json"]].concat()).json();
        assert_eq!(refusal["next"], expect, "{words:?}");
    };
    let kinds = "objective, invariant, preference, convention, gotcha, rationale or note";
    let kind = format!("did you mean gotcha? there are {kinds}");
    check(&["remember", "-k", "gotcah", "x"], &kind);
    check(&["recall", "--kind", "gotcah"], &kind);
    check(&["remember", "-k", "xyz", "x"], &format!("use {kinds}"));
    let stored = "persona, project-long, shared or project";
    let tier = format!("did you mean persona? there are {stored}");
    check(&["remember", "--tier", "presona", "x"], &tier);
    check(&["recall", "--tier", "presona"], &tier);
    check(&["export", "--tier", "foo"], &format!("use {stored}"));
    check(&["promote", "--to", "foo", "x"], "use project-long, persona or shared");
    check(&["remember", " "], "say what is to be remembered");
}
