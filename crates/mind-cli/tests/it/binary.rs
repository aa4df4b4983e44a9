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
