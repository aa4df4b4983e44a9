//! Tidying memory without losing any: what may be merged, how alike it is, and a plan that is bound to the exact bytes of a store.
//!
//! Pure rules over a strict [`Snapshot`](crate::port::Snapshot); nothing is read or written here, and nothing turns likeness into an operation.

mod check;
pub mod evidence;
pub mod hints;
pub mod inspect;
mod keys;
pub(crate) mod ledger;
pub mod listing;
pub mod order;
pub mod plan;
pub mod plans;
pub mod receipt;
mod replace;
pub(crate) mod row;
pub(crate) mod target;
pub mod text;
pub(crate) mod undo;

pub use replace::Flags;
pub use target::target;
