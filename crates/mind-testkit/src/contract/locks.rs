//! P-18 to P-22, P-27: who waits for whom.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use mind_core::Error;
use mind_core::error::StoreFault;
use mind_core::port::{Decision, Expect, Store};
use mind_core::scope::Project;

use super::rows::{
    PATIENCE, add, add_items, appending, at, change, code, demo, dev, exactly, fact, item, items,
    places, rows, working,
};
use super::{StoreHomes, done};

/// Runs `meanwhile` while another thread holds the transaction of this store.
fn while_held(holder: &dyn Store, meanwhile: impl FnOnce()) {
    let ((held, is_held), (let_go, may_go)) = (channel(), channel::<()>());
    thread::scope(|scope| {
        scope.spawn(move || {
            let transaction = holder.transaction(at(1), PATIENCE).expect("nobody holds it");
            held.send(()).expect("somebody listens");
            // Ends also when the other side has panicked.
            may_go.recv().ok();
            drop(transaction);
        });
        is_held.recv().expect("the holder holds it");
        let let_go = let_go;
        meanwhile();
        drop(let_go);
    });
}

/// Runs `meanwhile` while another thread decides on the backlog of `demo`, and then on a fact place.
fn while_deciding(holder: &dyn Store, meanwhile: impl Fn()) {
    for facts in [false, true] {
        let ((held, is_held), (let_go, may_go)) = (channel(), channel::<()>());
        thread::scope(|scope| {
            scope.spawn(move || {
                let wait = || {
                    held.send(()).ok();
                    may_go.recv().ok();
                };
                if facts {
                    change(holder, &dev(), Expect::Any, &mut |_| {
                        wait();
                        Decision::Keep
                    })
                    .expect("nobody holds it");
                } else {
                    let decide = &mut |_: &[_]| {
                        wait();
                        Decision::Keep
                    };
                    let kept = holder.update_backlog(&demo(), at(1), PATIENCE, Expect::Any, decide);
                    kept.expect("nobody holds it");
                }
            });
            is_held.recv().expect("the holder holds it");
            let let_go = let_go;
            meanwhile();
            drop(let_go);
        });
    }
}

/// P-18: a lock not had within the deadline is `store.locked`, at most a second late, and nothing has changed.
pub fn p18_a_lock_not_had_in_time_is_said(homes: &StoreHomes<'_>) {
    const WAIT: Duration = Duration::from_millis(60);
    let home = homes.fresh();
    add(home.store(), &dev(), &[fact(&dev(), "first")]).expect("added");
    add_items(home.store(), &[item("first")]).expect("added");
    let locked = |call: &dyn Fn() -> Result<(), Error>| {
        let begun = Instant::now();
        let answer = call();
        let took = begun.elapsed();
        let is_locked = matches!(
            &answer,
            Err(Error::Store(error)) if matches!(error.fault, StoreFault::Locked { .. })
        );
        assert!(is_locked, "{answer:?}");
        let in_time = took >= WAIT && took <= WAIT + Duration::from_secs(1);
        assert!(in_time, "the answer took {took:?}");
    };
    let rival = home.rival();
    while_held(&*rival, || {
        locked(&|| home.store().transaction(at(1), WAIT).map(drop));
    });
    let backlog = || {
        let decide = &mut |_: &[_]| panic!("nobody is asked");
        home.store().update_backlog(&demo(), at(1), WAIT, Expect::Any, decide).map(drop)
    };
    let deciding = AtomicUsize::new(0);
    while_deciding(&*rival, || {
        if deciding.fetch_add(1, Ordering::SeqCst) == 0 {
            locked(&backlog);
        } else {
            locked(&|| home.store().transaction(at(1), WAIT).map(drop));
        }
    });
    assert_eq!(rows(home.store(), &dev()), [fact(&dev(), "first")]);
    assert_eq!(items(home.store()), [item("first")]);
}

/// P-19: a holder that ended keeps no lock.
pub fn p19_an_ended_holder_keeps_no_lock(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    if !done("P-19", home.end_a_holder()) {
        return;
    }
    let mut transaction =
        home.store().transaction(at(1), Duration::from_secs(2)).expect("the lock is free");
    let added = transaction.update(&dev(), Expect::Any, &mut |_| appending(&[fact(&dev(), "new")]));
    assert_eq!(code(&added), "none");
    drop(transaction);
    assert_eq!(rows(home.store(), &dev()), [fact(&dev(), "new")]);
}

