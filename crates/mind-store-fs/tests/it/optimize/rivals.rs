//! Threads and processes that want the same plan at the same time (O-41, O-47).

use std::path::Path;
use std::time::Duration;

use mind_core::Mind;
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
