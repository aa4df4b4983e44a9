//! What the core asks of the world: a store for its rows, and the time.
//!
//! A place is one store of rows. The promises of each method, P-1 to P-27 of the store contract, are tested by `store_contract!` in `mind-testkit`; an adapter that passes the suite is an adapter.

mod edits;
mod guard;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use edits::{BacklogStamp, Edit, Edits, Outcome, Record};
pub use guard::{Guard, Guarded};

use crate::backlog::BacklogItem;
use crate::consolidate::receipt::Receipt;
use crate::error::{Error, StoreWarning};
use crate::fact::{Fact, RetiredFact};
use crate::scope::{FactPlace, Project};
use crate::time::Timestamp;

/// The time. One use case reads it once.
pub trait Clock: Send + Sync {
    /// The present point in time. It may jump in either direction between two calls.
    fn now(&self) -> Timestamp;
}

/// The exact bytes of a place, as their digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fingerprint {
    /// Nothing was ever written.
    Absent,
    /// SHA-256 of the bytes.
    Sha256([u8; 32]),
}

/// `absent`, or `sha256:` and 64 lower-case hex digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("absent"),
            Self::Sha256(digest) => write!(f, "sha256:{}", crate::digest::hex(digest, 64)),
        }
    }
}

impl Fingerprint {
    /// Reads the written form; nothing for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "absent" {
            return Some(Self::Absent);
        }
        let digits = text.strip_prefix("sha256:")?.as_bytes();
        let nibble = |digit: &u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let nibbles: Vec<u8> = digits.iter().map(nibble).collect::<Option<_>>()?;
        let bytes: Vec<u8> =
            nibbles.chunks(2).map(|two| two[0] << 4 | two[two.len() - 1]).collect();
        let whole = nibbles.len() == 64;
        whole.then(|| bytes.try_into().ok()).flatten().map(Self::Sha256)
    }
}

/// The rows of a place as they stood at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot<T> {
    /// The valid rows in written order, expired ones and doubled keys included.
    pub rows: Vec<T>,
    /// Positions, among all rows, of those that are not valid; they are hidden and kept.
    pub invalid: Vec<usize>,
    /// How many changes the place has seen; zero when never written.
    pub sequence: u64,
    /// The exact bytes the rows were read from.
    pub fingerprint: Fingerprint,
    /// How many bytes those are.
    pub bytes: u64,
    /// Whether a backup exists beside the place.
    pub has_backup: bool,
    /// What the reader should know, at most one of each kind.
    pub warnings: Vec<StoreWarning>,
}

impl<T> Snapshot<T> {
    /// A place that was never written.
    pub const fn absent() -> Self {
        Self {
            rows: Vec::new(),
            invalid: Vec::new(),
            sequence: 0,
            fingerprint: Fingerprint::Absent,
            bytes: 0,
            has_backup: false,
            warnings: Vec::new(),
        }
    }
}

/// The state a change expects to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Whatever there is.
    Any,
    /// Exactly these bytes.
    Exactly(Fingerprint),
}

/// What a caller wants done with the rows it was shown.
#[derive(Debug)]
pub enum Decision<T: Record> {
    /// Nothing.
    Keep,
    /// These edits, all or none.
    Edit(Edits<T>),
    /// Nothing, and this answer.
    Refuse(Error),
}

/// How sure an acknowledged change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Present after a crash or a power cut at any later moment.
    Applied,
    /// Visible, or possibly visible, now; a power cut may take it away as a whole.
    AppliedNotDurable,
}

/// What an update did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Nothing: every stored byte and every modification time is the one before.
    Unchanged {
        /// The place's sequence.
        sequence: u64,
        /// The place's bytes.
        fingerprint: Fingerprint,
    },
    /// A change; the sequence went up by exactly one.
    Changed {
        /// How sure it is.
        durability: Durability,
        /// The new sequence.
        sequence: u64,
        /// The new bytes.
        fingerprint: Fingerprint,
        /// What happened besides.
        warnings: Vec<StoreWarning>,
    },
}

