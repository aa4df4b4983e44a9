//! Files that facts are brought in from. Each format is read into pieces; what becomes of them is the batch's work.

pub(crate) mod detect;
pub(crate) mod jsonl;
pub(crate) mod markdown;
mod members;
pub(crate) mod predecessor;
pub(crate) mod server_memory;
