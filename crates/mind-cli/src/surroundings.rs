//! What a command would ask the system for, gathered once.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;

use mind_core::port::Clock;
use mind_core::time::Timestamp;

use crate::backing::SystemClock;
use crate::fault::Fault;

/// Environment variables, directories and the clock of one call.
#[derive(Clone)]
pub struct Surroundings {
    /// Every environment variable.
    pub variables: BTreeMap<OsString, OsString>,
    /// The current directory, unless it is gone.
    pub directory: Option<PathBuf>,
    /// The person's home directory.
    pub home_directory: Option<PathBuf>,
    /// The program that runs.
    pub program: Option<PathBuf>,
    /// Where a throwaway home is made.
    pub temporary_directory: PathBuf,
    /// The time.
    pub clock: CallClock,
}

/// The clock of a call, shared by everything the call does.
#[derive(Clone)]
pub struct CallClock(Arc<dyn Clock>);

impl Surroundings {
    /// The surroundings of this process.
    pub fn gather() -> Self {
        Self {
            variables: std::env::vars_os().collect(),
            directory: std::env::current_dir().ok(),
            home_directory: std::env::home_dir().filter(|path| path.is_absolute()),
            program: std::env::current_exe().ok(),
            temporary_directory: std::env::temp_dir(),
            clock: CallClock::new(SystemClock),
        }
    }

    /// A variable; an empty one counts as not set.
    pub(crate) fn variable(&self, name: &str) -> Option<&OsStr> {
        let value = self.variables.get(OsStr::new(name))?;
        (!value.is_empty()).then_some(value)
    }

    /// A variable that must be text.
    pub(crate) fn text_variable(&self, name: &'static str) -> Result<Option<&str>, Fault> {
        let Some(value) = self.variable(name) else { return Ok(None) };
        value.to_str().map(Some).ok_or(Fault::NotUtf8)
    }

    /// A variable that holds an absolute path; a relative one counts as not set.
    pub(crate) fn path_variable(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Where the platform keeps the configuration of programs.
    pub(crate) fn config_directory(&self) -> Option<PathBuf> {
        self.path_variable("XDG_CONFIG_HOME").or_else(|| {
            let home = self.home_directory.as_ref();
            if cfg!(windows) {
                self.path_variable("APPDATA")
            } else if cfg!(target_os = "macos") {
                home.map(|home| home.join("Library").join("Application Support"))
            } else {
                home.map(|home| home.join(".config"))
            }
        })
    }
}

impl CallClock {
    /// A clock to be shared.
    pub fn new(clock: impl Clock + 'static) -> Self {
        Self(Arc::new(clock))
    }
}

impl Clock for CallClock {
    fn now(&self) -> Timestamp {
        self.0.now()
    }
}

impl std::fmt::Debug for CallClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CallClock")
    }
}

impl std::fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").field("directory", &self.directory).finish_non_exhaustive()
    }
}
