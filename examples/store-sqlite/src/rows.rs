//! The rows of a place as lines of a table.

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::{HISTORY_BYTES, RECEIPTS_LIMIT, Receipt};
use mind_core::error::{Error, StoreFault};
use mind_core::fact::{Fact, FactId, RetiredFact};
use mind_core::port::{Commit, Durability, Fingerprint, Record, Snapshot};
use mind_core::scope::Tier;
use mind_core::time::Timestamp;
use mind_store_fs::RowText;
use rusqlite::{Connection, OptionalExtension as _};
use sha2::{Digest as _, Sha256};

use crate::error::{fault, refused};

/// The version of a place this program writes.
const VERSION: u64 = 1;

/// The tables, and what makes a commit outlive a power cut in every journal mode.
pub(crate) const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS place
        (name TEXT PRIMARY KEY, version INTEGER NOT NULL, sequence INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS line
        (place TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL,
         PRIMARY KEY (place, position)) STRICT;";

/// A place as it was read.
pub(crate) struct Content<T> {
    pub(crate) snapshot: Snapshot<T>,
    /// The lines that are no valid rows; they stand behind the others for ever.
    pub(crate) unread: Vec<String>,
}

/// Reads a place, wherever the connection stands.
pub(crate) fn load<T: RowText>(
    connection: &Connection,
    place: &str,
    tier: Tier,
) -> Result<Content<T>, Error> {
    let mut content = Content { snapshot: Snapshot::absent(), unread: Vec::new() };
    let Some((version, sequence)) = head(connection, place).map_err(|e| fault(place, &e))? else {
        return Ok(content);
    };
    if version > VERSION {
        return Err(refused(
            place,
            StoreFault::NewerVersion { found: version, supported: VERSION },
        ));
    }
    let texts = lines(connection, place).map_err(|error| fault(place, &error))?;
    let seen = &mut content.snapshot;
    (seen.sequence, seen.fingerprint) = (sequence, digest(sequence, &texts));
    seen.bytes = texts.iter().map(|text| text.len() as u64).sum();
    for (at, text) in texts.into_iter().enumerate() {
        if let Some(row) = T::from_text(&text, tier) {
            seen.rows.push(row);
        } else {
            seen.invalid.push(at);
            content.unread.push(text);
        }
    }
    Ok(content)
}

/// Writes a place. What it says is true once the transaction of SQLite has been committed.
pub(crate) fn save<T: RowText>(
    connection: &Connection,
    place: &str,
    tier: Tier,
    content: &Content<T>,
) -> Result<Commit, Error> {
    let texts: Vec<String> = content.snapshot.rows.iter().map(|row| row.to_text(tier)).collect();
    let texts = [texts, content.unread.clone()].concat();
    let sequence = content.snapshot.sequence + 1;
    write(connection, place, sequence, &texts).map_err(|error| fault(place, &error))?;
    let (durability, fingerprint) = (Durability::Applied, digest(sequence, &texts));
    Ok(Commit::Changed { durability, sequence, fingerprint, warnings: Vec::new() })
}

fn write(
    connection: &Connection,
    place: &str,
    sequence: u64,
    texts: &[String],
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT OR REPLACE INTO place VALUES (?1, ?2, ?3)",
        (place, VERSION.cast_signed(), sequence.cast_signed()),
    )?;
    connection.execute("DELETE FROM line WHERE place = ?1", [place])?;
    let mut insert = connection.prepare("INSERT INTO line VALUES (?1, ?2, ?3)")?;
    for (position, text) in texts.iter().enumerate() {
        insert.execute((place, position.cast_signed(), text))?;
    }
    Ok(())
}

fn head(connection: &Connection, place: &str) -> rusqlite::Result<Option<(u64, u64)>> {
    let known = "SELECT count(*) FROM sqlite_schema WHERE name = 'place'";
    if connection.query_row(known, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(None);
    }
    let query = "SELECT version, sequence FROM place WHERE name = ?1";
    let pair = connection.query_row(query, [place], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)));
    let unsigned =
        |(version, sequence): (i64, i64)| (version.cast_unsigned(), sequence.cast_unsigned());
    pair.optional().map(|found| found.map(unsigned))
}

fn lines(connection: &Connection, place: &str) -> rusqlite::Result<Vec<String>> {
    let query = "SELECT text FROM line WHERE place = ?1 ORDER BY position";
    connection.prepare(query)?.query_map([place], |row| row.get(0))?.collect()
}

fn digest(sequence: u64, texts: &[String]) -> Fingerprint {
    let mut hash = Sha256::new();
    hash.update(sequence.to_be_bytes());
    for text in texts {
        hash.update(text);
        // JSON has no such byte, so that no two lists of lines look alike.
        hash.update([0]);
    }
    Fingerprint::Sha256(hash.finalize().into())
}

/// Rows a place can have.
pub(crate) trait Kept: Record + RowText {
    /// The row as the retired list keeps it.
    fn retire(self, _by: FactId, _at: Timestamp) -> Option<RetiredFact> {
        None
    }

    /// Entries and bytes a place has room for, in a store with this limit of entries.
    fn limits(entries: usize) -> (usize, u64) {
        (entries, u64::MAX)
    }
}

impl Kept for Fact {
    fn retire(self, by: FactId, at: Timestamp) -> Option<RetiredFact> {
        Some(RetiredFact { fact: self, retired_at: at, retired_by: by })
    }
}

impl Kept for BacklogItem {}

impl Kept for Receipt {
    fn limits(_: usize) -> (usize, u64) {
        (RECEIPTS_LIMIT, HISTORY_BYTES)
    }
}

impl<T: Kept> Content<T> {
    /// Refuses what the place has no room for.
    pub(crate) fn check(&self, place: &str, tier: Tier, entries: usize) -> Result<(), Error> {
        let (entries, bytes) = T::limits(entries);
        let rows = &self.snapshot.rows;
        let count = rows.len() + self.unread.len();
        fits(place, count as u64, entries as u64, "entries", "limits.store_entries")?;
        let size = rows.iter().map(|row| row.to_text(tier).len() as u64).sum();
        fits(place, size, bytes, "bytes", "limits.store_bytes")
    }
}

impl<T> Content<T> {
    /// What a change that changed nothing says.
    pub(crate) fn unchanged(&self) -> Commit {
        let Snapshot { sequence, fingerprint, .. } = self.snapshot;
        Commit::Unchanged { sequence, fingerprint }
    }
}

fn fits(
    place: &str,
    actual: u64,
    limit: u64,
    unit: &'static str,
    setting: &'static str,
) -> Result<(), Error> {
    if actual <= limit {
        return Ok(());
    }
    Err(refused(place, StoreFault::Full { actual, limit, unit, setting }))
}
