//! The file store under test.

mod basics;
mod import;
mod support;
