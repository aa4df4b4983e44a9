//! The store of `mind` in SQLite: an example of an adapter, held to `store_contract!` in `tests/it`.
//!
//! `memory.db` holds the rows as text, one place a set of lines. The memory transaction is a lock on `transaction.db`, a file nothing is written to, so that each change inside it can be a transaction of SQLite of its own, durable when it is acknowledged. The rollback journal is used and not the write-ahead log: readers wait only while a change is being committed, and the home may be on any disk whose locks work.

mod error;
mod rows;

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::{Error, StoreFault};
use mind_core::fact::{Fact, RetiredFact};
use mind_core::port::{
    Commit, DecideFacts, Decision, Expect, Outcome, Snapshot, Store, Transaction,
};
use mind_core::scope::{FactPlace, Project, Tier};
use mind_core::time::Timestamp;
use mind_store_fs::RowText;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use error::{fault, refused};
use rows::{Content, Kept, SCHEMA, load, save};

/// How long a read waits for a change that is being committed.
const READ_WAIT: Duration = Duration::from_secs(5);
/// Retired rows a place keeps (F-39); those of one change stay in any case.
const RETIRED_KEPT: usize = 200;

thread_local! {
    /// Whether this thread is in a decider, where it may ask for no further lock.
    static DECIDING: Cell<bool> = const { Cell::new(false) };
}

/// A home in a directory, which is made by the first change.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    directory: PathBuf,
    entries: usize,
}

impl SqliteStore {
    /// The home in this directory; a place of it holds at most so many rows.
    pub fn new(directory: PathBuf, entries: usize) -> Self {
        Self { directory, entries }
    }

    fn read<T: RowText>(&self, place: &str, tier: Tier) -> Result<Snapshot<T>, Error> {
        let path = self.directory.join("memory.db");
        if !path.exists() {
            return Ok(Snapshot::absent());
        }
        // Also a reader may have to take back what a killed writer left half done.
        let lost = |error| fault(place, &error);
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
        let mut connection = connection.map_err(lost)?;
        connection.busy_timeout(READ_WAIT).map_err(lost)?;
        // One transaction, or a change could come between the sequence and the lines (P-4).
        let transaction = connection.transaction().map_err(lost)?;
        load(&transaction, place, tier).map(|content| content.snapshot)
    }

    /// A connection for changing; the timeout comes before everything that could need it.
    fn open(&self, file: &str, place: &str, wait: Duration) -> Result<Connection, Error> {
        fs::create_dir_all(&self.directory).map_err(|error| {
            refused(place, StoreFault::Io { operation: "create", reason: error.kind().to_string() })
        })?;
        let connection = Connection::open(self.directory.join(file));
        let connection = connection.map_err(|error| fault(place, &error))?;
        connection.busy_timeout(wait).map_err(|error| fault(place, &error))?;
        Ok(connection)
    }

    /// Does something under a place's lock, and commits it when it changed something.
    fn locked(
        &self,
        place: &str,
        wait: Duration,
        act: impl FnOnce(&Connection) -> Result<Commit, Error>,
    ) -> Result<Commit, Error> {
        let lost = |error| fault(place, &error);
        let _deciding = Deciding::begin(place)?;
        let mut connection = self.open("memory.db", place, wait)?;
        connection.pragma_update(None, "synchronous", "EXTRA").map_err(lost)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(lost)?;
        transaction.execute_batch(SCHEMA).map_err(lost)?;
        let commit = act(&transaction)?;
        if matches!(commit, Commit::Changed { .. }) {
            transaction.commit().map_err(lost)?;
        }
        Ok(commit)
    }

    /// Changes one place, with the rows it retires.
    fn change<T: Kept>(
        &self,
        at: &At<'_>,
        wait: Duration,
        decide: &mut dyn FnMut(&[T]) -> Decision<T>,
    ) -> Result<Commit, Error> {
        let At { place, tier, expect } = *at;
        self.locked(place, wait, |connection| {
            let mut content: Content<T> = load(connection, place, tier)?;
            let seen = &mut content.snapshot;
            if matches!(expect, Expect::Exactly(expected) if expected != seen.fingerprint) {
                return Err(refused(place, StoreFault::Changed));
            }
            let edits = match decide(&seen.rows) {
                Decision::Refuse(error) => return Err(error),
                Decision::Keep => return Ok(content.unchanged()),
                Decision::Edit(edits) => edits,
            };
            let Outcome { rows, retired } = edits.carry_out(&seen.rows);
            if rows == seen.rows && retired.is_empty() {
                return Ok(content.unchanged());
            }
            seen.rows = rows;
            content.check(place, tier, self.entries)?;
            let retired = retired.into_iter().filter_map(|(row, by, at)| row.retire(by, at));
            retire(connection, place, tier, retired.collect())?;
            save(connection, place, tier, &content)
        })
    }
}

