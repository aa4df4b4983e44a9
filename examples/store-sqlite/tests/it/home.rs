//! A home for the suite: a directory, and what a test may do to the tables behind the store's back.

use std::cell::RefCell;
use std::time::Duration;

use mind_core::fact::Fact;
use mind_core::port::Store;
use mind_core::scan::Clean;
use mind_core::scope::{FactPlace, Tier};
use mind_store_sqlite::SqliteStore;
use mind_testkit::{Hook, Place, StoreHarness};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::child;

pub(crate) struct SqliteHome {
    directory: TempDir,
    store: SqliteStore,
    /// The lines of a place that were copied, its sequence first.
    aside: RefCell<(i64, Vec<String>)>,
}

impl SqliteHome {
    fn open(directory: &TempDir) -> SqliteStore {
        SqliteStore::new(directory.path().join("memory"), 10_000)
    }

    fn tables(&self) -> Connection {
        Connection::open(self.directory.path().join("memory/memory.db")).expect("a database")
    }

    fn lines(&self, place: &str) -> Vec<String> {
        let tables = self.tables();
        let query = "SELECT text FROM line WHERE place = ?1 ORDER BY position";
        let mut query = tables.prepare(query).expect("tables");
        let lines = query.query_map([place], |row| row.get(0)).expect("lines");
        lines.map(|line| line.expect("text")).collect()
    }

    fn run(&self, statement: &str, place: &str) -> Hook {
        self.tables().execute(statement, [place]).expect("done");
        Hook::Done
    }

    fn fail(&self, place: &str) -> Hook {
        let trigger = format!(
            "CREATE TRIGGER failing BEFORE INSERT ON line WHEN NEW.place = '{place}'
             BEGIN SELECT RAISE(ABORT, 'ordered by a test'); END"
        );
        self.tables().execute_batch(&trigger).expect("done");
        Hook::Done
    }
}

impl StoreHarness for SqliteHome {
    fn fresh() -> Self {
        let directory = TempDir::new().expect("a directory");
        let store = Self::open(&directory);
        Self { directory, store, aside: RefCell::default() }
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn reopen(&mut self) {
        self.store = Self::open(&self.directory);
    }

    fn rival(&self) -> Box<dyn Store> {
        Box::new(Self::open(&self.directory))
    }

    fn limit_entries(&mut self, limit: usize) -> Hook {
        self.store = SqliteStore::new(self.directory.path().join("memory"), limit);
        Hook::Done
    }

    fn image(&self) -> Option<Vec<(String, String)>> {
        if !self.directory.path().join("memory/memory.db").exists() {
            return Some(Vec::new());
        }
        let tables = self.tables();
        let query = "SELECT place, position || text FROM line
                     UNION ALL SELECT name, version || ' ' || sequence FROM place ORDER BY 1, 2";
        let mut query = tables.prepare(query).expect("tables");
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        Some(rows.map(|row| row.expect("text")).collect())
    }

    fn set_newer(&self, place: &Place) -> Hook {
        self.run("UPDATE place SET version = 99 WHERE name = ?1", &place.to_string())
    }

    fn respell(&self, place: &Place) -> Hook {
        let tables = self.tables();
        tables.busy_timeout(Duration::ZERO).expect("set");
        if tables.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err() {
            return Hook::Missing("SQLite lets nobody in while a change is being decided");
        }
        self.run("UPDATE line SET text = ' ' || text WHERE place = ?1", &place.to_string())
    }

    fn add_invalid(&self, place: &Place, count: usize) -> Hook {
        for _ in 0..count {
            let next = "INSERT INTO line
                        SELECT ?1, max(position) + 1, '{}' FROM line WHERE place = ?1";
            self.run(next, &place.to_string());
        }
        Hook::Done
    }

    fn copy_aside(&self, place: &Place) -> Hook {
        let name = place.to_string();
        let query = "SELECT sequence FROM place WHERE name = ?1";
        let sequence = self.tables().query_row(query, [&name], |row| row.get(0)).expect("a place");
        self.aside.replace((sequence, self.lines(&name)));
        Hook::Done
    }

    fn put_back(&self, place: &Place) -> Hook {
        let (name, tables) = (place.to_string(), self.tables());
        let (sequence, lines) = &*self.aside.borrow();
        let head = "UPDATE place SET sequence = ?2 WHERE name = ?1";
        tables.execute(head, (&name, sequence)).expect("done");
        self.run("DELETE FROM line WHERE place = ?1", &name);
        for (position, line) in (0_i64..).zip(lines) {
            let insert = "INSERT INTO line VALUES (?1, ?2, ?3)";
            tables.execute(insert, (&name, position, line)).expect("done");
        }
        Hook::Done
    }

    fn fail_retiring(&self, place: &FactPlace) -> Hook {
        self.fail(&format!("retired {place}"))
    }

    fn fail_write(&self, place: &Place) -> Hook {
        self.fail(&place.to_string())
    }

    fn end_a_holder(&self) -> Hook {
        child::killed_while_deciding(&self.directory.path().join("memory"), Tier::Shared, &[]);
        Hook::Done
    }

    fn interrupt(&self, place: &FactPlace, rows: &[Clean<Fact>]) -> Hook {
        child::killed_while_deciding(&self.directory.path().join("memory"), place.tier(), rows);
        Hook::Done
    }
}
