//! W-20 to W-28, W-60, W-61: what a companion may say, and what it comes to.

use mind_persona_port::protocol::{ANSWER_LIMIT, Heard, Judge, Malformed, Verdict};
use mind_persona_port::{Owner, Unavailable};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

fn companion() -> Value {
    json!({
        "version": 1, "provider": "pi-persona", "providerVersion": "1.17.5",
        "sessionId": "01a2-demo", "enabled": true, "role": "supervisor",
        "capabilities": ["memory", "settings"],
    })
}

fn owner() -> Value {
    json!({
        "version": 1, "provider": "pi-persona", "sessionId": "01a2-demo",
        "ready": true, "persona": "dev", "generation": 3,
    })
}

/// An answer with one member changed.
fn with(mut answer: Value, name: &str, value: Value) -> Value {
    answer[name] = value;
    answer
}

fn without(mut answer: Value, name: &str) -> Value {
    answer.as_object_mut().unwrap().remove(name);
    answer
}

fn heard(companion: Vec<Value>, owner: Vec<Value>) -> Heard {
    Heard { companion, owner }
}

fn judge(companion: Vec<Value>, owner: Vec<Value>) -> Verdict {
    Judge::new("01a2-demo", false).judge(&heard(companion, owner))
}

fn ready(persona: Option<&str>) -> Owner {
    Owner::Ready { persona: persona.map(str::to_owned) }
}

/// W-23: what may be there besides changes nothing; the shortest and longest names pass.
#[test]
fn w23_good_answers() {
    let persona = "é".repeat(512);
    for (companion, owner, expect) in [
        (companion(), owner(), Some("dev")),
        (
            with(companion(), "mood", json!({"a": [1]})),
            with(owner(), "x", json!(null)),
            Some("dev"),
        ),
        (companion(), with(owner(), "persona", json!(null)), None),
        (companion(), with(owner(), "persona", json!(persona)), Some(persona.as_str())),
        (companion(), with(owner(), "generation", json!(9_007_199_254_740_991_u64)), Some("dev")),
        (with(companion(), "providerVersion", json!("2.0.0")), owner(), Some("dev")),
    ] {
        let verdict = judge(vec![companion], vec![owner]);
        assert_eq!(verdict.owner, ready(expect));
        let companion = verdict.companion.unwrap();
        assert_eq!((companion.provider.as_str(), verdict.leg), ("pi-persona", false));
    }
    let long = "a".repeat(64);
    let verdict = judge(
        vec![with(companion(), "provider", json!(long))],
        vec![with(owner(), "provider", json!(long))],
    );
    assert_eq!(verdict.owner, ready(Some("dev")));
}

/// W-24: one case a row, in its order: each holds all that is wrong further down as well.
#[rstest]
#[case::missing(vec![], Unavailable::CompanionMissing)]
#[case::two(vec![companion(), companion()], Unavailable::CompanionAmbiguous)]
#[case::two_odd(vec![json!(null), companion()], Unavailable::CompanionAmbiguous)]
#[case::circular(vec![json!(null)], Unavailable::CompanionMalformed)]
#[case::malformed(
    vec![with(with(companion(), "enabled", json!(0)), "sessionId", json!("other"))],
    Unavailable::CompanionMalformed
)]
#[case::other_session(
    vec![with(with(companion(), "enabled", json!(false)), "sessionId", json!("other"))],
    Unavailable::CompanionStale
)]
#[case::disabled(
    vec![with(with(companion(), "enabled", json!(false)), "version", json!(2))],
    Unavailable::CompanionDisabled
)]
#[case::newer_protocol(vec![with(companion(), "version", json!(2))], Unavailable::CompanionIncompatible)]
#[case::too_old(
    vec![with(companion(), "providerVersion", json!("1.17.4"))],
    Unavailable::CompanionIncompatible
)]
#[case::odd_version(
    vec![with(companion(), "providerVersion", json!("1.17"))],
    Unavailable::CompanionIncompatible
)]
#[case::no_memory(
    vec![with(companion(), "capabilities", json!(["settings"]))],
    Unavailable::CompanionIncompatible
)]
#[case::nobody_says(vec![companion()], Unavailable::OwnerMissing)]
fn handshake_table(#[case] companion: Vec<Value>, #[case] expect: Unavailable) {
    assert_eq!(judge(companion, Vec::new()).owner, Owner::Unavailable(expect));
}

