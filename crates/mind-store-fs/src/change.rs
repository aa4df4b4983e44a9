//! Changing one file of rows: under its lock, on what is newest, in one step.

use std::path::{Path, PathBuf};

use mind_core::error::{Error, StoreFault, StoreWarning};
use mind_core::fact::RetiredFact;
use mind_core::port::{Commit, Durability, Expect};
use mind_core::time::Timestamp;

use crate::fault::error_at;
use crate::format::{Row, Slot, with_digest};
use crate::fs::Fs;
use crate::lock::{Held, Rank, Target, Wait};
use crate::read::{Backup, Content, Sight, State};
use crate::replace::{Keep, Replacement};
use crate::site::Site;
use crate::store::FsStore;

/// Times a change starts over when the file was changed past the lock.
const REPEATS: usize = 5;

/// One change of one file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job<'a> {
    pub(crate) site: &'a Site,
    pub(crate) now: Timestamp,
    pub(crate) wait: Wait,
    pub(crate) expect: Expect,
    /// Whether the home's transaction is held around it.
    pub(crate) in_transaction: bool,
}

/// What is to be done with the rows that were shown.
#[derive(Debug)]
pub(crate) enum Verdict<T> {
    /// Nothing.
    Keep,
    /// Nothing, and this answer.
    Refuse(Error),
    /// These rows, and these in the retired list before.
    Write { slots: Vec<Slot<T>>, retire: Vec<RetiredFact> },
}

impl<F: Fs> FsStore<F> {
    /// Carries a change out. `before_lock` is called once nothing that was seen without a lock stands against it.
    pub(crate) fn change<T: Row>(
        &self,
        job: &Job<'_>,
        before_lock: &mut dyn FnMut() -> Result<(), Error>,
        decide: &mut dyn FnMut(&[T]) -> Verdict<T>,
    ) -> Result<Commit, Error> {
        let site = job.site;
        // Version, paths and size are looked at before anything is made, so that a refusal leaves no trace.
        let early: Option<Sight<T>> =
            self.reachable(site)?.map(|home| self.look(site, &home)).transpose()?;
        before_lock()?;
        let fresh = early.as_ref().is_none_or(|sight| sight.state == State::Absent);
        let home = self.make_directories(site, fresh)?;
        let _lock = self.lock_store(job, &home)?;
        self.check_legacy(site, &home, job.in_transaction)?;
        self.sweep(site, &home);
        let mut sight = early;
        for _ in 0..=REPEATS {
            let seen = self.look_again(site, &home, sight.take())?;
            if let Expect::Exactly(expected) = job.expect
                && seen.fingerprint() != expected
            {
                break;
            }
            let (slots, retire) = match decide(&seen.document.rows) {
                Verdict::Refuse(error) => return Err(error),
                Verdict::Write { slots, retire } if !is_same(&slots, &retire, &seen) => {
                    (slots, retire)
                }
                Verdict::Keep | Verdict::Write { .. } => {
                    // What stands may have been put there by a change whose directory could not be synced; a caller takes `Unchanged` for durable.
                    if seen.state == State::Whole {
                        self.sync_name(site, &site.file(&home))?;
                    }
                    return Ok(unchanged(&seen));
                }
            };
            let bytes =
                seen.document.with(seen.document.next_head(job.now, site), &slots, site.shape);
            self.check_limits(site, &home, slots.len() + seen.document.invalid.len(), &bytes)?;
            let content = self.content(site, &site.file(&home))?;
            if content.as_ref().map(|content| content.bytes.as_slice()) != seen.live() {
                sight = Some(seen);
                continue;
            }
            let write = Write { job, home: &home, seen: &seen, bytes: &bytes };
            return self.write(&write, content, retire);
        }
        Err(error_at(StoreFault::Changed, &site.label, &site.file(&home)))
    }

