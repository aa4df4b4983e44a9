//! What a person types behind `/mind` (PI-80): taken apart here, and answered with a report.

mod optimize;
mod report;
mod why;

use serde_json::{Map, Value};

use crate::tool::{Facility, Reply, Task};

pub(crate) use optimize::{Auto, Optimize, help as optimize_help};
pub(crate) use report::{overview, settings, workspace};
pub(crate) use why::{Texts, remembered_by_run};

/// A command, taken apart.
#[derive(Debug)]
pub(crate) enum Command {
    Overview,
    Help,
    Context,
    Notes,
    Settings,
    Doctor,
    /// A tool's work, under its own title.
    Tool {
        title: &'static str,
        task: Task,
    },
    /// A tool's work that was refused before it began.
    Refused {
        title: &'static str,
        reply: Reply,
    },
    /// What would go from the workspace, or its removal.
    Reset {
        confirmation: Option<String>,
    },
    /// What an older name of a persona would map to, or bringing it in.
    Migrate {
        old: String,
        confirmation: Option<String>,
    },
    /// Consolidation.
    Optimize(Optimize),
    /// The host half does it.
    Restart,
    /// No such word.
    Unknown(String),
}

/// Every command with what it does, in the order help lists them.
const COMMANDS: [(&str, &str); 16] = [
    ("", "who remembers here, how much, and what the last run was given"),
    ("help", "this list"),
    ("context", "the two blocks of the last run, exactly, and why each line is in them"),
    ("recall WORDS", "find facts; without words the newest"),
    ("read ID", "one fact, whole"),
    ("remember [kind=KIND] [tier=TIER] WORDS", "keep a fact"),
    ("forget ID", "take a fact out of use"),
    ("promote ID [TIER]", "keep a working fact for good"),
    ("notes", "the session notes of this branch"),
    ("backlog [add WORDS]", "work put off, open and taken; or put off more"),
    ("optimize [WHAT]", "tidy memory without losing any; see optimize help"),
    ("settings", "every setting and where it comes from"),
    ("doctor", "check everything, change nothing"),
    (
        "reset workspace",
        "remove this persona's working facts and backlog here, after a confirmation",
    ),
    (
        "migrate-persona OLD",
        "bring in what an older name of the persona kept, after a confirmation",
    ),
    ("restart", "end and start the engine"),
];

/// What may stand behind the command's name.
pub(crate) fn completions() -> Vec<String> {
    let words = COMMANDS.iter().filter_map(|(form, _)| form.split(' ').next());
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.push("reset workspace".to_owned());
    words
}

