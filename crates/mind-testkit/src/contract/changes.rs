//! P-4 to P-9: what a change does and does not do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use mind_core::Error;
use mind_core::fact::{Fact, FactText};
use mind_core::port::{Commit, Decision, Edits, Expect, Store};

use super::rows::{
    PATIENCE, add, add_items, appending, at, change, clean, code, demo, dev, exactly, fact, item,
    items, places, rows, sequence, working,
};
use super::{StoreHomes, done};
use crate::fake::Place;

/// P-4: every reader at any moment sees the state before or after a change, whole.
pub fn p04_a_change_is_seen_whole_or_not_at_all(homes: &StoreHomes<'_>) {
    const ROUNDS: usize = 40;
    let home = homes.fresh();
    let place = dev();
    let generation = |n: usize| {
        ["a", "b", "c"].map(|part| fact(&place, &format!("generation {n}, part {part}")))
    };
    add(home.store(), &place, &generation(0)).expect("added");
    let (readers, finished) = ([home.rival(), home.rival()], AtomicBool::new(false));
    thread::scope(|scope| {
        for reader in &readers {
            scope.spawn(|| {
                let mut last = 0;
                while !finished.load(Ordering::SeqCst) {
                    let seen = reader.facts(&place).expect("readable");
                    let n = usize::try_from(seen.sequence).expect("small") - 1;
                    assert_eq!(seen.rows, generation(n), "not one generation");
                    assert!(n >= last, "an older state than the one before");
                    last = n;
                }
            });
        }
        let _finish = Finish(&finished);
        for n in 1..ROUNDS {
            change(home.store(), &place, Expect::Any, &mut |old| {
                let before = rows(&*readers[0], &place);
                assert_eq!(before, generation(n - 1), "not the state before");
                let mut edits = Edits::new();
                (0..old.len()).for_each(|row| edits.remove(row));
                for row in generation(n) {
                    edits.append(clean(row));
                }
                Decision::Edit(edits)
            })
            .expect("replaced");
            assert_eq!(rows(&*readers[0], &place), generation(n), "not the state after");
        }
    });
}

/// Tells the readers to end, also when the writer panics.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// P-5: of n concurrent updates that each add a row, n rows and n sequences are left.
pub fn p05_updates_of_one_place_are_serialised(homes: &StoreHomes<'_>) {
    const WRITERS: usize = 4;
    const EACH: usize = 6;
    let home = homes.fresh();
    let place = working();
    let text = |writer: usize, n: usize| format!("writer {writer}, row {n}");
    let rivals: Vec<Box<dyn Store>> = (1..WRITERS).map(|_| home.rival()).collect();
    let stores = rivals.iter().map(AsRef::as_ref).chain([home.store()]);
    thread::scope(|scope| {
        for (writer, store) in stores.enumerate() {
            let place = &place;
            scope.spawn(move || {
                for n in 0..EACH {
                    add(store, place, &[fact(place, &text(writer, n))]).expect("added");
                    add_items(store, &[item(&text(writer, n))]).expect("added");
                }
            });
        }
    });
    let all = || (0..WRITERS).flat_map(|writer| (0..EACH).map(move |n| (writer, n)));
    let mut expect: Vec<String> = all().map(|(writer, n)| text(writer, n)).collect();
    expect.sort();
    let seen = exactly(home.store(), &place);
    let mut texts: Vec<&str> = seen.rows.iter().map(|row| row.text.as_str()).collect();
    texts.sort_unstable();
    assert_eq!((texts, seen.sequence), (expect.iter().map(String::as_str).collect(), 24));
    let seen = home.store().backlog(&demo()).expect("readable");
    let mut texts: Vec<&str> = seen.rows.iter().map(|row| row.text.as_str()).collect();
    texts.sort_unstable();
    assert_eq!((texts, seen.sequence), (expect.iter().map(String::as_str).collect(), 24));
}

/// P-6: the decider's last call sees the newest committed rows, and only its answer counts.
pub fn p06_decide_sees_the_newest_rows(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let rival = home.rival();
    for place in places() {
        for round in 0..6 {
            // Each handle has just read what the other is about to make old.
            rows(home.store(), &place);
            let text = format!("the rival's row {round}");
            add(&*rival, &place, &[fact(&place, &text)]).expect("added");
            let newest = exactly(&*rival, &place).rows;
            let (mut shown, mut calls) = (Vec::new(), 0);
            change(home.store(), &place, Expect::Any, &mut |rows| {
                (shown, calls) = (rows.to_vec(), calls + 1);
                appending(&[fact(&place, &format!("round {round}, as shown {}", rows.len()))])
            })
            .expect("changed");
            assert_eq!(shown, newest, "{place}: not the newest rows");
            assert!(calls >= 1);
            let added = fact(&place, &format!("round {round}, as shown {}", newest.len()));
            let expect: Vec<Fact> = newest.into_iter().chain([added]).collect();
            assert_eq!(rows(&*rival, &place), expect, "{place}");
        }
    }
    edited_under_the_decider(homes);
}

