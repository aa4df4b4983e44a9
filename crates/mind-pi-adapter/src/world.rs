//! What a host session asks of its surroundings: settings, places, and who may show reminders.

use std::any::Any;
use std::fmt;

use mind_core::scope::{Persona, Project};
use mind_protocol::{Check, Refusal};

/// The surroundings of an engine. They are asked at the start of a session and where a call needs it; whatever they do with files, they never open the memory itself but in [`World::checks`].
pub trait World: Send + Sync + 'static {
    /// An environment variable, as the process was started with.
    fn variable(&self, name: &str) -> Option<String>;

    /// What the config file says.
    fn config(&self) -> ConfigSettings;

    /// The project a directory belongs to; none for the home directory and a root.
    fn project(&self, directory: &str) -> Option<Project>;

    /// The companion's settings file below the host's directory. Only a plain file of bearable size is read.
    fn preferences(&self, agent_dir: &str) -> PreferencesFile;

    /// What `mind doctor` finds for this directory and persona. It changes nothing.
    fn checks(&self, directory: &str, persona: &str) -> Vec<Check>;

    /// Brings in what is kept under the older file name of a persona, or only counts what is new of it.
    ///
    /// # Errors
    /// Why it cannot be brought in.
    fn older_persona(&self, persona: &Persona, bring: Bring) -> Result<usize, Box<Refusal>>;

    /// Asks to be the one session of a project that shows reminders. What is held ends with the value, and with the process.
    fn wake(&self, project: &Project) -> Wake;
}

/// Whether something is brought in or only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bring {
    /// It is counted.
    Count,
    /// It is brought in.
    Store,
}

/// What the config file says that matters to a host session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigSettings {
    /// `persona`.
    pub persona: Option<String>,
    /// `capture.mode`, as written.
    pub capture_mode: Option<String>,
    /// `capture.nudge`.
    pub capture_nudge: Option<bool>,
    /// `optimize.auto`.
    pub optimize_auto: Option<bool>,
    /// `context.budget_tokens`.
    pub budget_tokens: Option<usize>,
}

/// A settings file of the companion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreferencesFile {
    /// There is none.
    Missing,
    /// It is not a plain file, or cannot be read.
    Unfit,
    /// Its bytes, at most one more than it may have.
    Read(Vec<u8>),
}

/// Whether this session shows the reminders of its project.
pub enum Wake {
    /// It does, as long as this is held.
    Held(Box<dyn Any + Send + Sync>),
    /// Another session does, or nobody can yet.
    Busy,
    /// An older program on this machine does.
    Legacy,
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Held(_) => "Held",
            Self::Busy => "Busy",
            Self::Legacy => "Legacy",
        })
    }
}
