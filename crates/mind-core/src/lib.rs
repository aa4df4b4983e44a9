//! The nouns, rules and use cases of `mind`.
//!
//! This crate is pure: it does no I/O, reads no clock and no environment, starts no thread, and gives the same bytes for the same inputs.

pub mod recall;
pub mod scan;
pub mod text;
