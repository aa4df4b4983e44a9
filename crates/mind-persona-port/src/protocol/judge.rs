//! Judging what was heard (W-24, W-26, W-28, W-60, W-61): the first thing that is wrong is the answer, and nothing heard before fills a gap.

use std::collections::BTreeMap;

use serde_json::Value;

use super::answer::{Choice, CompanionAnswer, Malformed, OwnerAnswer, Role};
use super::version::{Fit, fit};
use crate::owner::{Owner, Unavailable};

/// The capability without which a companion says nothing of memory.
const MEMORY: &str = "memory";

/// The answers to both queries, as the host heard them directly before a call: at most two each, `null` for one it could not carry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// To "is there a companion?".
    pub companion: Vec<Value>,
    /// To "whose memory is it?".
    pub owner: Vec<Value>,
}

/// Judges the answers of one session. It remembers no answer, only which generations of a provider are over and what a leg was launched with.
#[derive(Clone, Debug)]
pub struct Judge {
    session: String,
    leg: bool,
    seen: BTreeMap<String, (u64, Choice)>,
    /// The persona a leg was launched with.
    frozen: Option<Choice>,
}

/// What the answers come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whose memory it is.
    pub owner: Owner,
    /// The companion, when its answer could be read.
    pub companion: Option<Companion>,
    /// The members to blame, where an answer could not be read.
    pub malformed: Option<Malformed>,
    /// Whether the session is a delegated leg.
    pub leg: bool,
}

/// What is known of a companion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// Its name.
    pub provider: String,
    /// Its version, as it says it; to be shown through [`super::shown_version`].
    pub version: String,
    /// What it can do.
    pub capabilities: Vec<String>,
}

/// What was found wrong first.
struct Wrong {
    because: Unavailable,
    malformed: Option<Malformed>,
}

impl From<Unavailable> for Wrong {
    fn from(because: Unavailable) -> Self {
        Self { because, malformed: None }
    }
}

impl Judge {
    /// A judge for one session of a host; `leg` when it was launched as a delegated one.
    pub fn new(session: impl Into<String>, leg: bool) -> Self {
        Self { session: session.into(), leg, seen: BTreeMap::new(), frozen: None }
    }

    /// Judges what was heard for one call.
    pub fn judge(&mut self, heard: &Heard) -> Verdict {
        let mut companion = None;
        let judged = self.owner(heard, &mut companion);
        let (owner, malformed) = match judged {
            Ok(persona) => (Owner::Ready { persona }, None),
            Err(wrong) => (Owner::Unavailable(wrong.because), wrong.malformed),
        };
        Verdict { owner, companion, malformed, leg: self.leg }
    }

    fn owner(
        &mut self,
        heard: &Heard,
        told: &mut Option<Companion>,
    ) -> Result<Option<String>, Wrong> {
        let companion = self.companion(heard, told)?;
        let answer = match heard.owner.as_slice() {
            [] => return Err(Unavailable::OwnerMissing.into()),
            [answer] => answer,
            _ => return Err(Unavailable::OwnerAmbiguous.into()),
        };
        let answer = OwnerAnswer::read(answer).map_err(|malformed| Wrong {
            because: Unavailable::OwnerMalformed,
            malformed: Some(malformed),
        })?;
        if answer.provider != companion.provider {
            return Err(Unavailable::OwnerMalformed.into());
        }
        if answer.session != self.session || self.is_over(&answer) {
            return Err(Unavailable::OwnerStale.into());
        }
        self.seen.insert(answer.provider, (answer.generation, answer.choice.clone()));
        let persona = match &answer.choice {
            Choice::Unready => return Err(Unavailable::OwnerNotReady.into()),
            Choice::Nobody => None,
            Choice::Persona(name) => Some(name.clone()),
        };
        self.hold_leg(&answer.choice)?;
        Ok(persona)
    }

    fn companion(
        &mut self,
        heard: &Heard,
        told: &mut Option<Companion>,
    ) -> Result<CompanionAnswer, Wrong> {
        let answer = match heard.companion.as_slice() {
            [] => return Err(Unavailable::CompanionMissing.into()),
            [answer] => answer,
            _ => return Err(Unavailable::CompanionAmbiguous.into()),
        };
        let answer = CompanionAnswer::read(answer).map_err(|malformed| Wrong {
            because: Unavailable::CompanionMalformed,
            malformed: Some(malformed),
        })?;
        *told = Some(Companion {
            provider: answer.provider.clone(),
            version: answer.provider_version.clone(),
            capabilities: answer.capabilities.clone(),
        });
        if answer.session != self.session {
            return Err(Unavailable::CompanionStale.into());
        }
        // A leg stays one: what it is was decided when it was launched.
        self.leg |= answer.role == Role::Worker;
        if !answer.enabled {
            return Err(Unavailable::CompanionDisabled.into());
        }
        let fits = fit(&answer.provider_version) == Fit::Accepted;
        if !answer.speaks || !fits || !answer.can(MEMORY) {
            return Err(Unavailable::CompanionIncompatible.into());
        }
        Ok(answer)
    }

    /// Whether a newer answer of the same provider was heard, or the same one said otherwise.
    fn is_over(&self, answer: &OwnerAnswer) -> bool {
        self.seen.get(&answer.provider).is_some_and(|(generation, choice)| {
            answer.generation < *generation
                || answer.generation == *generation && answer.choice != *choice
        })
    }

    /// The first ready answer holds for the life of a leg.
    fn hold_leg(&mut self, choice: &Choice) -> Result<(), Unavailable> {
        if !self.leg {
            return Ok(());
        }
        let frozen = self.frozen.get_or_insert_with(|| choice.clone());
        if frozen == choice { Ok(()) } else { Err(Unavailable::OwnerStale) }
    }
}
