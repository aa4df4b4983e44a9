//! Snapshots kept while the bytes they were read from have not changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use mind_core::error::{Error, StoreFault, StoreWarning};
use mind_core::port::Snapshot;

use crate::fault::error_at;
use crate::format::{Document, Names, Row, digest};
use crate::fs::{Fs, NodeKind, Stat};
use crate::read::{Content, Sight, State, Unread};
use crate::site::Site;
use crate::store::FsStore;

/// A change time must be this old for its equality to mean that nothing changed since, in nanoseconds.
const SETTLED: i64 = 2_000_000_000;

/// Snapshots kept at most; a server sees a handful of places.
const KEPT: usize = 64;

/// The snapshots of one kind of row, by file.
#[derive(Debug)]
pub(crate) struct Cache<T> {
    kept: Mutex<BTreeMap<PathBuf, Kept<T>>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

#[derive(Debug)]
struct Kept<T> {
    snapshot: Arc<Snapshot<T>>,
    stat: Stat,
    /// Whether an equal change time proves that the bytes are the same.
    settled: bool,
    names: Names,
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self { snapshot: Arc::clone(&self.snapshot), names: self.names.clone(), ..*self }
    }
}

impl<T> Cache<T> {
    fn find(&self, path: &Path) -> Option<Kept<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    fn keep(&self, path: PathBuf, kept: Kept<T>) {
        let mut all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT && !all.contains_key(&path) {
            all.clear();
        }
        all.insert(path, kept);
    }
}

impl<F: Fs> FsStore<F> {
    /// The rows of a site for a pure read.
    pub(crate) fn view<T: Row>(
        &self,
        site: &Site,
        cache: &Cache<T>,
    ) -> Result<Arc<Snapshot<T>>, Error> {
        let Some(home) = self.reachable(site)? else { return Ok(Arc::new(Snapshot::absent())) };
        let path = site.file(&home);
        let has_backup = self.has_backup(site, &home)?;
        let kept = cache.find(&path).filter(|kept| kept.snapshot.has_backup == has_backup);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.settled) {
            let stat = self.stat(&path, &site.label)?;
            if stat == Some(kept.stat) {
                site.check_recorded(&kept.names)?;
                return Ok(Arc::clone(&kept.snapshot));
            }
        }
        let content = self.content(site, &path)?;
        let Some(Content { bytes, stat, .. }) = content else {
            let sight = self.sight(site, &home, None)?;
            return recovered(site, &path, sight, has_backup).map(Arc::new);
        };
        let settled = stat.changed.is_some_and(|at| self.fs.now().saturating_sub(at) >= SETTLED);
        let is_same = |kept: &Kept<T>| {
            kept.stat.is_unmoved(&stat) && kept.snapshot.fingerprint == digest(&bytes)
        };
        if let Some(mut kept) = kept.filter(is_same) {
            (kept.stat, kept.settled) = (stat, settled);
            site.check_recorded(&kept.names)?;
            let snapshot = Arc::clone(&kept.snapshot);
            cache.keep(path, kept);
            return Ok(snapshot);
        }
        let sight = self.sight(site, &home, Some(bytes))?;
        if sight.state != State::Whole {
            return recovered(site, &path, sight, has_backup).map(Arc::new);
        }
        let names = sight.document.names.clone();
        let snapshot = Arc::new(snapshot(sight.document, has_backup, &path));
        let kept = Kept { snapshot, stat, settled, names };
        cache.keep(path, kept.clone());
        Ok(kept.snapshot)
    }

    /// The rows of a site for a caller who wants exactly what is there.
    pub(crate) fn strict_view<T: Row>(&self, site: &Site) -> Result<Snapshot<T>, Error> {
        let Some(home) = self.reachable(site)? else { return Ok(Snapshot::absent()) };
        let path = site.file(&home);
        let has_backup = self.has_backup(site, &home)?;
        let Some(content) = self.content(site, &path)? else {
            return Ok(Snapshot { has_backup, ..Snapshot::absent() });
        };
        match self.parse(site, &path, content.bytes) {
            Ok(document) => Ok(snapshot(document, has_backup, &path)),
            Err(Unread::Refused(error)) => Err(error),
            Err(Unread::Damaged(_)) => Err(error_at(StoreFault::Corrupt, &site.label, &path)),
        }
    }

    pub(crate) fn has_backup(&self, site: &Site, home: &Path) -> Result<bool, Error> {
        let stat = || self.stat(&site.beside(home, ".bak"), &site.label);
        Ok(site.is_store() && stat()?.is_some_and(|stat| stat.kind == NodeKind::File))
    }
}

/// The answer for a store that is missing or damaged: what its backup says.
fn recovered<T: Row>(
    site: &Site,
    path: &Path,
    sight: Sight<T>,
    has_backup: bool,
) -> Result<Snapshot<T>, Error> {
    if sight.is_corrupt() {
        return Err(error_at(StoreFault::Corrupt, &site.label, path));
    }
    if !sight.is_recovered() {
        return Ok(Snapshot::absent());
    }
    let mut snapshot = snapshot(sight.document, has_backup, path);
    snapshot.warnings.insert(0, StoreWarning::Recovered { path: path.to_owned() });
    Ok(snapshot)
}

fn snapshot<T>(document: Document<T>, has_backup: bool, path: &Path) -> Snapshot<T> {
    let count = document.invalid.len();
    let warning = || StoreWarning::InvalidRows { path: path.to_owned(), count };
    Snapshot {
        rows: document.rows,
        sequence: document.sequence,
        fingerprint: document.fingerprint,
        bytes: document.bytes.len() as u64,
        has_backup,
        warnings: (count > 0).then(warning).into_iter().collect(),
        invalid: document.invalid,
    }
}
