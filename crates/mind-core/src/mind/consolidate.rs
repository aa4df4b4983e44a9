//! The verbs of consolidation: what may be tidied, a plan for it, carrying it out, and taking it back.

mod act;
mod apply;
mod history;
mod inspect;
mod review;
mod stage;
mod undo;

pub use apply::Applied;
pub use history::{Outcome, Settled};
pub use undo::Undone;
