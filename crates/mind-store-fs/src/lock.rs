//! Locks: one holder at a time over handles, threads and processes, always taken in one order.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mind_core::error::{Error, StoreFault};
use mind_core::time::Timestamp;
use serde::Serialize;

use crate::fault::{error_at, fault, unbroken};
use crate::format::certain;
use crate::fs::{Fs, NodeKind};
use crate::process;
use crate::store::FsStore;

/// How long a waiting process sleeps between two tries.
const PAUSE: Duration = Duration::from_millis(25);
/// How long a thread sleeps at most before it looks at its deadline again; some systems cannot sleep for ever.
const LONGEST_SLEEP: Duration = Duration::from_mins(1);
/// Bytes of a holder's note that are read.
const NOTE_LIMIT: u64 = 1_024;

/// What a lock is for. Locks are taken in this order only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// The home's memory transaction.
    Transaction,
    /// One store.
    Store,
}

/// Until when a lock is waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// Never, when the wait is longer than the machine can count.
    end: Option<Instant>,
}

impl Wait {
    /// A wait that begins now.
    pub(crate) fn of(span: Duration) -> Self {
        Self { end: Instant::now().checked_add(span) }
    }

    fn left(self) -> Option<Duration> {
        match self.end {
            None => Some(Duration::MAX),
            Some(end) => end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()),
        }
    }
}

/// Which lock, and what messages call it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) rank: Rank,
    pub(crate) label: &'a str,
    pub(crate) home: &'a Path,
    /// The lock target.
    pub(crate) guard: &'a Path,
    /// Who holds it, for people only.
    pub(crate) holder: &'a Path,
}

/// A lock that is held; dropping it releases it.
#[derive(Debug)]
pub(crate) struct Held<'s, F: Fs> {
    fs: &'s F,
    holder: PathBuf,
    // In this order: the others in this process wake up when the file is free.
    _guard: F::File,
    _gate: Passed,
    _rank: Entered,
}

impl<F: Fs> Drop for Held<'_, F> {
    fn drop(&mut self) {
        // Nothing decides by the note; one that stays is overwritten by the next holder.
        let _ = self.fs.remove(&self.holder);
    }
}

impl<F: Fs> FsStore<F> {
    /// Takes a lock.
    pub(crate) fn lock(
        &self,
        target: Target<'_>,
        now: Timestamp,
        wait: Wait,
    ) -> Result<Held<'_, F>, Error> {
        let refused = |fault| error_at(fault, target.label, target.guard);
        let locked = || refused(StoreFault::Locked { holder: self.noted_holder(target.holder) });
        let rank = match Entered::enter(target.home, target.rank) {
            Entry::Open(entered) => entered,
            Entry::Own => return Err(locked()),
            Entry::OutOfOrder => return Err(refused(StoreFault::LockOrder)),
        };
        let gate = self.gates.pass(target.guard, wait).ok_or_else(locked)?;
        loop {
            if let Some(guard) = self.try_guard(target)? {
                let _ = self.fs.scribble(target.holder, &Note::of_this_process(now));
                let holder = target.holder.to_owned();
                return Ok(Held { fs: &self.fs, holder, _guard: guard, _gate: gate, _rank: rank });
            }
            let left = wait.left().ok_or_else(locked)?;
            std::thread::sleep(left.min(PAUSE));
        }
    }

    /// One try at the lock in the file.
    fn try_guard(&self, target: Target<'_>) -> Result<Option<F::File>, Error> {
        let at = |fault| error_at(fault, target.label, target.guard);
        let failed = |error: &std::io::Error| at(fault(error, "opening the lock"));
        loop {
            let file = unbroken(|| self.fs.open_guard(target.guard)).map_err(|e| failed(&e))?;
            let own = unbroken(|| self.fs.fstat(&file)).map_err(|error| failed(&error))?;
            if own.kind != NodeKind::File {
                return Err(at(StoreFault::PathUnsafe));
            }
            match unbroken(|| self.fs.try_lock(&file)) {
                Ok(false) => return Ok(None),
                Ok(true) => {}
                Err(error) => return Err(at(lock_fault(&error))),
            }
            // Somebody may have deleted the guard by hand; a lock on a nameless file excludes nobody.
            let named = self.stat(target.guard, target.label)?;
            if named.is_some_and(|stat| stat.is_same_file(&own)) {
                return Ok(Some(file));
            }
        }
    }

    /// The process that said it holds a lock.
    pub(crate) fn noted_holder(&self, path: &Path) -> Option<u32> {
        let stat = self.fs.lstat(path).ok()?;
        let mut file = (stat.kind == NodeKind::File).then(|| self.fs.open(path).ok())??;
        let mut bytes = Vec::new();
        self.fs.read(&mut file, NOTE_LIMIT, &mut bytes).ok()?;
        let note: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
        note.get("pid")?.as_u64()?.try_into().ok()
    }
}

