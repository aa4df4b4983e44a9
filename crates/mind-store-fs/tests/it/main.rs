//! The file store under test.

mod basics;
mod import;
mod child;
mod contract;
mod fixtures;
mod home;
mod rivals;
mod crash;
mod disk;
mod faults;
mod project;
mod support;
mod workload;
