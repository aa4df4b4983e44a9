//! What a store answers when it cannot do what was asked, and what it warns of when it could.

use std::path::PathBuf;

use super::{Detail, ErrorKind};

/// A store's fault: what happened, in which place, and at which path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}: {place}{}", shown(.path.as_ref()))]
pub struct StoreError {
    /// What happened.
    pub fault: StoreFault,
    /// The label of the place, for example `persona dev` or `backlog demo-…`.
    pub place: String,
    /// The file, where there is one.
    pub path: Option<PathBuf>,
}

fn shown(path: Option<&PathBuf>) -> String {
    path.map_or_else(String::new, |path| format!(" ({})", path.display()))
}

impl StoreError {
    /// A fault of a place without a file.
    pub fn new(fault: StoreFault, place: &impl ToString) -> Self {
        Self { fault, place: place.to_string(), path: None }
    }

    /// The same fault, naming a file.
    #[must_use]
    pub fn at(mut self, path: impl Into<PathBuf>) -> Self {
        self.path = Some(path.into());
        self
    }
}

/// What a store could not do. The state is the one before the call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreFault {
    /// Another holder kept the lock until the deadline.
    #[error("another process holds the lock")]
    Locked {
        /// The holder's process, where it said who it is.
        holder: Option<u32>,
    },
    /// A lock file of the predecessor stands in the way.
    #[error("a lock of an older program stands in the way")]
    BusyLegacy,
    /// Locks asked for in another order than transaction, history, store.
    #[error("locks were asked for in the wrong order")]
    LockOrder,
    /// The file system refuses advisory locks.
    #[error("the file system offers no locks")]
    LockUnsupported,
    /// The place is not in the state the caller expected.
    #[error("the store has changed")]
    Changed,
    /// The content is damaged and has no valid backup.
    #[error("the store is damaged")]
    Corrupt,
    /// A newer version of the format.
    #[error("the store has format version {found}, this program writes {supported}")]
    NewerVersion {
        /// The version found.
        found: u64,
        /// The newest version this program writes.
        supported: u64,
    },
    /// A file over the limit found on reading; it is not damaged.
    #[error("the store has {actual} {unit}, over the limit of {limit}")]
    TooLarge {
        /// The size found.
        actual: u64,
        /// The size allowed.
        limit: u64,
        /// `bytes` or `entries`.
        unit: &'static str,
        /// The setting that raises the limit.
        setting: &'static str,
    },
    /// A change that would take the store over a limit.
    #[error("the store would have {actual} {unit}, over the limit of {limit}")]
    Full {
        /// The size the change would lead to.
        actual: u64,
        /// The size allowed.
        limit: u64,
        /// `bytes` or `entries`.
        unit: &'static str,
        /// The setting that raises the limit.
        setting: &'static str,
    },
    /// A link, a device or a directory where a store or a directory of the tree should be.
    #[error("not a plain file or directory")]
    PathUnsafe,
    /// The directory the chosen home should be in does not exist.
    #[error("the directory of the memory home does not exist")]
    HomeMissing,
    /// The file system refuses writing.
    #[error("no permission for {operation}")]
    ReadOnly {
        /// What was tried.
        operation: &'static str,
    },
    /// No room.
    #[error("no space left for {operation}")]
    NoSpace {
        /// What was tried.
        operation: &'static str,
    },
    /// Any other fault of the file system.
    #[error("{operation} failed: {reason}")]
    Io {
        /// What was tried.
        operation: &'static str,
        /// The system's word for the fault.
        reason: String,
    },
}

impl StoreFault {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Locked { .. } => "store.locked",
            Self::BusyLegacy => "store.busy_legacy",
            Self::LockOrder => "store.lock_order",
            Self::LockUnsupported => "store.lock_unsupported",
            Self::Changed => "store.changed",
            Self::Corrupt => "store.corrupt",
            Self::NewerVersion { .. } => "store.newer_version",
            Self::TooLarge { .. } => "store.too_large",
            Self::Full { .. } => "store.full",
            Self::PathUnsafe => "store.path_unsafe",
            Self::HomeMissing => "store.home_missing",
            Self::ReadOnly { .. } => "store.read_only",
            Self::NoSpace { .. } => "store.no_space",
            Self::Io { .. } => "store.io",
        }
    }

    pub(super) const fn kind(&self) -> ErrorKind {
        match self {
            Self::Changed => ErrorKind::Conflict,
            Self::Corrupt => ErrorKind::Corrupt,
            Self::LockOrder => ErrorKind::Internal,
            _ => ErrorKind::Unavailable,
        }
    }

    pub(super) const fn next(&self) -> &'static str {
        match self {
            Self::Locked { holder: Some(_) } => {
                "try again; if it stays, end the process named in `detail`"
            }
            Self::Locked { holder: None } => {
                "try again; if it stays, close the other programs that use this memory"
            }
            Self::BusyLegacy => "end the older program, or remove the lock file when none runs",
            Self::LockOrder => "report this as a defect",
            Self::LockUnsupported => "move the memory home to a file system with locks",
            Self::Changed => "look again, then repeat the call",
            Self::Corrupt => "run `mind doctor`; the next write sets the damaged file aside",
            Self::NewerVersion { .. } => "use the newer `mind` that wrote it",
            Self::TooLarge { .. } => "raise the setting named in `detail`",
            Self::Full { .. } => "forget something, or raise the setting named in `detail`",
            Self::PathUnsafe => "replace it by a plain file or directory",
            Self::HomeMissing => "mount or create the directory, or choose another home",
            Self::ReadOnly { .. } => "make the directory and the file writable",
            Self::NoSpace { .. } => "free some space, then repeat the call",
            Self::Io { .. } => "look at the path, then repeat the call",
        }
    }

    pub(super) fn detail(&self) -> Vec<(&'static str, Detail)> {
        match self {
            Self::Locked { holder: Some(pid) } => vec![("holder", Detail::Number((*pid).into()))],
            Self::NewerVersion { found, supported } => {
                vec![("found", Detail::Number(*found)), ("supported", Detail::Number(*supported))]
            }
            Self::TooLarge { actual, limit, unit, setting }
            | Self::Full { actual, limit, unit, setting } => vec![
                ("actual", Detail::Number(*actual)),
                ("limit", Detail::Number(*limit)),
                ("unit", Detail::Text((*unit).to_owned())),
                ("setting", Detail::Text((*setting).to_owned())),
            ],
            _ => Vec::new(),
        }
    }
}

