//! Whose memory a session touches, from what its host hears on the bus before every call (W-10 to W-15, W-26 to W-28, W-70 to W-73).

mod notice;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use mind_persona_port::protocol::{self, Heard, Judge, Verdict};
use mind_persona_port::{
    CompanionSetting, Generation, Mode, ModeSigns, Owner, Ownership, PersonaHost, Stamp,
    Unavailable,
};

/// What a session is opened with. It holds for the session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The host's id of the session.
    pub session: String,
    /// The setting `companion`.
    pub companion: CompanionSetting,
    /// The setting `persona`; counts in standalone mode only.
    pub persona: Option<String>,
    /// Whether the session was launched as a delegated leg.
    pub leg: bool,
    /// Whether the companion stands among the host's packages.
    pub listed: bool,
}

/// What the host half sends with every call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hearing {
    /// The number it raises whenever answers, session or file differ, and with every broadcast.
    pub token: u64,
    /// The answers to its two queries.
    pub heard: Heard,
}

/// What a call is, for what is said about a missing owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A call like another.
    Call,
    /// A run begins, which goes without memory when there is no owner.
    RunStart,
    /// The companion has broadcast that the owner may be another.
    Broadcast,
}

/// What a session may do (W-70).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The owner is ready.
    Active,
    /// The owner is ready, and the session is a leg: it gets the lean block, and nothing else.
    Lean,
    /// There is no owner: no file of the memory is opened, listed or made.
    Inactive(Unavailable),
}

/// Why a session has its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The setting says so.
    Setting,
    /// A companion answered when the session opened.
    Answered,
    /// The session is a leg.
    Leg,
    /// The companion stands among the host's packages.
    Listed,
    /// Nothing speaks of a companion.
    Nothing,
    /// A companion appeared later.
    Appeared,
}

/// What a report says of the owner; names and answers are not in it (W-72).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The mode.
    pub mode: Mode,
    /// Why it was chosen.
    pub because: Because,
    /// Why the memory may not be used.
    pub unavailable: Option<Unavailable>,
    /// Who was heard.
    pub provider: Option<String>,
    /// Its version, cleaned.
    pub version: Option<String>,
    /// Members of an answer that are missing or wrong.
    pub malformed: Vec<&'static str>,
}

/// The owner of one session.
#[derive(Debug)]
pub struct Companion {
    setup: Setup,
    mode: Mode,
    because: Because,
    judge: Judge,
    /// What was judged last, and what it came from.
    verdict: Verdict,
    token: u64,
    shared: PiPersona,
    said: BTreeSet<String>,
    news: Vec<String>,
}

/// The present owner, for calls that run while others are judged.
#[derive(Clone, Debug)]
pub struct PiPersona(Arc<Mutex<Ownership>>);

impl PersonaHost for PiPersona {
    fn current(&self) -> Ownership {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl PiPersona {
    fn set(&self, ownership: Ownership) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ownership;
    }
}

impl Companion {
    /// Opens a session with what was heard before its first call. `before` is the last generation of the session that ended, so that none comes back.
    pub fn open(setup: Setup, hearing: &Hearing, before: Generation) -> Self {
        let signs = ModeSigns {
            answered: !hearing.heard.companion.is_empty(),
            leg: setup.leg,
            listed: setup.listed,
        };
        let mode = setup.companion.mode(signs);
        let mut judge = Judge::new(setup.session.clone(), setup.leg);
        let verdict = verdict(mode, &setup, &mut judge, &hearing.heard);
        let news = notice::of(&verdict, Moment::Call).into_iter().collect();
        let generation = Generation(before.0 + 1);
        let ownership = Ownership { owner: verdict.owner.clone(), generation };
        Self {
            because: because(setup.companion, signs),
            setup,
            mode,
            judge,
            verdict,
            token: hearing.token,
            shared: PiPersona(Arc::new(Mutex::new(ownership))),
            said: BTreeSet::new(),
            news,
        }
    }

