//! P-14 to P-17, P-23: rows and places a store must not lose.

use mind_core::backlog::{BacklogItem, BacklogState};
use mind_core::error::{Detail, StoreWarning};
use mind_core::fact::{Fact, FactText, RetiredFact};
use mind_core::port::{BacklogStamp, Commit, Decision, Edits, Expect};
use mind_core::scope::FactPlace;

use super::reads::extra;
use super::rows::{
    PATIENCE, add, add_items, at, change, clean, code, demo, dev, exactly, fact, item, items,
    places, rows, working,
};
use super::{StoreHarness, StoreHomes, done};
use crate::fake::Place;

/// P-14: members and rows that are not understood survive every change.
pub fn p14_what_is_not_understood_survives(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    for place in places() {
        let marked = |text: &str| Fact { extra: extra(), ..fact(&place, text) };
        add(home.store(), &place, &[marked("first"), marked("second")]).expect("added");
        let invalid = done("P-14 (invalid rows)", home.add_invalid(&Place::from(&place), 2));
        let text = FactText::parse("first, amended").expect("short");
        let amended = Fact { text, ..marked("first") };
        change(home.store(), &place, Expect::Any, &mut |_| {
            let mut edits = Edits::new();
            edits.amend(0, clean(amended.clone()));
            edits.append(clean(fact(&place, "third")));
            Decision::Edit(edits)
        })
        .expect("changed");
        home.reopen();
        let seen = exactly(home.store(), &place);
        assert_eq!(seen.rows, [amended, marked("second"), fact(&place, "third")], "{place}");
        let expect = if invalid { vec![3, 4] } else { Vec::new() };
        assert_eq!(seen.invalid, expect, "{place}: invalid rows follow the valid ones");
    }
    items_survive(&mut *home);
}

fn items_survive(home: &mut dyn StoreHarness) {
    let marked = |text: &str| BacklogItem { extra: extra(), ..item(text) };
    add_items(home.store(), &[marked("first"), marked("second")]).expect("added");
    let stamp = BacklogStamp { state: BacklogState::Done, due_at: None, expires_at: None };
    let commit = home.store().update_backlog(&demo(), at(1), PATIENCE, Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        edits.restamp(1, stamp);
        Decision::Edit(edits)
    });
    commit.expect("changed");
    home.reopen();
    let closed = BacklogItem { state: BacklogState::Done, expires_at: None, ..marked("second") };
    assert_eq!(items(home.store()), [marked("first"), closed]);
}

/// P-15: a place of a newer version is neither changed nor guessed at, and the others work on.
pub fn p15_a_newer_place_is_left_alone(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    for place in places() {
        let store = home.store();
        add(store, &place, &[fact(&place, "first")]).expect("added");
        if !done("P-15", home.set_newer(&Place::from(&place))) {
            return;
        }
        let before = home.image();
        let newer = "store.newer_version";
        assert_eq!(code(&store.facts(&place)), newer, "{place}");
        assert_eq!(code(&store.strict(&place)), newer, "{place}");
        let asked = change(store, &place, Expect::Any, &mut |_| panic!("nobody is asked"));
        assert_eq!(code(&asked), newer, "{place}");
        assert_eq!(home.image(), before, "{place} was touched");
    }
    let place = FactPlace::ProjectLong(mind_core::scope::Project::at(b"/srv/other"));
    add(home.store(), &place, &[fact(&place, "first")]).expect("other places work on");
    assert_eq!(rows(home.store(), &place), [fact(&place, "first")]);
}

/// P-16: a damaged place is answered from its last good state or not at all, and never overwritten without a copy.
pub fn p16_a_damaged_place_is_not_an_empty_one(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    for place in places() {
        let store = home.store();
        add(store, &place, &[fact(&place, "first")]).expect("added");
        add(store, &place, &[fact(&place, "second")]).expect("added");
        if !done("P-16", home.damage(&Place::from(&place))) {
            return;
        }
        let good = recovered(&*home, &place);
        let before = home.image();
        let keep = change(store, &place, Expect::Any, &mut |_| Decision::Keep);
        assert_eq!((keep.is_ok(), home.image()), (true, before), "{place} was touched");
        let third = fact(&place, "third");
        let commit = add(store, &place, std::slice::from_ref(&third)).expect("added");
        let Commit::Changed { warnings, .. } = commit else { panic!("a new row") };
        assert!(matches!(warnings[..], [StoreWarning::Quarantined { .. }]), "{warnings:?}");
        let expect: Vec<Fact> = good.into_iter().chain([third]).collect();
        assert_eq!(exactly(store, &place).rows, expect, "{place}");
    }
    damaged_without_a_backup(homes);
}

/// The last good state of a damaged place: that of the last change or the one before it.
fn recovered(home: &dyn StoreHarness, place: &FactPlace) -> Vec<Fact> {
    assert_eq!(code(&home.store().strict(place)), "store.corrupt", "{place}");
    let seen = home.store().facts(place).expect("there is a backup");
    let states = [&["first"][..], &["first", "second"][..]];
    let good =
        states.map(|texts| -> Vec<Fact> { texts.iter().map(|text| fact(place, text)).collect() });
    assert!(good.contains(&seen.rows), "{place} shows {:?}", seen.rows);
    let told = matches!(seen.warnings[..], [StoreWarning::Recovered { .. }]);
    assert!(told, "{place}: {:?}", seen.warnings);
    seen.rows.clone()
}