/// P-20: one transaction of a home is open at a time; other homes and backlogs do not wait for it.
pub fn p20_one_transaction_of_a_home_is_open(homes: &StoreHomes<'_>) {
    let (home, other) = (homes.fresh(), homes.fresh());
    let rival = home.rival();
    while_held(&*rival, || {
        for store in [home.store(), &*rival, &*home.rival()] {
            let second = store.transaction(at(1), Duration::ZERO).map(drop);
            assert_eq!(code(&second), "store.locked");
        }
        let elsewhere = other.store().transaction(at(1), Duration::ZERO).map(drop);
        assert_eq!(code(&elsewhere), "none", "homes wait for each other");
        let added =
            home.store().update_backlog(&demo(), at(1), Duration::ZERO, Expect::Any, &mut |_| {
                appending(&[item("meanwhile")])
            });
        assert_eq!(code(&added), "none", "a backlog waits for a transaction");
    });
    let inside = AtomicUsize::new(0);
    let stores: Vec<Box<dyn Store>> = (0..3).map(|_| home.rival()).collect();
    thread::scope(|scope| {
        for store in stores.iter().map(AsRef::as_ref).chain([home.store()]) {
            let inside = &inside;
            scope.spawn(move || {
                for _ in 0..8 {
                    let transaction = store.transaction(at(1), PATIENCE).expect("had in time");
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two are inside");
                    thread::yield_now();
                    inside.fetch_sub(1, Ordering::SeqCst);
                    drop(transaction);
                }
            });
        }
    });
}

/// P-21: a lock asked for in another order is refused at once; a fact place without a transaction cannot be changed at all, which the types see to.
pub fn p21_locks_have_one_order(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let (store, other) = (home.store(), Project::at(b"/srv/other"));
    let transaction = || store.transaction(at(1), PATIENCE).map(drop);
    let backlog = |project: &Project| {
        store.update_backlog(project, at(1), PATIENCE, Expect::Any, &mut |_| Decision::Keep)
    };
    let in_facts = change(store, &dev(), Expect::Any, &mut |_| {
        assert_eq!(code(&backlog(&demo())), "store.lock_order");
        Decision::Keep
    });
    assert_eq!(code(&in_facts), "none");
    let in_backlog = store.update_backlog(&demo(), at(1), PATIENCE, Expect::Any, &mut |_| {
        assert_eq!(code(&transaction()), "store.lock_order");
        assert_eq!(code(&backlog(&other)), "store.lock_order");
        Decision::Keep
    });
    assert_eq!(code(&in_backlog), "none");
    let after = (code(&transaction()), code(&backlog(&demo())), code(&backlog(&other)));
    assert_eq!(after, ("none", "none", "none"), "a refusal left a lock");
}

/// P-22: no lock is held when a call returns.
pub fn p22_no_lock_outlives_its_call(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let (store, rival) = (home.store(), home.rival());
    let free = |after: &str| {
        let transaction = rival.transaction(at(1), Duration::ZERO).map(drop);
        let backlog =
            rival.update_backlog(&demo(), at(1), Duration::ZERO, Expect::Any, &mut |_| {
                Decision::Keep
            });
        assert_eq!((code(&transaction), code(&backlog)), ("none", "none"), "after {after}");
    };
    for place in places() {
        add(store, &place, &[fact(&place, "first")]).expect("added");
        free("a change");
        change(store, &place, Expect::Any, &mut |_| Decision::Keep).expect("kept");
        free("no change");
        let refuse = &mut |_: &[_]| Decision::Refuse(Error::TextEmpty);
        change(store, &place, Expect::Any, refuse).expect_err("refused");
        free("a refusal");
        store.facts(&place).expect("readable");
        store.strict(&place).expect("readable");
        store.retired(&place).expect("readable");
        free("a read");
    }
    add_items(store, &[item("first")]).expect("added");
    free("a backlog change");
}

/// P-27: reads work while any lock is held.
pub fn p27_reads_wait_for_no_lock(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    for place in places() {
        add(home.store(), &place, &[fact(&place, "first")]).expect("added");
    }
    add_items(home.store(), &[item("first")]).expect("added");
    let rival = home.rival();
    let reads = || {
        for store in [home.store(), &*home.rival()] {
            for place in places() {
                let first = [fact(&place, "first")];
                assert_eq!(rows(store, &place), first, "{place}");
                assert_eq!(exactly(store, &place).rows, first, "{place}");
                assert_eq!(store.retired(&place).expect("readable").rows, [], "{place}");
            }
            assert_eq!(items(store), [item("first")]);
        }
    };
    while_held(&*rival, reads);
    while_deciding(&*rival, reads);
    let mut transaction = home.store().transaction(at(1), PATIENCE).expect("open");
    let kept = transaction.update(&working(), Expect::Any, &mut |_| {
        reads();
        Decision::Keep
    });
    assert_eq!(code(&kept), "none");
}
