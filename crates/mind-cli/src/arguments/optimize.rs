//! Arguments of `mind optimize`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Tidy facts: put one in the place of others, without losing any
///
/// Nothing changes unless a plan that was made for the exact bytes of the store is applied, and what it replaced can be put back.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize inspect --target project-long
  mind optimize history")]
pub(crate) struct Optimize {
    #[command(subcommand)]
    pub(crate) command: OptimizeCommand,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum OptimizeCommand {
    Inspect(OptimizeInspect),
    Stage(OptimizeStage),
    Apply(OptimizeApply),
    History(OptimizeHistory),
    Undo(OptimizeUndo),
    Review(OptimizeReview),
    Auto(OptimizeAuto),
}

/// Which store is meant.
#[derive(Args, Debug)]
pub(crate) struct Target {
    /// The store: project, project-long, persona or shared [default: project inside a project, else persona]
    #[arg(long, value_name = "TIER")]
    pub(crate) target: Option<String>,
}

/// Show which facts may be tidied, and which are alike
///
/// That two facts are alike says nothing about what they mean: different numbers or a "not" are different facts.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize inspect --target persona
  mind optimize inspect --offset 20 --fingerprint absent")]
pub(crate) struct OptimizeInspect {
    #[command(flatten)]
    pub(crate) target: Target,
    /// Facts before the page
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: u64,
    /// Facts a page, 1 to 100
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: u64,
    /// Only if the store still has this fingerprint
    #[arg(long, value_name = "WORD")]
    pub(crate) fingerprint: Option<String>,
}

/// Make a plan and show what it would do; nothing changes
///
/// The operations are JSON: [{"sourceIds":[ID, …],"kind":KIND,"text":TEXT,"tags":[TAG, …]}, …], or an object that has them as `operations`. Without `tags` the replacement has those of all its sources.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize stage --target project --ops ops.json --plan plan.json
  mind optimize stage --ops ops.json > plan.json")]
pub(crate) struct OptimizeStage {
    #[command(flatten)]
    pub(crate) target: Target,
    /// File with the operations; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) ops: PathBuf,
    /// New file for the plan, never overwritten [default: standard output]
    #[arg(long, value_name = "OUT")]
    pub(crate) plan: Option<PathBuf>,
    /// Only if the store still has this fingerprint
    #[arg(long, value_name = "WORD")]
    pub(crate) fingerprint: Option<String>,
}

/// Apply a plan, as a whole or not at all
///
/// A plan can be applied for ten minutes, by the persona and in the project it was made for, and only while the store has not changed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize apply --plan plan.json
  mind optimize apply --plan plan.json --json")]
pub(crate) struct OptimizeApply {
    /// File with the plan; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: PathBuf,
}

/// List what was tidied, or show one receipt with its rows
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize history --receipt opt-b1e4375790009a5a
  mind optimize history --target project-long --limit 32")]
pub(crate) struct OptimizeHistory {
    /// The store: project, project-long, persona or shared [default: all of them]
    #[arg(long, value_name = "TIER")]
    pub(crate) target: Option<String>,
    /// Only this receipt, with its rows
    #[arg(long, value_name = "RECEIPT", conflicts_with_all = ["limit", "settle"])]
    pub(crate) receipt: Option<String>,
    /// Receipts, or rows of one, before the page
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: u64,
    /// Receipts a page, 1 to 32
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) limit: u64,
    /// Say what became of a receipt whose outcome nobody knows; this changes the receipt, not the store
    #[arg(long, value_name = "RECEIPT", requires = "outcome")]
    pub(crate) settle: Option<String>,
    /// What became of it
    #[arg(long = "as", value_name = "OUTCOME", requires = "settle")]
    pub(crate) outcome: Option<SettledAs>,
}

/// What a person says became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SettledAs {
    /// The store was changed
    Applied,
    /// The store was not changed
    Rejected,
}

/// Put back exactly what one receipt replaced
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize undo opt-b1e4375790009a5a
  mind optimize undo opt-b1e4375790009a5a --target project-long")]
pub(crate) struct OptimizeUndo {
    /// The receipt, as `mind optimize history` lists it
    #[arg(value_name = "RECEIPT")]
    pub(crate) receipt: String,
    /// The store: project, project-long, persona or shared [default: all of them]
    #[arg(long, value_name = "TIER")]
    pub(crate) target: Option<String>,
}

/// Let a model propose better wordings of a few facts, and apply what passes every check
///
/// The model is the one of the settings `llm.provider` and `llm.model`; its key comes from the environment. One bounded window a store is shown, one store after the other. Nothing is deleted, what is replaced can be put back, and a reply that fails one check is refused as a whole.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize review --target project-long --dry-run > plan.json
  mind optimize review --target project --prepare > request.json")]
pub(crate) struct OptimizeReview {
    /// One store: project, project-long or persona
    #[arg(long, value_name = "TIER")]
    pub(crate) target: Option<String>,
    /// Every store there is here, one after the other; the same without `--target`
    #[arg(long, conflicts_with = "target")]
    pub(crate) all: bool,
    /// Write the plan and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write what a model would be asked, for one that is run by hand
    #[arg(long, conflicts_with_all = ["all", "dry_run", "judge"])]
    pub(crate) prepare: bool,
    /// Judge a reply from standard input to this request, and write the plan
    #[arg(long, value_name = "REQUEST", conflicts_with_all = ["target", "all", "dry_run"])]
    pub(crate) judge: Option<PathBuf>,
}

/// Show whether a host may start a review by itself
///
/// On the command line nothing starts by itself, so there is nothing to switch here: set `optimize.auto` to false, or the variable `MIND_OPTIMIZE` to off.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind optimize auto
  mind optimize auto --json")]
pub(crate) struct OptimizeAuto {
    /// What to do: `status`; `on` and `off` are for a host's session
    #[arg(value_enum, value_name = "WHAT", default_value_t = AutoSwitch::Status)]
    pub(crate) switch: AutoSwitch,
}

/// What to do about reviews that start by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AutoSwitch {
    /// Show the policy
    Status,
    /// Let them start, in a host's session
    On,
    /// Let none start, in a host's session
    Off,
}
