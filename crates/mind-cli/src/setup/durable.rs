//! Replacing one file, with the steps of the store: a new file beside it, synced, renamed over it, and the directory synced.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use mind_store_fs::{Fs as _, Move, RealFs, Stat};

/// Names tried for the new file; each is taken only when a call that was killed left it.
const NAMES: u32 = 16;

/// What a file is now; its mode and owner are kept.
pub(super) fn state(path: &Path) -> io::Result<Option<Stat>> {
    match RealFs.lstat(path) {
        Ok(stat) => Ok(Some(stat)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a path new bytes, wholly or not at all.
pub(super) fn write(path: &Path, bytes: &[u8], like: Option<&Stat>) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    make_directories(directory)?;
    let new = written(path, bytes, like)?;
    let moves = [Move { from: &new, to: path }];
    RealFs.replace(directory, &moves).map_err(|halted| {
        // What was renamed is no longer there under its first name.
        let _ = RealFs.remove(&new);
        halted.error
    })
}

/// Takes a file away for good.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    RealFs.remove(path)?;
    let directory = path.parent().unwrap_or(Path::new("/"));
    RealFs.replace(directory, &[]).map_err(|halted| halted.error)
}

fn written(path: &Path, bytes: &[u8], like: Option<&Stat>) -> io::Result<PathBuf> {
    let (new, mut file) = free_name(path, like)?;
    let mut left = bytes;
    let mut filled = || {
        while !left.is_empty() {
            match RealFs.write(&mut file, left) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        RealFs.sync(&file)
    };
    filled().inspect_err(|_| {
        // The file it was to replace stands; nobody misses a half one.
        let _ = RealFs.remove(&new);
    })?;
    Ok(new)
}

fn free_name(path: &Path, like: Option<&Stat>) -> io::Result<(PathBuf, std::fs::File)> {
    let process = std::process::id();
    for number in 0..NAMES {
        let mut name = OsString::from(path);
        name.push(format!(".{process}-{number}.tmp"));
        let name = PathBuf::from(name);
        match RealFs.create(&name, like) {
            Ok(file) => return Ok((name, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn make_directories(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    if let Some(parent) = directory.parent() {
        make_directories(parent)?;
    }
    match RealFs.make_directory(directory) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}
