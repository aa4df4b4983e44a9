//! The wire shapes behind `--json` and MCP: what a program reads when it asks `mind`.
//!
//! Field names are camelCase, times are `YYYY-MM-DDTHH:MM:SS.mmmZ`, an absent field is left out.
//! This crate knows no rule and does no I/O; [`schemas`] gives the JSON Schema of every shape, which stand as files under `schema/`.

mod answer;
mod backlog;
mod batch;
mod context;
mod fact;
pub mod host;
pub mod optimize;
mod receipt;
mod report;
mod schema;
mod setup;
mod word;

pub use answer::{Accepted, No, Refusal, Unreadable, Warning, Yes};
pub use backlog::{BacklogAdded, BacklogItem, BacklogMoved, BacklogPage, BacklogPiece};
pub use batch::{BatchLine, BatchRefusal, BatchSummary, Imported};
pub use context::{BlockBytes, ContextBlocks, Manifest, ManifestEntry, SectionCounts, StoreSeen};
pub use fact::{
    ExportedFact, Fact, FactPage, FactPiece, FactReading, Hit, Part, Place, Retirement, Withheld,
};
pub use receipt::{Forgotten, Promoted, Remembered, Removed, Superseded, SupersededState};
pub use report::{Check, CheckLevel, DoctorReport, StatusReport, TierStatus};
pub use schema::schemas;
pub use setup::{SetupChange, SetupFile, SetupReport};
pub use word::{BacklogState, Kind, Outcome, Tier, TierChoice};
