//! Every input under `fuzz/corpus`, asked what the fuzzers ask, without a fuzzer: what was found once stays found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;

use crate::fuzz::{TARGETS, hold};

/// The committed inputs.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Each input of a target; a failure names the input in its panic.
#[rstest]
fn inputs_hold(
    #[values(
        "capture",
        "companion",
        "config",
        "hook",
        "import_jsonl",
        "import_markdown",
        "mcp_frame",
        "model_reply",
        "query",
        "scan",
        "session_events",
        "setup",
        "store_file",
        "store_side_file"
    )]
    target: &str,
) {
    let directory = corpus().join(target);
    let inputs = names(&directory);
    assert!(inputs.len() >= 3, "{target} has a corpus");
    for input in inputs {
        let bytes = fs::read(directory.join(&input)).unwrap();
        let held = std::panic::catch_unwind(|| hold(target, &bytes));
        assert!(held.is_ok(), "{target} does not hold on {input}");
    }
}

/// A target is in the table, has a corpus, and has a program for libFuzzer.
#[test]
fn targets_are_whole() {
    let known: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(names(&corpus()), known);
    let programs = names(&corpus().join("../fuzz_targets"));
    let programs: BTreeSet<String> =
        programs.iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect();
    assert_eq!(programs, known);
    let manifest = fs::read_to_string(corpus().join("../Cargo.toml")).unwrap();
    for name in &known {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
