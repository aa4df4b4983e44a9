//! SN-23, SN-30 to SN-42: a note is decided here, appended by the host, and acknowledged when the host says so.

use mind_testkit::provider::{Choice, Provider as _};
use rstest::rstest;
use serde_json::{Value, json};

use super::notes::save;
use super::pi::{NOTES, Pi, said};

/// The call that saves, its effects left to the test.
fn asked(pi: &mut Pi, text: &str) -> Value {
    let body = json!({ "tool": "memory", "callId": "c1", "params": save(text) });
    pi.send("host_tool_call", body)
}

/// SN-10, SN-33, acceptance `note_effect_binds_all_five`: the effect, whole.
#[test]
fn note_effect_binds_all_five() {
    let mut pi = Pi::opened();
    pi.append("message", json!(null));
    let body = json!({
        "tool": "memory", "callId": "c1",
        "params": {
            "action": "remember", "tier": "session", "text": "same text", "tags": ["b", "a"],
            "source": "review of PR 12",
        },
    });
    let answer = pi.send("host_tool_call", body);
    assert_eq!(
        answer,
        json!({
            "ok": true,
            "effects": [{
                "id": "e2", "type": "append_entry", "customType": NOTES,
                "data": { "version": 1, "action": "save", "note": {
                    "id": "6d7b7855bcd3", "kind": "note", "text": "same text", "tags": ["a", "b"],
                    "source": "review of PR 12", "recordedAt": "2026-11-20T10:00:00.000Z",
                    "originSessionId": "01a2-demo",
                } },
                "bind": {
                    "manager": 1, "sessionId": "01a2-demo",
                    "sessionFile": "/home/ada/.pi/agent/sessions/x.jsonl", "ownerToken": 1,
                    "leafId": "00000001",
                },
            }],
            "text": "Waiting for the session.", "details": { "ok": true }, "awaitEffects": true,
        })
    );
    let done = pi.carry_out(&answer).unwrap();
    assert_eq!(
        done,
        json!({
            "ok": true, "effects": [{ "id": "e3", "type": "set_status", "text": "mind 0L·0S·1N" }],
            "text": "Noted 6d7b7855bcd3 — note in this session, on this branch.",
            "details": {
                "ok": true, "action": "remember", "id": "6d7b7855bcd3", "tier": "session",
                "kind": "note", "outcome": "stored", "storage": "session", "onDisk": true,
                "summary": "note noted in this session",
            },
        })
    );
    assert_eq!(pi.store.operations(), pi.store.opened().len());
    assert_eq!(pi.store.writes(), 0, "no store was written");
}

/// SN-30, SN-34, acceptance: whatever of the five has changed before the append, nothing is appended and the reason is told.
#[rstest]
#[case::manager(|pi: &mut Pi| pi.manager += 1, "session", "owner.changed")]
#[case::session(|pi: &mut Pi| pi.session = "01b3-next".to_owned(), "session", "owner.changed")]
#[case::file(|pi: &mut Pi| pi.file = None, "session", "owner.changed")]
#[case::owner(|pi: &mut Pi| pi.provider.as_mut().unwrap().choose(Choice::Persona("ops")), "owner", "owner.changed")]
#[case::leaf(|pi: &mut Pi| { pi.append("message", json!(null)); }, "leaf", "")]
fn sn34_changed_before_the_append(
    #[case] change: fn(&mut Pi),
    #[case] reason: &str,
    #[case] code: &str,
) {
    let mut pi = Pi::with_companion();
    let answer = asked(&mut pi, "x");
    let session = pi.session.clone();
    change(&mut pi);
    let report = pi.append_bound(&answer["effects"][0]);
    assert_eq!((&report["outcome"], &report["reason"]), (&json!("refused"), &json!(reason)));
    assert_eq!(pi.note_entries().len(), 0);
    pi.session = session;
    let done = pi.send("host_effects_done", json!({ "results": [report] }));
    match code {
        "" => assert_eq!(done["awaitEffects"], true, "{done}"),
        code => {
            assert_eq!((&done["code"], &done["ok"]), (&json!(code), &json!(false)), "{done}");
            let again = done["effects"].as_array().unwrap().iter();
            assert!(again.clone().all(|effect| effect["type"] != "append_entry"), "{done}");
        }
    }
}

/// SN-35, acceptance: a leaf that moves once gets a second effect; one that moves three times is `note.busy`.
#[test]
fn sn35_the_leaf_moves() {
    let mut pi = Pi::opened();
    let mut moves = 1;
    let once = &mut |pi: &mut Pi| {
        if moves > 0 {
            moves -= 1;
            pi.append("message", json!(null));
        }
    };
    let answer = pi.tool_while("memory", save("moved once"), once);
    assert!(said(&answer).starts_with("Noted "), "{answer}");
    assert_eq!(pi.note_entries().len(), 1);
    let mut asked = 0;
    let always = &mut |pi: &mut Pi| {
        asked += 1;
        pi.append("message", json!(null));
    };
    let answer = pi.tool_while("memory", save("never there"), always);
    assert_eq!((asked, &answer["code"], &answer["ok"]), (3, &json!("note.busy"), &json!(false)));
    assert_eq!(
        said(&answer),
        "Not noted: the session kept moving while the note was written (note.busy). Next: try again."
    );
    assert_eq!(pi.note_entries().len(), 1);
    assert!(said(&pi.tool("memory", save("never there"))).starts_with("Noted "));
}

