//! The hosts, where each keeps its configuration, and what belongs in it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::backing;
use crate::surroundings::Surroundings;

/// A host that `mind` can be connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Host {
    Pi,
    ClaudeCode,
    Codex,
    Cursor,
    Gemini,
    Vscode,
    Windsurf,
}

/// When a hook is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A session begins.
    SessionStart,
    /// A person has sent a prompt, and the model has not seen it yet.
    PromptSubmit,
}

/// A configuration file of a host, and what of it is ours.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) host: Host,
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    pub(crate) entries: Vec<Entry>,
    /// Ours once; whoever connects takes it out.
    pub(crate) retired: bool,
}

/// How a configuration file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON, with comments and trailing commas where the person has them.
    Json,
    Toml,
}

/// One thing in a configuration file.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// `mind` among the MCP servers in the table of this name, with one member of the host's own.
    Server { table: &'static str, own: Option<(&'static str, &'static str)> },
    /// A command in the list of this event.
    Hook(Hook),
    /// The program's path, as the member of a table of settings.
    Setting { table: &'static str, member: &'static str },
    /// The version of a file's format, for a file that has none yet.
    Version(u8),
}

/// A hook as a host writes it.
#[derive(Clone, Debug)]
pub(crate) struct Hook {
    pub(crate) event: Event,
    /// What the host calls the event.
    pub(crate) name: &'static str,
    pub(crate) nesting: Nesting,
    /// What the host waits at most, in its own unit; far more than a hook takes.
    pub(crate) timeout: u32,
}

/// Where in an event's list a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// In the list.
    Flat,
    /// In the `hooks` of a group in the list.
    Grouped,
}

impl Host {
    pub(crate) const ALL: [Self; 7] = [
        Self::Pi,
        Self::ClaudeCode,
        Self::Codex,
        Self::Cursor,
        Self::Gemini,
        Self::Vscode,
        Self::Windsurf,
    ];

