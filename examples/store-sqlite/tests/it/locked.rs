//! B08: a database that is locked loses nothing in silence.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use mind_core::mind::{Draft, RecallRequest};
use mind_core::scope::{Persona, Scope};
use mind_core::time::Timestamp;
use mind_core::{Error, Mind};
use mind_store_sqlite::SqliteStore;
use mind_testkit::FixedClock;
use rusqlite::Connection;

fn mind(home: &std::path::Path, wait: Duration) -> Mind<SqliteStore, FixedClock> {
    Mind::new(
        SqliteStore::new(home.to_owned(), 10_000),
        FixedClock::new(Timestamp::from_millis(1_795_168_800_000).expect("a year of four digits")),
        wait,
    )
}

fn scope() -> Scope {
    Scope { persona: Persona::named("dev").expect("a short name"), project: None }
}

fn remember(mind: &Mind<SqliteStore, FixedClock>, text: &str) -> Result<(), Error> {
    mind.remember(&scope(), &Draft { text: text.to_owned(), ..Draft::default() }).map(drop)
}

/// While another program has the database to itself, who does not wait is told so; who waits is stored, each one, and what was not stored was not said to be.
#[test]
fn a_locked_database_says_so() {
    let room = tempfile::tempdir().expect("a directory");
    let home = room.path();
    remember(&mind(home, Duration::ZERO), "The first one makes the database").expect("stored");
    let other = Connection::open(home.join("memory.db")).expect("the database");
    other.execute_batch("BEGIN EXCLUSIVE").expect("to itself");

    let refused = remember(&mind(home, Duration::ZERO), "Nobody waits for this one");
    assert_eq!(refused.expect_err("the database is locked").code(), "store.locked");

    let begun = Barrier::new(11);
    thread::scope(|scope| {
        let writers: Vec<_> = (0..10)
            .map(|n| {
                let begun = &begun;
                scope.spawn(move || {
                    let mind = mind(home, Duration::from_mins(1));
                    begun.wait();
                    remember(&mind, &format!("Written by writer {n}"))
                })
            })
            .collect();
        begun.wait();
        other.execute_batch("COMMIT").expect("let go");
        for writer in writers {
            writer.join().expect("no panic").expect("stored");
        }
    });
    let all = RecallRequest { limit: 50, ..RecallRequest::default() };
    let page = mind(home, Duration::ZERO).recall(&scope(), &all).expect("readable");
    let told = page
        .hits
        .iter()
        .filter(|hit| format!("{:?}", hit.entry.body).contains("Written by writer"));
    assert_eq!((told.count(), page.hits.len()), (10, 11));
}