/// SN-35: what each report comes to.
#[rstest]
#[case::failed("failed", None, "note.append_failed")]
#[case::closed("refused", Some("closed"), "owner.changed")]
#[case::late("refused", Some("late"), "host.deadline")]
#[case::exception("failed", Some("exception"), "note.append_failed")]
#[case::unknown("refused", Some("unknown_effect"), "note.append_failed")]
fn sn35_reports(#[case] outcome: &str, #[case] reason: Option<&str>, #[case] code: &str) {
    let mut pi = Pi::opened();
    let answer = asked(&mut pi, "the deploy key is under the mat");
    let mut report = json!({ "effectId": answer["effects"][0]["id"], "outcome": outcome });
    if let Some(reason) = reason {
        report["reason"] = reason.into();
    }
    let done = pi.send("host_effects_done", json!({ "results": [report.clone()] }));
    assert_eq!((&done["ok"], &done["code"]), (&json!(false), &json!(code)), "{done}");
    assert!(said(&done).starts_with("Not noted: ") && !done.to_string().contains("mat"), "{done}");
    let again = pi.send("host_effects_done", json!({ "results": [report] }));
    assert_eq!(again, json!({ "ok": true, "effects": [] }), "a report counts once");
    assert!(pi.command("notes").contains("0 of 64 active"));
}

/// SN-36: a note whose report was lost is there as soon as the session is shown again.
#[test]
fn sn36_a_lost_report() {
    let mut pi = Pi::opened();
    let answer = asked(&mut pi, "still there");
    pi.append_bound(&answer["effects"][0]);
    assert_eq!(
        pi.send("host_command", json!({ "args": "notes", "idle": true }))["code"],
        "host.events_needed"
    );
    assert!(pi.command("notes").contains("\"still there\""));
}

/// SN-23, PI-32, acceptance: a snapshot that differs is asked for, and the call then succeeds; nothing is done before.
#[test]
fn sn23_events_needed() {
    let mut pi = Pi::opened();
    pi.memory(save("here"));
    let tip = pi.leaf.clone();
    pi.leaf = None;
    let calls = [
        ("host_tool_call", json!({ "tool": "memory", "callId": "c", "params": save("x") })),
        (
            "host_tool_call",
            json!({ "tool": "memory", "callId": "c", "params": { "action": "recall" } }),
        ),
        ("host_run_start", json!({ "request": { "role": "user", "text": "x" } })),
        ("host_command", json!({ "args": "notes", "idle": true })),
        ("host_command", json!({ "args": "recall x", "idle": true })),
    ];
    for (call, body) in calls {
        let answer = pi.send(call, body);
        assert_eq!(
            (&answer["code"], &answer["effects"]),
            (&json!("host.events_needed"), &json!([]))
        );
    }
    let backlog = json!({ "tool": "backlog", "callId": "c", "params": { "action": "list" } });
    assert_eq!(pi.send("host_tool_call", backlog)["ok"], true, "work put off needs no notes");
    assert!(pi.command("notes").contains("0 of 64 active"));
    pi.leaf = tip;
    assert!(pi.command("notes").contains("1 of 64 active"));
}

/// Acceptance: two calls sent together make two entries, whichever is reported first.
#[rstest]
#[case::in_order([0, 1])]
#[case::crossed([1, 0])]
fn two_remembers_together(#[case] order: [usize; 2]) {
    let mut pi = Pi::opened();
    let answers = [asked(&mut pi, "one"), asked(&mut pi, "two")];
    let reports: Vec<Value> =
        answers.iter().map(|answer| pi.append_bound(&answer["effects"][0])).collect();
    assert_eq!(
        (&reports[0]["outcome"], &reports[1]["reason"]),
        (&json!("applied"), &json!("leaf"))
    );
    for at in order {
        let done = pi.ask("host_effects_done", json!({ "results": [reports[at]] }));
        assert_eq!(done["ok"], true, "{done}");
        pi.carry_out(&done);
    }
    assert_eq!(pi.note_entries().len(), 2);
    let listing = pi.command("notes");
    assert!(listing.contains("\"one\"") && listing.contains("\"two\""), "{listing}");
    assert!(listing.contains("2 of 64 active · 2 of 256 events"), "{listing}");
}

/// SN-40, SN-41: what is said of where a note is.
#[rstest]
#[case::not_yet(
    Some("/x.jsonl"),
    false,
    " Pi writes the session with its first message; until then the note is only in memory.",
    "session"
)]
#[case::never(None, false, "", "memory-only")]
fn sn40_receipts(
    #[case] file: Option<&str>,
    #[case] on_disk: bool,
    #[case] more: &str,
    #[case] storage: &str,
) {
    let mut pi = Pi::new();
    (pi.file, pi.on_disk) = (file.map(str::to_owned), on_disk);
    pi.open();
    let answer = pi.tool("memory", save("x"));
    let place = match file {
        Some(_) => "in this session, on this branch.",
        None => "for as long as this session runs; it is not stored.",
    };
    let id = answer["details"]["id"].as_str().unwrap();
    assert_eq!(said(&answer), format!("Noted {id} — note {place}{more}"));
    assert_eq!(
        (&answer["details"]["storage"], &answer["details"]["onDisk"]),
        (&json!(storage), &json!(false))
    );
}