impl Commit {
    /// Whether the state is certain to outlive a power cut: changed durably, or not changed at all.
    pub const fn is_durable(&self) -> bool {
        !matches!(self, Self::Changed { durability: Durability::AppliedNotDurable, .. })
    }
}

/// The answer a decider gives for the rows of a fact place.
pub type DecideFacts<'a> = &'a mut dyn FnMut(&[Fact]) -> Decision<Fact>;

/// A set of places: where memory is.
///
/// Every method may be called from several threads, handles and processes at once. `read` methods take no lock and work while any is held; they write nothing, not even to repair. No lock is held when a method returns, but for the transaction inside the [`Transaction`] it gives out.
pub trait Store: Send + Sync {
    /// The rows of a fact place as they stand, from the last good state when the present one is damaged, with a warning (P-1, P-3, P-4, P-15, P-16, P-27).
    ///
    /// The same `Arc` may be given again while the place's bytes have not changed, so that what is derived from it can be kept.
    ///
    /// # Errors
    /// `store.corrupt`, `store.newer_version`, `store.too_large`, `store.path_unsafe`, `store.home_missing`, `store.io`; `scope.*_collision` when the place was recorded under another name.
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error>;

    /// The retired rows of a fact place, oldest first; errors as [`Store::facts`].
    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error>;

    /// The rows of a project's backlog; promises and errors as [`Store::facts`].
    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error>;

    /// The rows and fingerprint of exactly the bytes that are there: no backup, no cache, no recovery (P-13, P-16).
    ///
    /// # Errors
    /// As [`Store::facts`]; a damaged place is `store.corrupt` whether or not it has a backup.
    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error>;

    /// The receipts of consolidation beside a fact place, oldest first, of exactly the bytes that are there; promises and errors as [`Store::strict`] (O-50, O-54).
    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error>;

    /// Opens the home's memory transaction, waiting at most `wait` (P-18 to P-21). `now` is the time its changes are stamped with.
    ///
    /// At most one is open at a time over all handles and processes; one whose holder ended, by whatever means, is open to the next within two seconds. Dropping it releases it.
    ///
    /// # Errors
    /// `store.locked` at most one second after `wait`; `store.busy_legacy`, `store.lock_unsupported`, `store.read_only`, `store.no_space`, `store.home_missing`, `store.path_unsafe`, `store.io`.
    fn transaction<'a>(
        &'a self,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error>;

    /// Changes a project's backlog; promises and errors as [`Transaction::update`], but under the backlog's own lock, beside any open transaction.
    fn update_backlog(
        &self,
        project: &Project,
        now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error>;
}

/// The one open memory transaction of a home: the only way to change a fact place.
pub trait Transaction {
    /// Changes one fact place in one step (P-2 to P-17, P-23 to P-25).
    ///
    /// `decide` sees the newest committed rows and may be called again with newer ones; only its last answer counts, and a panic in it changes nothing. A crash at any point leaves the state before or after the change, whole; after [`Durability::Applied`] it leaves the state after. Rows to retire are in the retired list before they leave the rows.
    ///
    /// # Errors
    /// What `decide` refused with, as given; `store.changed` when `expect` does not hold; `store.full`; and as [`Store::facts`] and [`Store::transaction`]. After any error the place is byte for byte what it was.
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error>;

    /// Removes retired rows of one fact place: those for which `remove` answers true. Errors as [`Transaction::update`].
    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error>;

    /// Changes the receipts beside one fact place, and not the place; promises and errors as [`Transaction::update`] (O-41, O-50).
    ///
    /// A history holds at most [`RECEIPTS_LIMIT`](crate::consolidate::receipt::RECEIPTS_LIMIT) receipts, those that are not valid included, and [`HISTORY_BYTES`](crate::consolidate::receipt::HISTORY_BYTES) of what a place is kept in; over either a change is `store.full` and nothing was done.
    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error>;
}
