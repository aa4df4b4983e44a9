//! New files that a killed call never put in their place.

use std::fs;
use std::path::{Path, PathBuf};

use super::copies::is_copy_of;

/// The unfinished ones of some files in a directory, and of their copies.
pub(super) fn litter(directory: &Path, of: &[&str]) -> Vec<PathBuf> {
    let names = fs::read_dir(directory).into_iter().flatten().flatten();
    let names = names.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let mut found: Vec<String> = names.filter(|name| is_unfinished(name, of)).collect();
    found.sort_unstable();
    found.into_iter().map(|name| directory.join(name)).collect()
}

/// Whether a name is that of an unfinished file: the file's own, a process, and a number.
pub(super) fn is_unfinished(name: &str, of: &[&str]) -> bool {
    let base = || {
        let (base, call) = name.strip_suffix(".tmp")?.rsplit_once('.')?;
        let (process, number) = call.split_once('-')?;
        [process, number].iter().all(|part| part.parse::<u32>().is_ok()).then_some(base)
    };
    base().is_some_and(|base| of.iter().any(|of| base == *of || is_copy_of(base, of)))
}
