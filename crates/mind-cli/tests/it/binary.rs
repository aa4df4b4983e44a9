//! The same through the real binary: streams, exit codes, closed pipes.

use std::io::{Read as _, Write as _};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn mind(root: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mind"));
    command
        .env_clear()
        .env("HOME", root.path())
        .env("MIND_HOME", root.path().join("memory"))
        .current_dir(root.path());
    command
}

fn ran(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// S-4, S-5: the answer on standard output, everything else on standard error, and the code says which it was.
#[test]
fn streams_and_codes() {
    let root = TempDir::new().unwrap();
    let (code, output, errors) = ran(mind(&root).args(["remember", "-k", "preference", "Tea"]));
    assert!(code == Some(0) && output.contains("preference") && errors.is_empty(), "{errors}");
    let (code, output, errors) = ran(mind(&root).args(["recall", "tea"]));
    assert!(code == Some(0) && output.contains("Tea") && errors.is_empty(), "{errors}");
    let (code, output, errors) = ran(mind(&root).args(["read", "6d7b7855bcd3"]));
    assert!(code == Some(1) && output.is_empty() && errors.starts_with("error: "), "{errors}");
    let (code, output, errors) = ran(mind(&root).args(["read", "6d7b7855bcd3", "--json"]));
    assert!(
        code == Some(1) && output.starts_with("{\"ok\":false") && errors.is_empty(),
        "{errors}"
    );
    let (code, output, errors) = ran(mind(&root).arg("--nonsense"));
    assert!(code == Some(2) && output.is_empty() && errors.starts_with("error: "), "{errors}");
    let (code, output, _) = ran(mind(&root).arg("--version"));
    assert!(code == Some(0) && output.starts_with("mind "));
}

/// S-6: `-` reads standard input to its end.
#[test]
fn standard_input() {
    let root = TempDir::new().unwrap();
    let mut child = mind(&root)
        .args(["remember", "-k", "preference", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"Tea, not coffee\n").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(ran(mind(&root).args(["recall", "coffee"])).1.contains("Tea, not coffee"));
}

/// S-4: a closed pipe ends quietly with 0.
#[test]
fn a_closed_pipe() {
    let root = TempDir::new().unwrap();
    for words in [&["completions", "bash"][..], &["tour"], &["--help"], &["status", "--json"]] {
        let mut child =
            mind(&root).args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{words:?}");
    }
}

/// S-4, B26: an answer that cannot be written is said, and is no refusal: what was asked for is done.
#[cfg(target_os = "linux")]
#[test]
fn a_full_output() {
    let root = TempDir::new().unwrap();
    for words in [&["remember", "-k", "preference", "Tea"][..], &["recall", "tea"], &["--help"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = mind(&root).args(words).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{words:?}: {errors}");
        assert!(errors.contains("(output.failed)"), "{words:?}: {errors}");
    }
    assert!(ran(mind(&root).args(["recall", "tea"])).1.contains("Tea"));
}

/// B21: where the machine thinks it is changes no id, no order and no lifetime.
#[test]
fn time_zones() {
    let lives = ["UTC", "Pacific/Kiritimati", "America/St_Johns"].map(|zone| {
        let root = TempDir::new().unwrap();
        let project = root.path().join("demo");
        std::fs::create_dir_all(project.join(".git")).unwrap();
        let run = |words: &[&str]| {
            let (code, output, errors) =
                ran(mind(&root).env("TZ", zone).current_dir(&project).args(words));
            assert_eq!((code, errors.as_str()), (Some(0), ""), "{zone}: {words:?}");
            output
        };
        let store = |directory: &str| -> serde_json::Value {
            let found = std::fs::read_dir(root.path().join("memory").join(directory)).unwrap();
            let path = found
                .map(|entry| entry.unwrap().path())
                .find(|path| path.extension().is_some_and(|extension| extension == "json"));
            serde_json::from_slice(&std::fs::read(path.unwrap()).unwrap()).unwrap()
        };
        let at = |row: &serde_json::Value, member: &str| {
            mind_core::time::Timestamp::parse(row[member].as_str().unwrap()).unwrap().millis()
        };
        run(&["remember", "CI is red"]);
        let row = store("memory/stm")["entries"][0].clone();
        assert_eq!(at(&row, "expiresAt") - at(&row, "recordedAt"), 48 * 3_600_000, "{zone}");
        let lines = ["2024-03-10", "2026-03-08T01:30:00-03:30", "2022-11-20 10:00", "2020-02-29"]
            .map(|at| {
                format!(
                    "{{\"text\":\"fact of {at}\",\"kind\":\"gotcha\",\"recordedAt\":\"{at}\"}}\n"
                )
            });
        std::fs::write(root.path().join("facts.jsonl"), lines.concat()).unwrap();
        run(&["import", "../facts.jsonl"]);
        let page: serde_json::Value =
            serde_json::from_str(&run(&["recall", "--json", "--tier", "project-long"])).unwrap();
        let hits = page["hits"].as_array().unwrap().iter();
        hits.map(|hit| (hit["id"].to_string(), hit["recordedAt"].to_string())).collect::<Vec<_>>()
    });
    assert_eq!(lives[0].len(), 4);
    assert!(lives.iter().all(|life| *life == lives[0]), "{lives:?}");
}
