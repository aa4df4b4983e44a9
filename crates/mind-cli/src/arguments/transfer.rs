//! Arguments of the commands about a whole memory.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What `--tools` may add.
const TOOLS: &str = "Tools to add, separated by commas: optimize_inspect, optimize_stage, optimize_apply, optimize_history, optimize_undo";

/// Bring facts in from elsewhere; the source is never changed
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind import CLAUDE.md --dry-run
  mind import --older-project --older-persona \"dev ops\" --dry-run")]
pub(crate) struct Import {
    /// File or memory to read; `-` reads standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["older_project", "older_persona", "moved_from"])]
    pub(crate) path: Option<PathBuf>,
    /// What the file is
    #[arg(long, value_enum, default_value_t = ImportFormat::Auto)]
    pub(crate) format: ImportFormat,
    /// Tier for facts whose line names none
    #[arg(long)]
    pub(crate) tier: Option<String>,
    /// Kind for facts whose line names none
    #[arg(long)]
    pub(crate) kind: Option<String>,
    /// Bring in what this home keeps for the project under older names: its path before links were resolved, the paths of its worktrees
    #[arg(long, conflicts_with = "path")]
    pub(crate) older_project: bool,
    /// Bring in what this home keeps for the project under the directory it was in before it was moved or renamed
    #[arg(long, value_name = "DIR", conflicts_with = "path")]
    pub(crate) moved_from: Option<PathBuf>,
    /// Bring in what this persona recorded while names made no hash; from this home, or from PATH
    #[arg(long, value_name = "NAME")]
    pub(crate) older_persona: Option<String>,
    /// Take it although other names may have shared the older one
    #[arg(long, requires = "older_persona")]
    pub(crate) yes: bool,
    /// Check everything, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// What an imported file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    /// Told from the file
    Auto,
    /// One fact a line, as `mind export` writes them; a line's `persona` is whom it is for
    Jsonl,
    /// Notes like MEMORY.md, CLAUDE.md or AGENTS.md: one fact a paragraph or list item
    Markdown,
    /// A memory of pi-persona-mind
    PiPersonaMind,
    /// The knowledge graph of the reference MCP memory server
    ServerMemory,
}

/// Write facts out
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind export > memory.jsonl
  mind export --format markdown --tier project-long")]
pub(crate) struct Export {
    /// How to write them
    #[arg(long, value_enum, default_value_t = ExportFormat::Jsonl)]
    pub(crate) format: ExportFormat,
    /// Only this tier; may be repeated
    #[arg(long = "tier", value_name = "TIER")]
    pub(crate) tiers: Vec<String>,
    /// Write withheld facts too, for a person at a terminal
    #[arg(long)]
    pub(crate) withheld: bool,
}

/// How facts are written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON object a line, which `mind import` reads
    Jsonl,
    /// A list under a heading for each tier, for people
    Markdown,
}

/// Show where memory is, for whom, and how much of it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind status
  mind status --project ~/work/demo --persona dev")]
pub(crate) struct Status {}

/// Check everything and say what to do; changes nothing
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind doctor
  mind doctor --json")]
pub(crate) struct Doctor {}

/// Show the main job, end to end, in a throwaway home
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind tour
  mind tour --keep")]
pub(crate) struct Tour {
    /// Leave the throwaway home, and say where it is
    #[arg(long)]
    pub(crate) keep: bool,
}

/// Serve memory to an agent over MCP, on standard input and output
///
/// The agent starts this itself; it ends when its input does. Nothing but protocol messages is written to standard output.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind mcp
  mind mcp --profile read --project ~/work/demo")]
pub(crate) struct Mcp {
    /// For whom: `agent` may remember, `read` may only look
    #[arg(long, value_name = "PROFILE", default_value = "agent")]
    pub(crate) profile: String,
    #[arg(long, value_name = "TOOLS", value_delimiter = ',', help = TOOLS)]
    pub(crate) tools: Vec<String>,
}

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind completions bash > ~/.local/share/bash-completion/completions/mind
  mind completions fish > ~/.config/fish/completions/mind.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
