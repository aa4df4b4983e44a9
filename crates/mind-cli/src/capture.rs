//! How capture is set for a call: variables, then the config file (CA-1).

use mind_core::capture::{Mode, Settings};

use crate::config::Config;
use crate::surroundings::Surroundings;

/// Where the mode may be said, the first that says something counts.
const MODE: [&str; 2] = ["MIND_CAPTURE", "PI_PERSONA_MIND_CAPTURE"];
/// Where it may be said whether casual cues are mentioned.
const NUDGE: [&str; 2] = ["MIND_NUDGE", "PI_PERSONA_MIND_NUDGE"];

/// What was said, and what of it nobody understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) settings: Settings,
    /// Names of variables and keys whose value is none of those there are. A mode nobody understands is off, because it was set by somebody who did not want the default; a nudge is as if it were not set.
    pub(crate) unknown: Vec<&'static str>,
}

/// The place whose mode nobody understands.
pub(crate) fn misread<'a>(unknown: &'a [&'static str]) -> Option<&'a str> {
    unknown.iter().copied().find(|name| !NUDGE.contains(name))
}

impl Capture {
    /// The settings of a call.
    pub(crate) fn of(config: &Config, surroundings: &Surroundings) -> Self {
        let mut unknown = Vec::new();
        let said = said(&MODE, surroundings)
            .or_else(|| Some(("capture.mode", config.capture_mode.clone()?)));
        let mode = said.map(|(name, value)| {
            let mode = Mode::named(&value);
            unknown.extend(mode.is_none().then_some(name));
            mode.unwrap_or(Mode::Off)
        });
        let nudge = said_nudge(surroundings, &mut unknown).or(config.capture_nudge);
        let settings = Settings {
            mode: mode.unwrap_or_default(),
            nudge: nudge.unwrap_or(Settings::default().nudge),
        };
        Self { settings, unknown }
    }
}

fn said(names: &[&'static str], surroundings: &Surroundings) -> Option<(&'static str, String)> {
    let value = |name: &&'static str| {
        Some((*name, surroundings.variable(name)?.to_string_lossy().into_owned()))
    };
    names.iter().find_map(value)
}

fn said_nudge(surroundings: &Surroundings, unknown: &mut Vec<&'static str>) -> Option<bool> {
    let (name, value) = said(&NUDGE, surroundings)?;
    let nudge = match value.as_str() {
        "off" | "false" => Some(false),
        "on" | "true" => Some(true),
        _ => None,
    };
    unknown.extend(nudge.is_none().then_some(name));
    Some(nudge.unwrap_or(true))
}
