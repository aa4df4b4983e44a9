//! What a companion says on a host's bus, and how it is judged: strictly, every time afresh, and never in favour of a guess.
//!
//! Nothing here has been tried against a released companion; the reference provider is in `mind-testkit`.

mod activity;
mod answer;
mod judge;
mod listed;
mod settings;
mod version;

pub use activity::{Activity, Phase, Sequence, State, Target};
pub use answer::{ANSWER_LIMIT, Choice, CompanionAnswer, Malformed, OwnerAnswer, Role};
pub use judge::{Companion, Heard, Judge, Verdict};
pub use listed::is_listed;
pub use settings::{CaptureMode, PREFERENCES_LIMIT, Preferences, PreferencesFault};
pub use version::{FLOOR, Fit, fit, shown_version};

/// The name of the companion, as provider and in texts.
pub const COMPANION: &str = "pi-persona";

/// Query: is there a companion, and what can it do?
pub const COMPANION_CHANNEL: &str = "pi-persona:companion:v1";
/// Query: whose memory is it?
pub const OWNER_CHANNEL: &str = "pi-persona:memory-owner:v1";
/// Broadcast: the owner may be another.
pub const CHANGED_CHANNEL: &str = "pi-persona:memory-owner-changed:v1";
/// Query of the companion: what are the settings?
pub const SETTINGS_CHANNEL: &str = "pi-persona:settings:collect:v1";
/// Broadcast of `mind`: what it is at.
pub const ACTIVITY_CHANNEL: &str = "pi-persona:activity:v1";
/// The version of every shape.
pub const PROTOCOL_VERSION: u64 = 1;
