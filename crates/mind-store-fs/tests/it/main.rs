//! The file store under test.

mod basics;
mod child;
mod contract;
mod crash;
mod disk;
mod faults;
mod fixtures;
mod home;
mod import;
mod formats;
mod hardships;
mod machine;
mod project;
mod rivals;
mod support;
mod workload;
