//! The directory of our extension: whose it is, and each of its files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use mind_pi_adapter::EXTENSION;
use mind_store_fs::NodeKind;
use serde_json::Value;

use super::change::{Backup, Change};
use super::copies::{self, Copy, is_copy_of};
use super::durable;
use super::fault::{HostFault, Misfit};
use super::file::Found;
use super::host::Host;
use super::litter::{is_unfinished, litter};
use super::record::{RECORD, Record, digest};

/// Where the host looks for extensions, and ours among them.
pub(super) const PLACE: [&str; 2] = ["extensions", "extensions/mind"];
/// The name our extension's package has.
const PACKAGE: &str = "pi-mind";
/// The file a package is named in.
const MANIFEST: &str = "package.json";
/// What the host would start if there were no package.
const ENTRIES: [&str; 2] = ["index.ts", "index.js"];

/// Whose the directory is.
#[derive(Debug)]
pub(super) enum Standing {
    /// Nobody's; what is in it is no extension and stays.
    Free,
    /// Ours, as its record says.
    Ours(Record),
    /// Ours, put there by a version that kept no record; perhaps half of it.
    Older(Record),
    /// Somebody's own, wherever the link leads.
    Linked(PathBuf),
    /// Somebody's own, as this file shows.
    Taken(PathBuf),
}

/// What stands at one of our paths.
enum Place {
    Absent,
    File(Found),
    /// Something that is no plain file, there or above it.
    Blocked(PathBuf),
}

/// Says whose the directory is. Nothing is opened but plain files.
pub(super) fn standing(agent: &Path) -> Result<Standing, HostFault> {
    for directory in PLACE {
        let path = agent.join(directory);
        match fs::symlink_metadata(&path) {
            Err(error) if durable::is_missing(&error) => return Ok(Standing::Free),
            Err(error) => return Err(refused(&path, Misfit::Unreadable(error.kind()))),
            Ok(found) if found.is_symlink() => return Ok(Standing::Linked(path)),
            Ok(found) if !found.is_dir() => return Ok(Standing::Taken(path)),
            Ok(_) => {}
        }
    }
    let root = root(agent);
    if let Some(record) = Record::read(&root)? {
        return Ok(Standing::Ours(record));
    }
    let ours = EXTENSION.iter().filter_map(|(path, text)| match place(&root, path) {
        Ok(Place::Absent) => None,
        Ok(Place::File(found)) => Some((root.join(path), found.bytes() == Some(text.as_bytes()))),
        Ok(Place::Blocked(path)) => Some((path, false)),
        Err(_) => Some((root.join(path), false)),
    });
    let ours: Vec<(PathBuf, bool)> = ours.collect();
    if !ours.is_empty() && holds_only_ours(&root, Path::new("")) {
        let untouched = ours.iter().all(|(_, same)| *same);
        if untouched || is_our_package(&root) {
            return Ok(Standing::Older(wanted()));
        }
    }
    let entry = ENTRIES.iter().map(|name| root.join(name)).find(|path| is_there(path));
    let taken = ours.into_iter().next().map(|(path, _)| path).or(entry);
    Ok(taken.map_or(Standing::Free, Standing::Taken))
}

/// What it takes to have the extension there, whole.
pub(super) fn placing(agent: &Path, known: &Record) -> Result<Vec<Change>, HostFault> {
    let root = root(agent);
    let mut changes = Vec::new();
    for (path, text) in EXTENSION {
        let found = match place(&root, path)? {
            Place::Absent => Found::absent(&root.join(path)),
            Place::File(found) => found,
            Place::Blocked(path) => return Err(refused(&path, Misfit::InTheWay)),
        };
        let after = Some(text.as_bytes().to_vec());
        changes.push(change(&root, path, found, after, (known, Copy::Before))?);
    }
    let retired =
        known.files.keys().filter(|path| !EXTENSION.iter().any(|(known, _)| known == path));
    for path in retired {
        if let Place::File(found) = place(&root, path)? {
            changes.push(change(&root, path, found, None, (known, Copy::Before))?);
        }
    }
    Ok(changes)
}

/// What it takes to have nothing of the extension there.
pub(super) fn removing(agent: &Path, known: &Record) -> Result<Vec<Change>, HostFault> {
    let root = root(agent);
    let mut changes = Vec::new();
    for path in known.files.keys() {
        // What is no plain file we never put, and it stays.
        if let Place::File(found) = place(&root, path)? {
            changes.push(change(&root, path, found, None, (known, Copy::With))?);
        }
    }
    Ok(changes)
}

/// What a record says when the extension is there, whole.
pub(super) fn wanted() -> Record {
    let files =
        EXTENSION.iter().map(|(path, text)| ((*path).to_owned(), vec![digest(text.as_bytes())]));
    Record { files: files.collect(), ..Record::default() }
}

