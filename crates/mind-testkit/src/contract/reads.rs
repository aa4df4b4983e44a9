//! P-1 to P-3, P-13, P-26: what a reader is told.

use mind_core::fact::{Extra, Fact, FactText, Kind, Source, Tags, parse_derived};
use mind_core::port::{Commit, Expect, Fingerprint, Snapshot};
use mind_core::scope::FactPlace;

use super::rows::{
    add, add_items, at, change, code, demo, dev, exactly, fact, item, items, places, rows, working,
};
use super::{StoreHarness, StoreHomes, done};
use crate::fake::Place;

/// P-1: a place never written has no rows, sequence zero and no bytes; reading creates nothing.
pub fn p01_a_place_never_written_is_empty(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let before = home.image();
    for store in [home.store(), &*home.rival()] {
        for place in places() {
            assert_eq!(*store.facts(&place).expect("readable"), Snapshot::absent(), "{place}");
            assert_eq!(store.strict(&place).expect("readable"), Snapshot::absent(), "{place}");
            assert_eq!(*store.retired(&place).expect("readable"), Snapshot::absent(), "{place}");
        }
        assert_eq!(*store.backlog(&demo()).expect("readable"), Snapshot::absent());
    }
    assert_eq!(home.image(), before, "reading created something");
}

/// P-2: after an acknowledged change every handle, old and new, reads it.
pub fn p02_a_change_is_seen_by_every_handle(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    for place in places() {
        let rival = home.rival();
        let mut expect = Vec::new();
        for text in ["first", "second", "third"] {
            assert_eq!(rows(&*rival, &place), expect, "read before the change");
            let row = fact(&place, text);
            let commit = add(home.store(), &place, std::slice::from_ref(&row)).expect("added");
            expect.push(row);
            let Commit::Changed { sequence, fingerprint, .. } = commit else {
                panic!("an added row changes {place}");
            };
            for store in [home.store(), &*rival, &*home.rival()] {
                let seen = store.facts(&place).expect("readable");
                let told = (&seen.rows, seen.sequence, seen.fingerprint);
                assert_eq!(told, (&expect, sequence, fingerprint), "{place}");
                let strict = exactly(store, &place);
                let told = (&strict.rows, strict.sequence, strict.fingerprint);
                assert_eq!(told, (&expect, sequence, fingerprint), "{place}");
            }
        }
        drop(rival);
        home.reopen();
        assert_eq!(rows(home.store(), &place), expect, "{place} after opening it again");
    }
    seen_backlog(&mut *home);
}

fn seen_backlog(home: &mut dyn StoreHarness) {
    let rival = home.rival();
    assert_eq!(items(&*rival), []);
    add_items(home.store(), &[item("look at it")]).expect("added");
    assert_eq!(items(home.store()), [item("look at it")]);
    assert_eq!(items(&*rival), [item("look at it")]);
    drop(rival);
    home.reopen();
    assert_eq!(items(home.store()), [item("look at it")], "after opening it again");
}

/// Texts that a careless writer or reader would change.
fn awkward() -> Vec<String> {
    let mut texts: Vec<String> = [
        "line\u{2028}separator and paragraph\u{2029}separator",
        "\"quoted\" and 'quoted', back\\slash, \\n and \\u0041 as they stand",
        "two\nlines, a\ttab, and\r\nthe other kind of line",
        "above the plane: \u{1f525} \u{1d11e} \u{10fffd}",
        "composed caf\u{e9}, decomposed cafe\u{301}",
        "</script> & <!-- {\"version\": 2} -->",
        "null",
        "Ends with a backslash \\",
    ]
    .map(str::to_owned)
    .into();
    texts.push("ä".repeat(8_192));
    texts.push("zebra ".repeat(1_365));
    texts
}

