//! Configuration files on the disk: read whole, replaced whole, and never the link instead of the file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use mind_store_fs::{Fs as _, NodeKind, RealFs};

use super::durable::{self, is_missing};
use super::fault::Misfit;

/// Bytes a configuration file may have; the largest known ones have some megabytes.
const LIMIT: u64 = 32 << 20;
/// What some editors put at the beginning of a file.
const MARK: &str = "\u{feff}";

/// A configuration file as it is now.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The file itself, behind whatever links lead to it.
    target: PathBuf,
    /// What it holds; nothing when it is not there.
    bytes: Option<Vec<u8>>,
}

impl Found {
    /// Reads the file a path leads to.
    pub(super) fn read(path: &Path) -> Result<Self, Misfit> {
        match fs::canonicalize(path) {
            Ok(target) => Self::plain(&target),
            Err(error) if is_missing(&error) && fs::symlink_metadata(path).is_err() => {
                Ok(Self::absent(path))
            }
            // A link that leads nowhere, or in a circle.
            Err(_) if fs::symlink_metadata(path).is_ok() => Err(Misfit::NotAFile),
            Err(error) => Err(Misfit::Unreadable(error.kind())),
        }
    }

    /// Reads the file of this very name, which is no link.
    pub(super) fn plain(path: &Path) -> Result<Self, Misfit> {
        let unreadable = |error: io::Error| Misfit::Unreadable(error.kind());
        let is_file = |kind| if kind == NodeKind::File { Ok(()) } else { Err(Misfit::NotAFile) };
        let mut found = Self::absent(path);
        // Asked before it is opened, and once more when it is: opening a device may do something.
        let Some(stat) = durable::state(path).map_err(unreadable)? else { return Ok(found) };
        is_file(stat.kind)?;
        let mut file = match RealFs.open(path) {
            Err(error) if is_missing(&error) => return Ok(found),
            opened => opened.map_err(unreadable)?,
        };
        is_file(RealFs.fstat(&file).map_err(unreadable)?.kind)?;
        let mut bytes = Vec::new();
        RealFs.read(&mut file, LIMIT + 1, &mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > LIMIT {
            return Err(Misfit::TooLarge { limit: LIMIT });
        }
        found.bytes = Some(bytes);
        Ok(found)
    }

    /// Nothing, where a file could be.
    pub(super) fn absent(path: &Path) -> Self {
        Self { target: path.to_owned(), bytes: None }
    }

    /// The file itself.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    pub(super) fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// The text without a byte order mark; empty when there is no file.
    pub(super) fn text(&self) -> Result<&str, Misfit> {
        let text = std::str::from_utf8(self.bytes().unwrap_or_default());
        let text = text.map_err(|_| Misfit::NotUtf8)?;
        Ok(text.strip_prefix(MARK).unwrap_or(text))
    }

    /// New text as the bytes of this file, with its mark where it has one.
    pub(super) fn bytes_of(&self, text: &str) -> Vec<u8> {
        let marked = self.bytes().is_some_and(|bytes| bytes.starts_with(MARK.as_bytes()));
        let mark = if marked { MARK } else { "" };
        [mark, text].concat().into_bytes()
    }

    /// Puts new bytes in the file's place, or takes the file away.
    pub(super) fn replace(&self, bytes: Option<&[u8]>) -> io::Result<()> {
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

    /// Writes the bytes a file has now under another name, unless they stand there already.
    pub(super) fn back_up(&self, copy: &Path) -> io::Result<()> {
        let Some(bytes) = self.bytes() else { return Ok(()) };
        if Self::plain(copy).is_ok_and(|copy| copy.bytes() == Some(bytes)) {
            return Ok(());
        }
        durable::write(copy, bytes, durable::state(&self.target)?.as_ref())
    }
}
