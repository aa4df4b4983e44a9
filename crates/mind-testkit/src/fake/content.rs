//! What a fake place holds: its rows, its backup, and what a power cut would leave.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use mind_core::error::{StoreFault, StoreWarning};
use mind_core::port::{Fingerprint, Snapshot};
use mind_core::time::Timestamp;
use sha2::{Digest as _, Sha256};

/// One row of a place: valid, or kept without being understood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Slot<T> {
    Valid(T),
    Invalid(String),
}

/// What stands in for a file's bytes. Its debug form is the byte rendering: equal exactly when everything in it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Content<T> {
    pub(crate) sequence: u64,
    pub(crate) updated_at: Timestamp,
    pub(crate) slots: Vec<Slot<T>>,
    /// Which of several spellings of the same rows this is.
    pub(crate) spelling: u32,
}

impl<T> Content<T> {
    pub(crate) fn new(rows: Vec<T>, sequence: u64, updated_at: Timestamp) -> Self {
        let slots = rows.into_iter().map(Slot::Valid).collect();
        Self { sequence, updated_at, slots, spelling: 0 }
    }
}

/// The state a place is found in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Live<T> {
    Absent,
    Good(Content<T>),
    /// Bytes nobody can read; the number tells one damage from another.
    Damaged(u64),
    /// A newer version of the format.
    Newer(u64),
}

/// The rows a change starts from, and the state they were in.
#[derive(Clone, Debug)]
pub(crate) struct Basis<T> {
    pub(crate) rows: Vec<T>,
    pub(crate) invalid: Vec<String>,
    pub(crate) sequence: u64,
    pub(crate) fingerprint: Fingerprint,
    /// Whether the live state is damaged and a commit has to set it aside.
    pub(crate) damaged: bool,
}

/// One place.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<T> {
    pub(crate) live: Live<T>,
    /// What a power cut would leave.
    pub(crate) durable: Live<T>,
    pub(crate) backup: Option<Content<T>>,
    /// The rows before the last change, for deciders that must not have effects.
    pub(crate) earlier: Option<Vec<T>>,
    pub(crate) set_aside: usize,
    /// A copy of the live state that a test made.
    pub(crate) aside: Option<Live<T>>,
    kept: Option<Arc<Snapshot<T>>>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self {
            live: Live::Absent,
            durable: Live::Absent,
            backup: None,
            earlier: None,
            set_aside: 0,
            aside: None,
            kept: None,
        }
    }
}

impl<T: Clone + Debug> Shelf<T> {
    /// Puts another state in place, as a hand or another program would.
    pub(crate) fn put(&mut self, live: Live<T>) {
        self.durable = live.clone();
        self.set(live);
    }

    /// Puts another state in place that a power cut may take away.
    pub(crate) fn set(&mut self, live: Live<T>) {
        self.live = live;
        self.kept = None;
    }

    /// Makes the present state one that outlives a power cut.
    pub(crate) fn vouch(&mut self) {
        self.durable = self.live.clone();
    }

    /// Everything but the last durable state is gone.
    pub(crate) fn cut_power(&mut self) {
        self.set(self.durable.clone());
    }

    pub(crate) fn fingerprint(&self) -> Fingerprint {
        match &self.live {
            Live::Absent => Fingerprint::Absent,
            live => Fingerprint::Sha256(Sha256::digest(format!("{live:?}")).into()),
        }
    }

    /// The rows as a reader sees them: from the backup when the live state is damaged or missing.
    pub(crate) fn read(&mut self, label: &str) -> Result<Arc<Snapshot<T>>, StoreFault> {
        if let Some(kept) = &self.kept {
            return Ok(Arc::clone(kept));
        }
        let snapshot = match (&self.live, &self.backup) {
            (Live::Newer(found), _) => return Err(newer(*found)),
            (Live::Damaged(_), None) => return Err(StoreFault::Corrupt),
            (Live::Good(content), _) => self.snapshot(content, label, false),
            (Live::Damaged(_) | Live::Absent, Some(backup)) => self.snapshot(backup, label, true),
            (Live::Absent, None) => self.empty(),
        };
        Ok(Arc::clone(self.kept.insert(Arc::new(snapshot))))
    }

    /// The rows exactly as they are, or nothing.
    pub(crate) fn strict(&self, label: &str) -> Result<Snapshot<T>, StoreFault> {
        match &self.live {
            Live::Newer(found) => Err(newer(*found)),
            Live::Damaged(_) => Err(StoreFault::Corrupt),
            Live::Good(content) => Ok(self.snapshot(content, label, false)),
            Live::Absent => Ok(self.empty()),
        }
    }

    /// The rows a change starts from.
    pub(crate) fn basis(&self) -> Result<Basis<T>, StoreFault> {
        let damaged = matches!(self.live, Live::Damaged(_));
        let content = match &self.live {
            Live::Newer(found) => return Err(newer(*found)),
            Live::Good(content) => Some(content),
            Live::Damaged(_) | Live::Absent => self.backup.as_ref(),
        };
        let slots = content.map_or(&[][..], |content| &content.slots);
        Ok(Basis {
            rows: valid(slots).cloned().collect(),
            invalid: slots.iter().filter_map(raw).cloned().collect(),
            sequence: content.map_or(0, |content| content.sequence),
            fingerprint: self.fingerprint(),
            damaged,
        })
    }

    fn snapshot(&self, content: &Content<T>, label: &str, recovered: bool) -> Snapshot<T> {
        let positions = content.slots.iter().enumerate();
        let invalid: Vec<usize> =
            positions.filter(|(_, slot)| raw(slot).is_some()).map(|(at, _)| at).collect();
        let path = || PathBuf::from(label);
        let recovered = recovered.then(|| StoreWarning::Recovered { path: path() });
        let count = invalid.len();
        let hidden = (count > 0).then(|| StoreWarning::InvalidRows { path: path(), count });
        Snapshot {
            rows: valid(&content.slots).cloned().collect(),
            invalid,
            sequence: content.sequence,
            bytes: format!("{:?}", self.live).len() as u64,
            warnings: recovered.into_iter().chain(hidden).collect(),
            ..self.empty()
        }
    }

    fn empty(&self) -> Snapshot<T> {
        Snapshot {
            rows: Vec::new(),
            invalid: Vec::new(),
            sequence: 0,
            fingerprint: self.fingerprint(),
            bytes: 0,
            has_backup: self.backup.is_some(),
            warnings: Vec::new(),
        }
    }
}

fn newer(found: u64) -> StoreFault {
    StoreFault::NewerVersion { found, supported: 1 }
}

fn valid<T>(slots: &[Slot<T>]) -> impl Iterator<Item = &T> {
    slots.iter().filter_map(|slot| match slot {
        Slot::Valid(row) => Some(row),
        Slot::Invalid(_) => None,
    })
}

fn raw<T>(slot: &Slot<T>) -> Option<&String> {
    match slot {
        Slot::Valid(_) => None,
        Slot::Invalid(raw) => Some(raw),
    }
}
