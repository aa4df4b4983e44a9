//! `forget` and references: F-19, F-20, F-44 to F-46.

use mind_core::error::Detail;
use mind_core::mind::{ForgetMode, Removed};
use mind_core::scope::{FactPlace, Segment, Tier};

use crate::world::{World, dev, homeless, in_tier, note, ops, row, superseding};

fn forget(world: &World, reference: &str) -> Result<Vec<Removed>, &'static str> {
    let receipt = world.mind.forget(&dev(), reference, None, ForgetMode::Remove);
    receipt.map(|receipt| receipt.removed).map_err(|error| error.code())
}

/// F-44, D-64: the content goes from every tier it is in; the receipt lists tier and owner of each.
#[test]
fn a_content_goes_from_every_tier() {
    let world = World::new();
    for tier in ["persona", "shared", "project-long", "project"] {
        world.remember(&in_tier(tier, "Build is red"));
    }
    // Recording it durably took the working row away; record it once more beside.
    let place = dev().place(Tier::Project).unwrap();
    let id = world.rows(Tier::Shared)[0].id.clone();
    world
        .store
        .seed(&place, vec![crate::world::working_row(id.as_str(), "Build is red", Some("dev"))]);
    let removed = forget(&world, id.as_str()).unwrap();
    let listed: Vec<_> = removed.iter().map(|row| (row.tier, row.persona.clone())).collect();
    let dev = || Segment::stored("dev");
    assert_eq!(
        listed,
        [
            (Tier::Persona, None),
            (Tier::ProjectLong, dev()),
            (Tier::Shared, None),
            (Tier::Project, dev()),
        ]
    );
    assert!(world.listed().is_empty());
}

/// F-44: a dry run says the same and changes nothing, not even takes a lock.
#[test]
fn a_dry_run_changes_nothing() {
    let world = World::new();
    let id = world.remember(&note("Build is red")).id;
    let writes = world.store.writes();
    let receipt = world.mind.forget(&dev(), id.as_str(), None, ForgetMode::DryRun).unwrap();
    assert_eq!((receipt.removed.len(), world.store.writes()), (1, writes));
    assert_eq!(world.listed(), ["Build is red"]);
}

/// F-44, D-64: a tier that fails is named; what went before stays gone.
#[test]
fn a_failing_tier_is_named() {
    let world = World::new();
    let id = world.remember(&in_tier("persona", "Build is red")).id;
    world.remember(&in_tier("shared", "Build is red"));
    world.store.fail_writes(&FactPlace::Shared);
    let removed = forget(&world, id.as_str()).unwrap();
    let failed: Vec<_> = removed.iter().map(|row| (row.tier, row.failed.is_some())).collect();
    assert_eq!(failed, [(Tier::Persona, false), (Tier::Shared, true)]);
    assert_eq!((world.rows(Tier::Persona).len(), world.rows(Tier::Shared).len()), (0, 1));
}

/// F-16, F-20: tags with commas; the references in the refusal end the collision.
#[test]
fn a_collision_of_ids_is_refused_and_can_be_ended() {
    let world = World::new();
    let persona = dev().place(Tier::Persona).unwrap();
    let rows = || {
        vec![
            row("6d7b7855bcd3", "same text", &["a", "b"], None),
            row("6d7b7855bcd3", "same text", &["a,b"], None),
        ]
    };
    world.store.seed(&persona, rows());
    let refused = world.mind.forget(&dev(), "6d7b7855bcd3", None, ForgetMode::Remove).unwrap_err();
    let detail = refused.detail();
    assert_eq!(refused.code(), "fact.ambiguous_id");
    let Detail::Candidates(candidates) = &detail[0].1 else { panic!("{detail:?}") };
    let references: Vec<_> = candidates.iter().map(|row| row.reference.as_str()).collect();
    assert_eq!(references, ["persona/6d7b7855bcd3", "persona/697e9d3d27c2"]);
    assert_eq!(world.rows(Tier::Persona).len(), 2);

    assert_eq!(forget(&world, "697e9d3d27c2").unwrap().len(), 1);
    assert_eq!(forget(&world, "6d7b7855bcd3").unwrap().len(), 1);
    assert!(world.rows(Tier::Persona).is_empty());

    world.store.seed(&persona, rows());
    forget(&world, "persona/6d7b7855bcd3").unwrap();
    let left: Vec<_> = world.rows(Tier::Persona)[0].tags.iter().map(str::to_owned).collect();
    assert_eq!(left, ["a,b"]);
}

