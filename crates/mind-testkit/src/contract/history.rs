//! O-41, O-42, O-50, O-53, O-54: the receipts of consolidation beside a place.

use mind_core::Error;
use mind_core::consolidate::plan::Origin;
use mind_core::consolidate::receipt::{
    Exchange, RECEIPTS_LIMIT, Receipt, ReceiptState, Run, Settlement,
};
use mind_core::fact::{Fact, FactId};
use mind_core::port::{Commit, Decision, Durability, Edits, Fingerprint, Store};
use mind_core::scope::{FactPlace, Segment};

use super::reads::extra;
use super::rows::{PATIENCE, add, appending, at, code, exactly, fact, places, sequence};
use super::{StoreHomes, done};
use crate::fake::Place;

/// O-50, O-51: receipts come back exactly, whole rows and members nobody knows included, in the order they were written.
pub fn o50_receipts_come_back_exactly(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    for place in places() {
        let all = [whole(&place), receipt(&place, "second", "text")];
        for one in &all {
            change(home.store(), &place, &mut |_| appending(std::slice::from_ref(one)))
                .expect("written");
        }
        assert_eq!(receipts(home.store(), &place), all, "{place}");
        let settlement = settlement();
        let commit = change(home.store(), &place, &mut |seen| {
            assert_eq!(seen, all, "{place}: the decider sees others");
            let mut edits = Edits::new();
            edits.restamp(1, settlement.clone());
            Decision::Edit(edits)
        });
        assert_eq!(sequence(&commit.expect("settled")), (3, true), "{place}");
        let settled = Receipt {
            state: settlement.state,
            reason: settlement.reason.clone(),
            settled_at: Some(settlement.settled_at),
            after_fingerprint: settlement.after_fingerprint,
            ..all[1].clone()
        };
        home.reopen();
        for store in [home.store(), &*home.rival()] {
            assert_eq!(receipts(store, &place), [all[0].clone(), settled.clone()], "{place}");
        }
    }
}

/// O-41, O-50: a history is a place of its own: writing receipts changes no fact, and changing facts no receipt.
pub fn o50_a_history_is_a_place_of_its_own(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let store = home.store();
    for place in places() {
        assert_eq!(exactly(store, &place).fingerprint, Fingerprint::Absent);
        let empty = store.receipts(&place).expect("readable");
        assert_eq!((empty.rows, empty.fingerprint), (Vec::new(), Fingerprint::Absent));
        add(store, &place, &[fact(&place, "first")]).expect("added");
    }
    for place in places() {
        let look = || places().map(|place| (exactly(store, &place), store.retired(&place)));
        let others = || {
            let others = places().into_iter().filter(|other| *other != place);
            others.map(|other| store.receipts(&other).expect("readable")).collect::<Vec<_>>()
        };
        let before = (look(), others());
        let one = receipt(&place, "one", "text");
        change(store, &place, &mut |_| appending(std::slice::from_ref(&one))).expect("written");
        assert_eq!((look(), others()), before, "{place}: a receipt changed something else");
        let history = store.receipts(&place).expect("readable");
        add(store, &place, &[fact(&place, "second")]).expect("added");
        assert_eq!(store.receipts(&place), Ok(history), "{place}: a fact changed a receipt");
    }
}

/// O-42: a receipt that was acknowledged outlives a power cut; one that failed was never there.
pub fn o42_a_receipt_outlives_a_crash(homes: &StoreHomes<'_>) {
    for place in places() {
        let mut home = homes.fresh();
        let (first, second) = (receipt(&place, "first", "text"), receipt(&place, "second", "text"));
        let write = |store: &dyn Store, one: &Receipt| {
            change(store, &place, &mut |_| appending(std::slice::from_ref(one)))
        };
        let commit = write(home.store(), &first).expect("written");
        let Commit::Changed { durability, .. } = commit else { panic!("a new receipt") };
        assert_eq!(durability, Durability::Applied, "{place}");
        let (clause, history) = ("O-42 (a power cut)", Place::History(place.clone()));
        if done(clause, home.crash()) {
            assert_eq!(
                receipts(home.store(), &place),
                std::slice::from_ref(&first),
                "{place} lost a receipt"
            );
        }
        if done("O-42 (a failed write)", home.fail_write(&history)) {
            let refused = write(home.store(), &second);
            assert!(code(&refused).starts_with("store."), "{refused:?}");
            assert_eq!(receipts(home.store(), &place), std::slice::from_ref(&first), "{place}");
        }
        if done("O-42 (not durable)", home.answer_not_durable(&history)) {
            let commit = write(home.store(), &second).expect("written");
            let Commit::Changed { durability, .. } = commit else { panic!("a new receipt") };
            assert_eq!(durability, Durability::AppliedNotDurable, "{place}");
        }
    }
}

