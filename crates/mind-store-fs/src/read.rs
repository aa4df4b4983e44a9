//! Reading a file whole or not at all, and what its bytes amount to.

use std::io::{self, ErrorKind};
use std::path::Path;

use mind_core::error::{Error, StoreFault};
use mind_core::port::Fingerprint;

use crate::fault::{error_at, fault, unbroken};
use crate::format::{Damage, Document, Row, Shape, VERSION, digest};
use crate::fs::{Fs, NodeKind, Stat};
use crate::limits::Bounds;
use crate::site::Site;
use crate::store::FsStore;

/// Times a read is tried again when the file changed under it. More than the contract's 3 (D-20): on a busy machine rivals that keep replacing a file can win four times in a row, and a reader must not see that.
const REPEATS: usize = 31;

/// Bytes a list of retired rows is kept within.
pub(crate) const RETIRED_BYTES: u64 = 1 << 20;

/// The bytes of a file, all read from one state of it.
#[derive(Debug)]
pub(crate) struct Content<H> {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stat: Stat,
    pub(crate) file: H,
}

/// What stands in the place of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing.
    Absent,
    /// A store.
    Whole,
    /// Bytes that are no store.
    Damaged,
}

/// What stands in the place of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backup {
    /// Nothing, or a link, which is no backup.
    Absent,
    /// A store.
    Whole,
    /// Bytes that are no store.
    Damaged,
    /// It was not looked at, because the store itself is whole.
    Unread,
}

/// A place as one look found it.
#[derive(Debug)]
pub(crate) struct Sight<T> {
    pub(crate) state: State,
    pub(crate) backup: Backup,
    /// The rows: the store's, or the backup's, or none.
    pub(crate) document: Document<T>,
    /// The bytes of a damaged store.
    damaged: Vec<u8>,
}

impl<T> Sight<T> {
    /// The bytes in the store's place.
    pub(crate) fn live(&self) -> Option<&[u8]> {
        match self.state {
            State::Absent => None,
            State::Whole => Some(&self.document.bytes),
            State::Damaged => Some(&self.damaged),
        }
    }

    /// Whether the rows are those of a backup.
    pub(crate) fn is_recovered(&self) -> bool {
        self.backup == Backup::Whole
    }

    /// Whether something is lost that no backup brings back.
    pub(crate) fn is_corrupt(&self) -> bool {
        match self.state {
            State::Whole => false,
            State::Damaged => self.backup != Backup::Whole,
            State::Absent => self.backup == Backup::Damaged,
        }
    }

    /// The digest of the bytes in the store's place.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        match self.state {
            State::Absent => Fingerprint::Absent,
            State::Whole => self.document.fingerprint,
            State::Damaged => digest(&self.damaged),
        }
    }
}

impl<F: Fs> FsStore<F> {
    /// Looks at a site in a home: the store, and the backup where the store is not whole.
    pub(crate) fn look<T: Row>(&self, site: &Site, home: &Path) -> Result<Sight<T>, Error> {
        let content = self.content(site, &site.file(home))?;
        self.sight(site, home, content.map(|content| content.bytes))
    }

    /// What the bytes in the store's place amount to.
    pub(crate) fn sight<T: Row>(
        &self,
        site: &Site,
        home: &Path,
        live: Option<Vec<u8>>,
    ) -> Result<Sight<T>, Error> {
        let (state, damaged) = match live.map(|bytes| self.parse(site, &site.file(home), bytes)) {
            None => (State::Absent, Vec::new()),
            Some(Ok(document)) => {
                let backup = Backup::Unread;
                return Ok(Sight { state: State::Whole, backup, document, damaged: Vec::new() });
            }
            Some(Err(Unread::Damaged(bytes))) => (State::Damaged, bytes),
            Some(Err(Unread::Refused(error))) => return Err(error),
        };
        let (backup, document) = self.look_at_backup(site, home)?;
        Ok(Sight { state, backup, document, damaged })
    }

    fn look_at_backup<T: Row>(
        &self,
        site: &Site,
        home: &Path,
    ) -> Result<(Backup, Document<T>), Error> {
        let path = site.beside(home, ".bak");
        let kind = self.stat(&path, &site.label)?.map(|stat| stat.kind);
        if !site.is_store() || !matches!(kind, Some(NodeKind::File | NodeKind::Directory)) {
            return Ok((Backup::Absent, Document::empty()));
        }
        let Some(content) = self.content(site, &path)? else {
            return Ok((Backup::Absent, Document::empty()));
        };
        match self.parse(site, &path, content.bytes) {
            Ok(document) => Ok((Backup::Whole, document)),
            Err(Unread::Damaged(_)) => Ok((Backup::Damaged, Document::empty())),
            Err(Unread::Refused(error)) => Err(error),
        }
    }

