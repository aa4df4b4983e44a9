//! What a companion has to do on a host's bus, as a suite (W-80, W-81), with a reference provider that does it and flawed ones that do not.

mod flawed;
mod reference;

use mind_persona_port::Owner;
use mind_persona_port::protocol::{CompanionAnswer, Heard, Judge, OwnerAnswer};
use serde_json::{Value, json};

pub use flawed::{FlawedProvider, ProviderFlaw};
pub use reference::{Choice, ReferenceProvider};

/// A provider on the companion channels, in one session.
pub trait Provider {
    /// One of the session [`SESSION`] that is ready, for persona `dev`.
    fn ready() -> Self
    where
        Self: Sized;

    /// What it answers to a query on the companion channel before the query returns.
    fn companion(&mut self, query: &Value) -> Vec<Value>;

    /// What it answers to a query on the owner channel before the query returns.
    fn owner(&mut self, query: &Value) -> Vec<Value>;

    /// Makes a choice, as its user would.
    fn choose(&mut self, choice: Choice);

    /// What it has broadcast on the owner-changed channel since this was last asked.
    fn broadcasts(&mut self) -> Vec<Value>;
}

/// The session a clause gives a provider.
pub const SESSION: &str = "01a2-demo";

/// Where clauses get their providers from.
pub struct Providers<'a> {
    make: Box<dyn Fn() -> Box<dyn Provider> + 'a>,
}

impl<'a> Providers<'a> {
    /// Providers of one kind.
    pub fn of<P: Provider + 'static>() -> Self {
        Self::from_fn(|| Box::new(P::ready()))
    }

    /// Providers as this function makes them, as [`Provider::ready`] says.
    pub fn from_fn(make: impl Fn() -> Box<dyn Provider> + 'a) -> Self {
        Self { make: Box::new(make) }
    }

    fn ready(&self) -> Box<dyn Provider> {
        (self.make)()
    }
}

/// The query of the companion channel, without its function.
pub fn companion_query(session: &str) -> Value {
    let requester = json!({ "name": "mind", "version": "0.1.0" });
    json!({ "version": 1, "sessionId": session, "requester": requester })
}

/// The query of the owner channel, without its function.
pub fn owner_query(session: &str) -> Value {
    json!({ "version": 1, "sessionId": session })
}

/// Asks both, as a host does directly before a call.
pub fn hear(provider: &mut dyn Provider, session: &str) -> Heard {
    Heard {
        companion: provider.companion(&companion_query(session)),
        owner: provider.owner(&owner_query(session)),
    }
}

/// W-22, W-23, W-81: each query gets one answer, and it is one.
pub fn w81_one_answer_each(providers: &Providers<'_>) {
    let mut provider = providers.ready();
    for _ in 0..3 {
        let heard = hear(&mut *provider, SESSION);
        assert_eq!((heard.companion.len(), heard.owner.len()), (1, 1), "exactly one answer");
        CompanionAnswer::read(&heard.companion[0]).expect("the shape of the companion's answer");
        OwnerAnswer::read(&heard.owner[0]).expect("the shape of the owner's answer");
        let verdict = Judge::new(SESSION, false).judge(&heard);
        assert_eq!(verdict.owner, Owner::Ready { persona: Some("dev".to_owned()) });
    }
}

/// W-81: a provider is silent for other sessions and for versions it does not know.
pub fn w81_only_its_own_session(providers: &Providers<'_>) {
    let mut provider = providers.ready();
    assert_eq!(hear(&mut *provider, "another"), Heard::default());
    for version in [json!(2), json!(null), json!("1")] {
        let mut query = owner_query(SESSION);
        query["version"] = version.clone();
        assert_eq!(provider.owner(&query), Vec::<Value>::new(), "version {version}");
        let mut query = companion_query(SESSION);
        query["version"] = version;
        assert_eq!(provider.companion(&query), Vec::<Value>::new());
    }
    assert_eq!(hear(&mut *provider, SESSION).owner.len(), 1);
}

/// W-81: every change of readiness or persona raises the generation, and nothing else does.
pub fn w81_changes_raise_the_generation(providers: &Providers<'_>) {
    let mut provider = providers.ready();
    let mut last = generation(&mut *provider);
    assert_eq!(generation(&mut *provider), last, "asking changes nothing");
    let choices = [Choice::Persona("ops"), Choice::Nobody, Choice::Unready, Choice::Persona("dev")];
    for choice in [choices, choices].concat() {
        provider.choose(choice);
        let now = generation(&mut *provider);
        assert!(now > last, "{choice:?}: {last}, then {now}");
        last = now;
    }
}

fn generation(provider: &mut dyn Provider) -> u64 {
    let heard = hear(provider, SESSION);
    OwnerAnswer::read(&heard.owner[0]).expect("an answer").generation
}

/// W-22, W-81: every change is broadcast once, after it is made, in the shape of the answer.
pub fn w81_changes_are_broadcast(providers: &Providers<'_>) {
    let mut provider = providers.ready();
    provider.broadcasts();
    for choice in [Choice::Persona("ops"), Choice::Unready, Choice::Nobody] {
        provider.choose(choice);
        let told = provider.broadcasts();
        assert_eq!(told, provider.owner(&owner_query(SESSION)), "after {choice:?}");
        assert_eq!(provider.broadcasts(), Vec::<Value>::new(), "once");
    }
}

/// W-3, W-24: what is chosen is what is heard, through the judgement of a whole session.
pub fn w24_a_judge_follows_the_choices(providers: &Providers<'_>) {
    let mut provider = providers.ready();
    let mut judge = Judge::new(SESSION, false);
    for choice in [
        Choice::Persona("ops"),
        Choice::Unready,
        Choice::Persona("ops"),
        Choice::Nobody,
        Choice::Persona("dev"),
    ] {
        provider.choose(choice);
        let owner = judge.judge(&hear(&mut *provider, SESSION)).owner;
        let expect = match choice {
            Choice::Persona(name) => Some(Some(name)),
            Choice::Nobody => Some(None),
            Choice::Unready => None,
        };
        assert_eq!(owner.ready(), expect, "after {choice:?}: {owner:?}");
    }
}

/// Runs the contract of a companion against a [`Provider`]: one named test for each clause.
#[macro_export]
macro_rules! provider_contract {
    ($provider:ty) => {
        $crate::provider_contract! { @each tests [$provider] }
    };
    (@each $what:ident $arguments:tt) => {
        $crate::provider_contract! { @$what $arguments
            w81_one_answer_each
            w81_only_its_own_session
            w81_changes_raise_the_generation
            w81_changes_are_broadcast
            w24_a_judge_follows_the_choices
        }
    };
    (@tests [$provider:ty] $($clause:ident)*) => {
        $(
            #[test]
            fn $clause() {
                $crate::provider::$clause(&$crate::provider::Providers::of::<$provider>());
            }
        )*
    };
    (@table [] $($clause:ident)*) => {
        /// Every clause with its name, for running the suite where failing is the point.
        pub const PROVIDER_CLAUSES: &[(&str, fn(&Providers<'_>))] =
            &[$((stringify!($clause), $clause)),*];
    };
}

crate::provider_contract! { @each table [] }
