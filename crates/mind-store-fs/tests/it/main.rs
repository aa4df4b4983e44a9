//! The file store under test.

mod basics;
mod crash;
mod disk;
mod faults;
mod formats;
mod hardships;
mod machine;
mod mounts;
mod project;
mod support;
mod workload;
