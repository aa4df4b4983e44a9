//! The file store and what is found through the file system, in the words of this crate.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mind_core::backlog::BacklogItem;
use mind_core::error::Error;
use mind_core::fact::{Fact, RetiredFact};
use mind_core::port::{Clock, Commit, Decision, Expect, Snapshot, Store, Transaction};
use mind_core::scope::{FactPlace, Project};
use mind_core::time::Timestamp;

use crate::fault::Fault;
use crate::surroundings::Surroundings;

/// TEMPORARY
#[derive(Debug)]
pub(crate) struct FsStore;

impl Store for FsStore {
    fn facts(&self, _: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        unimplemented!()
    }
    fn retired(&self, _: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        unimplemented!()
    }
    fn backlog(&self, _: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        unimplemented!()
    }
    fn strict(&self, _: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        unimplemented!()
    }
    fn transaction<'a>(
        &'a self,
        _: Timestamp,
        _: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        unimplemented!()
    }
    fn update_backlog(
        &self,
        _: &Project,
        _: Timestamp,
        _: Duration,
        _: Expect,
        _: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        unimplemented!()
    }
}

/// The limits of one store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) bytes: u64,
    pub(crate) entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 4 << 20, entries: 10_000 }
    }
}

/// Where memory may be.
pub(crate) struct HomeChoices<'a> {
    pub(crate) flag: Option<PathBuf>,
    pub(crate) variable: Option<PathBuf>,
    pub(crate) config: Option<PathBuf>,
    pub(crate) surroundings: &'a Surroundings,
}

/// A memory home, and why this one.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) path: PathBuf,
    pub(crate) chosen_by: &'static str,
}

impl Home {
    /// The choice in words, for people.
    pub(crate) fn why(&self) -> &'static str {
        self.chosen_by
    }
}

pub(crate) fn locate(choices: &HomeChoices<'_>) -> Result<Home, Fault> {
    unimplemented!()
}

pub(crate) fn open(home: &Home, limits: Limits) -> FsStore {
    unimplemented!()
}

pub(crate) fn project(start: &Path, home_directory: Option<&Path>) -> Option<Project> {
    unimplemented!()
}

pub(crate) fn system_clock() -> impl Clock {
    struct System;
    impl Clock for System {
        fn now(&self) -> Timestamp {
            unimplemented!()
        }
    }
    System
}