/// P-3: rows come back in written order, every part of them exactly.
pub fn p03_rows_come_back_exactly(homes: &StoreHomes<'_>) {
    let mut home = homes.fresh();
    for place in places() {
        let written: Vec<Fact> = awkward()
            .iter()
            .zip(0_i64..)
            .filter_map(|(text, n)| {
                let row = Fact {
                    kind: Kind::ALL[text.len() % Kind::ALL.len()],
                    text: FactText::stored(text).expect("a text within its limit"),
                    tags: Tags::parse(["b, with a comma", "a\"b", "\u{1f525}"]).expect("tags"),
                    recorded_at: at(n * -1_000_003),
                    last_seen_at: at(n),
                    source: Source::parse("chat \u{2028} log\n\"x\"").expect("a source"),
                    derived_from: parse_derived(["z.9", "A-1:b_c"]).expect("ids"),
                    supersedes: (n % 2 == 0).then(|| fact(&place, "older").id),
                    ..fact(&place, &format!("row {n}"))
                };
                // What the scanner refuses no store is asked to keep.
                mind_core::scan::Clean::admit(row.clone()).is_ok().then_some(row)
            })
            .collect();
        assert!(written.len() >= 6, "the scanner refused {written:?}");
        add(home.store(), &place, &written).expect("added");
        assert_eq!(rows(home.store(), &place), written, "{place}");
        home.reopen();
        assert_eq!(rows(home.store(), &place), written, "{place} after opening it again");
        assert_eq!(exactly(&*home.rival(), &place).rows, written, "{place} from a rival");
    }
}

/// P-13: two fingerprints of a place are equal exactly when its bytes are.
pub fn p13_fingerprints_are_equal_as_bytes_are(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let place = dev();
    let at_place = Place::from(&place);
    let mut seen = vec![exactly(home.store(), &place).fingerprint];
    for text in ["first", "second", "third"] {
        let row = fact(&place, text);
        let commit = add(home.store(), &place, &[row]).expect("added");
        let Commit::Changed { fingerprint, .. } = commit else { panic!("a row was added") };
        assert_eq!(exactly(home.store(), &place).fingerprint, fingerprint);
        assert_eq!(home.store().facts(&place).expect("readable").fingerprint, fingerprint);
        assert!(!seen.contains(&fingerprint), "two states have one fingerprint");
        seen.push(fingerprint);
    }
    let clause = "P-13 (a state put back)";
    if done(clause, home.copy_aside(&at_place)) && done(clause, home.respell(&at_place)) {
        let other = exactly(&*home.rival(), &place);
        assert!(!seen.contains(&other.fingerprint), "other bytes, the same fingerprint");
        assert!(done(clause, home.put_back(&at_place)));
        let back = exactly(home.store(), &place);
        assert_eq!(Some(&back.fingerprint), seen.last(), "the same bytes, another fingerprint");
        assert_eq!(back.rows, other.rows);
    }
}

/// P-26: errors carry a stable code and the place's label, and nothing of any row.
pub fn p26_errors_name_code_and_place(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let secret = "xylophone";
    for place in [dev(), working()] {
        let row = fact(&place, secret);
        add(home.store(), &place, std::slice::from_ref(&row)).expect("added");
        let expect = Expect::Exactly(Fingerprint::Absent);
        let changed = change(home.store(), &place, expect, &mut |_| super::rows::appending(&[]));
        told(&changed, "store.changed", &place, secret);
        if done("P-26 (a newer version)", home.set_newer(&Place::from(&place))) {
            told(&home.store().facts(&place), "store.newer_version", &place, secret);
            told(&home.store().strict(&place), "store.newer_version", &place, secret);
            let added = add(home.store(), &place, &[row]);
            told(&added, "store.newer_version", &place, secret);
        }
    }
}

fn told<T>(result: &Result<T, mind_core::Error>, expect: &str, place: &FactPlace, secret: &str) {
    use mind_core::error::Detail;
    assert_eq!(code(result), expect);
    let Err(error) = result else { return };
    let label = ("place", Detail::Text(place.to_string()));
    assert!(error.detail().contains(&label), "{error:?} does not name {place}");
    assert!(!format!("{error} {error:?}").contains(secret), "an error tells a row");
}

/// Unknown members of a row.
pub(super) fn extra() -> Extra {
    let members = [("colour", "{\"x\": 1.0}"), ("z", "\"\\u2028\""), ("a", "[ ]")];
    Extra::new(members.map(|(key, value)| (key.into(), value.into())).into())
}
