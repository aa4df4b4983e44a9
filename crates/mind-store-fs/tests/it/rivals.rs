//! T-5: processes and threads that want the same home at the same time.

use std::fs::{self, File};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use mind_core::error::{Error, StoreFault};
use mind_core::port::Store;
use mind_store_fs::{FsStore, Limits, RealFs};
use mind_testkit::StoreHarness as _;

use crate::child::{Child, Role};
use crate::home::FsHome;
use crate::support::{now, remember, texts, working};

/// P-2, P-4, P-5: no row is lost, and a reader never sees an error or a step back.
#[test]
fn two_writers_lose_nothing_and_a_reader_sees_no_error() {
    const EACH: usize = 200;
    let home = FsHome::fresh();
    let mut reader = Child::start(Role::Read, &home.path(), &[]);
    reader.expect("reading");
    let count = EACH.to_string();
    let mut writers =
        ["one", "two"].map(|name| Child::start(Role::Write, &home.path(), &[name, &count]));
    for writer in &mut writers {
        while writer.hear().is_some() {}
        assert!(writer.finish().success());
    }
    assert!(reader.finish().success(), "{:?}", reader.hear());
    let mut expect: Vec<String> = ["one", "two"]
        .iter()
        .flat_map(|name| (0..EACH).map(move |n| format!("writer {name} row {n}")))
        .collect();
    let mut left = texts(home.store(), &working()).unwrap();
    expect.sort();
    left.sort();
    assert_eq!(left, expect);
}

/// P-10, P-11: whenever a writer is killed, what it acknowledged is there, and at most the one row it was at besides.
#[test]
fn a_killed_writer_loses_nothing_it_acknowledged() {
    let home = FsHome::fresh();
    let mut expect: Vec<String> = Vec::new();
    for (round, acknowledged) in [1, 9, 2, 14, 5, 1, 21, 3, 11, 7].into_iter().enumerate() {
        let name = round.to_string();
        let mut writer = Child::start(Role::Write, &home.path(), &[&name, "100000"]);
        for _ in 0..acknowledged {
            expect.push(writer.hear().expect("the writer lives"));
        }
        writer.kill();
        // What was said before the end and not heard yet.
        while let Some(text) = writer.hear() {
            expect.push(text);
        }
        let left = texts(home.store(), &working()).unwrap();
        assert_eq!(left[..expect.len().min(left.len())], expect, "round {round}");
        assert!(left.len() <= expect.len() + 1, "round {round}: {:?}", left.last());
        assert_eq!(home.store().strict(&working()).unwrap().rows.len(), left.len());
        expect = left;
        let text = format!("after round {round}");
        remember(home.store(), &working(), &text).unwrap();
        expect.push(text);
    }
}

/// P-18 to P-20: after a killed holder the first of many is in within two seconds, and never two at once.
#[test]
fn many_wait_for_a_holder_that_is_killed() {
    const MANY: usize = 12;
    let home = FsHome::fresh();
    let mut holder = Child::start(Role::Hold, &home.path(), &[]);
    holder.expect("held");
    let log = home.path().with_file_name("log");
    let (said, hears) = channel();
    let listeners: Vec<_> = (0..MANY)
        .map(|n| {
            let words = [n.to_string(), log.display().to_string()];
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut child = Child::start(Role::Contend, &home.path(), &words);
            let said = said.clone();
            std::thread::spawn(move || {
                while let Some(word) = child.hear() {
                    said.send(word).unwrap();
                }
                assert!(child.finish().success());
            })
        })
        .collect();
    drop(said);
    for _ in 0..MANY {
        assert_eq!(hears.recv().as_deref(), Ok("ready"));
    }
    holder.kill();
    let begun = Instant::now();
    assert_eq!(hears.recv().as_deref(), Ok("in"));
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(2), "the first was in after {took:?}");
    for listener in listeners {
        listener.join().unwrap();
    }
    let log = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 2 * MANY, "{lines:?}");
    for pair in lines.chunks(2) {
        let inside = pair[0].strip_prefix("in ").expect("somebody comes in first");
        assert_eq!(pair[1].strip_prefix("out "), Some(inside), "two were inside: {lines:?}");
    }
}

/// P-18, D-16: the refusal names the process that holds the lock.
#[test]
fn the_holder_is_named() {
    let home = FsHome::fresh();
    let mut holder = Child::start(Role::Hold, &home.path(), &[]);
    holder.expect("held");
    let refused = home.store().transaction(now(), Duration::ZERO).map(drop).unwrap_err();
    let Error::Store(error) = refused else { panic!("not the store's: {refused:?}") };
    assert_eq!(error.fault, StoreFault::Locked { holder: Some(holder.pid()) });
    assert!(holder.finish().success());
    drop(home.store().transaction(now(), Duration::from_secs(2)).unwrap());
}

/// D-40: the lock is the open file's, not the process's. Opening and closing the guard again lets go of a lock that a process owns.
#[test]
fn two_threads_never_both_hold_a_lock() {
    let home = FsHome::fresh();
    // Stores that share nothing in memory, so that only the file keeps them apart.
    let apart = || FsStore::on(RealFs, home.path(), Limits::default());
    let (first, second) = (apart(), apart());
    let held = first.transaction(now(), Duration::ZERO).unwrap();
    let refused = || {
        std::thread::scope(|scope| {
            for store in [home.store(), &second as &dyn Store, &first] {
                let code = scope.spawn(|| {
                    let second = store.transaction(now(), Duration::ZERO);
                    second.map_or_else(|error| error.code(), |_| "two hold it")
                });
                assert_eq!(code.join().unwrap(), "store.locked");
            }
        });
        Child::start(Role::Try, &home.path(), &[]).expect("locked");
    };
    refused();
    let guard = home.path().join("memory/ltm/_shared.json.transaction.guard");
    let listed = fs::read_dir(guard.parent().unwrap()).unwrap();
    assert!(listed.map(|entry| entry.unwrap().path()).any(|path| path == guard));
    drop(File::options().read(true).write(true).open(&guard).unwrap());
    drop(fs::read(&guard));
    refused();
    drop(held);
    Child::start(Role::Try, &home.path(), &[]).expect("had");
    drop(second.transaction(now(), Duration::ZERO).unwrap());
}