/// O-53: a history takes so many receipts and bytes and no more; over either nothing is done, and nothing makes room by itself.
pub fn o53_a_history_has_limits(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let (store, place) = (home.store(), FactPlace::Shared);
    let full: Vec<Receipt> =
        (0..RECEIPTS_LIMIT).map(|n| receipt(&place, &n.to_string(), "text")).collect();
    change(store, &place, &mut |_| appending(&full)).expect("there is room");
    let before = home.image();
    let one = receipt(&place, "one", "text");
    let refused = change(store, &place, &mut |_| appending(std::slice::from_ref(&one)));
    assert_eq!(code(&refused), "store.full");
    let large = receipt(&place, "large", &"x".repeat(8_000));
    let operations = std::iter::repeat_n(large.operations[0].clone(), 300).collect();
    let large = Receipt { operations, ..large };
    let swap = |with: &[Receipt]| {
        let mut edits = Edits::new();
        (0..RECEIPTS_LIMIT).for_each(|row| edits.remove(row));
        for one in with {
            edits.append(super::rows::clean(one.clone()));
        }
        Decision::Edit(edits)
    };
    assert_eq!(
        code(&change(store, &place, &mut |_| swap(std::slice::from_ref(&large)))),
        "store.full"
    );
    assert_eq!((receipts(store, &place), home.image()), (full, before), "a refusal did something");
    change(store, &place, &mut |_| swap(std::slice::from_ref(&one))).expect("there is room again");
    assert_eq!(receipts(store, &place), [one]);
}

/// O-54: receipts are read as they stand: a damaged history is not an empty one, a newer one is left alone, and looking writes nothing.
pub fn o54_receipts_are_read_strictly(homes: &StoreHomes<'_>) {
    for place in places() {
        let history = Place::History(place.clone());
        let filled = || {
            let home = homes.fresh();
            for name in ["first", "second"] {
                let one = receipt(&place, name, "text");
                change(home.store(), &place, &mut |_| appending(std::slice::from_ref(&one)))
                    .expect("written");
            }
            home
        };
        let home = filled();
        let before = home.image();
        home.store().receipts(&place).expect("readable");
        assert_eq!(home.image(), before, "{place}: looking wrote something");
        if done("O-54 (damage)", home.damage(&history)) {
            assert_eq!(code(&home.store().receipts(&place)), "store.corrupt", "{place}");
        }
        let home = filled();
        if done("O-54 (a newer version)", home.set_newer(&history)) {
            let image = home.image();
            assert_eq!(code(&home.store().receipts(&place)), "store.newer_version", "{place}");
            let refused = change(home.store(), &place, &mut |_| Decision::Keep);
            assert_eq!(code(&refused), "store.newer_version", "{place}");
            assert_eq!(home.image(), image, "{place}");
        }
    }
}

/// Changes the receipts beside a place in a transaction of its own.
fn change(
    store: &dyn Store,
    place: &FactPlace,
    decide: &mut dyn FnMut(&[Receipt]) -> Decision<Receipt>,
) -> Result<Commit, Error> {
    store.transaction(at(1), PATIENCE)?.update_receipts(place, decide)
}

fn receipts(store: &dyn Store, place: &FactPlace) -> Vec<Receipt> {
    store.receipts(place).expect("the history is sound").rows
}

fn settlement() -> Settlement {
    Settlement {
        state: ReceiptState::Applied,
        reason: None,
        settled_at: at(3),
        after_fingerprint: Some(Fingerprint::Sha256([0xa7; 32])),
    }
}

/// An open receipt named after a word, whose one row becomes another.
fn receipt(place: &FactPlace, name: &str, text: &str) -> Receipt {
    Receipt {
        id: Receipt::id_of(name, at(0)),
        plan_id: Some(Receipt::id_of(name, at(0)).replacen("opt-", "plan-", 1)),
        target: place.tier(),
        persona: Segment::stored("dev").expect("a short segment"),
        project: None,
        origin: Origin::Manual,
        run: None,
        state: ReceiptState::Prepared,
        reason: None,
        created_at: at(0),
        settled_at: None,
        undo_of: None,
        before_fingerprint: Fingerprint::Sha256([0x1c; 32]),
        before_sequence: 3,
        after_fingerprint: None,
        operations: vec![Exchange {
            before: vec![fact(place, "before")],
            after: vec![fact(place, text)],
        }],
        extra: mind_core::fact::Extra::default(),
    }
}

/// A receipt with every member there is.
fn whole(place: &FactPlace) -> Receipt {
    let ids = ["9d1c6554e633", "b4b771fe5494"].map(|id| FactId::parse(id).expect("an id"));
    let row = Fact {
        supersedes: Some(ids[0].clone()),
        source: mind_core::fact::Source::stored("a \"word\"\u{2028}"),
        derived_from: ids.to_vec(),
        extra: extra(),
        ..fact(place, "before")
    };
    Receipt {
        plan_id: None,
        project: Some("demo-b1b495b00c3ad2529099795b".to_owned()),
        origin: Origin::Auto,
        run: Some(Run {
            id: "mind-review-project-5f0c21aa".to_owned(),
            model: "provider/model".to_owned(),
            thinking: "high".to_owned(),
            result_ref: Some("archive/1".to_owned()),
        }),
        state: ReceiptState::Rejected,
        reason: Some("store.changed".to_owned()),
        settled_at: Some(at(2)),
        undo_of: Some("opt-b1e4375790009a5a".to_owned()),
        before_fingerprint: Fingerprint::Absent,
        operations: vec![
            Exchange { before: vec![row.clone(), fact(place, "x")], after: vec![row] },
            Exchange { before: Vec::new(), after: Vec::new() },
        ],
        extra: extra(),
        ..receipt(place, "whole", "text")
    }
}
