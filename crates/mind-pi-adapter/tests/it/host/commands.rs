//! PI-80, PI-81, PI-91, SN-73: what a person's commands report.

use std::time::Duration;

use mind_pi_adapter::Bring;
use mind_protocol::{Check, CheckLevel};
use rstest::rstest;
use serde_json::{Value, json};

use super::pi::Pi;

fn command(args: &str) -> Value {
    json!({ "args": args, "idle": true })
}

/// PI-80, PI-91: a report is a card, a toast of its first line, and the text itself.
#[test]
fn pi80_a_report() {
    let mut pi = Pi::opened();
    let answer = pi.send("host_command", command("notes"));
    let text = "0 of 64 active · 0 of 256 events · 0 of 512 KiB";
    assert_eq!(
        answer,
        json!({
            "ok": true,
            "effects": [
                {
                    "id": "e2", "type": "append_entry", "customType": "mind-card",
                    "data": { "version": 1, "kind": "report", "title": "mind · notes", "body": text },
                    "bind": {
                        "manager": 1, "sessionId": "01a2-demo",
                        "sessionFile": "/home/ada/.pi/agent/sessions/x.jsonl", "ownerToken": 1,
                    },
                },
                { "id": "e3", "type": "notify", "level": "info", "text": text },
            ],
            "text": text,
        })
    );
    assert_eq!(pi.carry_out(&answer).unwrap(), json!({ "ok": true, "effects": [] }));
}

/// PI-80: unknown input is named, cleaned, and shows no memory.
#[test]
fn pi80_unknown() {
    let mut pi = Pi::opened();
    pi.memory(json!({ "action": "remember", "tier": "persona", "text": "frobnicate the mirror" }));
    assert_eq!(pi.command("frobnicate now"), "unknown: frobnicate. try /mind help");
    assert_eq!(pi.command("\u{1b}[31mx"), "unknown: [withheld]. try /mind help");
    pi.opening["host"]["command"] = "mind:2".into();
    pi.turn_to("01b3-next");
    pi.open();
    assert_eq!(pi.command("x"), "unknown: x. try /mind:2 help");
    assert!(pi.command("help").starts_with("/mind:2 — "));
}

/// PI-80: the overview says whose memory it is, how much there is, and what the last run was given.
#[test]
fn pi80_overview() {
    let mut pi = Pi::with_companion();
    pi.memory(json!({ "action": "remember", "tier": "persona", "text": "the mirror is slow" }));
    let before = pi.command("");
    for part in [
        "persona dev",
        "project /work/demo",
        "persona: 1 fact(s)",
        "backlog: 0 open or taken",
        "no run yet",
    ] {
        assert!(before.contains(part), "{part}: {before}");
    }
    pi.run("the mirror?");
    let after = pi.command("");
    assert!(
        after.contains("the last run was given 1 entries:\n- persona/") && !after.contains("slow"),
        "{after}"
    );
}

/// PI-80: the tools by a person's hand; a misspelt option is refused and never taken for words.
#[test]
fn pi80_tools() {
    let mut pi = Pi::opened();
    let said = pi.command("remember kind=preference tier=persona tea, not coffee");
    assert!(said.starts_with("Remembered ") && said.contains("preference in persona"), "{said}");
    for misspelt in ["kind=maybe x", "tier=persnoa I like tabs", "tier=persona kind=notes x"] {
        let said = pi.command(&format!("remember {misspelt}"));
        let refused = ["(fact.kind_unknown)", "(fact.tier_unknown)"];
        assert!(refused.iter().any(|code| said.contains(code)), "{said}");
    }
    let said = pi.command("remember kinds=maybe x");
    let id = said.split(' ').nth(1).unwrap().to_owned();
    assert!(pi.command(&format!("read {id}")).contains("\"kinds=maybe x\""));
    assert!(pi.command("recall tea").contains("\"tea, not coffee\""));
    assert!(
        pi.command(&format!("promote {id} shared"))
            .starts_with(&format!("Promoted {id} to shared"))
    );
    assert!(pi.command(&format!("forget {id}")).starts_with(&format!("Forgot {id} (shared).")));
    assert!(pi.command("backlog").starts_with("0 of 0 item(s):"));
    let noted = pi.command("remember tier=session of this branch");
    assert!(noted.starts_with("Noted "), "{noted}");
    assert_eq!(pi.note_entries().len(), 1);
    assert!(pi.cards().pop().unwrap().starts_with("Noted "), "the card comes with the receipt");
    let id = noted.split(' ').nth(1).unwrap().to_owned();
    let forgot = pi.command(&format!("forget {id}"));
    assert!(forgot.starts_with(&format!("Forgot {id} on this branch")), "{forgot}");
    pi.notices();
    let refused = pi.send("host_command", command("read"));
    assert_eq!((&refused["ok"], &refused["code"]), (&json!(false), &json!("input.missing_field")));
    pi.carry_out(&refused);
    assert!(pi.cards().pop().unwrap().starts_with("Not read: "));
}

