//! The conversation, and that nobody's memory is nobody's.

use mind_core::time::Timestamp;
use mind_testkit::FixedClock;

use super::*;

fn clock() -> FixedClock {
    FixedClock::new(Timestamp::from_millis(1_795_168_800_000).expect("a year of four digits"))
}

#[test]
fn the_conversation() {
    let room = tempfile::tempdir().expect("a directory");
    let mut said = Vec::new();
    play(room.path(), clock(), &mut |line| said.push(line.to_owned())).expect("played");
    let [first, second] = [
        r#"- [note] "User explicitly asked to retain: I run the tests before each commit" (2026-11-20)"#,
        r#"- [note] "User explicitly asked to retain: I run tests before every commit" (2026-11-20)"#,
    ];
    let expect = [
        format!("ada (1 kept) Remember that I run the tests before each commit\n  I know: {first}"),
        format!(
            "ada (1 kept) Remember that I run tests before every commit\n  I know: {second} {first}"
        ),
        format!("ada (0 kept) When do I run the tests?\n  I know: {second}"),
        format!("ada (0 kept) When do I run the tests?\n  I know: {second} {first}"),
        "bob (0 kept) When do I run the tests?\n  I know: ".to_owned(),
        "what began for bob: owner.changed".to_owned(),
    ];
    assert_eq!(said, expect);
}

#[test]
fn without_a_login_there_is_no_memory() {
    let room = tempfile::tempdir().expect("a directory");
    let store = FsStore::new(room.path().join("memory"), Limits::default());
    let mind = Mind::new(store, clock(), Duration::from_secs(5));
    let host = Host { mind, login: Login::default(), model: Parrot };
    let refused = host.turn("Remember that the port is 7101").expect_err("nobody is here");
    assert_eq!(refused.to_string(), "nobody is logged in");
    assert!(!room.path().join("memory").exists());
}
