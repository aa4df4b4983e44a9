//! The engine in process, over files.

use std::path::Path;
use std::time::Duration;

use mind_core::Mind;
use mind_core::scope::{Persona, Project, Scope};
use mind_store_fs::{FsStore, Limits, SystemClock};

/// An engine over a home, and the scope of a project at `root`.
pub(super) fn open(home: &Path, root: &Path) -> (Mind<FsStore, SystemClock>, Scope) {
    open_within(home, root, Limits::default())
}

/// The same with other limits.
pub(super) fn open_within(
    home: &Path,
    root: &Path,
    limits: Limits,
) -> (Mind<FsStore, SystemClock>, Scope) {
    let project = Project::at(root.as_os_str().as_encoded_bytes());
    let scope = Scope { persona: Persona::unnamed(), project: Some(project) };
    let store = FsStore::new(home.to_owned(), limits);
    (Mind::new(store, SystemClock, Duration::from_secs(30)), scope)
}