    /// What the command line calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pi => "pi",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
            Self::Vscode => "vscode",
            Self::Windsurf => "windsurf",
        }
    }

    /// What people call it.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Pi => "Pi",
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex CLI",
            Self::Cursor => "Cursor",
            Self::Gemini => "Gemini CLI",
            Self::Vscode => "VS Code",
            Self::Windsurf => "Windsurf",
        }
    }

    /// How a person sees that it is connected.
    pub(crate) const fn look(self) -> &'static str {
        match self {
            Self::Pi => "`/mind` says what is remembered",
            Self::ClaudeCode | Self::Codex | Self::Gemini => "`/mcp` lists mind",
            Self::Cursor | Self::Windsurf => "its MCP settings list mind",
            Self::Vscode => "`MCP: List Servers` lists mind",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|host| host.name() == name)
    }

    /// Whether there is a trace of it on this machine.
    pub(crate) fn is_present(self, surroundings: &Surroundings) -> bool {
        let directory = self.directory(surroundings).is_some_and(|path| path.is_dir());
        directory
            || self == Self::ClaudeCode
                && claude_servers(surroundings).is_some_and(|path| path.exists())
    }

    /// Its configuration files; none when the home directory is not known.
    pub(crate) fn configs(self, surroundings: &Surroundings) -> Option<Vec<Config>> {
        let directory = self.directory(surroundings)?;
        let config = |path: PathBuf, format, entries| {
            let retired = false;
            Config { host: self, path, format, entries, retired }
        };
        let json = |name: &str, entries| config(directory.join(name), Format::Json, entries);
        let plain = Entry::Server { table: "mcpServers", own: None };
        let typed = |table| Entry::Server { table, own: Some(("type", "stdio")) };
        Some(match self {
            Self::Pi => {
                let setting = Entry::Setting { table: "mind", member: "binary" };
                // The extension has the tools; two sets of them would be one too many.
                let server = Config { retired: true, ..json("mcp.json", vec![plain]) };
                vec![json("settings.json", vec![setting]), server]
            }
            Self::ClaudeCode => vec![
                config(claude_servers(surroundings)?, Format::Json, vec![typed("mcpServers")]),
                json("settings.json", self.hooks()),
            ],
            Self::Codex => {
                let server = Entry::Server { table: "mcp_servers", own: None };
                let servers = config(directory.join("config.toml"), Format::Toml, vec![server]);
                vec![servers, json("hooks.json", self.hooks())]
            }
            Self::Cursor => {
                let hooks = std::iter::once(Entry::Version(1)).chain(self.hooks());
                vec![json("mcp.json", vec![plain]), json("hooks.json", hooks.collect())]
            }
            Self::Gemini => {
                let entries = std::iter::once(plain).chain(self.hooks());
                vec![json("settings.json", entries.collect())]
            }
            Self::Vscode => vec![json("mcp.json", vec![typed("servers")])],
            Self::Windsurf => vec![json("mcp_config.json", vec![plain])],
        })
    }

    /// The directory below which our extension goes, for a host that loads one.
    pub(super) fn agent(self, surroundings: &Surroundings) -> Option<PathBuf> {
        self.directory(surroundings).filter(|_| self == Self::Pi)
    }

    /// What it calls an event; nothing where it has no such event, or one whose answer reaches no model.
    pub(crate) const fn event_name(self, event: Event) -> Option<&'static str> {
        match (self, event) {
            (Self::ClaudeCode | Self::Codex | Self::Gemini, Event::SessionStart) => {
                Some("SessionStart")
            }
            (Self::ClaudeCode | Self::Codex, Event::PromptSubmit) => Some("UserPromptSubmit"),
            (Self::Gemini, Event::PromptSubmit) => Some("BeforeAgent"),
            (Self::Cursor, Event::SessionStart) => Some("sessionStart"),
            _ => None,
        }
    }

    fn hooks(self) -> Vec<Entry> {
        let nesting = if self == Self::Cursor { Nesting::Flat } else { Nesting::Grouped };
        // Gemini counts milliseconds, the others seconds.
        let timeout = if self == Self::Gemini { 5_000 } else { 5 };
        let hook = |event| {
            let name = self.event_name(event)?;
            Some(Entry::Hook(Hook { event, name, nesting, timeout }))
        };
        Event::ALL.into_iter().filter_map(hook).collect()
    }

    fn directory(self, surroundings: &Surroundings) -> Option<PathBuf> {
        let home = surroundings.home_directory.as_deref();
        let at_home = |path: &str| home.map(|home| home.join(path));
        let named = |variable: &str| surroundings.path_variable(variable);
        match self {
            Self::Pi => backing::agent(surroundings),
            Self::ClaudeCode => named("CLAUDE_CONFIG_DIR").or_else(|| at_home(".claude")),
            Self::Codex => named("CODEX_HOME").or_else(|| at_home(".codex")),
            Self::Cursor => at_home(".cursor"),
            Self::Gemini => {
                let home = named("GEMINI_CLI_HOME").or_else(|| home.map(Path::to_owned));
                home.map(|home| home.join(".gemini"))
            }
            Self::Vscode => {
                surroundings.config_directory().map(|base| base.join("Code").join("User"))
            }
            Self::Windsurf => at_home(".codeium/windsurf"),
        }
    }
}

impl Event {
    pub(crate) const ALL: [Self; 2] = [Self::SessionStart, Self::PromptSubmit];

    /// What the command line calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::PromptSubmit => "prompt-submit",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// Claude Code keeps its servers beside its directory, unless the directory was named.
fn claude_servers(surroundings: &Surroundings) -> Option<PathBuf> {
    let directory = surroundings.path_variable("CLAUDE_CONFIG_DIR");
    let directory = directory.or_else(|| surroundings.home_directory.clone());
    directory.map(|directory| directory.join(".claude.json"))
}
