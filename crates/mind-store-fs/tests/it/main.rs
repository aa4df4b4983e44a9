//! The file store under test.

mod basics;
mod support;
