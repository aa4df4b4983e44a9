//! Threads and processes that want the same plan at the same time (O-41, O-47).

use std::path::Path;
use std::time::Duration;

use mind_core::Mind;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::PlanOwner;
use mind_core::consolidate::receipt::ReceiptState;
use mind_core::port::Clock as _;
use mind_store_fs::{Fs, FsStore, Limits};
use mind_testkit::FixedClock;

use super::desk::{Desk, facts_image, real, scope};
use crate::child::{Child, Role};
use crate::support::code;

/// O-41, O-47, `apply_once`: eight threads apply one plan; one commits, all others find the store changed.
#[test]
fn apply_once_threads() {
    let (_directory, home, desk) = real();
    let order = desk.order().unwrap();
    let codes: Vec<&str> = std::thread::scope(|threads| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                threads.spawn(|| {
                    let desk =
                        Desk::over(FsStore::new(home.clone(), Limits::default()), "10:06:00");
                    code(&desk.apply(&order))
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    applied_once(&codes, &desk);
}

/// The same with four processes.
#[test]
fn apply_once_processes() {
    let (_directory, home, desk) = real();
    let mut children: Vec<Child> = (0..4).map(|_| Child::start(Role::Apply, &home, &[])).collect();
    for child in &mut children {
        child.expect("staged");
    }
    children.iter_mut().for_each(Child::go);
    let codes: Vec<String> =
        children.iter_mut().map(|child| child.hear().expect("it answers")).collect();
    applied_once(&codes.iter().map(String::as_str).collect::<Vec<_>>(), &desk);
}

#[track_caller]
fn applied_once<F: Fs>(codes: &[&str], desk: &Desk<F>) {
    let of = |wanted: &str| codes.iter().filter(|code| **code == wanted).count();
    assert_eq!((of("none"), of("store.changed")), (1, codes.len() - 1), "{codes:?}");
    let states: Vec<ReceiptState> = desk.receipts().iter().map(|one| one.state).collect();
    assert_eq!(states, [ReceiptState::Applied]);
    assert_eq!(desk.snapshot().rows.len(), 2);
}

/// What a child process does for [`apply_once_processes`].
pub(crate) fn apply_in_a_child(home: &Path, say: &dyn Fn(&str), wait: &dyn Fn()) {
    let desk = Desk::over(FsStore::new(home.to_owned(), Limits::default()), "10:06:00");
    let order = desk.order().unwrap();
    say("staged");
    wait();
    say(code(&desk.apply(&order)));
}

/// What a child process does for [`killed_while_tidying`].
pub(crate) fn tidy_in_a_child(home: &Path, say: &dyn Fn(&str)) {
    let desk = Desk::over(FsStore::new(home.to_owned(), Limits::default()), "10:06:00");
    loop {
        let receipt = desk.apply(&desk.order().unwrap()).unwrap().receipt_id;
        say("applied");
        desk.undo(&receipt).unwrap();
        say("undone");
        desk.clock.advance(Duration::from_millis(1));
    }
}

/// O-42, O-57, O-58: whenever a process is killed, the store is that of its last acknowledged change or of the next one, and the next change settles what it left open.
#[test]
fn killed_while_tidying() {
    let (_directory, home, desk) = real();
    for acknowledged in [1, 4, 2, 7, 3] {
        let mut child = Child::start(Role::Tidy, &home, &[]);
        let heard: Vec<String> =
            (0..acknowledged).map(|_| child.hear().expect("it lives")).collect();
        child.kill();
        let further = std::iter::from_fn(|| child.hear()).count();
        let done = heard.len() + further;
        let rows = desk.snapshot().rows.len();
        let (now, next) = if done.is_multiple_of(2) { (3, 2) } else { (2, 3) };
        assert!(rows == now || rows == next, "{rows} rows after {done} changes");
        // Back to the rows of the vectors, whatever was cut off.
        if rows == 2 {
            let merged = desk.stage(&["f93f2ca79c24"], "Port 7101.", PlanOwner::of(&scope()));
            let told = desk.apply(&Order::of(&merged.unwrap())).unwrap();
            assert!(!desk.has_open(), "a receipt stays open");
            desk.undo(&told.receipt_id).unwrap();
            let receipts = desk.receipts();
            let applied = receipts
                .iter()
                .rfind(|one| one.state == ReceiptState::Applied && one.undo_of.is_none());
            desk.undo(&applied.expect("it was applied").id).unwrap();
        } else {
            let receipt = desk.apply(&desk.order().unwrap()).unwrap().receipt_id;
            assert!(!desk.has_open(), "a receipt stays open");
            desk.undo(&receipt).unwrap();
        }
        assert_eq!(desk.snapshot().rows.len(), 3);
    }
}

/// O-41: an apply waits for the memory transaction of another process no longer than its deadline.
#[test]
fn o41_a_rival_holds_the_transaction() {
    let (_directory, home, desk) = real();
    let order = desk.order().unwrap();
    let mut holder = Child::start(Role::Hold, &home, &[]);
    holder.expect("held");
    let clock = FixedClock::new(desk.clock.now());
    let hurried = Mind::new(FsStore::new(home.clone(), Limits::default()), clock, Duration::ZERO);
    let before = facts_image(&home);
    let refused = hurried.apply(&scope(), &order, &order.owner, &|| Ok(()));
    assert_eq!((code(&refused), facts_image(&home)), ("store.locked", before));
    holder.kill();
    desk.apply(&order).unwrap();
}
