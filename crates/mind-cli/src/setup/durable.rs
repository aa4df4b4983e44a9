//! Changing one name at a time, with the steps of the store: a new file beside it, synced, renamed over it, and the directory synced.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use mind_store_fs::{Fs as _, Move, RealFs, Stat};

/// Names tried for the new file; each is taken only when a call that was killed left it.
const NAMES: u32 = 16;

/// What a file is now; its mode and owner are kept.
pub(super) fn state(path: &Path) -> io::Result<Option<Stat>> {
    match RealFs.lstat(path) {
        Ok(stat) => Ok(Some(stat)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a path new bytes, wholly or not at all.
pub(super) fn write(path: &Path, bytes: &[u8], like: Option<&Stat>) -> io::Result<()> {
    let directory = directory_of(path);
    make_directories(directory)?;
    let new = written(path, bytes, like)?;
    let moves = [Move { from: &new, to: path }];
    step()
        .and_then(|()| RealFs.replace(directory, &moves).map_err(|halted| halted.error))
        // What was renamed is no longer there under its first name.
        .inspect_err(|_| discard(&new))
}

/// Takes a file away for good; one that is gone already is as well.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    step()?;
    match RealFs.remove(path) {
        Err(error) if is_missing(&error) => return Ok(()),
        removed => removed?,
    }
    sync(directory_of(path))
}

/// Takes a directory away for good, unless something is in it or it is none.
pub(super) fn remove_directory(path: &Path) -> io::Result<()> {
    step()?;
    match fs::remove_dir(path) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty || is_missing(&error) => Ok(()),
        removed => {
            removed?;
            sync(directory_of(path))
        }
    }
}

/// Makes a directory and those it is in.
pub(super) fn make_directories(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    if let Some(parent) = directory.parent() {
        make_directories(parent)?;
    }
    step()?;
    match RealFs.make_directory(directory) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Opens a lock target, and makes it where there is none.
pub(super) fn open_guard(path: &Path) -> io::Result<File> {
    step()?;
    RealFs.open_guard(path)
}

/// Takes away a name that nobody will miss, if that is to be had.
pub(super) fn discard(path: &Path) {
    if step().is_ok() {
        let _ = RealFs.remove(path);
    }
}

/// Whether an error says that there is nothing of this name.
pub(super) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn written(path: &Path, bytes: &[u8], like: Option<&Stat>) -> io::Result<PathBuf> {
    let (new, mut file) = free_name(path, like)?;
    let mut left = bytes;
    let mut filled = || {
        while !left.is_empty() {
            step()?;
            match RealFs.write(&mut file, left) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        step()?;
        RealFs.sync(&file)
    };
    // The file it was to replace stands; nobody misses a half one.
    filled().inspect_err(|_| discard(&new))?;
    Ok(new)
}

fn free_name(path: &Path, like: Option<&Stat>) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    for number in 0..NAMES {
        let mut name = OsString::from(path);
        name.push(format!(".{process}-{number}.tmp"));
        let name = PathBuf::from(name);
        step()?;
        match RealFs.create(&name, like) {
            Ok(file) => return Ok((name, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn sync(directory: &Path) -> io::Result<()> {
    step()?;
    RealFs.replace(directory, &[]).map_err(|halted| halted.error)
}

fn directory_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

/// Stands before every step, so that a test can let one fail or be the last.
#[cfg_attr(not(test), expect(clippy::unnecessary_wraps, reason = "only a test stops here"))]
fn step() -> io::Result<()> {
    #[cfg(test)]
    super::tests::steps::take()?;
    Ok(())
}
