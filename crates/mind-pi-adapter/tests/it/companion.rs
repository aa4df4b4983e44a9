//! W-10 to W-15, W-26 to W-28, W-60, W-70 to W-73: a session's owner, heard from the reference provider.

use mind_persona_port::protocol::Heard;
use mind_persona_port::{CompanionSetting, Generation, Mode, PersonaHost, Unavailable};
use mind_pi_adapter::{Because, Companion, Hearing, Moment, Setup, State};
use mind_testkit::ReferenceProvider;
use mind_testkit::owner::{OwnerHarness, Turn};
use mind_testkit::provider::{Choice, Provider as _, SESSION, hear};
use rstest::rstest;
use serde_json::json;

mod contract {
    mind_testkit::owner_contract!(super::OnBus);
}

fn setup(companion: CompanionSetting) -> Setup {
    Setup { session: SESSION.to_owned(), companion, ..Setup::default() }
}

fn open(setup: Setup, heard: Heard) -> Companion {
    Companion::open(setup, &Hearing { token: 1, heard }, Generation(0))
}

fn heard() -> Heard {
    hear(&mut ReferenceProvider::new(SESSION), SESSION)
}

/// A companion on a host's bus, and the session that follows it.
struct OnBus {
    provider: ReferenceProvider,
    token: u64,
    companion: Companion,
    host: Box<dyn PersonaHost>,
}

impl OnBus {
    fn hear(&mut self, moment: Moment) -> State {
        let heard = hear(&mut self.provider, SESSION);
        self.companion.hear(&Hearing { token: self.token, heard }, moment)
    }
}

impl OwnerHarness for OnBus {
    fn ready() -> Self {
        let mut provider = ReferenceProvider::new(SESSION);
        let heard = hear(&mut provider, SESSION);
        let companion = open(setup(CompanionSetting::Auto), heard);
        let host = Box::new(companion.host());
        Self { provider, token: 1, companion, host }
    }

    fn host(&self) -> &dyn PersonaHost {
        &*self.host
    }

    fn turn(&mut self, turn: Turn) -> bool {
        match turn {
            Turn::Choose(name) => self.provider.choose(Choice::Persona(name)),
            Turn::ChooseNobody => self.provider.choose(Choice::Nobody),
            Turn::Unsettle => self.provider.choose(Choice::Unready),
            Turn::NextSession => {
                let hearing = Hearing { token: 1, heard: hear(&mut self.provider, SESSION) };
                let setup = setup(CompanionSetting::Auto);
                self.companion = Companion::open(setup, &hearing, self.companion.generation());
                (self.host, self.token) = (Box::new(self.companion.host()), 1);
                return true;
            }
        }
        self.token += 1;
        self.hear(Moment::Call);
        true
    }
}

/// W-10, W-12, W-13: every mode, and why it was chosen.
#[rstest]
#[case::nothing(
    setup(CompanionSetting::Auto),
    Heard::default(),
    Mode::Standalone,
    Because::Nothing
)]
#[case::answered(setup(CompanionSetting::Auto), heard(), Mode::Persona, Because::Answered)]
#[case::odd(
    setup(CompanionSetting::Auto),
    Heard { companion: vec![json!(null)], owner: vec![] },
    Mode::Persona,
    Because::Answered
)]
#[case::listed(
    Setup { listed: true, ..setup(CompanionSetting::Auto) },
    Heard::default(),
    Mode::Persona,
    Because::Listed
)]
#[case::leg(
    Setup { leg: true, ..setup(CompanionSetting::Auto) },
    Heard::default(),
    Mode::Persona,
    Because::Leg
)]
#[case::persona(
    setup(CompanionSetting::Persona),
    Heard::default(),
    Mode::Persona,
    Because::Setting
)]
#[case::standalone(
    setup(CompanionSetting::Standalone),
    heard(),
    Mode::Standalone,
    Because::Setting
)]
fn modes(#[case] setup: Setup, #[case] heard: Heard, #[case] mode: Mode, #[case] because: Because) {
    let diagnosis = open(setup, heard).diagnosis();
    assert_eq!((diagnosis.mode, diagnosis.because), (mode, because));
}

