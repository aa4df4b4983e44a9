//! What may stand behind `/mind optimize` (O-100, O-110, O-130).

use super::{Command, tool};
use crate::tool::Facility;

/// A part of consolidation, taken apart.
#[derive(Debug)]
pub(crate) enum Optimize {
    /// A review of one target, or of every one there is here.
    Review { target: Option<String> },
    /// What a receipt says, wherever it is.
    Receipt { id: String },
    /// Take back what a receipt says, wherever it is.
    Undo { id: String },
    /// Whether reviews begin by themselves.
    Auto { word: Auto },
    /// How it is used.
    Help,
}

/// What is said of reviews that begin by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auto {
    Status,
    On,
    Off,
}

/// How it is used, a line a form.
pub(crate) fn help(command: &str) -> String {
    let forms = [
        (
            "[all|project|project-long|persona]",
            "a model reviews a few facts a tier; what it would change is shown before it is applied",
        ),
        ("inspect [TARGET]", "what may be tidied, and what looks alike"),
        ("apply PLAN", "carry a staged plan out"),
        ("history [TARGET|RECEIPT]", "what was done"),
        ("undo RECEIPT", "take it back"),
        ("auto [status|on|off]", "whether reviews begin by themselves, in this session"),
    ];
    let line = |(form, says): &(&str, &str)| format!("{command} optimize {form} — {says}");
    forms.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Takes it apart.
pub(super) fn read(rest: &str) -> Command {
    let (word, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let argument = argument.trim();
    let review = |target: Option<&str>| {
        Command::Optimize(Optimize::Review { target: target.map(str::to_owned) })
    };
    let step = |title, fields: &[(&str, &str)]| tool(title, Facility::Optimize, fields);
    match word {
        "" | "all" => review(None),
        "project" | "project-long" | "persona" | "shared" => review(Some(word)),
        "inspect" => {
            step("mind · optimize inspect", &[("action", "inspect"), ("target", argument)])
        }
        "apply" => step("mind · optimize apply", &[("action", "apply"), ("planId", argument)]),
        "history" if argument.starts_with("opt-") => {
            Command::Optimize(Optimize::Receipt { id: argument.to_owned() })
        }
        "history" => {
            step("mind · optimize history", &[("action", "history"), ("target", argument)])
        }
        "undo" if argument.is_empty() => {
            step("mind · optimize undo", &[("action", "undo"), ("receiptId", argument)])
        }
        "undo" => Command::Optimize(Optimize::Undo { id: argument.to_owned() }),
        "auto" => match argument {
            "" | "status" => Command::Optimize(Optimize::Auto { word: Auto::Status }),
            "on" => Command::Optimize(Optimize::Auto { word: Auto::On }),
            "off" => Command::Optimize(Optimize::Auto { word: Auto::Off }),
            other => Command::Unknown(format!("optimize auto {other}")),
        },
        "help" => Command::Optimize(Optimize::Help),
        other => Command::Unknown(format!("optimize {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-130: each form leads to its part.
    #[test]
    fn o130_forms() {
        let is = |rest: &str, expect: fn(&Command) -> bool| {
            let command = read(rest);
            assert!(expect(&command), "{rest:?} gave {command:?}");
        };
        is("", |one| matches!(one, Command::Optimize(Optimize::Review { target: None })));
        is("all", |one| matches!(one, Command::Optimize(Optimize::Review { target: None })));
        is("shared", |one| matches!(one, Command::Optimize(Optimize::Review { target: Some(_) })));
        is("inspect", |one| matches!(one, Command::Tool { .. }));
        is("inspect persona", |one| matches!(one, Command::Tool { .. }));
        is("apply", |one| matches!(one, Command::Refused { .. }));
        is("apply plan-12cf9038efc5855f", |one| matches!(one, Command::Tool { .. }));
        is("history", |one| matches!(one, Command::Tool { .. }));
        is("history opt-b1e4375790009a5a", |one| {
            matches!(one, Command::Optimize(Optimize::Receipt { .. }))
        });
        is("undo", |one| matches!(one, Command::Refused { .. }));
        is("undo opt-b1e4375790009a5a", |one| {
            matches!(one, Command::Optimize(Optimize::Undo { .. }))
        });
        is("auto", |one| matches!(one, Command::Optimize(Optimize::Auto { word: Auto::Status })));
        is("auto off", |one| matches!(one, Command::Optimize(Optimize::Auto { word: Auto::Off })));
        is("auto maybe", |one| matches!(one, Command::Unknown(_)));
        is("everything", |one| matches!(one, Command::Unknown(_)));
    }
}
