//! Disks in memory that others use at the same time, that refuse locks, or whose times say nothing.

use std::path::{Path, PathBuf};

use mind_core::port::{Expect, Store as _};
use rstest::rstest;

use crate::disk::{Disk, Leaf, Meddling};
use crate::support::{add_item, code, dev, fact, remember, texts};
use crate::workload::{GROUND, Part, Where, act, home, open};

fn file() -> PathBuf {
    home().join("memory/ltm/dev.json")
}

fn furnished() -> Disk {
    let disk = Disk::with_directory(GROUND);
    act(&disk, Part::Remember(Where::Dev, "one")).expect("nothing fails here");
    act(&disk, Part::Add("later")).expect("nothing fails here");
    disk
}

fn bytes(disk: &Disk, path: &Path) -> Vec<u8> {
    match &disk.seen()[path.to_str().expect("text")] {
        Leaf::File(bytes) => bytes.clone(),
        Leaf::Directory => panic!("{} is a directory", path.display()),
    }
}

/// D-20: bytes count only when they are all of one file in one state; a read is tried 32 times, which is more than the contract asks for and fewer than for ever.
#[rstest]
#[case::another_file_in_its_place(Meddling::Replaces)]
#[case::more_behind_what_was_read(Meddling::Grows)]
fn a_file_that_changes_while_it_is_read(#[case] how: Meddling) {
    let disk = furnished();
    disk.meddle(&file(), how, 31);
    assert_eq!(texts(&open(&disk), &dev()).unwrap(), ["one"]);
    disk.meddle(&file(), how, 32);
    let refused = open(&disk).facts(&dev()).unwrap_err();
    assert_eq!(refused.code(), "store.io");
    assert!(refused.to_string().contains("keeps changing"), "{refused}");
    assert_eq!(texts(&open(&disk), &dev()).unwrap(), ["one"]);
}

/// B13, P-1: a home that another process makes between two looks is there, and not missing.
#[test]
fn a_home_made_by_a_rival() {
    let disk = Disk::with_directory(GROUND);
    disk.meddle(&home(), Meddling::Makes, 1);
    assert_eq!(texts(&open(&disk), &dev()).unwrap(), Vec::<String>::new());
    let disk = Disk::with_directory(GROUND);
    disk.meddle(&home(), Meddling::Makes, 1);
    remember(&open(&disk), &dev(), "one").unwrap();
    assert_eq!(texts(&open(&disk), &dev()).unwrap(), ["one"]);
}

/// D-44: where there are no locks, nothing is written without one; reading works.
#[rstest]
#[case::no_lock_service(37)]
#[case::no_such_call(38)]
#[case::not_supported(95)]
#[case::not_for_this_file(22)]
fn without_locks_nothing_is_written(#[case] error: i32) {
    let disk = furnished();
    disk.refuse_locks(error);
    let before = disk.seen();
    let store = open(&disk);
    assert_eq!(code(&remember(&store, &dev(), "two")), "store.lock_unsupported");
    assert_eq!(code(&add_item(&store, "sooner")), "store.lock_unsupported");
    assert_eq!(disk.seen(), before);
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"]);
    assert_eq!(store.strict(&dev()).unwrap().rows, [fact(&dev(), "one")]);
    assert_eq!(store.backlog(&crate::support::demo()).unwrap().rows.len(), 1);
    let empty = Disk::with_directory(GROUND);
    empty.refuse_locks(error);
    assert_eq!(code(&remember(&open(&empty), &dev(), "one")), "store.lock_unsupported");
    assert_eq!(texts(&open(&empty), &dev()).unwrap(), [""; 0]);
}

/// D-65, D-66: a read may trust the times of a file; updates and strict snapshots look at its bytes, and so does whoever begins anew.
#[test]
fn only_reads_trust_the_times_of_a_file() {
    let disk = furnished();
    disk.pass(10);
    let store = open(&disk);
    let seen = store.facts(&dev()).unwrap();
    let other = String::from_utf8(bytes(&disk, &file())).unwrap().replace("one", "two");
    disk.disguise(&file(), other.as_bytes());
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"], "this is what the cache is");
    assert_eq!(store.strict(&dev()).unwrap().rows[0].text.as_str(), "two");
    assert_eq!(texts(&open(&disk), &dev()).unwrap(), ["two"]);
    let expect = Expect::Exactly(seen.fingerprint);
    let stale = crate::support::change(&store, &dev(), expect, &mut |_| panic!("nobody is asked"));
    assert_eq!(code(&stale), "store.changed");
    remember(&store, &dev(), "three").unwrap();
    assert_eq!(texts(&store, &dev()).unwrap(), ["two", "three"]);
}
