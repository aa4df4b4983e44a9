//! Configuration files on the disk: read whole, replaced whole, and never the link instead of the file.

use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::durable;
use super::fault::Misfit;

/// Bytes a configuration file may have; the largest known ones have some megabytes.
const LIMIT: u64 = 32 << 20;
/// What some editors put at the beginning of a file.
const MARK: &str = "\u{feff}";

/// A configuration file as it is now.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The file itself, behind whatever links lead to it.
    target: PathBuf,
    /// What it holds; nothing when it is not there.
    bytes: Option<Vec<u8>>,
}

impl Found {
    /// Reads the file a path leads to.
    pub(crate) fn read(path: &Path) -> Result<Self, Misfit> {
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) if is_missing(&error) && fs::symlink_metadata(path).is_err() => {
                return Ok(Self { target: path.to_owned(), bytes: None });
            }
            // A link that leads nowhere, or in a circle.
            Err(_) if fs::symlink_metadata(path).is_ok() => return Err(Misfit::NotAFile),
            Err(error) => return Err(Misfit::Unreadable(error.kind())),
        };
        let unreadable = |error: io::Error| Misfit::Unreadable(error.kind());
        // Asked before it is opened: opening a pipe waits for its other end.
        if !fs::metadata(&target).map_err(unreadable)?.is_file() {
            return Err(Misfit::NotAFile);
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(&target).map_err(unreadable)?;
        file.take(LIMIT + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > LIMIT {
            return Err(Misfit::TooLarge { limit: LIMIT });
        }
        Ok(Self { target, bytes: Some(bytes) })
    }

    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// The text without a byte order mark; empty when there is no file.
    pub(crate) fn text(&self) -> Result<&str, Misfit> {
        let text = std::str::from_utf8(self.bytes().unwrap_or_default());
        let text = text.map_err(|_| Misfit::NotUtf8)?;
        Ok(text.strip_prefix(MARK).unwrap_or(text))
    }

    /// New text as the bytes of this file, with its mark where it has one.
    pub(crate) fn bytes_of(&self, text: &str) -> Vec<u8> {
        let marked = self.bytes().is_some_and(|bytes| bytes.starts_with(MARK.as_bytes()));
        let mark = if marked { MARK } else { "" };
        [mark, text].concat().into_bytes()
    }

    /// Puts new bytes in the file's place, or takes the file away.
    pub(crate) fn replace(&self, bytes: Option<&[u8]>) -> io::Result<()> {
        // A rename would pass over a mark that somebody set on purpose.
        let read_only = |found: fs::Metadata| found.permissions().readonly();
        if fs::metadata(&self.target).is_ok_and(read_only) {
            return Err(ErrorKind::PermissionDenied.into());
        }
        match bytes {
            Some(bytes) => {
                durable::write(&self.target, bytes, durable::state(&self.target)?.as_ref())
            }
            None => durable::remove(&self.target),
        }
    }

    /// Writes the bytes a file has now beside the path it is known by.
    pub(crate) fn back_up(&self, backup: &Path) -> io::Result<()> {
        let Some(bytes) = self.bytes() else { return Ok(()) };
        durable::write(backup, bytes, durable::state(&self.target)?.as_ref())
    }
}

/// Where the backup of a file stands.
pub(crate) fn backup_of(path: &Path) -> PathBuf {
    named_after(path, ".before-mind")
}

/// Where a file stands as it was before our entries were cut out of it.
pub(crate) fn removed_from(path: &Path) -> PathBuf {
    named_after(path, ".with-mind")
}

fn named_after(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
