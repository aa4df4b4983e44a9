//! Capture: what in a user's own words asks to be kept.
//!
//! [`cues`] is a pure function of a text. It takes no copy of it: a candidate is a slice of what the user wrote, never shortened and never reworded.
//! What becomes of a cue is decided by [`Settings`] and carried out by [`crate::Mind::capture`]; what the model and the user are told, without the user's words, is in [`hints`] and [`notices`].

mod cue;
mod decision;
mod kind;
mod negation;
mod opening;
mod phrase;
mod prose;
mod quote;
mod say;
#[cfg(test)]
mod tests;

pub use cue::{Cue, Subject, cues};
pub use say::{Names, hints, notices};

/// The characters of a text that are looked at.
pub const LOOKED_AT: usize = 65_536;
/// The cues a text may have, strong and casual together.
pub const MOST_CUES: usize = 4;

/// The tag of every captured fact.
pub(crate) const TAG: &str = "auto-captured";
/// The source of every captured fact.
pub(crate) const SOURCE: &str = "direct user persistence cue";

/// What a strong cue does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It is stored at once.
    #[default]
    Auto,
    /// The model is told to store it.
    Prompt,
    /// Nothing is looked at.
    Off,
}

impl Mode {
    /// The mode with this name, as settings have it.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "prompt" => Some(Self::Prompt),
            "off" => Some(Self::Off),
            _ => None,
        }
    }

    /// The mode where no person is at the keyboard: a program may have written the prompt, so nothing is stored without the model.
    #[must_use]
    pub const fn unattended(self) -> Self {
        match self {
            Self::Auto => Self::Prompt,
            mode => mode,
        }
    }
}

/// How capture is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What a strong cue does.
    pub mode: Mode,
    /// Whether a casual cue is mentioned to the model.
    pub nudge: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { mode: Mode::Auto, nudge: true }
    }
}
