//! The store of one home.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::Error;
use mind_core::fact::{Fact, RetiredFact};
use mind_core::port::{Commit, Decision, Expect, Snapshot, Store, Transaction};
use mind_core::scope::{FactPlace, Project};
use mind_core::time::Timestamp;

use crate::cache::Cache;
use crate::change::Job;
use crate::fs::{Fs, NodeKind, RealFs};
use crate::limits::Limits;
use crate::lock::{Gates, Wait};
use crate::site::Site;
use crate::transaction::{FsTransaction, verdict};

/// Whether the directories a home is in are made when they are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parents {
    /// They must be there: an unplugged drive is not an empty memory.
    Expected,
    /// They are made at the first write.
    Made,
}

/// The memory of one home, in plain files.
///
/// Making one does no I/O; a home that is not there yet is made by the first write. Several stores, in one process or in many, may have one home.
#[derive(Debug)]
pub struct FsStore<F: Fs = RealFs> {
    pub(crate) fs: F,
    pub(crate) home: PathBuf,
    pub(crate) parents: Parents,
    pub(crate) limits: Limits,
    pub(crate) resolved: OnceLock<PathBuf>,
    pub(crate) gates: Arc<Gates>,
    facts: Cache<Fact>,
    retired: Cache<RetiredFact>,
    backlog: Cache<BacklogItem>,
}

impl FsStore {
    /// The store of a home that was chosen: the directory it is in must exist, or every call is `store.home_missing`.
    pub fn new(home: PathBuf, limits: Limits) -> Self {
        Self::assemble(RealFs, home, limits, Gates::of_process())
    }
}

impl<F: Fs> FsStore<F> {
    /// The store of a home on another file system.
    pub fn on(fs: F, home: PathBuf, limits: Limits) -> Self {
        Self::assemble(fs, home, limits, Arc::default())
    }

    fn assemble(fs: F, home: PathBuf, limits: Limits, gates: Arc<Gates>) -> Self {
        Self {
            fs,
            home,
            parents: Parents::Expected,
            limits,
            resolved: OnceLock::new(),
            gates,
            facts: Cache::default(),
            retired: Cache::default(),
            backlog: Cache::default(),
        }
    }

    /// The same store for a home nobody chose: its missing parents are made with it.
    #[must_use]
    pub fn making_parents(mut self) -> Self {
        self.parents = Parents::Made;
        self
    }

    /// The home as given.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The file system underneath.
    pub fn file_system(&self) -> &F {
        &self.fs
    }

    /// Whether a place has a store: one look at a name, and false for whatever cannot be looked at.
    pub fn holds(&self, place: &FactPlace) -> bool {
        let file = Site::of(place).file(&self.home);
        self.fs.lstat(&file).is_ok_and(|stat| stat.kind == NodeKind::File)
    }
}

impl<F: Fs> Store for FsStore<F> {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        self.view(&Site::of(place), &self.facts)
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        self.view(&Site::of(place).retired(), &self.retired)
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        self.view(&Site::of_backlog(project), &self.backlog)
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        self.strict_view(&Site::of(place))
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        self.strict_view(&Site::of(place).history())
    }

    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        Ok(Box::new(FsTransaction::open(self, now, wait)?))
    }

    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        let site = Site::of_backlog(project);
        let job = Job { site: &site, now, wait: Wait::of(wait), expect, in_transaction: false };
        let mut decide = |rows: &[BacklogItem]| verdict(rows, decide(rows), |_, _, _| None);
        self.change(&job, &mut || Ok(()), &mut decide)
    }
}
