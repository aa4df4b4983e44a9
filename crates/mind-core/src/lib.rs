//! The nouns, rules and use cases of `mind`.
//!
//! This crate is pure: it does no I/O, reads no clock and no environment, starts no thread, and gives the same bytes for the same inputs.

pub mod backlog;
pub mod capture;
pub mod consolidate;
pub mod context;
mod digest;
pub mod error;
pub mod fact;
pub mod import;
mod json;
pub mod mind;
pub mod note;
pub mod port;
pub mod recall;
pub mod review;
pub mod scan;
pub mod scope;
pub mod text;
pub mod time;

pub use crate::error::{Error, ErrorKind};
pub use crate::mind::Mind;
