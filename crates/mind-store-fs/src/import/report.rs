//! What an import saw and did.

use std::path::{Path, PathBuf};

use mind_core::error::Error;

/// What an import saw and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Store files found in the source.
    pub files_scanned: usize,
    /// Of these, those brought in before and unchanged since.
    pub files_skipped: usize,
    /// Of these, those whose rows are now here.
    pub files_migrated: usize,
    /// Valid rows read.
    pub entries_seen: usize,
    /// Rows that were not here before.
    pub entries_added: usize,
    /// Rows whose key was here already.
    pub conflicts: usize,
    /// Rows that are not valid; they stay in their source.
    pub invalid_entries: usize,
    /// Rows the scanner refused; they stay in their source.
    pub refused_entries: usize,
    /// Rows that have expired; they stay in their source.
    pub expired_entries: usize,
    /// Files that could not be brought in, or not from their own bytes.
    pub warnings: Vec<ImportWarning>,
}

/// A file an import could not take as it was; the others went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportWarning {
    /// The file in the source.
    pub path: PathBuf,
    /// What was in the way.
    pub because: Error,
}

impl ImportReport {
    pub(super) fn warn(&mut self, path: &Path, because: Error) {
        self.warnings.push(ImportWarning { path: path.to_owned(), because });
    }
}