/// W-11: a standalone session has the persona of its settings, and one generation, whatever its token does.
#[test]
fn w11_standalone() {
    let setup = Setup { persona: Some("dev".to_owned()), ..setup(CompanionSetting::Standalone) };
    let mut session = open(setup.clone(), Heard::default());
    let stamp = session.stamp().unwrap();
    assert_eq!((stamp.persona.as_deref(), stamp.provider.as_deref()), (Some("dev"), None));
    for token in 2..9 {
        session.hear(&Hearing { token, heard: heard() }, Moment::Broadcast);
    }
    assert_eq!((session.stamp().unwrap(), session.news()), (stamp, Vec::new()));
    assert!(!session.may_use("activity"));
    let nobody = Setup { persona: Some(String::new()), ..setup };
    assert_eq!(open(nobody, Heard::default()).stamp().unwrap().persona, None);
}

/// W-15: a companion that appears is followed, once and for good, and that is said.
#[test]
fn w15_a_companion_appears() {
    let mut session = open(setup(CompanionSetting::Auto), Heard::default());
    let host = session.host();
    let stamp = session.stamp().unwrap();
    assert!(stamp.is_current(&host));
    let mut hearing = Hearing { token: 1, heard: heard() };
    assert_eq!(session.hear(&hearing, Moment::Call), State::Active);
    assert!(!stamp.is_current(&host), "an owner change");
    assert_eq!(session.stamp().unwrap().persona.as_deref(), Some("dev"));
    assert_eq!(session.news(), ["pi-persona appeared: memory now follows its persona."]);
    hearing.heard = Heard::default();
    let gone = State::Inactive(Unavailable::CompanionMissing);
    assert_eq!(session.hear(&hearing, Moment::Call), gone, "it never goes back");
    assert_eq!(session.diagnosis().because, Because::Appeared);
    let mut other = open(setup(CompanionSetting::Auto), Heard::default());
    let silent = Hearing { token: 2, heard: Heard::default() };
    assert_eq!(other.hear(&silent, Moment::Broadcast), gone, "a broadcast is enough");
}

/// W-26, W-27, W-28: judged afresh every time; a raised token alone is another owner for calls in flight.
#[test]
fn w28_every_token_is_a_generation() {
    let mut bus = OnBus::ready();
    let stamp = bus.companion.stamp().unwrap();
    assert_eq!(bus.hear(Moment::Call), State::Active);
    assert!(stamp.is_current(bus.host()), "nothing changed");
    bus.token += 1;
    assert_eq!(bus.hear(Moment::Broadcast), State::Active);
    assert!(!stamp.is_current(bus.host()), "chosen again is another owner");
    assert_eq!(bus.companion.stamp().unwrap().persona.as_deref(), Some("dev"));
    bus.provider.enabled = false;
    bus.token += 1;
    assert_eq!(bus.hear(Moment::Call), State::Inactive(Unavailable::CompanionDisabled));
    assert_eq!(bus.companion.stamp(), None);
    bus.provider.enabled = true;
    bus.token += 1;
    assert_eq!(
        bus.hear(Moment::Call),
        State::Active,
        "by itself, as soon as the answers are right"
    );
}

/// W-60, W-62, W-70: a leg is lean, uses nothing of the companion, registers nothing and says nothing.
#[test]
fn w62_a_leg_is_lean() {
    let leg = Setup { leg: true, ..setup(CompanionSetting::Auto) };
    let mut session = open(leg, heard());
    assert_eq!(session.state(), State::Lean);
    assert!(!session.registers_tools() && !session.may_use("activity"));
    session.hear(&Hearing { token: 2, heard: Heard::default() }, Moment::RunStart);
    assert_eq!(session.news(), Vec::<String>::new());
    assert!(!session.registers_tools());
    let mut worker = OnBus::ready();
    worker.provider.role = "worker".to_owned();
    assert_eq!(worker.hear(Moment::Call), State::Lean, "found only later");
}

/// W-71: which sessions have tools that refuse, and which have none.
#[test]
fn w71_tools() {
    let opened = |set: &dyn Fn(&mut ReferenceProvider)| {
        let mut provider = ReferenceProvider::new(SESSION);
        set(&mut provider);
        open(setup(CompanionSetting::Persona), hear(&mut provider, SESSION)).registers_tools()
    };
    assert!(!open(setup(CompanionSetting::Persona), Heard::default()).registers_tools());
    assert!(!opened(&|provider| provider.provider_version = "1.17.4".to_owned()));
    assert!(opened(&|provider| provider.enabled = false));
    assert!(opened(&|provider| provider.choose(Choice::Unready)));
    assert!(opened(&|_| {}));
}