/// One line a command.
pub(crate) fn help(command: &str) -> String {
    let line = |(form, says): &(&str, &str)| {
        let whole = format!("{command} {form}");
        format!("{} — {says}", whole.trim_end())
    };
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

impl Command {
    /// Takes a command apart.
    pub(crate) fn read(args: &str) -> Self {
        let args = args.trim();
        let (word, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
        let rest = rest.trim();
        match word {
            "" => Self::Overview,
            "help" => Self::Help,
            "context" => Self::Context,
            "notes" => Self::Notes,
            "settings" => Self::Settings,
            "doctor" => Self::Doctor,
            "restart" => Self::Restart,
            "optimize" => optimize::read(rest),
            "recall" => {
                tool("mind · recall", Facility::Memory, &[("action", "recall"), ("query", rest)])
            }
            "read" => tool("mind · read", Facility::Memory, &[("action", "read"), ("id", rest)]),
            "forget" => {
                tool("mind · forget", Facility::Memory, &[("action", "forget"), ("id", rest)])
            }
            "promote" => promote(rest),
            "remember" => remember(rest),
            "backlog" => backlog(rest),
            "reset" => reset(rest),
            "migrate-persona" => migrate(rest),
            word => Self::Unknown(word.to_owned()),
        }
    }

    /// Whether it works while nobody says whose memory it is.
    pub(crate) const fn works_without_owner(&self) -> bool {
        matches!(
            self,
            Self::Help | Self::Doctor | Self::Settings | Self::Restart | Self::Unknown(_)
        )
    }
}

fn tool(title: &'static str, facility: Facility, fields: &[(&str, &str)]) -> Command {
    let given = fields.iter().filter(|(_, value)| !value.is_empty());
    let params: Map<String, Value> =
        given.map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    match Task::read(facility, params) {
        Ok(task) => Command::Tool { title, task: task.by_hand() },
        Err(reply) => Command::Refused { title, reply },
    }
}

fn promote(rest: &str) -> Command {
    let (id, tier) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let fields = [("action", "promote"), ("id", id), ("destination", tier.trim())];
    tool("mind · promote", Facility::Memory, &fields)
}

/// `kind=` and `tier=` stand before the words. One with a value nobody knows is refused with the fact: a misspelt tier is no part of a sentence, and a fact must not go where nobody meant it to.
fn remember(rest: &str) -> Command {
    let (mut kind, mut tier, mut words) = ("", "", rest);
    loop {
        let (first, after) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let named = |name: &str| first.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        if let Some(value) = named("kind").filter(|value| !value.is_empty()) {
            kind = value;
        } else if let Some(value) = named("tier").filter(|value| !value.is_empty()) {
            tier = value;
        } else {
            break;
        }
        words = after.trim_start();
    }
    let fields = [("action", "remember"), ("kind", kind), ("tier", tier), ("text", words)];
    tool("mind · remember", Facility::Memory, &fields)
}

fn backlog(rest: &str) -> Command {
    let (word, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let fields: &[(&str, &str)] = match word {
        "" | "list" => &[("action", "list")],
        "add" => &[("action", "add"), ("text", words.trim())],
        other => return Command::Unknown(format!("backlog {other}")),
    };
    tool("mind · backlog", Facility::Backlog, fields)
}

fn reset(rest: &str) -> Command {
    let (what, confirmation) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if what != "workspace" {
        return Command::Unknown(format!("reset {what}").trim_end().to_owned());
    }
    Command::Reset { confirmation: given(confirmation) }
}

fn migrate(rest: &str) -> Command {
    match rest.rsplit_once(char::is_whitespace) {
        Some((old, last)) if last.starts_with("yes-") => {
            Command::Migrate { old: old.trim().to_owned(), confirmation: given(last) }
        }
        _ => Command::Migrate { old: rest.to_owned(), confirmation: None },
    }
}

fn given(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PI-80: each word leads to its command, whatever stands around it.
    #[test]
    fn pi80_words() {
        let is = |args: &str, expect: fn(&Command) -> bool| {
            let command = Command::read(args);
            assert!(expect(&command), "{args:?} gave {command:?}");
        };
        is("", |one| matches!(one, Command::Overview));
        is("  help ", |one| matches!(one, Command::Help));
        is("recall", |one| matches!(one, Command::Tool { .. }));
        is("recall the staging port", |one| matches!(one, Command::Tool { .. }));
        is("read", |one| matches!(one, Command::Refused { .. }));
        is("remember", |one| matches!(one, Command::Refused { .. }));
        is("remember kind=gotcha tier=persona the port is taken", |one| {
            matches!(one, Command::Tool { .. })
        });
        is("backlog", |one| matches!(one, Command::Tool { .. }));
        is("backlog add look at CI", |one| matches!(one, Command::Tool { .. }));
        is("backlog add", |one| matches!(one, Command::Refused { .. }));
        is("backlog ad x", |one| matches!(one, Command::Unknown(word) if word == "backlog ad"));
        is("reset workspace", |one| matches!(one, Command::Reset { confirmation: None }));
        is(
            "reset workspace yes-3f9a",
            |one| matches!(one, Command::Reset { confirmation: Some(code) } if code == "yes-3f9a"),
        );
        is("reset all", |one| matches!(one, Command::Unknown(word) if word == "reset all"));
        is(
            "migrate-persona dev ops",
            |one| matches!(one, Command::Migrate { old, confirmation: None } if old == "dev ops"),
        );
        is(
            "migrate-persona dev ops yes-1a2b",
            |one| matches!(one, Command::Migrate { old, confirmation: Some(_) } if old == "dev ops"),
        );
        is("frobnicate now", |one| matches!(one, Command::Unknown(word) if word == "frobnicate"));
    }

    /// PI-80: help has one line a command, and completions are its words.
    #[test]
    fn pi80_help_names_every_command() {
        let help = help("/mind:1");
        assert_eq!(help.lines().count(), COMMANDS.len());
        for word in completions() {
            assert!(help.contains(&format!("/mind:1 {word}")), "{word}");
        }
    }
}
