//! W-30, W-31: the owner changes at every moment a call asks; what it does is done wholly for the first owner, or not at all.

use std::time::Duration;

use mind_core::Error;
use mind_core::Mind;
use mind_core::fact::{Kind, Tags, content_id};
use mind_core::mind::{
    BacklogDraft, BacklogMove, ContextRequest, Destination, Draft, ForgetMode, RecallRequest,
};
use mind_core::port::{Clock as _, Guarded, Store as _};
use mind_core::scope::{FactPlace, Tier};
use mind_persona_port::{Mode, Owner, PersonaHost as _, Stamp};
use mind_testkit::{FakeOwner, FakeStore, FixedClock};

use crate::world::{World, dev, in_tier, note, superseding};

type Call = for<'a> fn(&Mind<Guarded<'a, FakeStore>, &'a FixedClock>) -> Result<(), Error>;

fn stamp(owner: &FakeOwner) -> Stamp {
    Stamp {
        mode: Mode::Persona,
        session: "01a2-demo".to_owned(),
        provider: Some("pi-persona".to_owned()),
        persona: Some("dev".to_owned()),
        generation: owner.current().generation,
    }
}

/// A memory with something to change in every tier.
fn furnished() -> World {
    let world = World::new();
    world.remember(&in_tier("project", "the staging port is 7101"));
    world.remember(&in_tier("persona", "the mirror is slow"));
    world.remember(&in_tier("shared", "the mirror is slow"));
    world.remember(&in_tier("project-long", "the old build is red"));
    let old = world.rows(Tier::ProjectLong)[0].id.to_string();
    world.remember(&superseding(&old, in_tier("project", "the new build is green")));
    let broker = world.remember(&in_tier("persona", "the broker listens on 7200"));
    let moved = in_tier("persona", "the broker listens on 7201");
    world.remember(&superseding(broker.id.as_str(), moved));
    let item = BacklogDraft { text: "look at it".to_owned(), ..BacklogDraft::default() };
    world.mind.backlog_add(&dev(), &item).unwrap();
    world
}

/// Runs a call on a furnished memory; the owner changes at the `n`th question.
fn run(call: Call, n: usize) -> (Result<(), Error>, World, usize) {
    let world = furnished();
    let owner = FakeOwner::ready(Some("dev"));
    let stamp = stamp(&owner);
    let before = owner.asked();
    owner.change_at(n, Owner::Ready { persona: Some("ops".to_owned()) });
    let guard = || if stamp.is_current(&owner) { Ok(()) } else { Err(Error::OwnerChanged) };
    let result = world.mind.guarded(&guard, Duration::ZERO, call);
    let asked = owner.asked() - before;
    (result, world, asked)
}

fn id_of(world: &Mind<Guarded<'_, FakeStore>, &FixedClock>, text: &str) -> Result<String, Error> {
    let request = RecallRequest { query: text.to_owned(), ..RecallRequest::default() };
    let page = world.recall(&dev(), &request)?;
    Ok(page.hits.first().map_or_else(|| "none".to_owned(), |hit| hit.entry.id.to_string()))
}

#[track_caller]
fn whole_or_nothing(call: Call) {
    let untouched = furnished().store.image();
    let (result, world, asked) = run(call, usize::MAX / 2);
    result.expect("the call succeeds while the owner stays");
    let whole = world.store.image();
    assert!(asked > 1 && whole != untouched, "the call asks and changes something");
    let mut refused = 0;
    for n in 1..=asked + 1 {
        let (result, world, _) = run(call, n);
        let image = world.store.image();
        match result {
            Ok(()) => assert_eq!(image, whole, "changed at question {n}: done in part"),
            Err(error) => {
                assert_eq!(error.code(), "owner.changed", "changed at question {n}");
                assert_eq!(image, untouched, "changed at question {n}: something was written");
                refused += 1;
            }
        }
    }
    assert!(refused >= 2, "refused before a store was opened, and under the lock");
}

