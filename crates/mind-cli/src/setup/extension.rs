//! The directory of an extension that is all ours.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The name our extension's package has.
const PACKAGE: &str = "pi-mind";
/// How deep our files stand below the directory of extensions.
const DEPTH: usize = 2;

/// What stands in the directory of our extension and is not it; nothing when it is ours, empty, or not there.
pub(super) fn stranger(root: &Path) -> Option<PathBuf> {
    let mut names = fs::read_dir(root).ok()?;
    names.next()?.ok()?;
    let manifest = root.join("package.json");
    let name = fs::read(&manifest)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok())
        .and_then(|package| package["name"].as_str().map(str::to_owned));
    (name.as_deref() != Some(PACKAGE)).then_some(manifest)
}

/// Takes away the directories of a file that went, as far as they are empty.
pub(super) fn leave(file: &Path) {
    for directory in file.ancestors().skip(1).take(DEPTH) {
        // One with something in it stays, and so does what it is in.
        if fs::remove_dir(directory).is_err() {
            return;
        }
    }
}