/// The directories that files stand in, the outer ones first.
pub(super) fn directories<'a>(files: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = PLACE.map(str::to_owned).to_vec();
    for file in files {
        let inner = Path::new(file).ancestors().skip(1).filter_map(Path::to_str);
        let mut inner: Vec<&str> = inner.filter(|path| !path.is_empty()).collect();
        inner.reverse();
        for path in inner {
            let path = format!("{}/{path}", PLACE[1]);
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// Whether a directory below another one is there and no link leads to it.
pub(super) fn is_plain_directory(agent: &Path, below: &str) -> bool {
    let mut path = agent.to_owned();
    Path::new(below).components().all(|part| {
        path.push(part);
        fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir())
    })
}

/// What killed calls have left in the directories of the extension.
pub(super) fn unfinished(agent: &Path) -> Vec<PathBuf> {
    let directories = directories(EXTENSION.iter().map(|(path, _)| *path));
    let inner = directories.iter().filter(|path| path.starts_with(PLACE[1]));
    let plain = inner.filter(|path| is_plain_directory(agent, path));
    plain.flat_map(|path| litter(&agent.join(path), &names())).collect()
}

/// How many of our files there are, and how many of them are there as they should be.
pub(super) fn freshness(agent: &Path) -> (usize, usize) {
    // Whoever links an extension there looks after it.
    if let Ok(Standing::Linked(_)) = standing(agent) {
        return (0, 0);
    }
    let root = root(agent);
    let fresh = |(path, text): &&(&str, &str)| match place(&root, path) {
        Ok(Place::File(found)) => found.bytes() == Some(text.as_bytes()),
        _ => false,
    };
    (EXTENSION.len(), EXTENSION.iter().filter(fresh).count())
}

/// The extension's directory.
pub(super) fn root(agent: &Path) -> PathBuf {
    agent.join(PLACE[1])
}

/// One file as it should be; what is not as we put it is kept under another name.
fn change(
    root: &Path,
    path: &str,
    found: Found,
    after: Option<Vec<u8>>,
    (known, copy): (&Record, Copy),
) -> Result<Change, HostFault> {
    let at = root.join(path);
    let edited =
        found.bytes().filter(|bytes| after.as_deref() != Some(*bytes) && !known.holds(path, bytes));
    let kept = edited.map(|bytes| copies::place(&at, copy, bytes));
    let kept = kept.transpose().map_err(|misfit| refused(&at, misfit))?;
    let backup = kept.map_or(Backup::Leave, Backup::Keep);
    Ok(Change { host: Host::Pi, path: at, found, after, backup, whole: true })
}

/// What stands at a path; no link on the way is followed.
fn place(root: &Path, path: &str) -> Result<Place, HostFault> {
    let mut at = root.to_owned();
    let mut parts = Path::new(path).components().peekable();
    while let Some(part) = parts.next() {
        at.push(part);
        let wanted = if parts.peek().is_some() { NodeKind::Directory } else { NodeKind::File };
        match durable::state(&at).map_err(|error| refused(&at, Misfit::Unreadable(error.kind())))? {
            None => return Ok(Place::Absent),
            Some(stat) if stat.kind != wanted => return Ok(Place::Blocked(at)),
            Some(_) => {}
        }
    }
    let found = Found::plain(&at).map_err(|misfit| refused(&at, misfit))?;
    Ok(if found.bytes().is_some() { Place::File(found) } else { Place::Absent })
}

/// Whether nothing is in a directory but files of ours, their copies, and what killed calls have left.
fn holds_only_ours(root: &Path, below: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(root.join(below)) else { return false };
    entries.all(|entry| {
        let Ok(entry) = entry else { return false };
        let path = below.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                EXTENSION.iter().any(|(known, _)| Path::new(known).starts_with(&path))
                    && holds_only_ours(root, &path)
            }
            Ok(kind) if kind.is_file() => is_ours_by_name(&path),
            _ => false,
        }
    })
}

fn is_ours_by_name(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else { return false };
    let at = |known: &str| path.with_file_name(known);
    is_unfinished(name, &names())
        || EXTENSION.iter().any(|(known, _)| {
            let base = Path::new(known).file_name().and_then(OsStr::to_str).unwrap_or_default();
            (name == base || is_copy_of(name, base)) && at(base) == Path::new(known)
        })
}

fn is_our_package(root: &Path) -> bool {
    let found = Found::plain(&root.join(MANIFEST)).unwrap_or_default();
    let package = serde_json::from_slice::<Value>(found.bytes().unwrap_or_default());
    package.is_ok_and(|package| package["name"] == PACKAGE)
}

/// The names of our files, whatever directory they are in.
fn names() -> Vec<&'static str> {
    let name = |path: &'static str| Path::new(path).file_name().and_then(OsStr::to_str);
    EXTENSION.iter().filter_map(|(path, _)| name(path)).chain([RECORD]).collect()
}

fn is_there(path: &Path) -> bool {
    !matches!(durable::state(path), Ok(None))
}

fn refused(path: &Path, misfit: Misfit) -> HostFault {
    HostFault::Config { path: path.to_owned(), misfit }
}