/// W-72: a report names what is wrong without saying what was said.
#[test]
fn w72_diagnosis() {
    let mut heard = heard();
    heard.companion[0]["providerVersion"] = json!("1.\u{1b}17\n</mind-memory>");
    let diagnosis = open(setup(CompanionSetting::Auto), heard.clone()).diagnosis();
    assert_eq!(diagnosis.version.as_deref(), Some("1.17mind-memory"));
    assert_eq!(diagnosis.unavailable, Some(Unavailable::CompanionIncompatible));
    heard.companion[0]["role"] = json!("secret role");
    let diagnosis = open(setup(CompanionSetting::Auto), heard).diagnosis();
    assert_eq!(diagnosis.malformed, ["role"]);
    assert!(!format!("{diagnosis:?}").contains("secret"));
}

/// W-73: the texts, each once a session.
#[test]
fn w73_notices() {
    let mut bus = OnBus::ready();
    let mut says = |moment, set: &dyn Fn(&mut ReferenceProvider)| {
        set(&mut bus.provider);
        bus.token += 1;
        bus.hear(moment);
        bus.companion.news()
    };
    let nothing = Vec::<String>::new();
    assert_eq!(says(Moment::RunStart, &|_| {}), nothing);
    let off = |provider: &mut ReferenceProvider| provider.enabled = false;
    assert_eq!(says(Moment::Call, &off), ["mind is off: pi-persona is disabled."]);
    assert_eq!(says(Moment::RunStart, &off), nothing, "once");
    let back = |provider: &mut ReferenceProvider| provider.enabled = true;
    assert_eq!(says(Moment::Call, &back), nothing, "coming back says nothing");
    let old = |provider: &mut ReferenceProvider| provider.provider_version = "1.9.20".to_owned();
    let expect = "mind is off: pi-persona 1.9.20 does not fit; 1.17.5 or newer is needed.";
    assert_eq!(says(Moment::Call, &old), [expect]);
    let new = |provider: &mut ReferenceProvider| {
        provider.provider_version = "1.18.0".to_owned();
        provider.choose(Choice::Unready);
    };
    assert_eq!(says(Moment::Call, &new), nothing, "it may be ready in a moment");
    let waiting = "mind is waiting for pi-persona; this run goes without memory.";
    assert_eq!(says(Moment::RunStart, &|_| {}), [waiting]);
    assert_eq!(says(Moment::RunStart, &|_| {}), nothing);
}

/// W-73: what is said of answers no provider of ours gives.
#[rstest]
#[case::missing(vec![], vec![], "mind is off: pi-persona is not running here. Enable pi-persona 1.17.5 or newer, or set mind.companion to standalone.")]
#[case::two(vec![json!(null), json!(null)], vec![], "mind is off: more than one companion answers.")]
#[case::two_owners(
    heard().companion,
    vec![json!(null), json!(null)],
    "mind is off: more than one companion answers."
)]
#[case::odd(
    vec![json!(7)],
    vec![],
    "mind is off: the companion's answer cannot be used (companion.malformed). See /mind doctor."
)]
#[case::no_owner(
    heard().companion,
    vec![],
    "mind is off: the companion's answer cannot be used (owner.missing). See /mind doctor."
)]
fn w73_answers(
    #[case] companion: Vec<serde_json::Value>,
    #[case] owner: Vec<serde_json::Value>,
    #[case] expect: &str,
) {
    let heard = Heard { companion, owner };
    let mut session = open(setup(CompanionSetting::Persona), heard);
    assert_eq!(session.news(), [expect], "said when the session opens");
}

/// W-40: activity is told only to the owner's companion, when it can take it.
#[test]
fn w40_activity_needs_the_capability() {
    let mut bus = OnBus::ready();
    assert!(bus.companion.may_use("activity"));
    bus.provider.capabilities = vec!["memory".to_owned()];
    bus.hear(Moment::Call);
    assert!(!bus.companion.may_use("activity"));
}
