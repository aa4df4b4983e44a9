//! Files on their way to a name: written whole, then renamed or removed.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Keep, Replacement};
use crate::fault::unbroken;
use crate::fs::{Fs, NodeKind, Stat};
use crate::read::Content;
use crate::site::Site;
use crate::store::FsStore;

/// What a step before the renames answered: the state is the one before.
pub(super) struct NotApplied {
    pub(super) error: io::Error,
    pub(super) operation: &'static str,
}

/// Temporaries of one replacement. What is still there at its end is removed.
pub(super) struct Temporaries<'s, F: Fs> {
    pub(super) store: &'s FsStore<F>,
    pub(super) paths: Vec<PathBuf>,
}

impl<F: Fs> Temporaries<'_, F> {
    /// A name nobody can foresee.
    fn name(&mut self, site: &Site, home: &Path) -> PathBuf {
        let path = site.directory(home).join(format!(".{}.{}", site.store, random_suffix()));
        self.paths.push(path.clone());
        path
    }

    /// Puts bytes in a file of their own and waits for the medium.
    pub(super) fn write(
        &mut self,
        site: &Site,
        home: &Path,
        bytes: &[u8],
        like: Option<&Stat>,
    ) -> Result<PathBuf, NotApplied> {
        let failed = |error| NotApplied { error, operation: "writing" };
        let fs = &self.store.fs;
        let (path, mut file) = loop {
            let path = self.name(site, home);
            match unbroken(|| fs.create(&path, like)) {
                Ok(file) => break (path, file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    // Somebody else's, against all odds.
                    self.paths.pop();
                }
                Err(error) => return Err(failed(error)),
            }
        };
        self.store.fill(&mut file, bytes).map_err(failed)?;
        Ok(path)
    }

    /// A file with the old bytes, ready to become the backup; nothing when there is none to be made.
    ///
    /// The old file itself gets a second name where it can, which costs no copy and no sync of one.
    pub(super) fn back_up(
        &mut self,
        replacement: &Replacement<'_, F::File>,
    ) -> Result<Option<PathBuf>, NotApplied> {
        let Replacement { site, home, old, backup, .. } = replacement;
        let Some(old) = old.as_ref().filter(|_| *backup == Keep::Backup) else { return Ok(None) };
        let failed = |error| NotApplied { error, operation: "backing up" };
        let fs = &self.store.fs;
        let present = match unbroken(|| fs.lstat(&site.beside(home, ".bak"))) {
            Ok(stat) => Some(stat),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        if present.is_some_and(|stat| stat.kind == NodeKind::Directory) {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        if present.is_some_and(|stat| stat.is_same_file(&old.stat)) {
            // A replacement cut off between its renames left the store as its own backup.
            return Ok(None);
        }
        if let Some(path) = self.link(site, home, old) {
            return Ok(Some(path));
        }
        let like = present.filter(|stat| stat.kind == NodeKind::File).unwrap_or(old.stat);
        self.write(site, home, &old.bytes, Some(&like)).map(Some).map_err(|step| failed(step.error))
    }

    /// A second name for the old file, if that file is still the one that was read and its bytes are on the medium.
    fn link(&mut self, site: &Site, home: &Path, old: &Content<F::File>) -> Option<PathBuf> {
        let fs = &self.store.fs;
        unbroken(|| fs.sync(&old.file)).ok()?;
        let path = self.name(site, home);
        unbroken(|| fs.link(&site.file(home), &path)).ok()?;
        let linked = unbroken(|| fs.lstat(&path)).ok()?;
        linked.is_unmoved(&old.stat).then_some(path)
    }
}

impl<F: Fs> Drop for Temporaries<'_, F> {
    fn drop(&mut self) {
        for path in &self.paths {
            // Renamed ones are gone; the others are swept by the next writer if they cannot be removed now.
            let _ = self.store.fs.remove(path);
        }
    }
}

/// Whether a name is that of a temporary of a store: `.<store>.<suffix>`, and never that of a store or a side file, whose names go on with a dot.
pub(super) fn is_temporary(name: &str, store: &str) -> bool {
    let suffix = name.strip_prefix('.').and_then(|rest| rest.strip_prefix(store));
    let suffix = suffix.and_then(|rest| rest.strip_prefix('.')).unwrap_or_default();
    !suffix.is_empty() && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Sixteen hex digits from the randomness the system gives this process.
fn random_suffix() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    hasher.write_u32(std::process::id());
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-34: a temporary is none of the store's side files, nor another store's.
    #[test]
    fn temporaries() {
        let store = "dev.json";
        assert!(is_temporary(&format!(".{store}.{}", random_suffix()), store));
        assert!(is_temporary(".dev.json.a-Z9", store));
        for name in [
            "dev.json",
            "dev.json.bak",
            "dev.json.guard",
            ".dev.json",
            ".dev.json.",
            ".dev.json.bak.x1",
            ".dev.json.retired.json",
            ".dev.json_x",
            ".dev.json-0123",
            ".dev2.json.x1",
            "..dev.json.x1",
        ] {
            assert!(!is_temporary(name, store), "{name}");
        }
        assert_ne!(random_suffix(), random_suffix());
    }
}
