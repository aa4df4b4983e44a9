//! The file store under test.

mod basics;
mod project;
mod support;
