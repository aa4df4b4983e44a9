//! Capture in a prompt-submit hook (CA-1, CA-2, CA-10, CA-50, CA-51, CA-60, CA-61, CA-70, CA-73), mostly with the real binary.

use std::fs::File;
use std::io::Write as _;
use std::process::Command;

use mind_cli::Exit;
use rstest::rstest;
use serde_json::{Value, json};

use crate::hook::{Real, end, files};
use crate::stage::{Machine, tree};

const STRONG: &str = "Remember that the staging port is 7101";
/// The id its fact has wherever it is stored.
const ID: &str = "48bf3e826abc";

/// Runs a hook as a process: what it answered, and its standard error.
fn ask(command: &mut Command, host: &str, event: &str, prompt: &str) -> (Value, String) {
    command.args(["hook", host, event, "--deadline-ms", "60000"]);
    let mut child = Real::start(command);
    let message = json!({ "prompt": prompt, "session_id": "s" }).to_string();
    child.stdin.take().unwrap().write_all(message.as_bytes()).unwrap();
    let (exit, output, errors) = end(child);
    assert_eq!(exit, Some(0), "{errors}");
    let answer = if output.is_empty() { json!({}) } else { output.parse().unwrap() };
    (answer, errors)
}

fn submit(real: &Real, prompt: &str) -> (Value, String) {
    ask(&mut real.mind(), "claude-code", "prompt-submit", prompt)
}

fn context(answer: &Value) -> &str {
    answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default()
}

/// CA-10, CA-50, CA-60, CA-61: a strong cue is a durable fact of the project before the model runs; the model is told in the same answer, the person too, and the next session begins with it.
#[rstest]
#[case("claude-code", "UserPromptSubmit")]
#[case("codex", "UserPromptSubmit")]
#[case("gemini", "BeforeAgent")]
fn a_strong_cue_is_kept(#[case] host: &str, #[case] event: &str) {
    let real = Real::new();
    let (answer, errors) = ask(&mut real.mind(), host, "prompt-submit", STRONG);
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], event);
    let hint = format!(
        "[mind] Saved from the user's message: {ID} (note, project-long). Do not save it again.\n"
    );
    assert!(context(&answer).ends_with(&hint), "{answer}");
    let told = format!("mind: Captured 1: {ID} (note, project-long). Undo: mind forget {ID}");
    assert_eq!((&answer["systemMessage"], errors.trim_end()), (&json!(told), told.as_str()));
    let (next, _) = ask(&mut real.mind(), host, "session-start", "");
    let expect = "User explicitly asked to retain: the staging port is 7101";
    assert!(context(&next).contains(expect), "{next}");
    let (again, errors) = ask(&mut real.mind(), host, "prompt-submit", STRONG);
    assert!(context(&again).ends_with(&format!("[mind] Already remembered: {ID}.\n")), "{again}");
    assert_eq!(errors, format!("mind: Already remembered: {ID}\n"));
}

/// CA-10: only the prompt of a prompt-submit hook is a user's words.
#[test]
fn other_hooks_capture_nothing() {
    let real = Real::new();
    let before = tree(&real.memory());
    ask(&mut real.mind(), "claude-code", "session-start", STRONG);
    assert_eq!(tree(&real.memory()), before);
}

/// CA-1, CA-73: off is off wherever it was said; `prompt` leaves it to the model. Nothing is written either way.
#[rstest]
#[case::config("off", "", "")]
#[case::variable("auto", "MIND_CAPTURE", "off")]
#[case::other_variable("auto", "PI_PERSONA_MIND_CAPTURE", "off")]
#[case::prompt("prompt", "", "")]
#[case::variable_prompt("off", "MIND_CAPTURE", "prompt")]
fn switched_off(#[case] config: &str, #[case] variable: &str, #[case] value: &str) {
    let real = Real::new();
    let file = real.memory().with_file_name("config.toml");
    std::fs::write(&file, format!("[capture]\nmode = \"{config}\"\n")).unwrap();
    let before = tree(&real.memory());
    let mut command = real.mind();
    command.env("MIND_CONFIG", &file);
    if !variable.is_empty() {
        command.env(variable, value);
    }
    let (answer, errors) = ask(&mut command, "claude-code", "prompt-submit", STRONG);
    assert_eq!(tree(&real.memory()), before);
    let off = (config, value) == ("off", "") || value == "off";
    let asked =
        "[mind] The user asked to keep a note. Save it once with the mind tool `remember`.\n";
    assert_eq!(context(&answer).ends_with(asked), !off, "{answer}");
    assert_eq!(context(&answer).contains("[mind]"), !off, "{answer}");
    assert_eq!((&answer["systemMessage"], errors.as_str()), (&Value::Null, ""));
}

/// CA-1: a casual cue is a hint and no more; the nudge can be switched off.
#[rstest]
#[case::on("on", true)]
#[case::off("off", false)]
fn a_casual_cue(#[case] nudge: &str, #[case] hinted: bool) {
    let real = Real::new();
    let before = tree(&real.memory());
    let mut command = real.mind();
    command.env("MIND_NUDGE", nudge);
    let (answer, errors) = ask(&mut command, "claude-code", "prompt-submit", "I prefer tabs.");
    assert_eq!(context(&answer).contains("may hold a durable preference"), hinted, "{answer}");
    assert_eq!((tree(&real.memory()), errors.as_str()), (before, ""));
}

