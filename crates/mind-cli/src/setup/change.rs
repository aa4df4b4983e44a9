//! One file and what is to become of it.

use std::path::{Path, PathBuf};

use similar::TextDiff;

use super::durable;
use super::fault::{HostFault, Misfit};
use super::file::Found;
use super::host::Host;

/// What is to become of one file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) host: Host,
    /// The path the host knows the file by.
    pub(crate) path: PathBuf,
    pub(super) found: Found,
    /// The new bytes; nothing when the file is to go.
    pub(super) after: Option<Vec<u8>>,
    pub(super) backup: Backup,
    /// Whether all of the file is ours.
    pub(super) whole: bool,
}

/// What is to become of the copy beside a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Backup {
    /// Nothing.
    Leave,
    /// The bytes of now are kept there.
    Keep(PathBuf),
    /// The file is again what the copy is, so this one goes.
    Drop(PathBuf),
}

/// The changes of a file, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    None,
    Create,
    Edit,
    Restore,
    Remove,
}

impl Change {
    pub(crate) fn kind(&self) -> Kind {
        match (self.found.bytes(), self.after.as_deref()) {
            (before, after) if before == after => Kind::None,
            (None, _) => Kind::Create,
            (_, None) => Kind::Remove,
            _ if matches!(self.backup, Backup::Drop(_)) => Kind::Restore,
            _ => Kind::Edit,
        }
    }

    /// Whether there is a file before or after.
    pub(crate) fn is_about_a_file(&self) -> bool {
        self.found.bytes().is_some() || self.after.is_some()
    }

    /// Whether all of the file is ours: a part of the program, which need not be shown.
    pub(crate) const fn is_whole(&self) -> bool {
        self.whole
    }

    /// Where the bytes of before are kept, when they are.
    pub(crate) fn backup(&self) -> Option<&Path> {
        match &self.backup {
            Backup::Keep(path) if self.kind() != Kind::None => Some(path),
            _ => None,
        }
    }

    /// The exact change, as a unified diff.
    pub(crate) fn diff(&self) -> String {
        let text =
            |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
        let (before, after) = (text(self.found.bytes()), text(self.after.as_deref()));
        let path = self.path.display().to_string();
        let name = |bytes: Option<&[u8]>| {
            if bytes.is_some() { path.clone() } else { "/dev/null".to_owned() }
        };
        let names = (name(self.found.bytes()), name(self.after.as_deref()));
        let diff = TextDiff::from_lines(&before, &after);
        diff.unified_diff().header(&names.0, &names.1).to_string()
    }

    /// Whether there is anything to do, be it to take away a copy that a killed call has left.
    pub(super) fn is_due(&self) -> bool {
        self.kind() != Kind::None || matches!(self.backup, Backup::Drop(_))
    }

    /// Carries it out.
    pub(super) fn apply(&self) -> Result<(), HostFault> {
        let refused = |misfit| HostFault::Config { path: self.path.clone(), misfit };
        let unwritable = |error: std::io::Error| HostFault::Unwritable {
            path: self.path.clone(),
            reason: error.kind(),
            done: Vec::new(),
        };
        if let Some(copy) = self.backup() {
            self.found.back_up(copy).map_err(unwritable)?;
        }
        // A host that runs writes its own file now and then.
        let now = if self.whole { Found::plain(&self.path) } else { Found::read(&self.path) };
        let now = now.map_err(refused)?;
        if now.bytes() != self.found.bytes() {
            return Err(refused(Misfit::Changed));
        }
        if self.kind() != Kind::None {
            now.replace(self.after.as_deref()).map_err(unwritable)?;
        }
        if let Backup::Drop(copy) = &self.backup {
            durable::remove(copy).map_err(unwritable)?;
        }
        Ok(())
    }
}
