//! What the model and the person are told (CA-51, CA-60, CA-61).

use crate::capture::{Names, Subject, hints, notices};
use crate::error::Error;
use crate::fact::{FactId, Kind};
use crate::mind::{Noticed, Outcome, Remembered, TierChoice};
use crate::scan::{Field, Refusal, Rejection, Rule};
use crate::scope::Tier;

const NAMES: Names<'_> = Names {
    remember: Some("memory remember"),
    backlog: Some("backlog add"),
    forget: "/mind forget",
    doctor: "/mind doctor",
};

fn receipt(id: &str, outcome: Outcome) -> Noticed {
    Noticed::Kept(Remembered {
        id: FactId::parse(id).unwrap(),
        tier: Tier::ProjectLong,
        kind: Kind::Note,
        outcome,
        choice: TierChoice::Named,
        expires_at: None,
        replaced: None,
        also_working: None,
        warnings: Vec::new(),
    })
}

fn stored(id: &str) -> Noticed {
    receipt(id, Outcome::Stored)
}

fn refused() -> Noticed {
    let rejection = Rejection::Found(Rule::SecretAssignment);
    Noticed::Failed {
        kind: Kind::Note,
        error: Error::Scan(Refusal { field: Field::Text, rejection }),
    }
}

/// CA-60, CA-61: each form.
#[test]
fn the_forms() {
    let check = |noticed: &[Noticed], model: &[&str], person: &[&str]| {
        assert_eq!(hints(noticed, &NAMES), model);
        assert_eq!(notices(noticed, &NAMES), person);
    };
    check(&[], &[], &[]);
    check(
        &[stored("48bf3e826abc"), receipt("2db800ce538c", Outcome::PromotedExisting)],
        &[
            "[mind] Saved from the user's message: 48bf3e826abc (note, project-long), 2db800ce538c (note, project-long). Do not save it again.",
        ],
        &[
            "Captured 2: 48bf3e826abc (note, project-long), 2db800ce538c (note, project-long). Undo: /mind forget 48bf3e826abc",
        ],
    );
    check(
        &[receipt("48bf3e826abc", Outcome::Refreshed)],
        &["[mind] Already remembered: 48bf3e826abc."],
        &["Already remembered: 48bf3e826abc"],
    );
    check(
        &[Noticed::Failed { kind: Kind::Note, error: Error::TextEmpty }],
        &[
            "[mind] The user asked to keep something and saving failed (fact.text_empty). Save it once with memory remember.",
        ],
        &["Not captured (fact.text_empty). See /mind doctor"],
    );
    check(
        &[Noticed::Asked { kind: Kind::Convention }, Noticed::Asked { kind: Kind::Note }],
        &["[mind] The user asked to keep a convention. Save it once with memory remember."],
        &[],
    );
    check(
        &[
            Noticed::Casual { kind: Kind::Preference, subject: Subject::Fact },
            Noticed::Casual { kind: Kind::Note, subject: Subject::Task },
        ],
        &[
            "[mind] The user's message may hold a durable preference. If it does, save it once with memory remember before the final answer.",
        ],
        &[],
    );
    check(
        &[Noticed::Casual { kind: Kind::Note, subject: Subject::Task }],
        &[
            "[mind] The user's message may hold deferred work. If it does, save it once with backlog add before the final answer.",
        ],
        &[],
    );
}

/// CA-51, CA-60: after a finding the model is not asked to try again; the person is told the rule.
#[test]
fn a_finding() {
    let noticed = [refused(), refused()];
    assert_eq!(hints(&noticed, &NAMES), [] as [&str; 0]);
    assert_eq!(
        notices(&noticed, &NAMES),
        [
            "Not captured (scan.refused, secret.assignment): say where the secret is kept, for example: the deploy token is in the keychain under deploy"
        ]
    );
}

/// CA-61: whatever was found, what to do instead fits a notice; a busy store is no finding.
#[test]
fn what_to_do_instead() {
    use crate::error::{StoreError, StoreFault};
    use crate::scan::{Field, Refusal, Rejection, Rule};
    for &rule in Rule::ALL {
        let refusal = Refusal { field: Field::Text, rejection: Rejection::Found(rule) };
        let noticed = Noticed::Failed { kind: Kind::Note, error: Error::Scan(refusal) };
        let notice = &notices(&[noticed], &NAMES)[0];
        let lead = format!("Not captured (scan.refused, {}): ", rule.id());
        assert!(notice.starts_with(&lead) && notice.chars().count() <= 160, "{notice}");
    }
    let locked = StoreError::new(StoreFault::Locked { holder: None }, &"shared");
    let noticed = Noticed::Failed { kind: Kind::Note, error: locked.into() };
    assert_eq!(
        notices(&[noticed], &NAMES),
        ["Not captured (store.locked): the memory was busy. Say it again"]
    );
}

/// CA-60: without a tool there is nothing to save with.
#[test]
fn without_tools() {
    let names = Names { remember: None, backlog: None, ..NAMES };
    let noticed = [
        stored("48bf3e826abc"),
        Noticed::Failed { kind: Kind::Note, error: Error::TextEmpty },
        Noticed::Asked { kind: Kind::Note },
        Noticed::Casual { kind: Kind::Note, subject: Subject::Task },
    ];
    assert_eq!(hints(&noticed, &names).len(), 1);
}

/// CA-60, CA-61: ids that do not fit are counted.
#[test]
fn limits() {
    let long = |digit: &str| digit.repeat(128);
    let noticed: Vec<Noticed> =
        ["a", "b", "c", "d"].iter().map(|digit| stored(&long(digit))).collect();
    let hint = &hints(&noticed, &NAMES)[0];
    assert!(
        hint.chars().count() <= 300 && hint.contains(&long("a")) && hint.contains(" and 3 more. "),
        "{hint}"
    );
    let noticed: Vec<Noticed> =
        ["a", "b", "c", "d"].iter().map(|digit| stored(&digit.repeat(12))).collect();
    let notice = &notices(&noticed, &NAMES)[0];
    assert!(
        notice.chars().count() <= 160
            && notice.ends_with("and 1 more. Undo: /mind forget aaaaaaaaaaaa"),
        "{notice}"
    );
}