    /// Judges what was heard for a call, afresh. In persona mode every raised token is another generation; in standalone mode only the session is.
    pub fn hear(&mut self, hearing: &Hearing, moment: Moment) -> State {
        let appeared = !hearing.heard.companion.is_empty() || moment == Moment::Broadcast;
        let switches = self.mode == Mode::Standalone && self.setup.companion.follows() && appeared;
        if switches {
            (self.mode, self.because) = (Mode::Persona, Because::Appeared);
            self.news.push(notice::APPEARED.to_owned());
        }
        let verdict = verdict(self.mode, &self.setup, &mut self.judge, &hearing.heard);
        let moved = self.mode == Mode::Persona && hearing.token != self.token;
        if switches || moved || verdict.owner != self.verdict.owner {
            let generation = Generation(self.generation().0 + 1);
            self.shared.set(Ownership { owner: verdict.owner.clone(), generation });
        }
        (self.verdict, self.token) = (verdict, hearing.token);
        self.news.extend(notice::of(&self.verdict, moment));
        self.state()
    }

    /// What the session may do.
    pub const fn state(&self) -> State {
        match (&self.verdict.owner, self.verdict.leg) {
            (Owner::Unavailable(because), _) => State::Inactive(*because),
            (Owner::Ready { .. }, true) => State::Lean,
            (Owner::Ready { .. }, false) => State::Active,
        }
    }

    /// What a call is done for; none when there is no owner.
    pub fn stamp(&self) -> Option<Stamp> {
        let Owner::Ready { persona } = &self.verdict.owner else { return None };
        Some(Stamp {
            mode: self.mode,
            session: self.setup.session.clone(),
            provider: self.verdict.companion.as_ref().map(|companion| companion.provider.clone()),
            persona: persona.clone(),
            generation: self.generation(),
        })
    }

    /// The owner as calls see it that run beside this one.
    pub fn host(&self) -> PiPersona {
        self.shared.clone()
    }

    /// The generation of the last answer.
    pub fn generation(&self) -> Generation {
        self.shared.current().generation
    }

    /// The session has ended: nobody owns what was begun for it. It answers the last generation, which no later session has.
    pub fn close(&mut self) -> Generation {
        let generation = Generation(self.generation().0 + 1);
        let owner = Owner::Unavailable(Unavailable::OwnerMissing);
        self.shared.set(Ownership { owner, generation });
        generation
    }

    /// Whether a session that opens in this state registers the tools; they refuse until the owner is ready (W-71).
    pub const fn registers_tools(&self) -> bool {
        let never = matches!(
            self.state(),
            State::Lean
                | State::Inactive(
                    Unavailable::CompanionMissing | Unavailable::CompanionIncompatible
                )
        );
        !never && !self.verdict.leg
    }

    /// Whether the companion may be told or asked something of this sort: it can, it is the owner's, and the session is no leg.
    pub fn may_use(&self, capability: &str) -> bool {
        let can = |companion: &protocol::Companion| {
            companion.capabilities.iter().any(|own| own == capability)
        };
        self.mode == Mode::Persona
            && matches!(self.state(), State::Active)
            && self.verdict.companion.as_ref().is_some_and(can)
    }

    /// Warnings that have not been shown in this session: each text once, and never in a leg (W-73).
    pub fn news(&mut self) -> Vec<String> {
        let mut news = std::mem::take(&mut self.news);
        news.retain(|text| !self.verdict.leg && self.said.insert(text.clone()));
        news
    }

    /// What a report says of the owner.
    pub fn diagnosis(&self) -> Diagnosis {
        let companion = self.verdict.companion.as_ref();
        Diagnosis {
            mode: self.mode,
            because: self.because,
            unavailable: match self.verdict.owner {
                Owner::Unavailable(because) => Some(because),
                Owner::Ready { .. } => None,
            },
            provider: companion.map(|companion| companion.provider.clone()),
            version: companion.map(|companion| protocol::shown_version(&companion.version)),
            malformed: self.verdict.malformed.clone().unwrap_or_default().fields,
        }
    }
}

fn verdict(mode: Mode, setup: &Setup, judge: &mut Judge, heard: &Heard) -> Verdict {
    match mode {
        Mode::Persona => judge.judge(heard),
        Mode::Standalone => {
            let persona = setup.persona.clone().filter(|name| !name.is_empty());
            let owner = Owner::Ready { persona };
            Verdict { owner, companion: None, malformed: None, leg: setup.leg }
        }
    }
}

const fn because(setting: CompanionSetting, signs: ModeSigns) -> Because {
    match setting {
        CompanionSetting::Persona | CompanionSetting::Standalone => Because::Setting,
        CompanionSetting::Auto if signs.answered => Because::Answered,
        CompanionSetting::Auto if signs.leg => Because::Leg,
        CompanionSetting::Auto if signs.listed => Because::Listed,
        CompanionSetting::Auto => Because::Nothing,
    }
}
