//! Family B17 at the command line: a secret comes in by no door, and is in no file and no answer afterwards.

use mind_cli::Exit;

use crate::stage::{Machine, tree};

/// Texts with a secret, and the part of each that may be nowhere.
fn secrets() -> [(String, String); 3] {
    let token = ["zq-live-9f3a.77c2", "_KK19-aa00ZZ"].concat();
    let key = ["-----BEGIN OPENSSH ", "PRIVATE KEY-----"].concat();
    let password = ["hunter", "2hunter2"].concat();
    [
        (["export ORBIT_TO", "KEN=", &token].concat(), token),
        (
            format!("the key is {key}\nb3BlbnNzaC1rZXktdjEAAAAA"),
            "b3BlbnNzaC1rZXktdjEAAAAA".to_owned(),
        ),
        (format!("clone https://ann:{password}@git.example/quay"), password),
    ]
}

/// What a file of each format says of a text.
fn sources(text: &str) -> [(&'static str, String); 5] {
    let quoted = serde_json::to_string(text).unwrap();
    let row = format!(
        r#"{{"id":"a","kind":"note","text":{quoted},"tags":[],"recordedAt":"2026-11-01","lastSeenAt":"2026-11-01"}}"#
    );
    [
        ("facts.jsonl", format!("{{\"text\":{quoted}}}\n")),
        ("sourced.jsonl", format!("{{\"text\":\"x\",\"source\":{quoted}}}\n")),
        ("notes.md", format!("# Notes\n\n- {}\n", text.replace('\n', "\n  "))),
        (
            "graph.jsonl",
            format!(
                "{{\"type\":\"entity\",\"name\":\"Ann\",\"entityType\":\"x\",\"observations\":[{quoted}]}}\n"
            ),
        ),
        ("old/memory/ltm/dev.json", format!("{{\"entries\":[{row}]}}")),
    ]
}

/// B17: every door refuses it, and then not one file of the home and not one answer holds it.
#[test]
fn a_secret_comes_in_by_no_door() {
    for (text, secret) in secrets() {
        // Tags are kept in lower case.
        let secret = secret.to_lowercase();
        let machine = Machine::new();
        machine.id(&["remember", "-k", "preference", "Short answers"]);
        let item = machine.id(&["backlog", "add", "rotate it"]);
        let doors: [&[&str]; 6] = [
            &["remember", &text],
            &["remember", "--source", &text, "x"],
            &["remember", "--tag", &text, "x"],
            &["backlog", "add", &text],
            &["backlog", "done", &item, "--note", &text],
            &["backlog", "add", "--tag", &text, "x"],
        ];
        let mut answers = Vec::new();
        for door in doors {
            let ran = machine.mind(&[door, &["--json"]].concat());
            let code = ran.json()["code"].clone();
            // A tag on two lines is refused before it is looked at.
            assert!(code == "scan.refused" || code == "fact.tag_invalid", "{ran:?}");
            answers.push(ran);
        }
        answers.push(machine.mind_with(text.as_bytes(), &["remember", "-"]));
        for (name, content) in sources(&text) {
            machine.write(name, content);
            let path = machine.path(name.split('/').next().unwrap());
            answers.push(machine.mind(&["import", path.to_str().unwrap()]));
        }
        answers.extend([machine.mind(&["recall"]), machine.mind(&["doctor"])]);
        for ran in &answers {
            let said = format!("{}{}", ran.output, ran.errors).to_lowercase();
            assert!(!said.contains(&secret), "{ran:?}");
        }
        for (path, bytes) in tree(&machine.path("memory")) {
            let held = String::from_utf8_lossy(&bytes).to_lowercase();
            assert!(!held.contains(&secret), "{}", path.display());
        }
    }
}

/// B17: what only looks like a secret, or says where one is kept, is remembered.
#[test]
fn what_is_no_secret_is_remembered() {
    let machine = Machine::new();
    for text in [
        "Commit 3f786850e387550fdab836ed7e6dc881de23001b broke the export",
        "the token is in the keychain",
    ] {
        assert_eq!(machine.mind(&["remember", text]).exit, Exit::Done, "{text}");
    }
}
