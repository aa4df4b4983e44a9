//! The file system of the machine.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Fs, Halted, Move, NodeKind, Stat};

/// The file system of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealFs;

impl Fs for RealFs {
    type File = File;

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        fs::symlink_metadata(path).map(|metadata| stat(&metadata))
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        platform::careful(OpenOptions::new().read(true)).open(path)
    }

    fn fstat(&self, file: &File) -> io::Result<Stat> {
        file.metadata().map(|metadata| stat(&metadata))
    }

    fn read(&self, file: &mut File, limit: u64, into: &mut Vec<u8>) -> io::Result<()> {
        file.take(limit).read_to_end(into).map(|_| ())
    }

    fn create(&self, path: &Path, like: Option<&Stat>) -> io::Result<File> {
        let mut options = OpenOptions::new();
        let file = platform::private(options.write(true).create_new(true)).open(path)?;
        if let Some(like) = like {
            platform::liken(&file, like)?;
        }
        Ok(file)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn replace(&self, directory: &Path, moves: &[Move<'_>]) -> Result<(), Halted> {
        for (moved, step) in moves.iter().enumerate() {
            platform::rename(step.from, step.to).map_err(|error| Halted { moved, error })?;
        }
        platform::sync_directory(directory).map_err(|error| Halted { moved: moves.len(), error })
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn make_directory(&self, path: &Path) -> io::Result<()> {
        platform::make_directory(path)?;
        path.parent().map_or(Ok(()), platform::sync_directory)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
    }

    fn open_guard(&self, path: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        platform::careful(platform::private(&mut options)).open(path)
    }

    fn try_lock(&self, file: &File) -> io::Result<bool> {
        match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn scribble(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        platform::careful(platform::private(&mut options)).open(path)?.write_all(bytes)
    }

    fn now(&self) -> i64 {
        nanoseconds(SystemTime::now())
    }
}

fn stat(metadata: &Metadata) -> Stat {
    let kind = match metadata.file_type() {
        kind if kind.is_file() => NodeKind::File,
        kind if kind.is_dir() => NodeKind::Directory,
        _ => NodeKind::Other,
    };
    platform::stat(kind, metadata)
}

fn nanoseconds(time: SystemTime) -> i64 {
    let saturated = |span: u128| i64::try_from(span).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => saturated(since.as_nanos()),
        Err(before) => -saturated(before.duration().as_nanos()),
    }
}

#[cfg(unix)]
mod platform {
    use std::fs::DirBuilder;
    use std::os::unix::fs::{
        DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown,
    };

    use rustix::fs::OFlags;

    use super::{File, Metadata, NodeKind, OpenOptions, Path, Stat, fs, io};

    /// Neither a link followed nor a fifo waited for.
    pub(super) fn careful(options: &mut OpenOptions) -> &mut OpenOptions {
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
        options.custom_flags(flags.cast_signed())
    }

    pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
        options.mode(0o600)
    }

    /// The mode exactly, whatever the umask; the owner only where the caller may give files away.
    pub(super) fn liken(file: &File, like: &Stat) -> io::Result<()> {
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != like.owner {
            let (user, group) = like.owner;
            // The store stays usable by whoever wrote it first; a refusal changes nothing for the caller.
            let _ = fchown(file, Some(user), Some(group));
        }
        let mode = like.mode & 0o7777;
        if own.mode() & 0o7777 == mode {
            return Ok(());
        }
        file.set_permissions(fs::Permissions::from_mode(mode))
    }

    pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
        match File::open(path)?.sync_all() {
            Err(error) if is_not_offered(&error) => Ok(()),
            synced => synced,
        }
    }

    /// A file system without directory syncs says so with EINVAL or ENOTSUP; there is nothing more to be had.
    fn is_not_offered(error: &io::Error) -> bool {
        let kinds = [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported];
        kinds.contains(&error.kind())
            || error.raw_os_error() == Some(rustix::io::Errno::NOTSUP.raw_os_error())
    }

    pub(super) fn make_directory(path: &Path) -> io::Result<()> {
        DirBuilder::new().mode(0o700).create(path)
    }

    pub(super) fn stat(kind: NodeKind, metadata: &Metadata) -> Stat {
        let nanoseconds =
            |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Stat {
            kind,
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: Some(nanoseconds(metadata.ctime(), metadata.ctime_nsec())),
            mode: metadata.mode() & 0o7777,
            owner: (metadata.uid(), metadata.gid()),
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::time::{Duration, Instant};

    use super::{File, Metadata, NodeKind, OpenOptions, Path, Stat, fs, io, nanoseconds};

    /// How long a rename over a file somebody has open is tried again.
    const PATIENCE: Duration = Duration::from_secs(30);
    const PAUSE: Duration = Duration::from_millis(25);

    /// Opens a link itself instead of what it points to.
    #[cfg(windows)]
    pub(super) fn careful(options: &mut OpenOptions) -> &mut OpenOptions {
        use std::os::windows::fs::OpenOptionsExt as _;
        const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
        options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
    }

    #[cfg(not(windows))]
    pub(super) fn careful(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }

    pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }

    #[expect(clippy::unnecessary_wraps, reason = "it can fail on the other platform")]
    pub(super) fn liken(_: &File, _: &Stat) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        let end = Instant::now() + PATIENCE;
        loop {
            match fs::rename(from, to) {
                Err(error) if is_in_use(&error) && Instant::now() < end => {
                    std::thread::sleep(PAUSE);
                }
                renamed => return renamed,
            }
        }
    }

    /// Access denied, or a sharing violation.
    fn is_in_use(error: &io::Error) -> bool {
        matches!(error.raw_os_error(), Some(5 | 32))
    }

    #[expect(clippy::unnecessary_wraps, reason = "it can fail on the other platform")]
    pub(super) fn sync_directory(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn make_directory(path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    pub(super) fn stat(kind: NodeKind, metadata: &Metadata) -> Stat {
        Stat {
            kind,
            device: 0,
            inode: 0,
            size: metadata.len(),
            modified: metadata.modified().map_or(0, nanoseconds),
            changed: None,
            mode: 0,
            owner: (0, 0),
        }
    }
}
