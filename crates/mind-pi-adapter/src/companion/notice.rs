//! What is said when the memory is off (W-73). Coming back says nothing.

use mind_persona_port::protocol::{Verdict, shown_version};
use mind_persona_port::{Owner, Unavailable};

use super::Moment;

/// A companion appeared in a session that opened without one.
pub(super) const APPEARED: &str = "pi-persona appeared: memory now follows its persona.";

/// What a verdict gives reason to say; nothing while the memory works, or where waiting a moment may mend it.
pub(super) fn of(verdict: &Verdict, moment: Moment) -> Option<String> {
    let Owner::Unavailable(because) = verdict.owner else { return None };
    let says = match because {
        Unavailable::CompanionMissing => {
            "mind is off: pi-persona is not running here. Enable pi-persona 1.17.5 or newer, or set mind.companion to standalone.".to_owned()
        }
        Unavailable::CompanionIncompatible => {
            let version = verdict.companion.as_ref().map(|companion| &companion.version);
            let version = shown_version(version.map_or("", String::as_str));
            format!("mind is off: pi-persona {version} does not fit; 1.17.5 or newer is needed.")
        }
        Unavailable::CompanionDisabled => "mind is off: pi-persona is disabled.".to_owned(),
        Unavailable::CompanionAmbiguous | Unavailable::OwnerAmbiguous => {
            "mind is off: more than one companion answers.".to_owned()
        }
        Unavailable::OwnerNotReady if moment == Moment::RunStart => {
            "mind is waiting for pi-persona; this run goes without memory.".to_owned()
        }
        Unavailable::OwnerNotReady => return None,
        Unavailable::CompanionMalformed
        | Unavailable::CompanionStale
        | Unavailable::OwnerMissing
        | Unavailable::OwnerMalformed
        | Unavailable::OwnerStale => {
            let code = because.code();
            format!("mind is off: the companion's answer cannot be used ({code}). See /mind doctor.")
        }
    };
    Some(says)
}
