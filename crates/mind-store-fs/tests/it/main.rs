//! The file store under test.
#![cfg(test)]

mod basics;
mod child;
mod contract;
mod crash;
mod disk;
mod faults;
mod fixtures;
mod formats;
mod hardships;
mod home;
mod import;
mod machine;
mod mounts;
mod odd_disks;
mod optimize;
mod project;
mod review;
mod rivals;
mod support;
mod workload;
