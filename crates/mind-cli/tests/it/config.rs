//! S-1, S-2: where home, project, persona and limits come from.

use insta::assert_snapshot;
use mind_cli::Exit;

use crate::stage::{Machine, Ran, shown};

fn with(config: &str) -> Machine {
    let machine = Machine::new();
    machine.write("ann/.config/mind/config.toml", config);
    machine
}

/// S-2: an unknown key is a warning with the nearest known one; the command goes on.
#[test]
fn unknown_keys() {
    let machine = with("perssona = \"dev\"\nzzz = 1\n[limits]\nstore_byte = 1\n[lmm]\nmodel = 1\n");
    let ran = machine.mind(&["recall"]);
    assert_eq!(ran.exit, Exit::Done);
    assert_snapshot!(ran.shown());
}

/// A switch takes the words that its variable takes.
#[test]
fn switches_in_words() {
    for (value, on) in [("\"off\"", false), ("\"on\"", true), ("false", false), ("true", true)] {
        let machine = with(&format!("optimize.auto = {value}"));
        let told = machine.mind(&["optimize", "auto", "--json"]).json();
        assert_eq!(told["auto"], on, "{value}: {told}");
    }
}

/// S-2: a wrong type or range is a usage error that names the key, and the file.
#[test]
fn wrong_values() {
    let check = |config: &str| with(config).mind(&["recall", "--json"]);
    let ran = [
        check("persona = 1"),
        check("limits = 3"),
        check("limits.store_bytes = \"4 MiB\""),
        check("limits.store_bytes = 100"),
        check("lock_timeout_ms = -1"),
        check("capture.nudge = \"yes\""),
        check("home = \"relative/home\""),
        check("persona = \"dev\"\nhome = = 3"),
    ];
    assert!(ran.iter().all(|ran| ran.exit == Exit::Usage));
    assert_snapshot!(shown(&ran));
}

/// B27: line endings and a mark at the beginning are no error; neither is a missing file.
#[test]
fn tolerated_files() {
    assert_eq!(Machine::new().mind(&["recall"]).exit, Exit::Done);
    for config in ["", "\u{feff}persona = \"dev\"\r\n", "[context]\nbudget_tokens = 800"] {
        let ran = with(config).mind(&["recall"]);
        assert_eq!((ran.exit, ran.errors.contains("warning")), (Exit::Done, false), "{config:?}");
    }
    let machine = Machine::new();
    machine.write("ann/.config/mind/config.toml", b"persona = \"\xff\"");
    assert_eq!(machine.mind(&["recall"]).exit, Exit::Usage);
}

fn value(ran: &Ran, name: &str) -> String {
    ran.json()[name].as_str().unwrap_or_default().to_owned()
}

/// S-1: a flag, then a variable, then the config file.
#[test]
fn persona_and_home() {
    let mut machine = with("persona = \"from-config\"");
    let check = |machine: &Machine, words: &[&str], persona: &str| {
        let ran = machine.mind(&[words, &["status", "--json"]].concat());
        assert_eq!(value(&ran, "persona"), persona);
    };
    check(&machine, &[], "from-config");
    machine.set("MIND_PERSONA", "");
    check(&machine, &[], "from-config");
    machine.set("MIND_PERSONA", "from-variable");
    check(&machine, &[], "from-variable");
    check(&machine, &["--persona", "from-flag"], "from-flag");
    check(&machine, &["--persona", ""], "");
    let home = |machine: &Machine, words: &[&str]| {
        value(&machine.mind(&[words, &["status", "--json"]].concat()), "home")
    };
    assert_eq!(home(&machine, &[]), "ROOT/memory");
    assert_eq!(home(&machine, &["--home", "other"]), "ROOT/ann/demo/other");
}

/// S-1: `MIND_CONFIG` names another file.
#[test]
fn another_file() {
    let mut machine = Machine::new();
    let file = machine.write("other.toml", "persona = \"other\"");
    machine.set("MIND_CONFIG", file);
    assert_eq!(value(&machine.mind(&["status", "--json"]), "persona"), "other");
}
