//! The file store and what is found through the file system, in the words of this crate.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use mind_core::port::Clock;
use mind_core::scope::Project;
pub(crate) use mind_testkit::FakeStore as FsStore;

use crate::fault::Fault;
use crate::surroundings::Surroundings;

static HOMES: Mutex<BTreeMap<PathBuf, FsStore>> = Mutex::new(BTreeMap::new());

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
    let path = choices.flag.clone().or(choices.variable.clone()).or(choices.config.clone());
    Ok(Home { path: path.unwrap_or_default(), chosen_by: "flag" })
}

pub(crate) fn open(home: &Home, _limits: Limits) -> FsStore {
    HOMES.lock().unwrap().entry(home.path.clone()).or_default().clone()
}

pub(crate) fn project(start: &Path, home_directory: Option<&Path>) -> Option<Project> {
    use std::os::unix::ffi::OsStrExt as _;
    let start = start.canonicalize().unwrap_or(start.to_owned());
    let root = start.ancestors().find(|at| at.join(".git").exists()).unwrap_or(&start);
    (Some(root) != home_directory && root != Path::new("/"))
        .then(|| Project::at(root.as_os_str().as_bytes()))
}

pub(crate) fn system_clock() -> impl Clock {
    mind_testkit::FixedClock::default()
}
