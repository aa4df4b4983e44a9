//! P-12, P-24, P-25: what a change is bound to.

use mind_core::backlog::BacklogState;
use mind_core::port::{BacklogStamp, Decision, Edits, Expect, Fingerprint};
use mind_core::scope::{FactPlace, Persona, Project};

use super::rows::{
    PATIENCE, add, add_items, appending, at, change, clean, code, demo, exactly, fact, item, items,
    places, sequence, working,
};
use super::{StoreHomes, done};
use crate::fake::Place;

/// P-12: `expect` is tested against the bytes under the lock; where it does not hold, nobody is asked.
pub fn p12_expect_is_tested_against_the_bytes(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let (store, place) = (home.store(), working());
    let expecting = |fingerprint, text: &str| {
        let mut asked = false;
        let answer = change(store, &place, Expect::Exactly(fingerprint), &mut |_| {
            asked = true;
            appending(&[fact(&place, text)])
        });
        (code(&answer), asked)
    };
    assert_eq!(expecting(Fingerprint::Absent, "first"), ("none", true));
    assert_eq!(expecting(Fingerprint::Absent, "lost"), ("store.changed", false));
    let first = exactly(store, &place).fingerprint;
    assert_eq!(expecting(first, "second"), ("none", true));
    let before = home.image();
    assert_eq!(expecting(first, "lost"), ("store.changed", false));
    assert_eq!(home.image(), before, "a refused change left something");
    let backlog =
        store.update_backlog(&demo(), at(1), PATIENCE, Expect::Exactly(first), &mut |_| {
            panic!("nobody is asked")
        });
    assert_eq!(code(&backlog), "store.changed");
    let (clause, at_place) = ("P-12 (other bytes)", Place::from(&place));
    let second = exactly(store, &place).fingerprint;
    if done(clause, home.copy_aside(&at_place)) && done(clause, home.respell(&at_place)) {
        assert_eq!(expecting(second, "lost"), ("store.changed", false), "same rows, other bytes");
        assert!(done(clause, home.put_back(&at_place)));
        assert_eq!(expecting(second, "third"), ("none", true));
        let third = exactly(store, &place).fingerprint;
        assert!(done(clause, home.put_back(&at_place)));
        assert_eq!(expecting(third, "lost"), ("store.changed", false), "put back from elsewhere");
    }
}

/// P-24: a change of one place leaves every other as it was.
pub fn p24_a_change_stays_in_its_place(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let store = home.store();
    let ops = FactPlace::Persona(Persona::named("ops").expect("a short name"));
    let other = Project::at(b"/srv/other");
    let all: Vec<FactPlace> = places()
        .into_iter()
        .chain([ops, FactPlace::ProjectLong(other.clone()), FactPlace::Project(other.clone())])
        .collect();
    for place in &all {
        add(store, place, &[fact(place, "first"), fact(place, "second")]).expect("added");
    }
    add_items(store, &[item("first")]).expect("added");
    let look = |but: Option<&FactPlace>| -> Vec<_> {
        let others = all.iter().filter(|place| Some(*place) != but);
        others.map(|place| (exactly(store, place), store.retired(place).expect("read"))).collect()
    };
    let backlogs = || [&demo(), &other].map(|project| store.backlog(project).expect("read"));
    for place in &all {
        let before = (look(Some(place)), backlogs());
        change(store, place, Expect::Any, &mut |rows| {
            let [first, ..] = rows else { return Decision::Keep };
            let mut edits = Edits::new();
            edits.retire(0, first.id.clone(), at(2));
            edits.append(clean(fact(place, "third")));
            Decision::Edit(edits)
        })
        .expect("changed");
        assert_eq!((look(Some(place)), backlogs()), before, "{place} changed a neighbour");
    }
    let before = look(None);
    add_items(store, &[item("second")]).expect("added");
    assert_eq!(look(None), before, "a backlog changed facts");
    assert_eq!(backlogs()[1].rows, [], "a backlog changed another");
}

/// P-25: text comes in as `Clean` alone, which the types see to; states and times change without it.
///
/// ```compile_fail,E0308
/// fn append(edits: &mut mind_core::port::Edits<mind_core::fact::Fact>, fact: mind_core::fact::Fact) {
///     edits.append(fact);
/// }
/// ```
/// ```compile_fail,E0308
/// fn amend(edits: &mut mind_core::port::Edits<mind_core::fact::Fact>, fact: mind_core::fact::Fact) {
///     edits.amend(0, fact);
/// }
/// ```
pub fn p25_only_clean_text_comes_in(homes: &StoreHomes<'_>) {
    let home = homes.fresh();
    let store = home.store();
    add_items(store, &[item("first"), item("second")]).expect("added");
    let stamp = BacklogStamp {
        state: BacklogState::Taken,
        due_at: Some(at(60)),
        expires_at: Some(at(7_200)),
    };
    let commit = store.update_backlog(&demo(), at(1), PATIENCE, Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        edits.restamp(0, stamp);
        Decision::Edit(edits)
    });
    assert_eq!(sequence(&commit.expect("changed")), (2, true));
    let mut taken = item("first");
    (taken.state, taken.due_at, taken.expires_at) =
        (BacklogState::Taken, Some(at(60)), Some(at(7_200)));
    assert_eq!(items(&*home.rival()), [taken, item("second")]);
}
