//! Arguments of the commands about facts.

use std::path::PathBuf;

use clap::Args;

/// What an ID may be (facts.md F-19).
const REFERENCE: &str = "ID, TIER/ID, TIER:PERSONA/ID or, for a fact of nobody, TIER:/ID; four digits of an ID are enough where no other begins so";

/// Store a fact, or refresh the one that already says it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind remember -k convention -t ci Run the full checks before each commit
  git log -1 --format=%B | mind remember -k rationale --source \"git log\" -")]
pub(crate) struct Remember {
    /// What to remember; several words are one text, `-` reads standard input
    #[arg(value_name = "TEXT", required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) text: Vec<String>,
    /// objective, invariant, preference, convention, gotcha, rationale or note [default: note]
    #[arg(short, long)]
    pub(crate) kind: Option<String>,
    /// A tag; may be repeated
    #[arg(short, long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,
    /// persona, project-long, shared or project [default: chosen by the kind]
    #[arg(long)]
    pub(crate) tier: Option<String>,
    /// How long a fact of tier project lives, for example 90m, 48h or 3d [default: 48h]
    #[arg(long, value_name = "SPAN")]
    pub(crate) ttl: Option<String>,
    /// Where it comes from, in free words
    #[arg(long)]
    pub(crate) source: Option<String>,
    /// Id of a fact it was made from; may be repeated
    #[arg(long = "derived-from", value_name = "ID")]
    pub(crate) derived_from: Vec<String>,
    /// The fact it replaces, which is then retired
    #[arg(long, value_name = "ID")]
    pub(crate) supersedes: Option<String>,
    /// Store one fact a line of a JSON Lines file; `-` reads standard input
    ///
    /// A line is an object with `text` and, where wanted, `kind`, `tags`, `tier`, `ttl` (hours),
    /// `source`, `derivedFrom`, `supersedes`, `recordedAt` and `persona`. The options above fill in
    /// what a line leaves out. A refused line is reported and the others go on.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["derived_from", "supersedes"])]
    pub(crate) batch: Option<PathBuf>,
}

/// Find facts; without a query, list them newest first
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind recall which port does the smoke test use
  mind recall --kind gotcha --tier project-long --explain release checklist")]
pub(crate) struct Recall {
    /// Words to look for; they are data and have no syntax; `-` reads standard input
    #[arg(value_name = "QUERY")]
    pub(crate) query: Vec<String>,
    /// Look in this tier only; may be repeated
    #[arg(long = "tier", value_name = "TIER")]
    pub(crate) tiers: Vec<String>,
    /// Only facts of this kind
    #[arg(long)]
    pub(crate) kind: Option<String>,
    /// Facts a page, 1 to 50
    #[arg(long, value_name = "N", default_value_t = mind_core::mind::LIMIT_DEFAULT)]
    pub(crate) limit: usize,
    /// Facts before the page
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: usize,
    /// Show what each score is the sum of
    #[arg(long)]
    pub(crate) explain: bool,
    /// Leave out what was recorded after this time or had expired by it, for example
    /// 2026-11-20T10:00Z; what was replaced since stays out
    #[arg(long, value_name = "TIME")]
    pub(crate) at: Option<String>,
    /// Show the text of withheld facts, to a person at a terminal
    #[arg(long)]
    pub(crate) withheld: bool,
}

/// Show one fact, whole, with where it comes from and what it replaced
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind read 6d7b7855bcd3
  mind read project:ops/6d7b7855bcd3 -v")]
pub(crate) struct Read {
    #[arg(value_name = "ID", help = REFERENCE)]
    pub(crate) reference: String,
    /// Look in this tier only
    #[arg(long)]
    pub(crate) tier: Option<String>,
    /// Show the text of a withheld fact, to a person at a terminal
    #[arg(long)]
    pub(crate) withheld: bool,
}

/// Take a fact out of active use
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind forget 6d7b7855bcd3 --dry-run
  mind forget persona/6d7b7855bcd3 c29c9d8fafe8")]
pub(crate) struct Forget {
    #[arg(value_name = "ID", required = true, help = REFERENCE)]
    pub(crate) references: Vec<String>,
    /// Remove it from this tier only
    #[arg(long)]
    pub(crate) tier: Option<String>,
    /// Say what would be removed, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Make a working fact durable
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind promote 6d7b7855bcd3
  mind promote 6d7b7855bcd3 --to shared")]
pub(crate) struct Promote {
    /// ID of your own fact in tier project
    #[arg(value_name = "ID")]
    pub(crate) reference: String,
    /// project-long, persona or shared
    #[arg(long, value_name = "TIER", default_value = "project-long")]
    pub(crate) to: String,
}

/// Show the blocks a model would get
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind context --task \"fix the flaky smoke test\"
  mind context --budget 800 --manifest --json")]
pub(crate) struct Context {
    /// What the model is about to do; `-` reads standard input
    #[arg(long, value_name = "TEXT")]
    pub(crate) task: Option<String>,
    /// Tokens the blocks may cost, 200 to 20000 [default: 2400, or the config file's]
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<u64>,
    /// Only what a delegated worker gets
    #[arg(long)]
    pub(crate) lean: bool,
    /// Show what was chosen and what was left out, and why, instead of the blocks
    #[arg(long)]
    pub(crate) manifest: bool,
}
