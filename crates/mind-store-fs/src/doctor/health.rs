//! What a look at a home found, as plain data.

use std::path::PathBuf;

use mind_core::error::Error;

use crate::limits::Limits;

/// A home and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct HomeHealth {
    /// The home.
    pub home: PathBuf,
    /// What is worth telling about the home as a whole.
    pub findings: Vec<Finding>,
    /// The stores of the scope that was asked for, created or not, then every other store, by path.
    pub stores: Vec<StoreHealth>,
}

/// One store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoreHealth {
    /// What messages call it: tier, and file-safe name.
    pub label: String,
    /// Its file.
    pub path: PathBuf,
    /// Whether it can be used.
    pub condition: Condition,
    /// Valid rows.
    pub entries: usize,
    /// Positions of the others among all rows.
    pub invalid: Vec<usize>,
    /// The size of the file.
    pub bytes: u64,
    /// What rows and size may be.
    pub limits: Limits,
    /// Rows that have expired and are still in the file.
    pub expired: usize,
    /// Rows that will expire within six hours.
    pub expiring: usize,
    /// What else is worth telling.
    pub findings: Vec<Finding>,
}

/// Whether a store can be used.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// It was never written.
    NotCreated,
    /// It can.
    Ok,
    /// It cannot, for this reason.
    Refused(Error),
}

/// Something worth telling about a home or a store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// A damaged file that was set aside.
    Quarantine(PathBuf),
    /// A temporary of a writer that ended; the next write removes it.
    Leftover(PathBuf),
    /// Somebody holds the lock, or ended without saying so.
    Holder {
        /// The note.
        path: PathBuf,
        /// The process it names.
        pid: Option<u32>,
    },
    /// A lock of the predecessor. Using both programs at one moment is detected, not excluded.
    LegacyLock {
        /// The lock.
        path: PathBuf,
        /// Whether writers refuse because of it; a stale one is ignored.
        in_the_way: bool,
    },
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// The backup is damaged or cannot be used.
    BackupUnusable(PathBuf),
    /// Others may read or write it.
    WideMode {
        /// The file or directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The project's directory is no longer there.
    ProjectGone(String),
    /// The predecessor refuses to read a store of this size.
    OverPredecessorLimits,
}
