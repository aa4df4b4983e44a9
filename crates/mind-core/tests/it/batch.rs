//! Many statements at once are the same statements one by one, in fewer writes (S-8, F-30 to F-42).

use std::fmt::Debug;

use mind_core::fact::{Kind, Tags, content_id};
use mind_core::mind::Draft;
use mind_core::port::Store as _;
use mind_core::scope::Tier;
use proptest::prelude::*;

use crate::world::{World, dev, in_tier, note, superseding};

const TEXTS: [&str; 4] = ["the port is 1", "the port is 2", "the port is 3", "the port is 4"];
const TIERS: [Tier; 4] = [Tier::Persona, Tier::ProjectLong, Tier::Shared, Tier::Project];

/// A draft of one of a few texts, in any tier or none, replacing one of them or nothing.
fn drafts() -> impl Strategy<Value = Vec<Draft>> {
    let tier =
        prop_oneof![2 => Just(None), 5 => proptest::sample::select(&TIERS[..]).prop_map(Some)];
    let text = proptest::sample::select(&TEXTS[..]);
    let replaced = proptest::option::weighted(0.4, text.clone());
    let draft = (text, tier, replaced).prop_map(|(text, tier, replaced)| {
        let draft = Draft { tier: tier.map(|tier| tier.as_str().to_owned()), ..note(text) };
        match replaced.map(|text| content_id(Kind::Note, text, &Tags::default())) {
            Some(id) => superseding(id.as_str(), draft),
            None => draft,
        }
    });
    proptest::collection::vec(draft, 1..14)
}

/// Everything a memory holds, in an order that does not depend on the order of writing.
fn held(world: &World) -> Vec<String> {
    let mut held = Vec::new();
    for tier in TIERS {
        held.extend(world.rows(tier).iter().map(|row| format!("{tier} {row:?}")));
        let retired = world.store.retired(&dev().place(tier).unwrap()).unwrap();
        held.extend(retired.rows.iter().map(|row| format!("{tier} {row:?}")));
    }
    held.sort();
    held
}

fn shown(answers: &[impl Debug]) -> Vec<String> {
    answers.iter().map(|answer| format!("{answer:?}")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, ..ProptestConfig::default() })]

    /// S-8: the memory and every answer are those of the statements one by one.
    #[test]
    fn a_batch_is_its_statements_one_by_one(earlier in drafts(), drafts in drafts()) {
        let (together, alone) = (World::new(), World::new());
        for world in [&together, &alone] {
            for draft in &earlier {
                let _ = world.mind.remember(&dev(), draft);
            }
        }
        let answers = together.mind.remember_batch(&dev(), &drafts).unwrap();
        let mut one_by_one = Vec::new();
        for draft in &drafts {
            let draft = std::slice::from_ref(draft);
            one_by_one.extend(alone.mind.remember_batch(&dev(), draft).unwrap());
        }
        prop_assert_eq!(shown(&answers), shown(&one_by_one));
        prop_assert_eq!(held(&together), held(&alone));
    }

    /// S-8: the same statements once more store nothing new, as long as none replaces another.
    #[test]
    fn a_second_time_stores_nothing_new(drafts in drafts()) {
        let world = World::new();
        let drafts: Vec<Draft> =
            drafts.into_iter().map(|draft| Draft { supersedes: None, ..draft }).collect();
        world.mind.remember_batch(&dev(), &drafts).unwrap();
        let before = held(&world);
        let answers = world.mind.remember_batch(&dev(), &drafts).unwrap();
        for answer in answers {
            prop_assert_eq!(answer.unwrap().outcome.as_str(), "refreshed");
        }
        prop_assert_eq!(held(&world), before);
    }
}

/// S-8: contents that go to two tiers, and facts that replace others elsewhere, cost a few writes and not one a line.
#[test]
fn few_writes() {
    let world = World::new();
    let written = |drafts: &[Draft]| {
        let before = world.store.writes();
        let answers = world.mind.remember_batch(&dev(), drafts).unwrap();
        assert!(world.store.writes() - before <= 4, "{}", world.store.writes() - before);
        answers.into_iter().map(|answer| answer.unwrap().id).collect::<Vec<_>>()
    };
    let numbered = |tier: &str, word: &str, at: usize| in_tier(tier, &format!("{word} {at}"));
    let twice: Vec<_> = (0..100)
        .flat_map(|at| ["project", "project-long"].map(|tier| numbered(tier, "both", at)))
        .collect();
    written(&twice);
    assert_eq!((world.rows(Tier::Project).len(), world.rows(Tier::ProjectLong).len()), (0, 100));
    let old: Vec<_> = (0..100).map(|at| numbered("shared", "old", at)).collect();
    let old = written(&old).into_iter().enumerate();
    let new: Vec<_> =
        old.map(|(at, id)| superseding(id.as_str(), numbered("persona", "new", at))).collect();
    written(&new);
    assert_eq!((world.rows(Tier::Shared).len(), world.rows(Tier::Persona).len()), (0, 100));
}
