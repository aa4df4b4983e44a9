//! The file-system seam: every step the store takes on a disk, one at a time.
//!
//! The steps are as fine as the crashes between them, so that a simulation of a disk runs the very protocol a real one does.

mod real;

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use real::RealFs;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, a fifo, a socket or a device.
    Other,
}

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: NodeKind,
    /// The device it is on; zero where there is no such number.
    pub device: u64,
    /// Its number on the device; zero where there is no such number.
    pub inode: u64,
    /// Its size in bytes.
    pub size: u64,
    /// When its content was last changed, in nanoseconds since the epoch; a program can set it back.
    pub modified: i64,
    /// When anything about it was last changed, in nanoseconds since the epoch; `None` where the system does not say.
    pub changed: Option<i64>,
    /// Its permission bits; zero where there are none.
    pub mode: u32,
    /// Its owner and group; zero where there are none.
    pub owner: (u32, u32),
}

impl Stat {
    /// Whether both are the same file, whatever has become of its content.
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.kind, self.device, self.inode) == (other.kind, other.device, other.inode)
    }

    /// Whether both are the same file with, to all appearance, the same content.
    pub fn is_unmoved(&self, other: &Self) -> bool {
        self.is_same_file(other) && (self.size, self.modified) == (other.size, other.modified)
    }
}

/// One rename within a directory.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// The name that goes.
    pub from: &'a Path,
    /// The name that is given, in place of whatever bore it.
    pub to: &'a Path,
}

/// A replacement that did not come to its end.
#[derive(Debug)]
pub struct Halted {
    /// How many renames were done; all of them when only the directory's own sync failed.
    pub moved: usize,
    /// What the next step answered.
    pub error: io::Error,
}

/// A file system, as far as the store needs one.
///
/// No method follows a symbolic link in the last component of a path, but for [`Fs::resolve`]. Errors are those of the system; none is retried here, so a caller sees `Interrupted` and short writes.
pub trait Fs: fmt::Debug + Send + Sync {
    /// An open file.
    type File: fmt::Debug + Send + Sync;

    /// The absolute path with every link resolved.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// What a name stands for; a link is a link.
    fn lstat(&self, path: &Path) -> io::Result<Stat>;

    /// Opens a file for reading, without waiting for the other end of a fifo.
    fn open(&self, path: &Path) -> io::Result<Self::File>;

    /// What an open file is now.
    fn fstat(&self, file: &Self::File) -> io::Result<Stat>;

    /// Appends what is left of the file to `into`, at most `limit` bytes.
    fn read(&self, file: &mut Self::File, limit: u64, into: &mut Vec<u8>) -> io::Result<()>;

    /// Makes a new file for writing: 0600 less the umask, or with the mode and, as far as permitted, the owner of `like`. Fails when the name is taken.
    fn create(&self, path: &Path, like: Option<&Stat>) -> io::Result<Self::File>;

    /// Writes some of the bytes at the end of the file; the answer says how many.
    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until the file's content is on the medium. A file opened for reading may be synced too, where the system allows it.
    fn sync(&self, file: &Self::File) -> io::Result<()>;

    /// Does the renames in order, all within `directory`, and then waits until the directory itself is on the medium. The two are one operation, so that no caller can forget the second; with no renames it is the second alone.
    fn replace(&self, directory: &Path, moves: &[Move<'_>]) -> Result<(), Halted>;

    /// Gives a file a second name, which must be free. It lasts from the next [`Fs::replace`] in its directory.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a name away.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes a directory, 0700 less the umask, and waits until its name is on the medium.
    fn make_directory(&self, path: &Path) -> io::Result<()>;

    /// The names in a directory, in no order.
    fn list(&self, path: &Path) -> io::Result<Vec<OsString>>;

    /// Opens a lock target for reading and writing, and makes it, empty and 0600, where there is none.
    fn open_guard(&self, path: &Path) -> io::Result<Self::File>;

    /// Takes the exclusive advisory lock of an open lock target, or answers false when another holds it. The lock ends when the file is dropped.
    fn try_lock(&self, file: &Self::File) -> io::Result<bool>;

    /// Puts bytes in a file that nothing depends on: made or emptied first, not synced, whole or not.
    fn scribble(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// The present time in nanoseconds since the epoch, by the clock that [`Stat::changed`] is told in.
    fn now(&self) -> i64;
}
