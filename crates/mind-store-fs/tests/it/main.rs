//! The file store under test.

mod basics;
mod import;
mod child;
mod contract;
mod fixtures;
mod home;
mod rivals;
mod support;