    fn lock_store(&self, job: &Job<'_>, home: &Path) -> Result<Held<'_, F>, Error> {
        let guard = job.site.beside_store(home, ".guard");
        let holder = job.site.beside_store(home, ".holder");
        let label = &job.site.label;
        let target = Target { rank: Rank::Store, label, home, guard: &guard, holder: &holder };
        self.lock(target, job.now, job.wait)
    }

    /// Looks once more, and takes over what an earlier look made of the same bytes.
    fn look_again<T: Row>(
        &self,
        site: &Site,
        home: &Path,
        earlier: Option<Sight<T>>,
    ) -> Result<Sight<T>, Error> {
        let live = self.content(site, &site.file(home))?.map(|content| content.bytes);
        match earlier {
            Some(sight) if sight.state == State::Whole && sight.live() == live.as_deref() => {
                Ok(sight)
            }
            _ => self.sight(site, home, live),
        }
    }

    fn check_limits(
        &self,
        site: &Site,
        home: &Path,
        entries: usize,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let full = |actual: u64, limit: u64, unit, setting| {
            let fault = StoreFault::Full { actual, limit, unit, setting };
            Err(error_at(fault, &site.label, &site.file(home)))
        };
        let bounds = self.bounds(site);
        let (size, count) = (bytes.len() as u64, entries as u64);
        if !site.is_store() {
            Ok(())
        } else if count > bounds.entries {
            full(count, bounds.entries, "entries", bounds.entries_setting)
        } else if size > bounds.bytes {
            full(size, bounds.bytes, "bytes", bounds.bytes_setting)
        } else {
            Ok(())
        }
    }

    /// The steps that touch the disk.
    fn write<T: Row>(
        &self,
        write: &Write<'_, T>,
        old: Option<Content<F::File>>,
        retire: Vec<RetiredFact>,
    ) -> Result<Commit, Error> {
        let Write { job, home, seen, bytes } = *write;
        let site = job.site;
        self.check_legacy(site, home, job.in_transaction)?;
        let mut warnings = self.quarantine(site, home, seen)?;
        warnings.extend(self.retire(site, home, job.now, retire)?);
        let whole = seen.state == State::Whole && site.is_store();
        let backup = if whole { Keep::Backup } else { Keep::Nothing };
        let replacement = Replacement { site, home, bytes, old, backup };
        // The disk is waited for anyway.
        let (replaced, fingerprint) = with_digest(bytes, || self.replace(&replacement));
        let durability = replaced?.durability();
        if durability == Durability::AppliedNotDurable {
            warnings.push(StoreWarning::NotDurable { path: site.file(home) });
        }
        let sequence = seen.document.next_sequence();
        Ok(Commit::Changed { durability, sequence, fingerprint, warnings })
    }

    /// Sets damaged files aside before they are replaced.
    fn quarantine<T: Row>(
        &self,
        site: &Site,
        home: &Path,
        seen: &Sight<T>,
    ) -> Result<Vec<StoreWarning>, Error> {
        let mut damaged: Vec<PathBuf> = Vec::new();
        if seen.state == State::Damaged {
            damaged.push(site.file(home));
        }
        if seen.backup == Backup::Damaged {
            damaged.push(site.beside(home, ".bak"));
        }
        let mut warnings = Vec::new();
        for path in &damaged {
            let aside = self.set_aside(site, home, path)?;
            warnings.extend(aside.map(|path| StoreWarning::Quarantined { path }));
        }
        if damaged.is_empty() && seen.is_recovered() {
            warnings.push(StoreWarning::Recovered { path: site.file(home) });
        }
        Ok(warnings)
    }
}

/// A change that has been decided.
struct Write<'a, T> {
    job: &'a Job<'a>,
    home: &'a Path,
    seen: &'a Sight<T>,
    bytes: &'a [u8],
}

/// Whether the rows to write are the rows that are there.
fn is_same<T>(slots: &[Slot<T>], retire: &[RetiredFact], seen: &Sight<T>) -> bool {
    let old = |(at, slot): (usize, &Slot<T>)| matches!(slot, Slot::Old(row) if *row == at);
    retire.is_empty()
        && slots.len() == seen.document.rows.len()
        && slots.iter().enumerate().all(old)
}

fn unchanged<T>(seen: &Sight<T>) -> Commit {
    Commit::Unchanged { sequence: seen.document.sequence, fingerprint: seen.fingerprint() }
}
