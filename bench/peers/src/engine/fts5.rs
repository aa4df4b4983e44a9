//! SQLite FTS5 in memory, with the Porter stemmer, any word of the query enough, by BM25.

use anyhow::Result;
use rusqlite::{Connection, params};

use super::{Engine, PAGE, joined};
use crate::corpus::Corpus;

/// A database with one virtual table.
pub(crate) struct Fts5(Connection);

impl Engine for Fts5 {
    type Stored = Vec<String>;

    fn store(corpus: &Corpus) -> Result<Self::Stored> {
        Ok(corpus.facts.iter().map(joined).collect())
    }

    fn build(stored: &Self::Stored) -> Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE VIRTUAL TABLE facts USING fts5(text, tokenize = 'porter unicode61')",
        )?;
        let transaction = connection.transaction()?;
        {
            let mut insert = transaction.prepare("INSERT INTO facts (text) VALUES (?1)")?;
            for text in stored {
                insert.execute(params![text])?;
            }
        }
        transaction.commit()?;
        Ok(Self(connection))
    }

    fn ask(&self, query: &str) -> Result<usize> {
        let words: Vec<String> = query.split(' ').map(|word| format!("\"{word}\"")).collect();
        let sql = "SELECT rowid, rank FROM facts WHERE facts MATCH ?1 ORDER BY rank LIMIT ?2";
        let mut select = self.0.prepare_cached(sql)?;
        let rows = select
            .query_map(params![words.join(" OR "), PAGE as i64], |row| row.get::<_, i64>(0))?;
        Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.len())
    }

    fn bytes(&self) -> Option<usize> {
        let number = |pragma: &str| self.0.query_row(pragma, [], |row| row.get::<_, i64>(0)).ok();
        let bytes = number("PRAGMA page_count")? * number("PRAGMA page_size")?;
        usize::try_from(bytes).ok()
    }
}
