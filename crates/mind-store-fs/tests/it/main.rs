//! The file store under test.

mod basics;
mod crash;
mod disk;
mod faults;
mod project;
mod support;
mod workload;
