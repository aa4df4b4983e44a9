//! Who shows the reminders of a project: one session at a time, by a lock beside the backlog (D-5).

use std::io::ErrorKind;

use mind_core::error::Error;
use mind_core::scope::Project;

use crate::fault::{error_at, fault, unbroken};
use crate::fs::{Fs, RealFs};
use crate::legacy::LegacyLock;
use crate::site::Site;
use crate::store::FsStore;

/// The right to show a project's reminders; it ends with this value, and with the process.
#[derive(Debug)]
pub struct WakeHold<T = <RealFs as Fs>::File> {
    _guard: T,
}

/// Who shows the reminders of a project.
#[derive(Debug)]
pub enum WakeAnswer<T = <RealFs as Fs>::File> {
    /// Whoever asked, as long as this is held.
    Held(WakeHold<T>),
    /// Another process.
    Busy,
    /// The predecessor, on this machine.
    Legacy,
    /// Nobody: nothing was ever put off in this home, so there is nothing to lock beside.
    Nothing,
}

impl<F: Fs> FsStore<F> {
    /// Asks for the right to show a project's reminders, without waiting. It touches no store, and makes nothing but the lock target in a directory that is there.
    ///
    /// # Errors
    /// `store.path_unsafe`, `store.lock_unsupported`, `store.read_only`, `store.io`.
    pub fn wake(&self, project: &Project) -> Result<WakeAnswer<F::File>, Error> {
        let site = Site::of_backlog(project);
        let home = match self.fs.resolve(&self.home) {
            Ok(home) => home,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(WakeAnswer::Nothing),
            Err(error) => {
                return Err(error_at(fault(&error, "finding the home"), &site.label, &self.home));
            }
        };
        if self.stat(&site.directory(&home), &site.label)?.is_none() {
            return Ok(WakeAnswer::Nothing);
        }
        let predecessor = site.beside(&home, ".wakeowner");
        if self.legacy_lock(&site, &predecessor)? == Some(LegacyLock::Held) {
            return Ok(WakeAnswer::Legacy);
        }
        let guard = site.beside(&home, ".wake.guard");
        let failed = |error: &std::io::Error| {
            error_at(fault(error, "asking for reminders"), &site.label, &guard)
        };
        let file = unbroken(|| self.fs.open_guard(&guard)).map_err(|error| failed(&error))?;
        match unbroken(|| self.fs.try_lock(&file)) {
            Ok(true) => Ok(WakeAnswer::Held(WakeHold { _guard: file })),
            Ok(false) => Ok(WakeAnswer::Busy),
            Err(error) => Err(failed(&error)),
        }
    }
}
