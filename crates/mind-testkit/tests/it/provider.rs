//! W-80, W-81: the reference provider does what a companion has to; providers that do not are refused.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mind_persona_port::protocol::Judge;
use mind_persona_port::{Owner, Unavailable};
use mind_testkit::ReferenceProvider;
use mind_testkit::provider::{
    FlawedProvider, PROVIDER_CLAUSES, ProviderFlaw, Providers, SESSION, hear,
};

fn refusals(providers: &Providers<'_>) -> Vec<&'static str> {
    let fails =
        |clause: &fn(&Providers<'_>)| catch_unwind(AssertUnwindSafe(|| clause(providers))).is_err();
    PROVIDER_CLAUSES.iter().filter(|(_, clause)| fails(clause)).map(|(name, _)| *name).collect()
}

/// The clause a flaw is against.
fn against(flaw: ProviderFlaw) -> &'static str {
    match flaw {
        ProviderFlaw::AnswersTwice
        | ProviderFlaw::AnswersLate
        | ProviderFlaw::OmitsReady
        | ProviderFlaw::OmitsCapabilities => "w81_one_answer_each",
        ProviderFlaw::AnswersEverySession | ProviderFlaw::AnswersEveryVersion => {
            "w81_only_its_own_session"
        }
        ProviderFlaw::KeepsGeneration
        | ProviderFlaw::LowersGeneration
        | ProviderFlaw::RaisesByAsking => "w81_changes_raise_the_generation",
        ProviderFlaw::KeepsSilent | ProviderFlaw::TellsBefore => "w81_changes_are_broadcast",
        ProviderFlaw::NobodyForUnready => "w24_a_judge_follows_the_choices",
    }
}

#[test]
fn every_flawed_provider_is_refused() {
    for flaw in ProviderFlaw::ALL {
        let make = || Box::new(FlawedProvider::new(SESSION, flaw)) as _;
        let refusals = refusals(&Providers::from_fn(make));
        assert!(refusals.contains(&against(flaw)), "{flaw:?} breaks {refusals:?}");
    }
}

mod reference {
    mind_testkit::provider_contract!(mind_testkit::ReferenceProvider);
}

/// W-24, W-60: the members a test may set are heard.
#[test]
fn a_reference_provider_says_what_it_is_told() {
    let heard = |set: &dyn Fn(&mut ReferenceProvider)| {
        let mut provider = ReferenceProvider::new(SESSION);
        set(&mut provider);
        Judge::new(SESSION, false).judge(&hear(&mut provider, SESSION))
    };
    let code = |owner: Owner| match owner {
        Owner::Unavailable(reason) => Some(reason),
        Owner::Ready { .. } => None,
    };
    let off = heard(&|provider| provider.enabled = false);
    assert_eq!(code(off.owner), Some(Unavailable::CompanionDisabled));
    let old = heard(&|provider| provider.provider_version = "1.17.4".to_owned());
    assert_eq!(code(old.owner), Some(Unavailable::CompanionIncompatible));
    let dumb = heard(&|provider| provider.capabilities.clear());
    assert_eq!(code(dumb.owner), Some(Unavailable::CompanionIncompatible));
    let worker = heard(&|provider| provider.role = "worker".to_owned());
    assert!(worker.leg && code(worker.owner).is_none());
}
