//! Bringing one source in: its rows read, given their present ids and owners, and merged in one change.

use mind_core::backlog::BacklogItem;
use mind_core::error::{Error, StoreFault};
use mind_core::fact::{Fact, backlog_id, content_id};
use mind_core::import::{Tally, merge_backlog, merge_facts};
use mind_core::port::{Decision, Edits, Expect, Record};
use mind_core::scope::Segment;

use super::source::Source;
use super::{ImportMode, ImportReport, Pass};
use crate::change::Job;
use crate::format::{Foreign, Names, Row, Shape};
use crate::fs::Fs;
use crate::lock::Wait;
use crate::store::FsStore;
use crate::transaction::{FsTransaction, verdict};

impl<F: Fs> FsStore<F> {
    /// Brings one source in, or says what it would bring.
    pub(super) fn bring(
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
                    let live = fact.is_live(pass.now);
                    (&mut fact.persona, live)
                });
                let merge = |held: &[Fact]| {
                    let over = |fact: &Fact| !fact.is_live(pass.now);
                    take_along(merge_facts(held, &rows, tier), held, over)
                };
                self.merge(source, &file.names, transaction, pass, report, merge)
            }
            Shape::Backlog => {
                let file = self.foreign::<BacklogItem>(source, report)?;
                let rows = renew(file.rows, pass, report, |item| {
                    item.id = backlog_id(item.text.as_str(), &item.tags);
                    let live = item.is_live(pass.now);
                    (&mut item.persona, live)
                });
                let merge = |held: &[BacklogItem]| {
                    let over = |item: &BacklogItem| !item.is_live(pass.now);
                    take_along(merge_backlog(held, &rows), held, over)
                };
                self.merge(source, &file.names, None, pass, report, merge)
            }
            Shape::Retired(_) | Shape::History(_) | Shape::Manifest => Ok(()),
        }
    }

    /// Merges rows into the destination of a source, in one change.
    fn merge<T: Row + Record>(
        &self,
        source: &Source,
        names: &Names,
        transaction: Option<&mut FsTransaction<'_, F>>,
        pass: Pass<'_>,
        report: &mut ImportReport,
        merge: impl Fn(&[T]) -> (Edits<T>, Tally),
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
}

/// A merge that changes something takes expired rows along, as every change does (D-60).
fn take_along<T: Record>(
    (mut edits, tally): (Edits<T>, Tally),
    held: &[T],
    is_over: impl Fn(&T) -> bool,
) -> (Edits<T>, Tally) {
    if !edits.is_empty() {
        let over = (0..held.len()).filter(|row| is_over(&held[*row]));
        over.for_each(|row| edits.remove(row));
    }
    (edits, tally)
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