/// W-30: one call a row; each is refused whole or finished whole.
#[test]
fn owner_changes_everywhere() {
    whole_or_nothing(|mind| mind.remember(&dev(), &note("something new")).map(drop));
    whole_or_nothing(|mind| mind.remember(&dev(), &in_tier("persona", "something new")).map(drop));
    whole_or_nothing(|mind| {
        let draft = in_tier("persona", "the staging port is 7101");
        mind.remember(&dev(), &draft).map(drop)
    });
    whole_or_nothing(|mind| {
        let id = id_of(mind, "staging port")?;
        mind.promote(&dev(), &id, Destination::ProjectLong).map(drop)
    });
    whole_or_nothing(|mind| {
        let id = id_of(mind, "new build green")?;
        mind.promote(&dev(), &id, Destination::Persona).map(drop)
    });
    whole_or_nothing(|mind| {
        let id = id_of(mind, "mirror slow")?;
        mind.forget(&dev(), &id, None, ForgetMode::Remove).map(drop)
    });
    whole_or_nothing(|mind| {
        let old = id_of(mind, "mirror slow")?;
        let draft: Draft = superseding(&old, in_tier("persona", "the mirror is fast"));
        mind.remember(&dev(), &draft).map(drop)
    });
    whole_or_nothing(|mind| {
        let item = BacklogDraft { text: "another".to_owned(), ..BacklogDraft::default() };
        mind.backlog_add(&dev(), &item).map(drop)
    });
    whole_or_nothing(|mind| {
        let page = mind.backlog_list(&dev(), &mind_core::mind::BacklogListing::default())?;
        let id = page.items[0].id.to_string();
        mind.backlog_move(&dev(), &id, &BacklogMove::Take).map(drop)
    });
}

/// W-30: what only retired rows answer to is forgotten under the same guard.
#[test]
fn retired_rows_are_guarded_too() {
    whole_or_nothing(|mind| {
        let retired = content_id(Kind::Note, "the broker listens on 7200", &Tags::default());
        mind.forget(&dev(), retired.as_str(), None, ForgetMode::Remove).map(drop)
    });
}

/// W-30, W-70: an owner that is not the stamp's opens nothing at all.
#[test]
fn w30_nothing_is_opened_for_another() {
    let world = furnished();
    let owner = FakeOwner::ready(Some("dev"));
    let stamp = stamp(&owner);
    owner.set(Owner::Ready { persona: Some("dev".to_owned()) });
    let guard = || if stamp.is_current(&owner) { Ok(()) } else { Err(Error::OwnerChanged) };
    let operations = world.store.operations();
    let calls: [Call; 4] = [
        |mind| mind.recall(&dev(), &RecallRequest::default()).map(drop),
        |mind| mind.remember(&dev(), &note("x")).map(drop),
        |mind| mind.due_items(&dev()).map(drop),
        |mind| mind.context(&dev(), &ContextRequest::default()).map(drop),
    ];
    for call in calls {
        assert_eq!(
            world.mind.guarded(&guard, Duration::ZERO, call).unwrap_err().code(),
            "owner.changed"
        );
    }
    assert_eq!(
        world.store.operations(),
        operations,
        "the same persona chosen again is another owner"
    );
}

/// W-30: a change while the call waits for a lock is noticed as soon as it has it.
#[test]
fn late_change() {
    let world = furnished();
    let owner = FakeOwner::ready(Some("dev"));
    let stamp = stamp(&owner);
    let now = world.clock.now();
    let other = world.store.clone();
    let held = other.transaction(now, Duration::ZERO).unwrap();
    let guard = || if stamp.is_current(&owner) { Ok(()) } else { Err(Error::OwnerChanged) };
    let patient = Mind::new(world.store.clone(), world.clock.clone(), Duration::ZERO);
    let before = world.store.image();
    let opened = || world.store.opened().iter().filter(|place| *place == "transaction").count();
    let transactions = opened();
    let result = std::thread::scope(|scope| {
        let call = scope.spawn(|| {
            patient.guarded(&guard, Duration::from_mins(1), |mind| {
                mind.remember(&dev(), &note("x")).map(drop)
            })
        });
        // The transaction that is held, and the one the call waits for.
        while opened() < transactions + 1 {
            std::thread::yield_now();
        }
        owner.set(Owner::Ready { persona: Some("ops".to_owned()) });
        drop(held);
        call.join().expect("a refusal, not a panic")
    });
    assert_eq!(result.unwrap_err().code(), "owner.changed");
    assert_eq!(world.store.image(), before);
    assert_eq!(world.rows_in(&FactPlace::Shared).len(), 1);
}
