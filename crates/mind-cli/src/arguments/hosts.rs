//! Arguments of the commands about hosts: the agents that `mind` remembers for.

use clap::Args;

use crate::setup::Host;

/// Connect the agents on this machine; shows each change first
///
/// Adds `mind` to the MCP servers of each agent, and to its hooks where it has some. Everything
/// else in its files keeps its bytes, and a copy of the file as it was is left beside it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind setup
  mind setup claude-code codex --yes")]
pub(crate) struct Setup {
    /// Which agents [default: those found on this machine]
    #[arg(value_name = "HOST", value_enum)]
    pub(crate) hosts: Vec<Host>,
    /// Take `mind` out again; a file in which nothing else has changed is what it was before
    #[arg(long)]
    pub(crate) remove: bool,
    /// Make the changes without asking
    #[arg(short, long)]
    pub(crate) yes: bool,
    /// Only show the changes
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
}

/// Answer an agent's hook, on standard input and output
///
/// The agent starts this itself, after `mind setup`. It always ends with 0, so that it never
/// stops a session or a prompt; when there is no memory to give, standard error says why.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind hook claude-code session-start
  mind hook codex prompt-submit --deadline-ms 300")]
pub(crate) struct Hook {
    /// claude-code, codex, cursor or gemini
    #[arg(value_name = "HOST")]
    pub(crate) host: String,
    /// session-start or prompt-submit
    #[arg(value_name = "EVENT")]
    pub(crate) event: String,
    /// Milliseconds until it answers without memory, 1 to 60000
    #[arg(long, value_name = "N", default_value_t = 750, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub(crate) deadline_ms: u64,
}