/// A place that changes while its decider thinks is shown to it again.
fn edited_under_the_decider(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let place = dev();
    add(home.store(), &place, &[fact(&place, "first")]).expect("added");
    let (mut calls, mut edited) = (0, true);
    let commit = change(home.store(), &place, Expect::Any, &mut |_| {
        calls += 1;
        // A hand edit comes before the last call, whichever that is.
        if calls <= 2 && edited {
            edited = done("P-6 (edited by hand)", home.respell(&Place::from(&place)));
        }
        appending(&[fact(&place, &format!("answer {calls}"))])
    });
    commit.expect("changed");
    assert!(calls >= 2 || !edited, "the edit went unnoticed");
    let expect = [fact(&place, "first"), fact(&place, &format!("answer {calls}"))];
    assert_eq!(rows(home.store(), &place), expect);
}

/// P-7: a refusal comes back as given; neither it nor a panic changes anything, and the place is usable at once.
pub fn p07_a_refusal_or_panic_changes_nothing(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    for place in places() {
        let store = home.store();
        add(store, &place, &[fact(&place, "first")]).expect("added");
        let before = home.image();
        let refusal = Error::SourceTooLong { limit: 7, actual: 11 };
        let answer = change(store, &place, Expect::Any, &mut |_| Decision::Refuse(refusal.clone()));
        assert_eq!(answer, Err(refusal), "{place}");
        assert_eq!(home.image(), before, "{place}: a refusal left something");
        let mut transaction = store.transaction(at(1), PATIENCE).expect("open");
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            transaction.update(&place, Expect::Any, &mut |_| panic!("the decider fails"))
        }));
        assert!(panicked.is_err(), "a panic of the decider is the caller's");
        assert_eq!(home.image(), before, "{place}: a panic left something");
        let row = fact(&place, "second");
        transaction
            .update(&place, Expect::Any, &mut |_| appending(std::slice::from_ref(&row)))
            .expect("usable");
        drop(transaction);
        assert_eq!(rows(store, &place), [fact(&place, "first"), row]);
    }
    let store = home.store();
    add_items(store, &[item("first")]).expect("added");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        store.update_backlog(&demo(), at(1), PATIENCE, Expect::Any, &mut |_| panic!("it fails"))
    }));
    assert!(panicked.is_err());
    let again = store.update_backlog(&demo(), at(1), Duration::ZERO, Expect::Any, &mut |_| {
        appending(&[item("second")])
    });
    assert_eq!((code(&again), items(store)), ("none", vec![item("first"), item("second")]));
}

/// P-8: rows kept, or made equal to what they were, move no byte and no time.
pub fn p08_keeping_rows_moves_no_byte(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    for place in places() {
        let store = home.store();
        add(store, &place, &[fact(&place, "first")]).expect("added");
        add(store, &place, &[fact(&place, "second")]).expect("added");
        let before = (exactly(store, &place), home.image());
        let fingerprint = before.0.fingerprint;
        let unchanged = Ok(Commit::Unchanged { sequence: 2, fingerprint });
        let keep = change(store, &place, Expect::Any, &mut |_| Decision::Keep);
        assert_eq!(keep, unchanged, "{place}");
        let none = change(store, &place, Expect::Any, &mut |_| Decision::Edit(Edits::new()));
        assert_eq!(none, unchanged, "{place}");
        let equal = change(store, &place, Expect::Any, &mut |rows| {
            // A first call may see older rows.
            let [.., last] = rows else { return Decision::Keep };
            let mut edits = Edits::new();
            edits.remove(rows.len() - 1);
            edits.append(clean(last.clone()));
            if let [first, _, ..] = rows {
                edits.amend(0, clean(first.clone()));
            }
            Decision::Edit(edits)
        });
        assert_eq!(equal, unchanged, "{place}");
        assert_eq!((exactly(store, &place), home.image()), before, "{place}");
    }
}

/// P-9: each change raises the sequence by exactly one, however many rows it touches.
pub fn p09_a_change_raises_the_sequence_by_one(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    for place in places() {
        let store = home.store();
        let [one, two, three] = ["one", "two", "three"].map(|text| fact(&place, text));
        let mut sequences = Vec::new();
        let mut act = |edit: &mut dyn FnMut(&mut Edits<Fact>)| {
            let commit = change(store, &place, Expect::Any, &mut |_| {
                let mut edits = Edits::new();
                edit(&mut edits);
                Decision::Edit(edits)
            });
            sequences.push(sequence(&commit.expect("changed")));
        };
        act(&mut |edits| edits.append(clean(one.clone())));
        act(&mut |edits| {
            edits.append(clean(two.clone()));
            edits.append(clean(three.clone()));
        });
        act(&mut |edits| {
            let text = FactText::parse("one, amended").expect("short");
            edits.amend(0, clean(Fact { text, ..one.clone() }));
        });
        act(&mut |edits| edits.retire(1, three.id.clone(), at(2)));
        act(&mut |edits| edits.remove(1));
        let expect = [1, 2, 3, 4, 5].map(|n| (n, true));
        assert_eq!(sequences, expect, "{place}");
        assert_eq!(exactly(store, &place).sequence, 5, "{place}");
    }
}
