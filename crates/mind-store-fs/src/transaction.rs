//! The memory transaction, and edits turned into rows to write.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mind_core::consolidate::receipt::Receipt;
use mind_core::error::Error;
use mind_core::fact::{Fact, FactId, RetiredFact};
use mind_core::port::{
    Commit, DecideFacts, Decision, Edit, Edits, Expect, Fingerprint, Record, Transaction,
};
use mind_core::scope::FactPlace;
use mind_core::time::Timestamp;

use crate::change::{Job, Verdict};
use crate::format::{Damage, Document, Row, Slot};
use crate::fs::Fs;
use crate::lock::{Held, Rank, Target, Wait};
use crate::site::{LONG_TERM, PROJECT_LONG, Site, WORKING};
use crate::store::FsStore;

/// The open transaction of a home.
#[derive(Debug)]
pub(crate) struct FsTransaction<'s, F: Fs> {
    store: &'s FsStore<F>,
    now: Timestamp,
    wait: Duration,
    /// Nothing as long as taking it would leave a trace in a home that must not be touched.
    lock: Option<Held<'s, F>>,
}

impl<'s, F: Fs> FsTransaction<'s, F> {
    pub(crate) fn open(
        store: &'s FsStore<F>,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Self, Error> {
        let mut transaction = Self { store, now, wait, lock: None };
        if !store.must_stay_untouched()? {
            transaction.take()?;
        }
        Ok(transaction)
    }

    /// Takes the lock, if it has not been taken yet.
    pub(crate) fn take(&mut self) -> Result<(), Error> {
        if self.lock.is_some() {
            return Ok(());
        }
        let site = Site::of_transaction();
        let home = self.store.make_directories(&site, false)?;
        let (guard, holder) = guard_paths(&site, &home);
        let target = Target {
            rank: Rank::Transaction,
            label: &site.label,
            home: &home,
            guard: &guard,
            holder: &holder,
        };
        self.lock = Some(self.store.lock(target, self.now, Wait::of(self.wait))?);
        Ok(())
    }
}

fn guard_paths(shared: &Site, home: &Path) -> (PathBuf, PathBuf) {
    (shared.beside(home, ".transaction.guard"), shared.beside(home, ".transaction.holder"))
}

impl<F: Fs> Transaction for FsTransaction<'_, F> {
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error> {
        let site = Site::of(place);
        let (store, now, wait) = (self.store, self.now, Wait::of(self.wait));
        let job = Job { site: &site, now, wait, expect, in_transaction: true };
        let mut decide = |rows: &[Fact]| verdict(rows, decide(rows), retired);
        store.change(&job, &mut || self.take(), &mut decide)
    }

    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error> {
        let site = Site::of(place).retired();
        if !self.store.is_there(&site)? {
            return Ok(Commit::Unchanged { sequence: 0, fingerprint: Fingerprint::Absent });
        }
        let (store, now, wait) = (self.store, self.now, Wait::of(self.wait));
        let job = Job { site: &site, now, wait, expect: Expect::Any, in_transaction: true };
        let mut decide = |rows: &[RetiredFact]| {
            let kept = (0..rows.len()).filter(|row| !remove(&rows[*row])).map(Slot::Old);
            Verdict::Write { slots: kept.collect(), retire: Vec::new() }
        };
        store.change(&job, &mut || self.take(), &mut decide)
    }

    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        let site = Site::of(place).history();
        let (store, now, wait) = (self.store, self.now, Wait::of(self.wait));
        let job = Job { site: &site, now, wait, expect: Expect::Any, in_transaction: true };
        let mut decide = |rows: &[Receipt]| verdict(rows, decide(rows), |_, _, _| None);
        store.change(&job, &mut || self.take(), &mut decide)
    }
}