/// CA-51, B17: a secret is in no file, no hint and no notice; the person is told by which rule it was refused.
#[test]
fn a_secret_is_never_stored() {
    let real = Real::new();
    let value = ["zq-live-9f3a", ".77c2_KK19-aa00ZZ"].concat();
    let before = tree(&real.memory());
    let (answer, errors) = submit(&real, &format!("Remember that ORBIT_{}={value}", "TOKEN"));
    let all = format!("{answer}{errors}");
    assert!(!all.contains(&value) && !all.contains("ORBIT"), "{all}");
    assert!(errors.starts_with("mind: Not captured (scan.refused, secret."), "{errors}");
    assert!(
        errors.contains("): say where the secret is kept") && !context(&answer).contains("[mind]"),
        "{all}"
    );
    for (path, bytes) in tree(&real.memory()) {
        assert!(!String::from_utf8_lossy(&bytes).contains(&value), "{}", path.display());
    }
    let facts = |tree: &[(std::path::PathBuf, Vec<u8>)]| -> Vec<_> {
        tree.iter()
            .filter(|(path, _)| path.extension().is_some_and(|end| end == "json"))
            .cloned()
            .collect()
    };
    assert_eq!(facts(&tree(&real.memory())), facts(&before));
}

/// CA-70, B07: with every lock held by another, the prompt gets its memory and a word on what was not kept, within the deadline.
#[test]
fn held_locks() {
    let real = Real::new();
    assert!(submit(&real, "Remember that the database is read-only").1.contains("Captured 1"));
    let found = files(&real.memory());
    let locks = found.iter().filter(|path| path.extension().is_some_and(|end| end == "guard"));
    let held: Vec<File> =
        locks.map(|path| File::options().write(true).open(path).unwrap()).collect();
    for lock in &held {
        lock.try_lock().unwrap();
    }
    let mut command = real.mind();
    command.args(["hook", "claude-code", "prompt-submit", "--deadline-ms", "1500"]);
    let mut child = Real::start(&mut command);
    let message = json!({ "prompt": format!("Is the database read-only? {STRONG}") }).to_string();
    child.stdin.take().unwrap().write_all(message.as_bytes()).unwrap();
    let (exit, output, errors) = end(child);
    assert_eq!(
        (exit, errors.as_str()),
        (Some(0), "mind: Not captured (store.locked): the memory was busy. Say it again\n")
    );
    let failed = "[mind] The user asked to keep something and saving failed (store.locked). Save it once with the mind tool `remember`.\n";
    assert!(context(&output.parse().unwrap()).ends_with(failed), "{output}");
    drop(held);
    assert!(submit(&real, STRONG).1.contains("Captured 1"));
}

/// CA-20: the block of an earlier answer, pasted back as the host shows it, is not the user's wish.
#[rstest]
#[case::plain(false)]
#[case::escaped(true)]
fn our_own_block(#[case] escaped: bool) {
    let real = Real::new();
    submit(&real, "Remember that we never deploy on Friday");
    let block = ask(&mut real.mind(), "gemini", "session-start", "").0;
    let block = context(&block).replace("retain: ", "retain:\nRemember that ");
    assert!(block.contains("\nRemember that"), "{block}");
    let block = if escaped { block.replace('<', "&lt;").replace('>', "&gt;") } else { block };
    let before = tree(&real.memory());
    submit(&real, &format!("What does this mean?\n{block}"));
    assert_eq!(tree(&real.memory()), before);
}

/// CA-51: over damaged stores the prompt goes on, and nothing of it is said.
#[test]
fn damaged_stores() {
    let real = Real::new();
    let memory = real.memory();
    for file in files(&memory) {
        std::fs::write(file, "not JSON at all").unwrap();
    }
    let (answer, errors) = submit(&real, STRONG);
    assert!(errors.lines().all(|line| line.starts_with("mind: ")), "{errors}");
    assert!(!answer.to_string().contains("7101"), "{answer}");
}

/// ADR 0019: a mode that is none switches capture off, which is one line of the hook; a nudge that is none counts as not set; each is one warning in the doctor.
#[rstest]
#[case::config("capture.mode = \"sometimes\"\n", "", "capture.mode")]
#[case::variable("", "of", "MIND_CAPTURE")]
fn unknown_values(#[case] config: &str, #[case] variable: &str, #[case] place: &str) {
    let mut machine = Machine::new();
    machine.write("ann/.config/mind/config.toml", config);
    machine.set("MIND_CAPTURE", variable);
    machine.set("MIND_NUDGE", "perhaps");
    let prompt = json!({ "prompt": STRONG }).to_string();
    let ran = machine.mind_with(prompt.as_bytes(), &["hook", "codex", "prompt-submit"]);
    assert!(ran.exit == Exit::Done && !ran.output.contains("[mind]"), "{ran:?}");
    assert_eq!(machine.mind(&["recall"]).output, "");
    let told = format!(
        "mind: no capture: `{place}` has an unknown value; write `auto`, `prompt` or `off`\n"
    );
    assert_eq!(ran.errors, told);
    let checked = machine.mind(&["doctor", "--json"]).json();
    let checks = checked["checks"].as_array().unwrap().iter();
    let capture: Vec<&Value> = checks.filter(|check| check["subject"] == "capture").collect();
    assert_eq!(capture.len(), 2, "{checked}");
    assert!(capture.iter().all(|check| check["level"] == "warn"), "{checked}");
    assert!(!checked.to_string().contains("sometimes"), "{checked}");
}
