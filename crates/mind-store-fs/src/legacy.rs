//! Locks of the predecessor: looked at, never written or removed.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mind_core::error::{Error, StoreFault};

use crate::fault::{error_at, fault, unbroken};
use crate::fs::{Fs, NodeKind};
use crate::process;
use crate::site::{LONG_TERM, Site, WORKING};
use crate::store::FsStore;

/// Bytes of such a lock that are read.
const CONTENT_LIMIT: u64 = 1_024;
/// A process that started this much after the lock was written is another one with the same number, in milliseconds.
const START_MARGIN: i64 = 2_000;
/// What the names of the predecessor's transaction locks end in.
pub(crate) const TRANSACTION_LOCK: &str = ".memory-transaction.lock";

/// What a lock of the predecessor says about its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegacyLock {
    /// It is held, or there is no telling.
    Held,
    /// Its holder has ended.
    Stale,
}

impl<F: Fs> FsStore<F> {
    /// Refuses while the predecessor holds the store or, within a transaction, any store's transaction.
    pub(crate) fn check_legacy(
        &self,
        site: &Site,
        home: &Path,
        in_transaction: bool,
    ) -> Result<(), Error> {
        let mut paths = vec![site.beside_store(home, ".lock")];
        if in_transaction {
            paths.extend(self.legacy_transactions(site, home)?);
        }
        for path in &paths {
            if self.legacy_lock(site, path)? == Some(LegacyLock::Held) {
                return Err(error_at(StoreFault::BusyLegacy, &site.label, path));
            }
        }
        Ok(())
    }

    /// The predecessor's transaction locks in a home.
    pub(crate) fn legacy_transactions(
        &self,
        site: &Site,
        home: &Path,
    ) -> Result<Vec<PathBuf>, Error> {
        let mut found = Vec::new();
        for parts in [LONG_TERM, WORKING] {
            let directory = parts.iter().fold(home.to_owned(), |path, part| path.join(part));
            let names = match unbroken(|| self.fs.list(&directory)) {
                Ok(names) => names,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => {
                    let fault = fault(&error, "looking for locks");
                    return Err(error_at(fault, &site.label, &directory));
                }
            };
            let locks = names.iter().filter_map(|name| name.to_str());
            let locks = locks.filter(|name| name.ends_with(TRANSACTION_LOCK));
            found.extend(locks.map(|name| directory.join(name)));
        }
        found.sort();
        Ok(found)
    }

    /// What stands at the name of such a lock, if anything.
    pub(crate) fn legacy_lock(
        &self,
        site: &Site,
        path: &Path,
    ) -> Result<Option<LegacyLock>, Error> {
        let Some(stat) = self.stat(path, &site.label)? else { return Ok(None) };
        let content = || {
            let mut bytes = Vec::new();
            let mut file = unbroken(|| self.fs.open(path)).ok()?;
            unbroken(|| self.fs.read(&mut file, CONTENT_LIMIT + 1, &mut bytes)).ok()?;
            (bytes.len() as u64 <= CONTENT_LIMIT).then_some(bytes)
        };
        let bytes = if stat.kind == NodeKind::File { content() } else { None };
        let written = stat.modified / 1_000_000;
        let stale =
            bytes.and_then(|bytes| holder(&bytes)).is_some_and(|pid| has_ended(pid, written));
        Ok(Some(if stale { LegacyLock::Stale } else { LegacyLock::Held }))
    }
}

/// The process of this machine that a lock names, written `host:pid-n`.
fn holder(bytes: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(bytes).ok()?.trim_ascii_end();
    let (host, rest) = text.rsplit_once(':')?;
    let (pid, count) = rest.split_once('-')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let own = !host.is_empty() && host == process::host_name();
    (own && digits(pid) && digits(count)).then(|| pid.parse().ok())?
}

fn has_ended(pid: u32, written: i64) -> bool {
    let later = |start: i64| start > written.saturating_add(START_MARGIN);
    !process::is_alive(pid) || process::started_at(pid).is_some_and(later)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-45: only a lock of this very form, on this host, names a process.
    #[test]
    fn holders() {
        let host = process::host_name();
        let named = |text: String| holder(text.as_bytes());
        assert_eq!(named(format!("{host}:4242-1")), Some(4_242));
        assert_eq!(named(format!("{host}:4242-1\n")), Some(4_242));
        for text in ["elsewhere.example:4242-1", ":4242-1", "4242-1", ""] {
            assert_eq!(named(text.to_owned()), None, "{text:?}");
        }
        for rest in ["", ":", ":4242", ":-1", ":4242-", ":42a-1", ":4242-x", ":99999999999-1"] {
            assert_eq!(named(format!("{host}{rest}")), None, "{rest:?}");
        }
    }
}
