//! `mind optimize auto`: whether a host may start a review by itself, and who says so (O-110).

use mind_core::review::policy::Policy;

use crate::arguments::{AutoSwitch, OptimizeAuto};
use crate::command::accept;
use crate::config::Config;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::wire;

/// The variables that can switch it off; the first that says something counts.
pub(in crate::command) const SWITCHES: [&str; 2] = ["MIND_OPTIMIZE", "PI_PERSONA_MIND_OPTIMIZE"];

pub(super) fn run(
    wanted: &OptimizeAuto,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    if wanted.switch != AutoSwitch::Status {
        return Err(Fault::NoHostSession);
    }
    let (auto, setting) = policy(&session.config, surroundings);
    if session.common.json {
        return accept(wire::policy(auto, setting), streams);
    }
    let (word, because) = (if auto { "on" } else { "off" }, setting);
    writeln!(streams.output, "automatic review: {word} ({because})")?;
    writeln!(
        streams.output,
        "Only a host starts one; on the command line nothing starts by itself."
    )?;
    Ok(Exit::Done)
}

/// On, unless a variable or the setting says off, or something nobody understands; and which of them it was.
fn policy(config: &Config, surroundings: &Surroundings) -> (bool, &'static str) {
    let off = |name: &&str| {
        let word = surroundings.variable(name).map(|word| word.to_string_lossy());
        Policy::word(word.as_deref()) == Some(false)
    };
    match (SWITCHES.into_iter().find(off), config.optimize_auto) {
        (Some(name), _) => (false, name),
        (None, Some(auto)) => (auto, "optimize.auto"),
        (None, None) => (true, "default"),
    }
}
