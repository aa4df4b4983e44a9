//! Hostile input: typed refusals, and nothing stored.

use std::ffi::OsString;

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::{Machine, shown};

/// F-5: bytes that are not UTF-8 are refused wherever they come from.
#[test]
#[cfg(unix)]
fn not_utf8() {
    use std::os::unix::ffi::OsStringExt as _;
    let mut machine = Machine::new();
    let bad = || OsString::from_vec(b"a\xff".to_vec());
    let mut ran = vec![
        machine.mind(&[OsString::from("remember"), bad()]),
        machine.mind_with(b"a\xff", &["remember", "-"]),
        machine.mind_with(b"a\xff", &["recall", "--json", "-"]),
        machine.mind_with(b"a\xff", &["backlog", "add", "-"]),
    ];
    machine.set("MIND_PERSONA", bad());
    ran.push(machine.mind(&["recall"]));
    assert!(ran.iter().all(|ran| ran.exit == Exit::Refused));
    assert_snapshot!(shown(&ran));
}

/// Control characters are refused by the scanner, size by the reader, emptiness by the core.
#[test]
fn odd_texts() {
    let machine = Machine::new();
    let before = crate::stage::tree(&machine.path("memory"));
    let huge = vec![b'a'; (1 << 20) + 1];
    let ran = [
        machine.mind_with(b"a\0b", &["remember", "-"]),
        machine.mind_with(b"\x1b[31mred", &["remember", "-"]),
        machine.mind_with(b"", &["remember", "-"]),
        machine.mind_with("\u{feff}\r\n".as_bytes(), &["remember", "-"]),
        machine.mind_with(&huge, &["remember", "-", "--json"]),
    ];
    assert!(ran.iter().all(|ran| ran.exit == Exit::Refused));
    assert_snapshot!(shown(&ran));
    assert_eq!(crate::stage::tree(&machine.path("memory")), before);
}

/// S-3: what the parser stumbles over may be memory text, and is not repeated.
#[test]
fn usage_errors_repeat_nothing() {
    let machine = Machine::new();
    for words in [
        &["read", "a", "a-secret-word"][..],
        &["a-secret-word"],
        &["recall", "--limit", "a-secret-word"],
        &["export", "--format", "a-secret-word"],
        &["remember", "-k", "note", "--a secret-word", "x"],
        &["backlog", "a-secret-word"],
    ] {
        let ran = machine.mind(words);
        assert_eq!(ran.exit, Exit::Usage, "{words:?}");
        assert!(!format!("{}{}", ran.output, ran.errors).contains("secret"), "{ran:?}");
    }
}
