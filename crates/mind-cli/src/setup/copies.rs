//! The copies beside a file: no name that is taken is given again.

use std::path::{Path, PathBuf};

use super::durable;
use super::fault::Misfit;
use super::file::Found;

/// Copies of one file; nobody has so many by setting up.
const LIMIT: u32 = 99;

/// What a copy is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copy {
    /// The file before our entries came.
    Before,
    /// The file with our entries, before they were cut out of it.
    With,
}

impl Copy {
    const ALL: [Self; 2] = [Self::Before, Self::With];

    const fn ending(self) -> &'static str {
        match self {
            Self::Before => ".before-mind",
            Self::With => ".with-mind",
        }
    }

    fn path(self, of: &Path, number: u32) -> PathBuf {
        let mut name = of.as_os_str().to_owned();
        name.push(self.ending());
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    }
}

/// A place for a copy of these bytes: where they stand already, or a name that is free.
pub(super) fn place(of: &Path, copy: Copy, bytes: &[u8]) -> Result<PathBuf, Misfit> {
    let mut known = taken(of, copy).map(|(_, path)| path);
    let same = |path: &PathBuf| Found::plain(path).is_ok_and(|found| found.bytes() == Some(bytes));
    known.find(same).map_or_else(|| free(of, copy), Ok)
}

/// A name for a copy that nothing has.
pub(super) fn free(of: &Path, copy: Copy) -> Result<PathBuf, Misfit> {
    let next = taken(of, copy).next().map_or(1, |(number, _)| number + 1);
    let path = copy.path(of, next);
    // So many are somebody's own doing.
    if next > LIMIT { Err(Misfit::NameTaken { key: shown(&path) }) } else { Ok(path) }
}

/// The copies from before our entries, the newest first; what is no plain file is none.
pub(super) fn earlier(of: &Path) -> impl Iterator<Item = (PathBuf, Found)> {
    taken(of, Copy::Before)
        .filter_map(|(_, path)| Found::plain(&path).ok().map(|copy| (path, copy)))
}

/// Whether a name is that of a copy of a file.
pub(super) fn is_copy_of(name: &str, of: &str) -> bool {
    let ending = |copy: Copy| name.strip_prefix(of)?.strip_prefix(copy.ending());
    Copy::ALL.into_iter().filter_map(ending).any(|rest| {
        rest.is_empty()
            || rest.strip_prefix('-').is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

fn taken(of: &Path, copy: Copy) -> impl Iterator<Item = (u32, PathBuf)> {
    let places = (1..=LIMIT).rev().map(move |number| (number, copy.path(of, number)));
    // What cannot be looked at is there.
    places.filter(|(_, path)| !matches!(durable::state(path), Ok(None)))
}

fn shown(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
