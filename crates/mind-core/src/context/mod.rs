//! Context: the few facts a model gets before a request, under a budget, with the same bytes every time.
//!
//! [`blocks`] is a pure function of what the stores hold, the frame of the call and a ranking the caller gives.
//! Every byte is paid for: the marks and the longest possible notice first, then entries in order while they fit; what does not fit is counted in the notice and in the [`Manifest`], never dropped in silence.

mod block;
mod budget;
mod input;
mod line;
mod manifest;
mod notice;
mod queue;
mod standing;
mod task;
#[cfg(test)]
mod tests;
mod twins;

pub use budget::{BUDGET_DEFAULT, BUDGET_MAX, BUDGET_MIN, Budget};
pub use input::{
    FactRow, Frame, ItemRow, MATCHES_ASKED, Matches, NoteRow, NotesState, Rank, StoreSeen, Visible,
};
pub use manifest::{BlockBytes, Manifest, ManifestEntry, Reason, Section, SectionCounts};

use crate::error::StoreWarning;

/// The two blocks a model gets, and the account of what is in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    /// What holds whatever is asked; its bytes change only when a durable fact does. Empty when there is nothing to say.
    pub standing: String,
    /// What this request needs; it stands right before the request. Empty when there is nothing to say.
    pub task: String,
    /// What was considered, what became of it and what it cost.
    pub manifest: Manifest,
    /// What the stores had to say.
    pub warnings: Vec<StoreWarning>,
}

/// Makes the blocks of one call (C-1 to C-16).
///
/// Without a `rank` there is no text of the request, and rows stand newest first.
pub fn blocks(visible: &Visible<'_>, frame: &Frame<'_>, rank: Option<Rank<'_>>) -> Blocks {
    let standing = standing::standing(visible, frame);
    let task = if frame.lean {
        block::Block::default()
    } else {
        task::task(visible, frame, &standing, rank)
    };
    let manifest = Manifest {
        budget: frame.budget.bytes(),
        reserved: frame.budget.reserved(),
        standing: standing.bytes,
        task: task.bytes,
        sections: [standing.sections, task.sections].concat(),
        entries: [standing.entries, task.entries].concat(),
        stores: visible.stores.clone(),
    };
    Blocks { standing: standing.text, task: task.text, manifest, warnings: Vec::new() }
}