fn damaged_without_a_backup(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let (store, place) = (home.store(), working());
    add(store, &place, &[fact(&place, "first")]).expect("added");
    assert!(done("P-16", home.damage(&Place::from(&place))));
    assert_eq!(code(&store.facts(&place)), "store.corrupt");
    assert_eq!(code(&store.strict(&place)), "store.corrupt");
    let second = fact(&place, "second");
    let commit = add(store, &place, std::slice::from_ref(&second)).expect("added");
    let Commit::Changed { warnings, .. } = commit else { panic!("a new row") };
    assert!(matches!(warnings[..], [StoreWarning::Quarantined { .. }]), "{warnings:?}");
    assert_eq!(rows(store, &place), [second]);
}

/// P-17: a change over the limit is refused with its numbers before anything changes; letting go works at the limit.
pub fn p17_a_full_place_refuses_and_lets_go(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    if !done("P-17", home.limit_entries(3)) {
        return;
    }
    let (store, place) = (home.store(), dev());
    let texts = ["first", "second", "third"].map(|text| fact(&place, text));
    add(store, &place, &texts).expect("exactly at the limit");
    let before = home.image();
    let refused = add(store, &place, &[fact(&place, "fourth")]);
    assert_eq!(code(&refused), "store.full");
    let detail = refused.expect_err("refused").detail();
    let setting = Detail::Text("limits.store_entries".to_owned());
    for named in [
        ("actual", Detail::Number(4)),
        ("limit", Detail::Number(3)),
        ("unit", Detail::Text("entries".to_owned())),
        ("setting", setting),
    ] {
        assert!(detail.contains(&named), "{named:?} is not in {detail:?}");
    }
    assert_eq!(home.image(), before, "a refused change left something");
    let removed = change(store, &place, Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        edits.remove(0);
        Decision::Edit(edits)
    });
    removed.expect("letting go works at the limit");
    add(store, &place, &[fact(&place, "fourth")]).expect("there is room again");
    let expect = ["second", "third", "fourth"].map(|text| fact(&place, text));
    assert_eq!(rows(store, &place), expect);
}

/// P-23: a retired row is in the retired list before it leaves the rows, and the list is bounded.
pub fn p23_retired_rows_are_kept_first(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let store = home.store();
    for place in places() {
        let [old, other, new] =
            ["old", "other", "new"].map(|text| Fact { extra: extra(), ..fact(&place, text) });
        add(store, &place, &[old.clone(), other.clone()]).expect("added");
        change(store, &place, Expect::Any, &mut |_| {
            let mut edits = Edits::new();
            edits.retire(0, new.id.clone(), at(2));
            edits.append(clean(new.clone()));
            Decision::Edit(edits)
        })
        .expect("changed");
        let kept = RetiredFact { fact: old, retired_at: at(2), retired_by: new.id.clone() };
        assert_eq!(rows(store, &place), [other, new], "{place}");
        assert_eq!(home.rival().retired(&place).expect("readable").rows, [kept], "{place}");
        forgotten(&*home, &place);
    }
    bounded(&*homes.fresh());
    let place = dev();
    if done("P-23 (the list cannot be written)", home.fail_retiring(&place)) {
        let before = (rows(store, &place), home.image());
        let refused = change(store, &place, Expect::Any, &mut |rows| {
            let mut edits = Edits::new();
            edits.retire(0, rows[0].id.clone(), at(3));
            Decision::Edit(edits)
        });
        assert!(code(&refused).starts_with("store."), "{refused:?}");
        assert_eq!((rows(store, &place), home.image()), before, "{place} changed all the same");
    }
}

/// Retired rows can be removed, and only those asked for.
fn forgotten(home: &dyn StoreHarness, place: &FactPlace) {
    let store = home.store();
    let before = exactly(store, place);
    let mut transaction = store.transaction(at(4), PATIENCE).expect("open");
    let kept = transaction.forget_retired(place, &mut |_| false).expect("kept");
    assert!(matches!(kept, Commit::Unchanged { .. }), "{place}: {kept:?}");
    let gone = transaction.forget_retired(place, &mut |row| row.fact.text.as_str() == "old");
    assert!(matches!(gone, Ok(Commit::Changed { .. })), "{place}: {gone:?}");
    drop(transaction);
    assert_eq!(store.retired(place).expect("readable").rows, [], "{place}");
    assert_eq!(exactly(store, place), before, "{place}: the rows are another store");
}

/// F-39: the newest two hundred are kept; a change that retires more than that by itself may keep them all.
fn bounded(home: &dyn StoreHarness) {
    const MANY: usize = 205;
    let (store, place) = (home.store(), FactPlace::Shared);
    let many: Vec<Fact> = (0..MANY).map(|n| fact(&place, &format!("row {n}"))).collect();
    add(store, &place, &many).expect("added");
    for count in [120, 85] {
        change(store, &place, Expect::Any, &mut |rows| {
            let mut edits = Edits::new();
            (0..count.min(rows.len())).for_each(|row| edits.retire(row, rows[0].id.clone(), at(2)));
            Decision::Edit(edits)
        })
        .expect("retired");
    }
    let retired = store.retired(&place).expect("readable");
    let kept: Vec<&str> = retired.rows.iter().map(|row| row.fact.text.as_str()).collect();
    let newest: Vec<&str> = many[MANY - 200..].iter().map(|row| row.text.as_str()).collect();
    assert_eq!(kept, newest);
}