/// Puts rows at the end of a place's retired list, and lets the oldest go.
fn retire(
    connection: &Connection,
    place: &str,
    tier: Tier,
    retired: Vec<RetiredFact>,
) -> Result<(), Error> {
    if retired.is_empty() {
        return Ok(());
    }
    let place = &format!("retired {place}");
    let mut list: Content<RetiredFact> = load(connection, place, tier)?;
    let room = RETIRED_KEPT.saturating_sub(retired.len());
    let over = list.snapshot.rows.len().saturating_sub(room);
    list.snapshot.rows.drain(..over);
    list.snapshot.rows.extend(retired);
    save(connection, place, tier, &list).map(drop)
}

/// Where a change goes, and what it expects there.
struct At<'a> {
    place: &'a str,
    tier: Tier,
    expect: Expect,
}

impl Store for SqliteStore {
    fn facts(&self, place: &FactPlace) -> Result<Arc<Snapshot<Fact>>, Error> {
        self.strict(place).map(Arc::new)
    }

    fn retired(&self, place: &FactPlace) -> Result<Arc<Snapshot<RetiredFact>>, Error> {
        self.read(&format!("retired {place}"), place.tier()).map(Arc::new)
    }

    fn backlog(&self, project: &Project) -> Result<Arc<Snapshot<BacklogItem>>, Error> {
        self.read(&format!("backlog {}", project.slug()), Tier::Project).map(Arc::new)
    }

    fn strict(&self, place: &FactPlace) -> Result<Snapshot<Fact>, Error> {
        self.read(&place.to_string(), place.tier())
    }

    fn receipts(&self, place: &FactPlace) -> Result<Snapshot<Receipt>, Error> {
        self.read(&format!("history {place}"), place.tier())
    }

    fn transaction<'a>(
        &'a self,
        _now: Timestamp,
        wait: Duration,
    ) -> Result<Box<dyn Transaction + 'a>, Error> {
        let place = "transaction";
        drop(Deciding::begin(place)?);
        let lock = self.open("transaction.db", place, wait)?;
        lock.execute_batch("BEGIN EXCLUSIVE").map_err(|error| fault(place, &error))?;
        Ok(Box::new(SqliteTransaction { store: self, wait, _lock: lock }))
    }

    fn update_backlog(
        &self,
        project: &Project,
        _now: Timestamp,
        wait: Duration,
        expect: Expect,
        decide: &mut dyn FnMut(&[BacklogItem]) -> Decision<BacklogItem>,
    ) -> Result<Commit, Error> {
        let place = &format!("backlog {}", project.slug());
        self.change(&At { place, tier: Tier::Project, expect }, wait, decide)
    }
}

/// The open transaction of a home. SQLite's lock ends with the connection, and the connection with its process.
struct SqliteTransaction<'a> {
    store: &'a SqliteStore,
    wait: Duration,
    _lock: Connection,
}

impl Transaction for SqliteTransaction<'_> {
    fn update(
        &mut self,
        place: &FactPlace,
        expect: Expect,
        decide: DecideFacts<'_>,
    ) -> Result<Commit, Error> {
        let at = At { place: &place.to_string(), tier: place.tier(), expect };
        self.store.change(&at, self.wait, decide)
    }

    fn forget_retired(
        &mut self,
        place: &FactPlace,
        remove: &mut dyn FnMut(&RetiredFact) -> bool,
    ) -> Result<Commit, Error> {
        let (label, tier) = (&format!("retired {place}"), place.tier());
        self.store.locked(label, self.wait, |connection| {
            let mut list: Content<RetiredFact> = load(connection, label, tier)?;
            let before = list.snapshot.rows.len();
            list.snapshot.rows.retain(|row| !remove(row));
            if list.snapshot.rows.len() == before {
                return Ok(list.unchanged());
            }
            save(connection, label, tier, &list)
        })
    }

    fn update_receipts(
        &mut self,
        place: &FactPlace,
        decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
    ) -> Result<Commit, Error> {
        let at = At { place: &format!("history {place}"), tier: place.tier(), expect: Expect::Any };
        self.store.change(&at, self.wait, decide)
    }
}

/// A thread between the lock of a place and its release.
struct Deciding;

impl Deciding {
    fn begin(place: &str) -> Result<Self, Error> {
        if DECIDING.replace(true) {
            return Err(refused(place, StoreFault::LockOrder));
        }
        Ok(Self)
    }
}

impl Drop for Deciding {
    fn drop(&mut self) {
        DECIDING.set(false);
    }
}
