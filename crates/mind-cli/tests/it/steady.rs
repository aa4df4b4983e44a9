//! Reading: the same bytes from every process, and a home that is left as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use mind_cli::Exit;
use tempfile::TempDir;

use crate::stage::Machine;

/// Every file and directory with its bytes and its time.
type Held = BTreeMap<PathBuf, (SystemTime, Option<Vec<u8>>)>;

fn held(root: &Path) -> Held {
    let mut held = Held::new();
    let mut open = vec![root.to_owned()];
    while let Some(path) = open.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        let bytes = metadata.is_file().then(|| fs::read(&path).unwrap());
        if metadata.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        held.insert(path, (metadata.modified().unwrap(), bytes));
    }
    held
}

/// Facts of every tier, and deferred work.
fn furnish(remember: impl Fn(&[&str])) {
    remember(&["remember", "-k", "objective", "Ship the importer this week"]);
    remember(&["remember", "-k", "convention", "Run the full checks before each commit"]);
    for n in 0..20 {
        let port = format!("The smoke test {n} needs port 71{n:02} free");
        remember(&["remember", "-k", "gotcha", &port, "-t", "ports", "--source", "review 7"]);
    }
    remember(&["remember", "--tier", "shared", "-k", "gotcha", "队列服务在夜间重启"]);
    remember(&["remember", "CI is red on main because of the runner image"]);
    remember(&["backlog", "add", "Look at the runner image again"]);
}

/// A process with the locale, time zone and other habits of one machine.
fn process(root: &TempDir, habits: &[(&str, &str)], words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mind"));
    command.env_clear().env("HOME", root.path()).env("MIND_HOME", root.path().join("memory"));
    command.envs(habits.iter().copied()).current_dir(root.path().join("demo")).args(words);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// C-14: one memory gives one context, whatever the process, the locale, the time zone and the seed of its hash tables, which is another in every process.
#[test]
fn c14_four_processes_say_the_same() {
    let root = TempDir::new().unwrap();
    fs::create_dir_all(root.path().join("demo/.git")).unwrap();
    furnish(|words| drop(process(&root, &[], words)));
    let habits: [&[(&str, &str)]; 4] = [
        &[("TZ", "Pacific/Kiritimati"), ("LANG", "C"), ("LC_ALL", "C")],
        &[("TZ", "America/St_Johns"), ("LANG", "it_IT.UTF-8"), ("LC_ALL", "it_IT.UTF-8")],
        &[("TZ", "UTC"), ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")],
        &[("TZ", "Asia/Kolkata"), ("LANG", "ja_JP.eucJP"), ("COLUMNS", "20"), ("TERM", "dumb")],
    ];
    for words in [
        &["context", "--task", "why does the smoke test of port 7103 fail, 队列"][..],
        &["context", "--task", "runner image", "--manifest", "--json"],
        &["context", "--lean"],
        &["recall", "smoke test port 7103", "--explain", "--json"],
    ] {
        let said = habits.map(|habits| process(&root, habits, words));
        assert!(said[0].len() > 100, "{}", said[0]);
        for other in &said[1..] {
            assert_eq!(other, &said[0], "{words:?}");
        }
    }
}

/// reading leaves every byte, name and time of the home as it was; nothing is counted, cached or cleaned up.
#[test]
fn r18_reading_writes_nothing() {
    let machine = Machine::new();
    furnish(|words| drop(machine.id(words)));
    let before = held(&machine.path("memory"));
    assert!(before.values().any(|(_, bytes)| bytes.is_some()));
    for round in 0..100 {
        let port = format!("port 71{:02}", round % 20);
        for words in [
            &["recall", &port][..],
            &["recall", "smoek tset", "--explain", "--json"],
            &["recall"],
            &["recall", "port", "--at", "2020-01-01"],
            &["context", "--task", &port, "--manifest"],
        ] {
            let ran = machine.mind(words);
            assert_eq!(ran.exit, Exit::Done, "{ran:?}");
        }
    }
    assert_eq!(held(&machine.path("memory")), before);
}

/// nor does a process that reads and ends leave anything behind.
#[test]
fn r18_a_process_that_reads_leaves_no_trace() {
    let root = TempDir::new().unwrap();
    fs::create_dir_all(root.path().join("demo/.git")).unwrap();
    furnish(|words| drop(process(&root, &[], words)));
    let before = held(root.path());
    for words in [&["recall", "port 7103"][..], &["recall"], &["context", "--task", "port 7103"]] {
        let _ = process(&root, &[], words);
    }
    assert_eq!(held(root.path()), before);
}
