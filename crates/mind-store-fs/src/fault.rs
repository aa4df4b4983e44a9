//! From what a file system answers to what a store answers.

use std::io::{self, ErrorKind};
use std::path::Path;

use mind_core::error::{Error, StoreError, StoreFault};

/// The fault an error of the system stands for; `operation` is what was being done, for messages.
pub(crate) fn fault(error: &io::Error, operation: &'static str) -> StoreFault {
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            StoreFault::ReadOnly { operation }
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            StoreFault::NoSpace { operation }
        }
        ErrorKind::IsADirectory | ErrorKind::NotADirectory => StoreFault::PathUnsafe,
        _ if is_link_refused(error) => StoreFault::PathUnsafe,
        _ => StoreFault::Io { operation, reason: error.to_string() },
    }
}

/// The error of a place at a path.
pub(crate) fn error_at(fault: StoreFault, label: &str, path: &Path) -> Error {
    StoreError::new(fault, &label).at(path).into()
}

/// Repeats a step that a signal cut short.
pub(crate) fn unbroken<T>(mut step: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match step() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// Whether the system would have had to follow a link.
#[cfg(unix)]
fn is_link_refused(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_link_refused(_: &io::Error) -> bool {
    false
}