/// What a store did or saw besides what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreWarning {
    /// The answer comes from the backup, because the file is missing or damaged.
    Recovered {
        /// The file.
        path: PathBuf,
    },
    /// A damaged file was set aside.
    Quarantined {
        /// Where it is now.
        path: PathBuf,
    },
    /// The change is visible but may vanish at a power cut.
    NotDurable {
        /// The file.
        path: PathBuf,
    },
    /// Rows that are not valid and were left alone.
    InvalidRows {
        /// The file.
        path: PathBuf,
        /// How many.
        count: usize,
    },
}

impl StoreWarning {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Recovered { .. } => "store.recovered",
            Self::Quarantined { .. } => "store.quarantined",
            Self::NotDurable { .. } => "store.not_durable",
            Self::InvalidRows { .. } => "store.invalid_rows",
        }
    }
}

impl std::fmt::Display for StoreWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Recovered { path } => {
                write!(f, "read from the backup of {}", path.display())
            }
            Self::Quarantined { path } => {
                write!(f, "a damaged store was set aside as {}", path.display())
            }
            Self::NotDurable { path } => {
                write!(f, "{} may lose this change at a power cut", path.display())
            }
            Self::InvalidRows { path, count } => {
                let rows = if *count == 1 { "row that is" } else { "rows that are" };
                write!(f, "{} has {count} {rows} not valid", path.display())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-94: the codes of a store, each with a remedy, and those of its warnings.
    #[test]
    fn codes() {
        let (operation, reason) = ("reading", "why".to_owned());
        let (actual, limit, unit, setting) = (2, 1, "bytes", "limits.store_bytes");
        let faults = [
            (StoreFault::Locked { holder: None }, "store.locked"),
            (StoreFault::BusyLegacy, "store.busy_legacy"),
            (StoreFault::LockOrder, "store.lock_order"),
            (StoreFault::LockUnsupported, "store.lock_unsupported"),
            (StoreFault::Changed, "store.changed"),
            (StoreFault::Corrupt, "store.corrupt"),
            (StoreFault::NewerVersion { found: 2, supported: 1 }, "store.newer_version"),
            (StoreFault::TooLarge { actual, limit, unit, setting }, "store.too_large"),
            (StoreFault::Full { actual, limit, unit, setting }, "store.full"),
            (StoreFault::PathUnsafe, "store.path_unsafe"),
            (StoreFault::HomeMissing, "store.home_missing"),
            (StoreFault::ReadOnly { operation }, "store.read_only"),
            (StoreFault::NoSpace { operation }, "store.no_space"),
            (StoreFault::Io { operation, reason }, "store.io"),
        ];
        for (fault, code) in &faults {
            assert_eq!(fault.code(), *code);
            assert!(!fault.next().is_empty(), "{code} says nothing to do");
        }
        let invalid = |count| StoreWarning::InvalidRows { path: "x".into(), count }.to_string();
        assert_eq!(invalid(1), "x has 1 row that is not valid");
        assert_eq!(invalid(2), "x has 2 rows that are not valid");
        let unnamed = StoreFault::Locked { holder: None }.next();
        assert!(!unnamed.contains("`detail`"), "{unnamed}");
        let path = PathBuf::new;
        let warnings = [
            (StoreWarning::Recovered { path: path() }, "store.recovered"),
            (StoreWarning::Quarantined { path: path() }, "store.quarantined"),
            (StoreWarning::NotDurable { path: path() }, "store.not_durable"),
            (StoreWarning::InvalidRows { path: path(), count: 1 }, "store.invalid_rows"),
        ];
        for (warning, code) in &warnings {
            assert_eq!(warning.code(), *code);
        }
    }
}
