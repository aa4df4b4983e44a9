//! S-13: what `--help` says.

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::{Machine, shown};

const COMMANDS: [&[&str]; 28] = [
    &[],
    &["remember"],
    &["recall"],
    &["read"],
    &["forget"],
    &["promote"],
    &["context"],
    &["backlog"],
    &["backlog", "add"],
    &["backlog", "list"],
    &["backlog", "take"],
    &["backlog", "done"],
    &["backlog", "drop"],
    &["optimize"],
    &["optimize", "inspect"],
    &["optimize", "stage"],
    &["optimize", "apply"],
    &["optimize", "history"],
    &["optimize", "undo"],
    &["optimize", "auto"],
    &["import"],
    &["export"],
    &["status"],
    &["doctor"],
    &["setup"],
    &["mcp"],
    &["hook"],
    &["tour"],
];

#[test]
fn every_command() {
    let machine = Machine::new();
    for command in COMMANDS {
        let ran = machine.mind(&[command, &["--help"]].concat());
        assert_eq!(ran.exit, Exit::Done);
        let name = if command.is_empty() { "mind".to_owned() } else { command.join("_") };
        assert_snapshot!(format!("help_{name}"), ran.shown());
    }
    assert_snapshot!("help_completions", machine.mind(&["completions", "--help"]).shown());
}

/// S-13: two real examples a command, and they parse.
#[test]
fn examples_are_real() {
    let machine = Machine::new();
    for command in &COMMANDS[1..] {
        let help = machine.mind(&[*command, &["--help"]].concat()).output;
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command:?}"));
        let lines: Vec<&str> = examples.lines().filter(|line| line.contains("mind ")).collect();
        assert_eq!(lines.len(), 2, "{command:?}");
        for line in lines {
            let (_, words) = line.split_once("mind ").unwrap();
            let mut words = words_of(words.split(" > ").next().unwrap());
            words.push("--help".to_owned());
            assert!(words.iter().zip(*command).all(|(word, expect)| word == expect), "{line}");
            assert_eq!(machine.mind(&words).exit, Exit::Done, "{line}");
        }
    }
}

/// The words of a line as a shell takes them, with double quotes only.
fn words_of(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// Without a command there is nothing to do; a wrong one has a nearest right one.
#[test]
fn no_command() {
    let machine = Machine::new();
    let bare: [&str; 0] = [];
    assert_eq!(machine.mind(&bare).exit, Exit::Usage);
    assert_snapshot!(shown(&[
        machine.mind(&["remembr", "x"]),
        machine.mind(&["remember", "--tga", "x", "y"]),
        machine.mind(&["remember"]),
        machine.mind(&["read", "a", "b"]),
        machine.mind(&["recall", "--limit", "many"]),
        machine.mind(&["export", "--format", "yaml", "--json"]),
    ]));
}

/// The most similar command is suggested, words of other programs lead to ours, and what may be memory text is not repeated.
#[test]
fn unknown_commands() {
    let machine = Machine::new();
    let check = |words: &[&str], message: &str, next: Option<&str>| {
        let refusal = machine.mind(&[words, &["--json"]].concat()).json();
        assert_eq!(refusal["message"], message, "{words:?}");
        let hint = refusal["next"].as_str().unwrap();
        let named = hint.strip_prefix("did you mean `").and_then(|rest| rest.split('`').next());
        assert_eq!(named, next, "{words:?}: {hint}");
    };
    check(&["recal"], "unknown command `recal`", Some("recall"));
    check(&["forgt"], "unknown command `forgt`", Some("forget"));
    check(&["statsu"], "unknown command `statsu`", Some("status"));
    check(&["remembr", "x"], "unknown command `remembr`", Some("remember"));
    check(&["search", "port"], "unknown command `search`", Some("recall"));
    check(&["ls"], "unknown command `ls`", Some("recall"));
    check(&["save", "x"], "unknown command `save`", Some("remember"));
    check(&["rm", "x"], "unknown command `rm`", Some("forget"));
    check(&["get", "x"], "unknown command `get`", Some("read"));
    check(&["init"], "unknown command `init`", Some("setup"));
    check(&["backlog", "lst"], "unknown command `lst`", Some("list"));
    check(&["backlog", "find"], "unknown command", None);
    check(&["The port is 7101"], "unknown command", None);
}

#[test]
fn version() {
    let ran = Machine::new().mind(&["--version"]);
    assert_eq!(ran.output, format!("mind {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions() {
    let machine = Machine::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = machine.mind(&["completions", shell]);
        assert!(ran.exit == Exit::Done && ran.output.contains("mind"), "{shell}");
    }
    assert_snapshot!(machine.mind(&["completions", "tcsh"]).shown());
}
