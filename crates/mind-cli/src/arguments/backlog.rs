//! Arguments of `mind backlog`.

use clap::{Args, Subcommand};

/// What an ID may be (facts.md F-19).
const REFERENCE: &str = "ID, backlog/ID, backlog:PERSONA/ID or, for an item of nobody, backlog:/ID";

/// Keep work for later
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind backlog add --due 2h look at the flaky smoke test again
  mind backlog list --all")]
pub(crate) struct Backlog {
    #[command(subcommand)]
    pub(crate) command: BacklogCommand,
}

/// What to do with it.
#[derive(Debug, Subcommand)]
pub(crate) enum BacklogCommand {
    Add(BacklogAdd),
    List(BacklogList),
    /// Say that you work on an item now
    #[command(after_help = "\
Examples:
  mind backlog take bae405227410
  mind backlog take backlog:ops/bae405227410")]
    Take(BacklogTake),
    /// Say that an item is finished
    #[command(after_help = "\
Examples:
  mind backlog done bae405227410
  mind backlog done bae405227410 --note \"fixed in 4f2c1e\"")]
    Done(BacklogMove),
    /// Give an item up
    #[command(after_help = "\
Examples:
  mind backlog drop bae405227410
  mind backlog drop bae405227410 --note \"the share is gone\"")]
    Drop(BacklogMove),
}

/// Add an item, or refresh the open one that already says it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind backlog add revisit the SMB share
  mind backlog add --due 2h -t ci rerun the nightly build")]
pub(crate) struct BacklogAdd {
    /// What is to be done; several words are one text, `-` reads standard input
    #[arg(value_name = "TEXT", required = true)]
    pub(crate) text: Vec<String>,
    /// A tag; may be repeated
    #[arg(short, long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,
    /// In how long it wants attention, for example 30m, 2h or 1d
    #[arg(long, value_name = "SPAN")]
    pub(crate) due: Option<String>,
    /// How long it lives, never shorter than until it is due [default: 48h]
    #[arg(long, value_name = "SPAN")]
    pub(crate) ttl: Option<String>,
}

/// List open and taken items
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mind backlog list
  mind backlog list --state done --limit 50")]
pub(crate) struct BacklogList {
    /// Only this state: open, taken, done or dropped
    #[arg(long)]
    pub(crate) state: Option<String>,
    /// Items of other personas too
    #[arg(long)]
    pub(crate) all: bool,
    /// Items a page, 1 to 50
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// Items before the page
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: usize,
}

/// The item to take.
#[derive(Args, Debug)]
pub(crate) struct BacklogTake {
    #[arg(value_name = "ID", help = REFERENCE)]
    pub(crate) reference: String,
}

/// The item to close.
#[derive(Args, Debug)]
pub(crate) struct BacklogMove {
    #[arg(value_name = "ID", help = REFERENCE)]
    pub(crate) reference: String,
    /// A word on what became of it
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
}