/// PI-80: a refusal of a person's command is in words, whatever refused it.
#[test]
fn pi80_refusals_are_shown() {
    let mut pi = Pi::opened();
    pi.machine.with(|at| at.project = None);
    pi.turn_to("01b3-next");
    pi.open();
    for args in ["reset workspace", "migrate-persona", "forget 0123456789ab"] {
        let answer = pi.send("host_command", command(args));
        assert_eq!(answer["ok"], false, "{args}");
        let (text, code) = (answer["text"].as_str().unwrap(), answer["code"].as_str().unwrap());
        assert!(text.starts_with("Not ") && text.contains(&format!(" ({code}).")), "{text}");
    }
}

/// PI-80: a reset asks first; its word counts once, for two minutes, in this session.
#[test]
fn pi80_reset() {
    let mut pi = Pi::opened();
    pi.memory(json!({ "action": "remember", "tier": "project", "text": "one" }));
    pi.memory(json!({ "action": "remember", "tier": "persona", "text": "stays" }));
    pi.tool("backlog", json!({ "action": "add", "text": "two" }));
    let word = |asked: &str| {
        let found = asked.split([' ', '`']).find(|word| word.starts_with("yes-"));
        found.unwrap_or_else(|| panic!("a word to type: {asked}")).to_owned()
    };
    let writes = pi.store.writes();
    let asked = pi.command("reset workspace");
    assert!(
        asked.starts_with(
            "1 working fact(s) and 1 backlog item(s) would go; `/mind reset workspace yes-"
        ),
        "{asked}"
    );
    assert!(pi.command("reset workspace yes-0000").contains("would go"));
    let late = word(&pi.command("reset workspace"));
    pi.clock.advance(Duration::from_mins(2));
    assert!(pi.command(&format!("reset workspace {late}")).contains("would go"), "two minutes");
    let code = word(&pi.command("reset workspace"));
    assert!(
        pi.command(&format!("migrate-persona dev {code}")).contains("maps to"),
        "another thing"
    );
    assert_eq!(pi.store.writes(), writes);
    let code = word(&pi.command("reset workspace"));
    let gone = pi.command(&format!("reset workspace {code}"));
    assert_eq!(gone, "Removed 1 working fact(s) and 1 backlog item(s).");
    assert_eq!(pi.shown.status.as_deref(), Some("mind 1L·0S"));
    assert!(
        pi.command(&format!("reset workspace {code}")).starts_with("0 working fact(s)"),
        "once"
    );
    assert!(pi.command("recall").contains("stays"));
}

/// PI-80: an older name is mapped first, and brought in after the same confirmation.
#[test]
fn pi80_migrate() {
    let mut pi = Pi::opened();
    pi.machine.with(|at| at.older = 3);
    let asked = pi.command("migrate-persona Dev Ops");
    assert!(asked.contains("3 new entries"), "{asked}");
    let code = asked.split([' ', '`']).find(|word| word.starts_with("yes-")).unwrap();
    let done = pi.command(&format!("migrate-persona Dev Ops {code}"));
    assert!(done.starts_with("Brought in 3 for "), "{done}");
    let brought = pi.machine.with(|at| at.brought.clone());
    let name = "Dev Ops".to_owned();
    assert_eq!(brought, [(name.clone(), Bring::Count), (name, Bring::Store)]);
}

