//! The command line: every option, its help and its examples.
//!
//! Values that the core has a rule for stay text here, so that every surface refuses them alike.

mod backlog;
mod facts;
mod hosts;
mod optimize;
mod transfer;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use backlog::{Backlog, BacklogAdd, BacklogCommand, BacklogList};
pub(crate) use facts::{Context, Forget, Promote, Read, Recall, Remember};
pub(crate) use hosts::{Hook, Setup};
pub(crate) use optimize::{
    AutoSwitch, Optimize, OptimizeApply, OptimizeAuto, OptimizeCommand, OptimizeHistory,
    OptimizeInspect, OptimizeReview, OptimizeStage, OptimizeUndo, SettledAs, Target,
};
pub(crate) use transfer::{
    Completions, Doctor, Export, ExportFormat, Import, ImportFormat, Mcp, Status, Tour,
};

/// Remember what matters, find it again, and know why it was found
///
/// Facts are plain JSON files on this machine; nothing needs a network or a model.
#[derive(Debug, Parser)]
#[command(
    name = "mind",
    version,
    max_term_width = 100,
    after_help = "Start with `mind tour`: the main job, end to end, in a throwaway home."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options every command has.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Memory home [default: the one `mind doctor` names]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// Directory the project is found from [default: the current one]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Persona on whose behalf to act [default: none]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) persona: Option<String>,
    /// Answer as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show exact times
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Remember(Remember),
    Recall(Recall),
    Read(Read),
    Forget(Forget),
    Promote(Promote),
    Context(Context),
    Backlog(Backlog),
    Optimize(Optimize),
    Import(Import),
    Export(Export),
    Status(Status),
    Doctor(Doctor),
    Setup(Setup),
    Mcp(Mcp),
    Hook(Hook),
    Tour(Tour),
    Completions(Completions),
}
