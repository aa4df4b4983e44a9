//! P-10, P-11: what is left after a crash.

use mind_core::error::StoreWarning;
use mind_core::port::{Commit, Decision, Durability, Expect};

use super::rows::{add, change, clean, code, dev, exactly, fact, places, rows};
use super::{StoreHarness, StoreHomes, done};
use crate::fake::Place;

/// P-10: what was acknowledged as applied outlives a power cut; what may not is said to; what failed left the state before.
pub fn p10_an_outcome_is_true_after_a_crash(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    let (clause, place) = ("P-10", dev());
    let at_place = Place::from(&place);
    for place in places() {
        let commit = add(home.store(), &place, &[fact(&place, "first")]).expect("added");
        let Commit::Changed { durability, warnings, .. } = commit else { panic!("a new row") };
        assert_eq!((durability, warnings), (Durability::Applied, Vec::new()), "{place}");
        home.reopen();
        assert_eq!(rows(home.store(), &place), [fact(&place, "first")], "{place}");
        if done("P-10 (a power cut)", home.crash()) {
            assert_eq!(rows(home.store(), &place), [fact(&place, "first")], "{place} is lost");
        }
    }
    if done("P-10 (a failed write)", home.fail_write(&at_place)) {
        let before = (exactly(home.store(), &place), home.image());
        let refused = add(home.store(), &place, &[fact(&place, "second")]);
        assert!(code(&refused).starts_with("store."), "{refused:?}");
        assert_eq!((exactly(home.store(), &place), home.image()), before, "not what it was");
    }
    if done("P-10 (not durable)", home.answer_not_durable(&at_place)) {
        let commit = add(home.store(), &place, &[fact(&place, "third")]).expect("added");
        let Commit::Changed { durability, warnings, .. } = commit else { panic!("a new row") };
        assert_eq!(durability, Durability::AppliedNotDurable);
        assert!(matches!(warnings[..], [StoreWarning::NotDurable { .. }]), "{warnings:?}");
        if done(clause, home.crash()) {
            let (before, third) = (fact(&place, "first"), fact(&place, "third"));
            let left = rows(home.store(), &place);
            assert!(left == [before.clone()] || left == [before, third], "{left:?}");
        }
        vouched_for(&mut *homes.fresh());
    }
}

/// [`Commit::is_durable`]: who is told that nothing had to change may rely on what there is, also after a change that was not durable.
fn vouched_for(home: &mut dyn StoreHarness) {
    let (place, clause) = (dev(), "P-10 (kept after a change that was not durable)");
    if !done(clause, home.answer_not_durable(&Place::from(&place))) {
        return;
    }
    add(home.store(), &place, &[fact(&place, "first")]).expect("added");
    let kept = change(home.store(), &place, Expect::Any, &mut |_| Decision::Keep);
    let relied_on = kept.expect("kept").is_durable();
    if relied_on && done(clause, home.crash()) {
        assert_eq!(rows(home.store(), &place), [fact(&place, "first")]);
    }
}

/// P-11: a change that was not acknowledged is wholly there or wholly absent.
pub fn p11_an_unacknowledged_change_is_whole_or_absent(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    for place in places() {
        let first = fact(&place, "first");
        add(home.store(), &place, std::slice::from_ref(&first)).expect("added");
        let more = ["second", "third", "fourth"].map(|text| fact(&place, text));
        if !done("P-11", home.interrupt(&place, &more.clone().map(clean))) {
            return;
        }
        home.reopen();
        let left = rows(home.store(), &place);
        let whole: Vec<_> = [first.clone()].into_iter().chain(more.clone()).collect();
        assert!(left == [first] || left == whole, "{place} holds a part: {left:?}");
        if done("P-11 (a power cut)", home.crash()) {
            let left = rows(home.store(), &place);
            assert!(left == whole[..1] || left == whole, "{place} holds a part: {left:?}");
        }
        add(home.store(), &place, &[fact(&place, "after it")]).expect("usable");
    }
}