/// W-24: the rows of the owner's answer.
#[rstest]
#[case::two(vec![owner(), owner()], Unavailable::OwnerAmbiguous)]
#[case::null(vec![json!(null)], Unavailable::OwnerMalformed)]
#[case::other_version(vec![with(owner(), "version", json!(2))], Unavailable::OwnerMalformed)]
#[case::other_provider(
    vec![with(with(owner(), "provider", json!("other")), "sessionId", json!("other"))],
    Unavailable::OwnerMalformed
)]
#[case::empty_name(vec![with(owner(), "persona", json!(""))], Unavailable::OwnerMalformed)]
#[case::long_name(
    vec![with(owner(), "persona", json!("é".repeat(513)))],
    Unavailable::OwnerMalformed
)]
#[case::other_session(
    vec![with(with(owner(), "ready", json!(false)), "sessionId", json!("other"))],
    Unavailable::OwnerStale
)]
#[case::not_ready(
    vec![with(with(owner(), "ready", json!(false)), "persona", json!(7))],
    Unavailable::OwnerNotReady
)]
#[case::not_ready_and_silent(
    vec![with(without(owner(), "persona"), "ready", json!(false))],
    Unavailable::OwnerNotReady
)]
fn owner_table(#[case] owner: Vec<Value>, #[case] expect: Unavailable) {
    assert_eq!(judge(vec![companion()], owner).owner, Owner::Unavailable(expect));
}

/// W-23, W-72: every member is needed, and the ones to blame are named without what they hold.
#[test]
fn w72_malformed_members_are_named() {
    for name in companion().as_object().unwrap().keys() {
        for broken in [without(companion(), name), with(companion(), name, json!({"secret": 1}))] {
            let verdict = judge(vec![broken], vec![owner()]);
            assert_eq!(verdict.owner, Owner::Unavailable(Unavailable::CompanionMalformed));
            assert_eq!(verdict.malformed.unwrap().fields, [name.as_str()]);
        }
    }
    for name in owner().as_object().unwrap().keys() {
        for broken in [without(owner(), name), with(owner(), name, json!({"secret": 1}))] {
            let verdict = judge(vec![companion()], vec![broken]);
            assert_eq!(verdict.owner, Owner::Unavailable(Unavailable::OwnerMalformed));
            assert_eq!(verdict.malformed.unwrap().fields, [name.as_str()]);
        }
    }
    let none = judge(vec![json!("secret")], vec![]).malformed;
    assert_eq!(none, Some(Malformed::default()));
    let odd = [
        ("provider", json!("")),
        ("provider", json!("Pi")),
        ("provider", json!("a".repeat(65))),
        ("role", json!("leg")),
        ("capabilities", json!(["memory", 1])),
        ("version", json!("1")),
    ];
    for (name, value) in odd {
        let verdict = judge(vec![with(companion(), name, value)], vec![owner()]);
        assert_eq!(verdict.malformed.unwrap().fields, [name]);
    }
    for count in [json!(-1), json!(1.5), json!(9_007_199_254_740_992_u64)] {
        let verdict = judge(vec![companion()], vec![with(owner(), "generation", count)]);
        assert_eq!(verdict.owner, Owner::Unavailable(Unavailable::OwnerMalformed));
    }
}

/// W-21: an answer over its size is none.
#[test]
fn w21_sizes() {
    let base = with(companion(), "x", json!("")).to_string().len();
    let sized = |bytes: usize| with(companion(), "x", json!("x".repeat(bytes - base)));
    assert_eq!(sized(ANSWER_LIMIT).to_string().len(), ANSWER_LIMIT);
    assert_eq!(judge(vec![sized(ANSWER_LIMIT)], vec![owner()]).owner, ready(Some("dev")));
    let over = judge(vec![sized(ANSWER_LIMIT + 1)], vec![owner()]);
    assert_eq!(over.owner, Owner::Unavailable(Unavailable::CompanionMalformed));
}

fn saying(generation: u64, persona: &str) -> Heard {
    let owner = with(with(owner(), "generation", json!(generation)), "persona", json!(persona));
    heard(vec![companion()], vec![owner])
}

