//! One setup of a host at a time.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mind_store_fs::{Fs as _, NodeKind, RealFs};

use super::durable;
use super::fault::{HostFault, Misfit};

/// The name of a lock, which is there while it is held.
const LOCK: &str = ".mind-setup.lock";
/// How long another setup is waited for; it takes a fraction of a second.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

/// The right to change the files of a host; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    _guard: File,
}

impl Lock {
    /// Takes the lock in a directory, which is made where there is none.
    pub(super) fn take(directory: &Path) -> Result<Self, HostFault> {
        Self::take_within(PATIENCE, directory)
    }

    pub(super) fn take_within(patience: Duration, directory: &Path) -> Result<Self, HostFault> {
        let path = directory.join(LOCK);
        let unwritable = |error: std::io::Error| HostFault::Unwritable {
            path: path.clone(),
            reason: error.kind(),
            done: Vec::new(),
        };
        durable::make_directories(directory).map_err(unwritable)?;
        let end = Instant::now() + patience;
        loop {
            let guard = durable::open_guard(&path).map_err(unwritable)?;
            let own = RealFs.fstat(&guard).map_err(unwritable)?;
            if own.kind != NodeKind::File {
                return Err(HostFault::Config { path, misfit: Misfit::NotAFile });
            }
            // A file system without locks has one user who waits for each call to end.
            let held = RealFs.try_lock(&guard).unwrap_or(true);
            // The holder before has taken the name away, and a lock on a nameless file excludes nobody.
            let named = durable::state(&path).map_err(unwritable)?;
            if held && named.is_some_and(|named| named.is_same_file(&own)) {
                return Ok(Self { path, _guard: guard });
            }
            if Instant::now() > end {
                return Err(HostFault::Busy { path });
            }
            if !held {
                std::thread::sleep(PAUSE);
            }
        }
    }

    /// Whether it is the lock in this directory.
    pub(super) fn is_in(&self, directory: &Path) -> bool {
        self.path.parent() == Some(directory)
    }

    /// Whether a call holds the lock in a directory, or was killed while it did.
    pub(super) fn stands(directory: &Path) -> bool {
        matches!(durable::state(&directory.join(LOCK)), Ok(Some(_)))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        durable::discard(&self.path);
    }
}
