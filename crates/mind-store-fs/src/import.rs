//! Bringing in another memory's files (D-80 to D-86): sources are only read, what was brought in is stamped, and a second pass adds nothing.

mod manifest;
mod source;

use std::path::{Path, PathBuf};
use std::time::Duration;

use mind_core::backlog::BacklogItem;
use mind_core::error::{Error, StoreFault};
use mind_core::fact::{Fact, backlog_id, content_id};
use mind_core::import::{Tally, merge_backlog, merge_facts};
use mind_core::port::{Commit, Decision, Expect};
use mind_core::scope::{Persona, Segment};
use mind_core::time::Timestamp;

use crate::change::{Job, Verdict};
use crate::format::{Foreign, Names, Row, Shape, Slot};
use crate::fs::Fs;
use crate::lock::Wait;
use crate::site::Site;
use crate::store::FsStore;
use crate::transaction::{FsTransaction, verdict};
pub(crate) use manifest::Stamp;
use source::Source;

/// What an import saw and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Store files found in the source.
    pub files_scanned: usize,
    /// Of these, those brought in before and unchanged since.
    pub files_skipped: usize,
    /// Of these, those whose rows are now here.
    pub files_migrated: usize,
    /// Valid rows read.
    pub entries_seen: usize,
    /// Rows that were not here before.
    pub entries_added: usize,
    /// Rows whose key was here already.
    pub conflicts: usize,
    /// Rows that are not valid; they stay in their source.
    pub invalid_entries: usize,
    /// Rows the scanner refused; they stay in their source.
    pub refused_entries: usize,
    /// Rows that have expired; they stay in their source.
    pub expired_entries: usize,
    /// Files that could not be brought in, or not from their own bytes.
    pub warnings: Vec<ImportWarning>,
}

/// A file an import could not take as it was; the others went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportWarning {
    /// The file in the source.
    pub path: PathBuf,
    /// What was in the way.
    pub because: Error,
}