/// PI-80, PI-90: doctor says what there is, changes nothing, and clears the sticky warning.
#[test]
fn pi80_doctor() {
    let mut pi = Pi::new();
    pi.missing_parents = 1;
    pi.opening["host"]["found"] = "MIND_BIN".into();
    let found = |level, subject: &str| Check {
        level,
        subject: subject.to_owned(),
        finding: "as it should be".to_owned(),
        next: None,
    };
    pi.machine.with(|at| at.checks = vec![found(CheckLevel::Ok, "home")]);
    pi.open();
    assert_eq!(pi.shown.status.as_deref(), Some("mind warning · /mind doctor"));
    let image = pi.store.image();
    let report = pi.command("doctor");
    for part in [
        "engine    0.1.0, host protocol 1",
        "host      pi 1.6.0, extension 0.1.0, mode tui",
        "state     active",
        "model     acme/large-1",
        "agent dir /home/ada/.pi/agent",
        "found     MIND_BIN",
        "owner     standalone, no sign of a companion",
        "tools     memory, backlog",
        "call      host_session_open ×1: p50 ",
        "ok   home: as it should be",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert_eq!((pi.store.image(), pi.shown.status.as_deref()), (image, Some("mind 0L·0S")));
}

/// PI-80: every setting with its source.
#[test]
fn pi80_settings() {
    let mut pi = Pi::new();
    pi.opening["settings"] = json!({ "capture": { "nudge": false } });
    pi.machine.set("MIND_CAPTURE", "prompt");
    pi.machine.set("MIND_OPTIMIZE", "sometimes");
    pi.open();
    let report = pi.command("settings");
    for line in [
        "capture.mode = prompt (environment)",
        "capture.nudge = off (Pi settings)",
        "companion = auto (default)",
        "persona = none (default)",
        "not understood: optimize.auto, from environment",
    ] {
        assert!(report.lines().any(|one| one == line), "{line}: {report}");
    }
}

/// PI-80, PI-92: a report holds at most 32 KiB and nothing a terminal obeys.
#[test]
fn pi80_bounds() {
    let mut pi = Pi::opened();
    for n in 0..50 {
        let text = format!("fact {n} {}", "é".repeat(235));
        pi.memory(json!({ "action": "remember", "tier": "persona", "text": text }));
    }
    let report = pi.command("recall");
    assert!(report.len() <= 32 * 1_024);
    assert_eq!(pi.cards().pop().unwrap(), report);
}

/// PI-80: an empty place to tidy, and what the host does itself.
#[rstest]
#[case::optimize("optimize inspect", "0 of 0 in project, from 0; fingerprint absent.")]
#[case::restart("restart", "the host restarts the engine")]
#[case::context("context", "no run yet")]
fn pi80_others(#[case] args: &str, #[case] says: &str) {
    let report = Pi::opened().command(args);
    assert!(report.contains(says), "{report}");
}

/// SN-73: notes for a person, newest first, with age and excerpt.
#[test]
fn sn73_notes() {
    let mut pi = Pi::opened();
    let save = |text: &str| json!({ "action": "remember", "tier": "session", "text": text });
    pi.memory(save("the first"));
    pi.clock.advance(Duration::from_hours(3));
    pi.memory(save(&"long ".repeat(40)));
    let report = pi.command("notes");
    let lines: Vec<&str> = report.lines().collect();
    assert!(
        lines[0].contains("(note, 0s) \"long long") && lines[0].ends_with("\" …(+99 chars)"),
        "{report}"
    );
    assert!(lines[1].ends_with("(note, 3h) \"the first\""), "{report}");
    assert_eq!(lines[2], "2 of 64 active · 2 of 256 events · 1 of 512 KiB");
}

/// Words behind `backlog add` are put off, and another word is refused by name.
#[test]
fn backlog_words() {
    let mut pi = Pi::opened();
    pi.command("backlog add look at CI");
    let listed = pi.command("backlog");
    assert!(listed.starts_with("1 of 1 item(s):") && listed.contains("look at CI"), "{listed}");
    let refused = pi.command("backlog ad look at CI");
    assert!(refused.contains("backlog ad") && !refused.contains("look"), "{refused}");
}

/// A working fact says that it does not stay; a durable one does not.
#[test]
fn a_working_fact_says_when_it_ends() {
    let mut pi = Pi::opened();
    let said = pi.command("remember the runner image is pinned");
    assert!(said.ends_with("It expires in 2d; promote keeps it."), "{said}");
    let said = pi.command("remember kind=gotcha port 7101 is taken");
    assert!(!said.contains("expires"), "{said}");
}

/// Why each line was given is said with its first words.
#[test]
fn why_a_line_was_given() {
    let mut pi = Pi::opened();
    let tea = "tea, not coffee, and \"never\" after noon, whatever the weather may be";
    pi.memory(json!({ "action": "remember", "kind": "preference", "text": "Short answers" }));
    pi.memory(json!({ "action": "remember", "kind": "gotcha", "text": tea }));
    pi.memory(json!({ "action": "remember", "tier": "project", "text": "the port is 7101" }));
    pi.run("which port?");
    let context = pi.command("context");
    let why: Vec<&str> = context.lines().filter(|line| line.contains("of this p")).collect();
    let told = |part: &str| why.iter().any(|line| line.starts_with("- p") && line.contains(part));
    assert!(told(" \"Short answers\" (preference of this persona)"), "{context}");
    assert!(told(" \"tea, not coffee, and \" (gotcha of this project)"), "{context}");
    assert!(told(" \"the port is 7101\" (note of this project, matches the request"), "{context}");
}
