//! Bringing in another memory's files (D-80 to D-86): sources are only read, what was brought in is stamped, and a second pass adds nothing.

mod manifest;
mod merge;
mod report;
mod source;

use std::path::Path;
use std::time::Duration;

use mind_core::error::Error;
use mind_core::port::{Commit, Expect};
use mind_core::scope::{Persona, Project, Segment};
use mind_core::time::Timestamp;

use crate::change::{Job, Verdict};
use crate::format::Slot;
use crate::fs::Fs;
use crate::lock::Wait;
use crate::site::Site;
use crate::store::FsStore;
use crate::transaction::FsTransaction;
pub(crate) use manifest::Stamp;
pub use report::{ImportReport, ImportWarning};
use source::Source;

/// Whether an import brings in or only says what it would bring in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportMode {
    /// Bring in.
    Store,
    /// Say what would be brought in; change nothing.
    Check,
}

/// What a home keeps under names that were made otherwise once.
#[derive(Clone, Copy, Debug, Default)]
pub struct OlderNames<'a> {
    /// The persona whose older name is meant, see [`Persona::older_segment`]. What that name recorded becomes this persona's.
    ///
    /// Older names made no hash, so several names may share one file: let the person confirm it before anything is stored.
    pub persona: Option<&'a Persona>,
    /// A project, and what it was called before; see [`crate::older_projects`].
    pub project: Option<(&'a Project, &'a [Project])>,
}

/// How an import is carried out.
#[derive(Clone, Copy, Debug)]
struct Pass<'a> {
    mode: ImportMode,
    now: Timestamp,
    wait: Duration,
    /// The segment whose rows become another's, and that other.
    renamed: Option<(&'a Segment, &'a Segment)>,
}

impl<F: Fs> FsStore<F> {
    /// Brings in a memory home, or the older root of the predecessor: a directory with `memory` or `backlog` in it. At most 256 files a pass; the rest is taken in the next. Sources keep their bytes and times.
    ///
    /// With a persona, what stands there under its older name becomes this persona's, see [`OlderNames::persona`].
    ///
    /// Every change is a change like any other: whole or absent after a crash; the same call again finishes it.
    ///
    /// # Errors
    /// `store.io` or `store.path_unsafe` when the root cannot be read or holds no memory, and as [`mind_core::port::Store::transaction`]. What befalls one file is a warning in the report.
    pub fn import_home(
        &self,
        root: &Path,
        older: Option<&Persona>,
        now: Timestamp,
        wait: Duration,
        mode: ImportMode,
    ) -> Result<ImportReport, Error> {
        let sources = self.sources_of_home(root, older)?;
        self.import_as(&sources, older, now, wait, mode)
    }

    /// Brings in what this home itself keeps under older names; promises as [`FsStore::import_home`]. The older files stay as they are.
    ///
    /// # Errors
    /// As [`FsStore::import_home`]; where nothing stands under an older name, nothing was scanned.
    pub fn import_older(
        &self,
        older: OlderNames<'_>,
        now: Timestamp,
        wait: Duration,
        mode: ImportMode,
    ) -> Result<ImportReport, Error> {
        let sources = self.sources_of_older(older)?;
        self.import_as(&sources, older.persona, now, wait, mode)
    }

    fn import_as(
        &self,
        sources: &[Source],
        older: Option<&Persona>,
        now: Timestamp,
        wait: Duration,
        mode: ImportMode,
    ) -> Result<ImportReport, Error> {
        let names = older.map(|persona| (persona.older_segment(), persona.segment()));
        let renamed = names.as_ref().map(|(old, new)| (old, *new));
        self.import(sources, Pass { mode, now, wait, renamed })
    }

    fn import(&self, sources: &[Source], pass: Pass<'_>) -> Result<ImportReport, Error> {
        let mut report = ImportReport { files_scanned: sources.len(), ..ImportReport::default() };
        let stamps = self.stamps()?;
        let mut pending: Vec<(&Source, Stamp)> = Vec::new();
        for source in sources {
            match self.stamp(source) {
                Ok(stamp) if stamps.contains(&stamp) && self.is_there(&source.site)? => {
                    report.files_skipped += 1;
                }
                Ok(stamp) => pending.push((source, stamp)),
                Err(because) => report.warn(&source.path, because),
            }
        }
        if pending.is_empty() {
            return Ok(report);
        }
        if pass.mode == ImportMode::Check {
            for (source, _) in pending {
                if let Err(because) = self.bring(source, None, pass, &mut report) {
                    report.warn(&source.path, because);
                }
            }
            return Ok(report);
        }
        let mut transaction = FsTransaction::open(self, pass.now, pass.wait)?;
        let mut finished = Vec::new();
        for (source, stamp) in pending {
            match self.bring(source, Some(&mut transaction), pass, &mut report) {
                Ok(()) => finished.push(stamp),
                Err(because) => report.warn(&source.path, because),
            }
        }
        report.files_migrated = finished.len();
        self.write_stamps(&finished, &mut transaction, pass)?;
        Ok(report)
    }

    fn write_stamps(
        &self,
        finished: &[Stamp],
        transaction: &mut FsTransaction<'_, F>,
        pass: Pass<'_>,
    ) -> Result<Option<Commit>, Error> {
        if finished.is_empty() {
            return Ok(None);
        }
        let site = Site::of_manifest();
        let job = Job {
            site: &site,
            now: pass.now,
            wait: Wait::of(pass.wait),
            expect: Expect::Any,
            in_transaction: true,
        };
        let mut decide = |held: &[Stamp]| {
            let replaced = |row: &usize| finished.iter().any(|stamp| stamp.id == held[*row].id);
            let kept = (0..held.len()).filter(|row| !replaced(row)).map(Slot::Old);
            let slots = kept.chain(finished.iter().cloned().map(Slot::New)).collect();
            Verdict::Write { slots, retire: Vec::new() }
        };
        self.change(&job, &mut || transaction.take(), &mut decide).map(Some)
    }
}
