//! Memory in plain files: atomic replacement, locks, recovery.

mod cache;
mod change;
mod clock;
pub mod doctor;
mod fault;
mod format;
mod fs;
pub mod home;
mod import;
mod legacy;
mod limits;
mod lock;
mod process;
mod project;
mod read;
mod replace;
mod retire;
mod row_text;
mod site;
mod store;
mod transaction;
mod tree;
mod wake;

pub use clock::SystemClock;
pub use fs::{Fs, Halted, Move, NodeKind, RealFs, Stat};
pub use import::{ImportMode, ImportReport, ImportWarning, OlderNames};
pub use limits::Limits;
pub use project::{older_projects, project_at, project_root};
pub use row_text::RowText;
pub use store::FsStore;
pub use wake::{WakeAnswer, WakeHold};

/// The examples for those who embed `mind`, run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