/// W-24: generations only rise, and one generation says one thing.
#[test]
fn w24_generations() {
    let mut judge = Judge::new("01a2-demo", false);
    let mut check = |heard: Heard, expect: Owner| assert_eq!(judge.judge(&heard).owner, expect);
    let stale = Owner::Unavailable(Unavailable::OwnerStale);
    check(saying(3, "dev"), ready(Some("dev")));
    check(saying(3, "dev"), ready(Some("dev")));
    check(saying(2, "dev"), stale.clone());
    check(saying(3, "ops"), stale.clone());
    check(saying(4, "ops"), ready(Some("ops")));
    check(saying(4, "dev"), stale.clone());
    let mut unready = saying(4, "ops");
    unready.owner[0]["ready"] = json!(false);
    check(unready.clone(), stale);
    unready.owner[0]["generation"] = json!(5);
    check(unready, Owner::Unavailable(Unavailable::OwnerNotReady));
    check(saying(6, "ops"), ready(Some("ops")));
}

/// W-26: every call is judged afresh; nothing heard before fills a gap.
#[test]
fn w26_no_answer_is_remembered() {
    let mut judge = Judge::new("01a2-demo", false);
    assert_eq!(judge.judge(&saying(3, "dev")).owner, ready(Some("dev")));
    let gone = judge.judge(&Heard::default());
    assert_eq!(gone.owner, Owner::Unavailable(Unavailable::CompanionMissing));
    assert_eq!(gone.companion, None);
    let silent = judge.judge(&heard(vec![companion()], Vec::new()));
    assert_eq!(silent.owner, Owner::Unavailable(Unavailable::OwnerMissing));
    assert_eq!(judge.judge(&saying(3, "dev")).owner, ready(Some("dev")));
}

/// W-60, W-61: a leg keeps the persona it was launched with, whatever is chosen later.
#[test]
fn w61_a_leg_keeps_its_persona() {
    let mut leg = Judge::new("01a2-demo", true);
    assert!(leg.judge(&Heard::default()).leg);
    let unready = with(with(owner(), "ready", json!(false)), "generation", json!(1));
    leg.judge(&heard(vec![companion()], vec![unready]));
    assert_eq!(leg.judge(&saying(3, "dev")).owner, ready(Some("dev")));
    let stale = Owner::Unavailable(Unavailable::OwnerStale);
    assert_eq!(leg.judge(&saying(4, "ops")).owner, stale);
    assert_eq!(leg.judge(&saying(5, "dev")).owner, ready(Some("dev")), "the same persona again");

    let mut worker = Judge::new("01a2-demo", false);
    let mut as_worker = saying(1, "dev");
    as_worker.companion[0]["role"] = json!("worker");
    assert!(worker.judge(&as_worker).leg);
    assert!(worker.judge(&saying(2, "dev")).leg, "once a leg, always one");
    assert_eq!(worker.judge(&saying(3, "ops")).owner, stale);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(1)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-zA-Z]{1,9}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A good answer, one with a member made odd, or anything at all.
fn nearly(good: Value) -> impl Strategy<Value = Value> {
    let names: Vec<String> = good.as_object().unwrap().keys().cloned().collect();
    let odd = (prop::sample::select(names), any_json());
    let whole = good.clone();
    prop_oneof![
        2 => Just(whole),
        2 => odd.prop_map(move |(name, value)| with(good.clone(), &name, value)),
        1 => any_json(),
    ]
}

proptest! {
    /// W-12, W-24: whatever is said, memory is opened only for one companion and one owner, by the name they gave.
    #[test]
    fn nothing_is_guessed(
        said in prop::collection::vec(
            (
                prop::collection::vec(nearly(companion()), 0..3),
                prop::collection::vec(nearly(owner()), 0..3),
            ),
            1..5,
        ),
    ) {
        let mut judge = Judge::new("01a2-demo", false);
        for (companion, owner) in said {
            let heard = heard(companion, owner);
            let verdict = judge.judge(&heard);
            if let Owner::Ready { persona } = &verdict.owner {
                prop_assert_eq!((heard.companion.len(), heard.owner.len()), (1, 1));
                prop_assert_eq!(heard.owner[0]["persona"].as_str(), persona.as_deref());
                prop_assert_eq!(&heard.owner[0]["ready"], &json!(true));
                prop_assert_eq!(&heard.companion[0]["enabled"], &json!(true));
            }
        }
    }
}