impl<F: Fs> FsStore<F> {
    /// Whether the home holds a store of a newer version and has never seen a lock: then one is taken only for a place that may be changed, so that a refused write leaves the directory as it was.
    fn must_stay_untouched(&self) -> Result<bool, Error> {
        let shared = Site::of_transaction();
        let crate::tree::Root::There(home) = self.root(&shared.label)? else { return Ok(false) };
        let (guard, _) = guard_paths(&shared, &home);
        if self.stat(&guard, &shared.label)?.is_some() {
            return Ok(false);
        }
        let directories = [&LONG_TERM[..], &PROJECT_LONG, &WORKING];
        Ok(directories.into_iter().any(|parts| self.holds_newer(&home, parts)))
    }

    fn holds_newer(&self, home: &Path, parts: &[&str]) -> bool {
        let directory = parts.iter().fold(home.to_owned(), |path, part| path.join(part));
        let names = self.fs.list(&directory).unwrap_or_default();
        let stores = names.iter().filter(|name| name.to_string_lossy().ends_with(".json"));
        let site = Site::of(&FactPlace::Shared);
        stores.map(|name| directory.join(name)).any(|path| {
            let content = self.content(&site, &path).ok().flatten();
            let bytes = content.map(|content| content.bytes).unwrap_or_default();
            let document: Result<Document<Fact>, _> =
                Document::parse(bytes, site.shape, usize::MAX);
            matches!(document, Err((Damage::Newer(_), _)))
        })
    }
}

/// The decision on some rows as rows to write. `retire` makes a row of the retired list.
pub(crate) fn verdict<T: Record + Row>(
    rows: &[T],
    decision: Decision<T>,
    retire: impl Fn(&T, &FactId, Timestamp) -> Option<RetiredFact>,
) -> Verdict<T> {
    match decision {
        Decision::Keep => Verdict::Keep,
        Decision::Refuse(error) => Verdict::Refuse(error),
        Decision::Edit(edits) => settle(rows, &edits, retire),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "rows of other kinds have no retired list")]
fn retired(fact: &Fact, by: &FactId, at: Timestamp) -> Option<RetiredFact> {
    Some(RetiredFact { fact: fact.clone(), retired_at: at, retired_by: by.clone() })
}

/// Carries edits out. A row that comes out as it went in keeps its bytes.
///
/// # Panics
/// When an edit names a row that was not shown.
fn settle<T: Record + Row>(
    rows: &[T],
    edits: &Edits<T>,
    retire: impl Fn(&T, &FactId, Timestamp) -> Option<RetiredFact>,
) -> Verdict<T> {
    let mut last: Vec<Option<&Edit<T>>> = vec![None; rows.len()];
    let mut appended: Vec<&T> = Vec::new();
    for edit in edits.iter() {
        match edit {
            Edit::Remove(row)
            | Edit::Retire { row, .. }
            | Edit::Amend(row, _)
            | Edit::Restamp(row, _) => last[*row] = Some(edit),
            Edit::Append(row) => appended.push(row.get()),
            other => unreachable!("an edit this store does not know: {other:?}"),
        }
    }
    let (mut slots, mut gone, mut retired) =
        (Vec::with_capacity(rows.len() + 1), Vec::new(), Vec::new());
    for (at, edit) in last.into_iter().enumerate() {
        let changed = match edit {
            None | Some(Edit::Append(_)) => None,
            Some(Edit::Amend(_, value)) => Some(value.get().clone()),
            Some(Edit::Restamp(_, stamp)) => {
                let mut row = rows[at].clone();
                row.restamp(stamp);
                Some(row)
            }
            Some(Edit::Retire { by, at: when, .. }) => {
                retired.extend(retire(&rows[at], by, *when));
                continue;
            }
            Some(_) => {
                gone.push(at);
                continue;
            }
        };
        slots.push(changed.filter(|row| *row != rows[at]).map_or(Slot::Old(at), Slot::New));
    }
    for row in appended {
        let same = gone.iter().position(|at| rows[*at] == *row);
        slots.push(
            same.map_or_else(|| Slot::New(row.clone()), |at| Slot::Old(gone.swap_remove(at))),
        );
    }
    Verdict::Write { slots, retire: retired }
}