    /// Reads bytes as the rows of a site.
    pub(crate) fn parse<T: Row>(
        &self,
        site: &Site,
        path: &Path,
        bytes: Vec<u8>,
    ) -> Result<Document<T>, Unread> {
        let Bounds { entries, entries_setting, .. } = self.bounds(site);
        let limit = usize::try_from(entries).unwrap_or(usize::MAX);
        let refused = |fault| Unread::Refused(error_at(fault, &site.label, path));
        let document = Document::parse(bytes, site.shape, limit);
        let document = document.map_err(|(damage, bytes)| match damage {
            Damage::Corrupt => Unread::Damaged(bytes),
            Damage::Newer(found) => refused(StoreFault::NewerVersion { found, supported: VERSION }),
            Damage::TooMany(actual) => refused(StoreFault::TooLarge {
                actual: actual as u64,
                limit: entries,
                unit: "entries",
                setting: entries_setting,
            }),
        })?;
        site.check_recorded(&document.names).map_err(Unread::Refused)?;
        Ok(document)
    }

    /// Reads a file whole: regular, within the limit, unchanged meanwhile.
    pub(crate) fn content(
        &self,
        site: &Site,
        path: &Path,
    ) -> Result<Option<Content<F::File>>, Error> {
        for _ in 0..=REPEATS {
            let Some(seen) = self.stat(path, &site.label)? else { return Ok(None) };
            if seen.kind != NodeKind::File {
                return Err(error_at(StoreFault::PathUnsafe, &site.label, path));
            }
            self.check_size(site, path, seen.size)?;
            let limit = self.byte_limit(site);
            match unbroken(|| self.read_as(path, &seen, limit)) {
                Ok(content) => return Ok(Some(content)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error_at(fault(&error, "reading"), &site.label, path)),
            }
        }
        let reason = "the file keeps changing".to_owned();
        Err(error_at(StoreFault::Io { operation: "reading", reason }, &site.label, path))
    }

    /// Reads the file that `seen` was; `NotFound` when it is another one by now, or changes.
    fn read_as(&self, path: &Path, seen: &Stat, limit: u64) -> io::Result<Content<F::File>> {
        let moved = || io::Error::from(ErrorKind::NotFound);
        let mut file = unbroken(|| self.fs.open(path))?;
        let stat = unbroken(|| self.fs.fstat(&file))?;
        if !stat.is_same_file(seen) || stat.size > limit {
            return Err(moved());
        }
        let mut bytes = Vec::with_capacity(usize::try_from(stat.size).unwrap_or_default() + 1);
        self.fs.read(&mut file, limit + 1, &mut bytes)?;
        let after = unbroken(|| self.fs.fstat(&file))?;
        if !after.is_unmoved(&stat) || bytes.len() as u64 != stat.size {
            return Err(moved());
        }
        Ok(Content { bytes, stat: after, file })
    }

    fn check_size(&self, site: &Site, path: &Path, actual: u64) -> Result<(), Error> {
        let limit = self.byte_limit(site);
        let (unit, setting) = ("bytes", self.bounds(site).bytes_setting);
        if actual <= limit {
            return Ok(());
        }
        let fault = StoreFault::TooLarge { actual, limit, unit, setting };
        Err(error_at(fault, &site.label, path))
    }

    /// A list of retired rows has a limit of its own, which a low setting must not undercut.
    fn byte_limit(&self, site: &Site) -> u64 {
        let limit = self.bounds(site).bytes;
        if matches!(site.shape, Shape::Retired(_)) { limit.max(2 * RETIRED_BYTES) } else { limit }
    }

    /// How large a file may be.
    pub(crate) const fn bounds(&self, site: &Site) -> Bounds {
        match site.shape {
            Shape::History(_) => Bounds::HISTORY,
            _ => Bounds::of(self.limits),
        }
    }
}

/// Why bytes gave no rows.
#[derive(Debug)]
pub(crate) enum Unread {
    /// They are no store; here they are.
    Damaged(Vec<u8>),
    /// They are one that must not be used.
    Refused(Error),
}
