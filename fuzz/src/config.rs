//! The config file: it is taken, or refused by name, and nothing of what it holds is repeated.

use mind_cli::Exit;
use serde_json::Value;

use super::machine::{Machine, tree};

/// A word that stands in values and nowhere else.
const CANARY: &str = "kq7canaryzx";

/// The bytes of a config file.
pub(crate) fn holds(bytes: &[u8]) {
    let machine = Machine::new();
    machine.write("ann/.config/mind/config.toml", bytes);
    let before = tree(&machine.path(""));
    let ran = machine.mind(b"", &["status", "--json"]);
    let [answer] = &ran.documents()[..] else { panic!("one answer: {ran:?}") };
    let text = std::str::from_utf8(bytes).map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    let table = text.ok().and_then(|text| text.parse::<toml::Table>().ok());
    match (&table, ran.exit) {
        (None, exit) => assert_eq!(exit, Exit::Usage, "no TOML was taken: {ran:?}"),
        (Some(table), Exit::Done) => hold_taken(table, answer),
        (Some(_), exit) => assert!(matches!(exit, Exit::Usage | Exit::Refused), "{ran:?}"),
    }
    // A home or a persona that was taken is shown; a value that was refused is not.
    if ran.exit != Exit::Done {
        assert!(!format!("{ran:?}").contains(CANARY), "a value is repeated: {ran:?}");
    }
    assert_eq!(tree(&machine.path("")), before, "looking changed something");
    let again = machine.mind(b"", &["status", "--json"]);
    assert_eq!((again.output, again.errors), (ran.output, ran.errors));
}

/// What the file says is what is shown, read here without the code that took it.
fn hold_taken(table: &toml::Table, answer: &Value) {
    if let Some(persona) = table.get("persona").and_then(toml::Value::as_str) {
        assert!(answer["persona"].is_string(), "{persona:?}: {answer}");
    }
    let numbers = [
        ("limits", "store_bytes", 65_536..=268_435_456),
        ("limits", "store_entries", 1..=1_000_000),
        ("context", "budget_tokens", 200..=20_000),
    ];
    for (section, name, range) in numbers {
        let value = table.get(section).and_then(|section| section.get(name));
        let fits = value.is_none_or(|value| value.as_integer().is_some_and(|n| range.contains(&n)));
        assert!(fits, "{section}.{name} was taken: {value:?}");
    }
    for name in ["auto", "nudge"] {
        let section = if name == "auto" { "optimize" } else { "capture" };
        let value = table.get(section).and_then(|section| section.get(name));
        assert!(value.is_none_or(toml::Value::is_bool), "{section}.{name} was taken: {value:?}");
    }
}