/// Whether an import brings in or only says what it would bring in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportMode {
    /// Bring in.
    Store,
    /// Say what would be brought in; change nothing.
    Check,
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
    /// Every change is a change like any other: whole or absent after a crash; the same call again finishes it.
    ///
    /// # Errors
    /// `store.io` or `store.path_unsafe` when the root cannot be read or holds no memory, and as [`mind_core::port::Store::transaction`]. What befalls one file is a warning in the report.
    pub fn import_home(
        &self,
        root: &Path,
        now: Timestamp,
        wait: Duration,
        mode: ImportMode,
    ) -> Result<ImportReport, Error> {
        let sources = self.sources_of_home(root)?;
        self.import(&sources, Pass { mode, now, wait, renamed: None })
    }

    /// Brings in one store of an older persona name as that of `persona`; rows owned by the old name's segment become the new one's.
    ///
    /// Older names made no hash, so several names may share one file: say so to the person before calling this.
    ///
    /// # Errors
    /// As [`FsStore::import_home`].
    pub fn import_persona(
        &self,
        file: &Path,
        persona: &Persona,
        now: Timestamp,
        wait: Duration,
        mode: ImportMode,
    ) -> Result<ImportReport, Error> {
        let source = self.source_of_persona(file, persona)?;
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let old = stem.and_then(|stem| Segment::stored(&stem));
        let renamed = old.as_ref().map(|old| (old, persona.segment()));
        self.import(&[source], Pass { mode, now, wait, renamed })
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

    fn bring(
        &self,
        source: &Source,
        transaction: Option<&mut FsTransaction<'_, F>>,
        pass: Pass<'_>,
        report: &mut ImportReport,
    ) -> Result<(), Error> {
        match source.site.shape {
            Shape::Facts(tier) => {
                let file = self.foreign::<Fact>(source, report)?;
                let rows = renew(file.rows, pass, report, |fact| {
                    fact.id = content_id(fact.kind, fact.text.as_str(), &fact.tags);
                    if !tier.is_owned() {
                        fact.persona = None;
                    }
                    {
                        let live = fact.is_live(pass.now);
                        (&mut fact.persona, live)
                    }
                });
                let merge = |held: &[Fact]| merge_facts(held, &rows, tier);
                self.merge(source, &file.names, transaction, pass, report, merge)
            }
            Shape::Backlog => {
                let file = self.foreign::<BacklogItem>(source, report)?;
                let rows = renew(file.rows, pass, report, |item| {
                    item.id = backlog_id(item.text.as_str(), &item.tags);
                    {
                        let live = item.is_live(pass.now);
                        (&mut item.persona, live)
                    }
                });
                let merge = |held: &[BacklogItem]| merge_backlog(held, &rows);
                self.merge(source, &file.names, None, pass, report, merge)
            }
            Shape::Retired(_) | Shape::Manifest => Ok(()),
        }
    }

    /// Merges rows into the destination of a source, in one change.
    fn merge<T: Row + mind_core::port::Record>(
        &self,
        source: &Source,
        names: &Names,
        transaction: Option<&mut FsTransaction<'_, F>>,
        pass: Pass<'_>,
        report: &mut ImportReport,
        merge: impl Fn(&[T]) -> (mind_core::port::Edits<T>, Tally),
    ) -> Result<(), Error> {
        let site = source.site.clone().belonging_to(names);
        let in_transaction = transaction.is_some();
        let job = Job {
            site: &site,
            now: pass.now,
            wait: Wait::of(pass.wait),
            expect: Expect::Any,
            in_transaction,
        };
        let mut tally = Tally::default();
        let mut decide = |held: &[T]| {
            let (edits, counted) = merge(held);
            tally = counted;
            let decision = if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) };
            verdict(held, decision, |_, _, _| None)
        };
        let mut transaction = transaction;
        let mut take = || transaction.as_mut().map_or(Ok(()), |transaction| transaction.take());
        if pass.mode == ImportMode::Store {
            self.change(&job, &mut take, &mut decide)?;
        } else if let Some(home) = self.reachable(&site)? {
            decide(&self.look::<T>(&site, &home)?.document.rows);
        } else {
            decide(&[]);
        }
        report.entries_added += tally.added;
        report.conflicts += tally.conflicts;
        report.refused_entries += tally.refused;
        Ok(())
    }

    /// The rows of a source, from its backup when its own bytes give none.
    fn foreign<T: Row>(
        &self,
        source: &Source,
        report: &mut ImportReport,
    ) -> Result<Foreign<T>, Error> {
        let file = self.foreign_at(source, &source.path);
        let file = match file {
            Err(error) if is_corrupt(&error) => {
                let backup = self.foreign_at(source, &source.backup());
                let Ok(backup) = backup.and_then(|file: Foreign<T>| some_rows(file, &error)) else {
                    return Err(error);
                };
                report.warn(&source.path, error);
                backup
            }
            file => file?,
        };
        report.entries_seen += file.rows.len();
        report.invalid_entries += file.invalid;
        Ok(file)
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

impl ImportReport {
    fn warn(&mut self, path: &Path, because: Error) {
        self.warnings.push(ImportWarning { path: path.to_owned(), because });
    }
}

/// Gives rows their present ids and owners, and leaves expired ones out.
fn renew<T>(
    rows: Vec<T>,
    pass: Pass<'_>,
    report: &mut ImportReport,
    mut renew: impl FnMut(&mut T) -> (&mut Option<Segment>, bool),
) -> Vec<T> {
    let mut kept = Vec::with_capacity(rows.len());
    for mut row in rows {
        let (owner, live) = renew(&mut row);
        if let Some((old, new)) = pass.renamed
            && owner.as_ref() == Some(old)
        {
            *owner = Some(new.clone());
        }
        if live {
            kept.push(row);
        } else {
            report.expired_entries += 1;
        }
    }
    kept
}

fn is_corrupt(error: &Error) -> bool {
    matches!(error, Error::Store(store) if store.fault == StoreFault::Corrupt)
}

/// A backup counts when it yields at least one row.
fn some_rows<T>(file: Foreign<T>, otherwise: &Error) -> Result<Foreign<T>, Error> {
    if file.rows.is_empty() { Err(otherwise.clone()) } else { Ok(file) }
}