fn lock_fault(error: &std::io::Error) -> StoreFault {
    match fault(error, "locking") {
        StoreFault::Io { .. } if is_unsupported(error) => StoreFault::LockUnsupported,
        fault => fault,
    }
}

fn is_unsupported(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::Unsupported || is_lockless(error)
}

/// The system's words for "no locks here" beyond those the standard library knows.
#[cfg(unix)]
fn is_lockless(error: &std::io::Error) -> bool {
    use rustix::io::Errno;
    let numbers = [Errno::NOLCK, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::INVAL];
    error.raw_os_error().is_some_and(|raw| numbers.iter().any(|n| n.raw_os_error() == raw))
}

#[cfg(not(unix))]
fn is_lockless(_: &std::io::Error) -> bool {
    false
}

/// Who holds a lock, for people.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Note {
    pid: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<String>,
    host: &'static str,
    version: &'static str,
    since: String,
}

impl Note {
    fn of_this_process(now: Timestamp) -> Vec<u8> {
        let started = process::own_start().and_then(Timestamp::from_millis);
        let note = Self {
            pid: std::process::id(),
            started_at: started.map(|at| at.to_string()),
            host: process::host_name(),
            version: env!("CARGO_PKG_VERSION"),
            since: now.to_string(),
        };
        certain(serde_json::to_vec(&note))
    }
}

/// The queues of this process, one a lock: its threads wait here instead of polling each other.
#[derive(Debug, Default)]
pub(crate) struct Gates {
    gates: Mutex<BTreeMap<PathBuf, Arc<Gate>>>,
}

#[derive(Debug, Default)]
struct Gate {
    taken: Mutex<bool>,
    freed: Condvar,
}

impl Gates {
    /// The queues all stores on the machine's file system share.
    pub(crate) fn of_process() -> Arc<Self> {
        static SHARED: LazyLock<Arc<Gates>> = LazyLock::new(Arc::default);
        Arc::clone(&SHARED)
    }

    /// Waits for the turn of this thread; nothing when it did not come in time.
    fn pass(&self, guard: &Path, wait: Wait) -> Option<Passed> {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        let gate = Arc::clone(gates.entry(guard.to_owned()).or_default());
        drop(gates);
        let mut taken = gate.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *taken {
            let left = wait.left()?;
            let waited = gate.freed.wait_timeout(taken, left.min(LONGEST_SLEEP));
            taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *taken = true;
        drop(taken);
        Some(Passed { gate })
    }
}

#[derive(Debug)]
struct Passed {
    gate: Arc<Gate>,
}

impl Drop for Passed {
    fn drop(&mut self) {
        *self.gate.taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.gate.freed.notify_one();
    }
}

thread_local! {
    static ENTERED: RefCell<Vec<(PathBuf, Rank)>> = const { RefCell::new(Vec::new()) };
}

/// A place in the order of locks of this thread.
#[derive(Debug)]
struct Entered {
    home: PathBuf,
    rank: Rank,
}

/// What the order of locks says to one more.
enum Entry {
    Open(Entered),
    /// This thread holds the very lock: it would wait for itself until the deadline.
    Own,
    /// This thread holds a lock that comes after it.
    OutOfOrder,
}

impl Entered {
    fn enter(home: &Path, rank: Rank) -> Entry {
        ENTERED.with_borrow_mut(|entered| {
            let held = entered.iter().filter(|(other, _)| other == home).map(|(_, rank)| *rank);
            match held.max() {
                Some(Rank::Store) => Entry::OutOfOrder,
                Some(Rank::Transaction) if rank == Rank::Transaction => Entry::Own,
                _ => {
                    entered.push((home.to_owned(), rank));
                    Entry::Open(Self { home: home.to_owned(), rank })
                }
            }
        })
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // A lock that ends while its thread does has no order left to keep.
        let _ = ENTERED.try_with(|entered| {
            let mut entered = entered.borrow_mut();
            let at =
                entered.iter().rposition(|(home, rank)| *home == self.home && *rank == self.rank);
            at.map(|at| entered.remove(at));
        });
    }
}
