//! W-5: the owner's contract on the fake, on the standalone owner, and on owners that break it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mind_persona_port::{Owner, PersonaHost, Standalone, Unavailable};
use mind_testkit::FakeOwner;
use mind_testkit::owner::{FlawedOwner, OWNER_CLAUSES, OwnerFlaw, OwnerHarness, Owners, Turn};

mod fake {
    mind_testkit::owner_contract!(mind_testkit::FakeOwner);
}

mod standalone {
    mind_testkit::owner_contract!(super::Settings);
}

/// A standalone owner, whose persona is a setting read with each session.
struct Settings(Standalone);

impl OwnerHarness for Settings {
    fn ready() -> Self {
        Self(Standalone::new(Some("dev".to_owned())))
    }

    fn host(&self) -> &dyn PersonaHost {
        &self.0
    }

    fn turn(&mut self, turn: Turn) -> bool {
        let persona = match turn {
            Turn::Choose(name) => Some(name.to_owned()),
            Turn::ChooseNobody => None,
            Turn::Unsettle => return false,
            Turn::NextSession => self.0.current().owner.ready().flatten().map(str::to_owned),
        };
        self.0 = self.0.clone().next_session(persona);
        true
    }
}

fn refusals(owners: &Owners<'_>) -> Vec<&'static str> {
    let fails =
        |clause: &fn(&Owners<'_>)| catch_unwind(AssertUnwindSafe(|| clause(owners))).is_err();
    OWNER_CLAUSES.iter().filter(|(_, clause)| fails(clause)).map(|(name, _)| *name).collect()
}

/// The clause a flaw is against.
fn against(flaw: OwnerFlaw) -> &'static str {
    match flaw {
        OwnerFlaw::NeverTheSame => "w01_an_answer_holds_while_nothing_changes",
        OwnerFlaw::StandsStill | OwnerFlaw::IgnoresSessions => "w02_a_change_is_another_generation",
        OwnerFlaw::GenerationOfName | OwnerFlaw::ComesRound => "w02_no_generation_comes_back",
        OwnerFlaw::NobodyForNothing | OwnerFlaw::NothingForNobody => "w03_nobody_is_not_nothing",
    }
}

#[test]
fn every_flawed_owner_is_refused() {
    for flaw in OwnerFlaw::ALL {
        let refusals = refusals(&Owners::from_fn(|| Box::new(FlawedOwner::new(flaw))));
        assert!(refusals.contains(&against(flaw)), "{flaw:?} breaks {refusals:?}");
    }
    assert_eq!(refusals(&Owners::of::<FakeOwner>()), Vec::<&str>::new());
}

/// W-5: the fake changes at the question it was told to.
#[test]
fn a_fake_owner_changes_on_time() {
    let owner = FakeOwner::ready(None);
    let ops = Owner::Ready { persona: Some("ops".to_owned()) };
    owner.change_at(2, ops.clone());
    let answers = [(); 3].map(|()| owner.current());
    assert_eq!(answers[0].owner, Owner::Ready { persona: None });
    assert_eq!((&answers[1].owner, &answers[2]), (&ops, &answers[1]));
    assert_eq!(owner.asked(), 3);
    owner.stop(Unavailable::CompanionMissing);
    assert_eq!(owner.current().owner, Owner::Unavailable(Unavailable::CompanionMissing));
}