/// F-20, F-82: at most five candidates are listed, and how many more there are.
#[test]
fn a_refusal_lists_five_candidates() {
    let world = World::new();
    for n in 0..7 {
        let persona = crate::world::scope(&format!("p{n}"));
        world.mind.remember(&persona, &note("Build is red")).unwrap();
    }
    let id = world.rows(Tier::Project)[0].id.clone();
    let refused = world.mind.forget(&dev(), id.as_str(), None, ForgetMode::Remove).unwrap_err();
    let detail = refused.detail();
    let Detail::Candidates(listed) = &detail[0].1 else { panic!("{detail:?}") };
    assert_eq!((listed.len(), &detail[1]), (5, &("further", Detail::Number(2))));
    assert_eq!(listed[0].reference, format!("project:p0/{id}"));
    assert_eq!(forget(&world, &listed[0].reference).unwrap().len(), 1);
}

/// F-20, F-28: own rows before others'; a third persona needs to say whose.
#[test]
fn own_rows_come_before_others() {
    let world = World::new();
    let id = world.remember(&note("Build is red")).id;
    world.mind.remember(&ops(), &note("Build is red")).unwrap();
    let third = crate::world::scope("qa");
    let refused = world.mind.forget(&third, id.as_str(), None, ForgetMode::Remove).unwrap_err();
    assert_eq!(refused.code(), "fact.ambiguous_id");
    forget(&world, id.as_str()).unwrap();
    let left: Vec<_> = world.rows(Tier::Project).into_iter().map(|fact| fact.persona).collect();
    assert_eq!(left, [Segment::stored("ops")]);
    let reference = format!("project:ops/{id}");
    world.mind.forget(&third, &reference, None, ForgetMode::Remove).unwrap();
    assert!(world.listed().is_empty());
}

/// F-20: nothing answers, or only an expired row; the store is not touched.
#[test]
fn an_unknown_id_touches_nothing() {
    let world = World::new();
    let id = world.remember(&note("Build is red")).id;
    let writes = world.store.writes();
    assert_eq!(forget(&world, "0123456789ab"), Err("fact.not_found"));
    world.pass(48.0);
    assert_eq!(forget(&world, id.as_str()), Err("fact.expired"));
    assert_eq!(world.store.writes(), writes);
}

/// F-19: a reference outside its grammar, to the backlog, or to a tier the call does not have.
#[test]
fn bad_references() {
    let world = World::new();
    assert_eq!(forget(&world, "a b"), Err("fact.id_invalid"));
    assert_eq!(forget(&world, "backlog/6d7b7855bcd3"), Err("fact.id_invalid"));
    let outside = world.mind.forget(&homeless(), "x", Some(Tier::Project), ForgetMode::Remove);
    assert_eq!(outside.unwrap_err().code(), "scope.no_project");
}

/// F-45: when only retired rows answer, those go.
#[test]
fn retired_rows_can_be_forgotten() {
    let world = World::new();
    let old = world.remember(&in_tier("shared", "Use port 7101")).id;
    world.remember(&superseding(old.as_str(), in_tier("shared", "Use port 7102")));
    let removed = forget(&world, old.as_str()).unwrap();
    assert_eq!((removed.len(), removed[0].retired), (1, true));
    assert_eq!(world.mind.read(&dev(), old.as_str(), None).unwrap_err().code(), "fact.not_found");
    assert_eq!(world.listed(), ["Use port 7102"]);
}

/// D-54: a row whose text was edited by hand answers to its stored id and to the id of its new content.
#[test]
fn an_edited_row_answers_to_both_ids() {
    let world = World::new();
    let edited = || row("c29c9d8fafe8", "another text", &[], None);
    let current = edited().current_id();
    for id in ["c29c9d8fafe8", current.as_str()] {
        world.store.seed(&FactPlace::Shared, vec![edited()]);
        assert_eq!(forget(&world, id).unwrap().len(), 1, "{id}");
    }
}
