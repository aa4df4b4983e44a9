//! The surroundings of a host session, as this process has them.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mind_core::port::Clock as _;
use mind_core::scope::{Persona, Project};
use mind_pi_adapter::{Bring, ConfigSettings, PreferencesFile, Wake, World};
use mind_protocol::{Check, Refusal};

use crate::arguments::Common;
use crate::backing::{self, FsStore, ImportMode, OlderNames, WakeAnswer};
use crate::command::doctor;
use crate::config::Config;
use crate::surroundings::Surroundings;

/// How long bringing something in waits for a lock.
const WAIT: Duration = Duration::from_secs(5);
/// Bytes of the companion's settings file that are read: one more than it may have.
const PREFERENCES: u64 = 256 * 1_024 + 1;

/// This process and its machine.
pub(super) struct Machine {
    home: Option<PathBuf>,
    config: Config,
    store: FsStore,
    surroundings: Surroundings,
}

impl Machine {
    pub(super) fn new(
        common: &Common,
        config: Config,
        store: FsStore,
        surroundings: &Surroundings,
    ) -> Self {
        Self { home: common.home.clone(), config, store, surroundings: surroundings.clone() }
    }
}

impl World for Machine {
    fn variable(&self, name: &str) -> Option<String> {
        Some(self.surroundings.variable(name)?.to_string_lossy().into_owned())
    }

    fn config(&self) -> ConfigSettings {
        let config = &self.config;
        ConfigSettings {
            persona: config.persona.clone(),
            capture_mode: config.capture_mode.clone(),
            capture_nudge: config.capture_nudge,
            optimize_auto: config.optimize_auto,
            budget_tokens: config.budget_tokens.map(|tokens| tokens as usize),
        }
    }

    fn project(&self, directory: &str) -> Option<Project> {
        backing::project(Path::new(directory), &self.surroundings)
    }

    fn preferences(&self, agent_dir: &str) -> PreferencesFile {
        let path = Path::new(agent_dir).join("persona").join("settings.json");
        match path.symlink_metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => PreferencesFile::Missing,
            Ok(found) if found.is_file() => read(&path),
            Ok(_) | Err(_) => PreferencesFile::Unfit,
        }
    }

    fn checks(&self, directory: &str, persona: &str) -> Vec<Check> {
        let common = Common {
            home: self.home.clone().or_else(|| Some(self.store.home().to_owned())),
            project: Some(PathBuf::from(directory)),
            persona: Some(persona.to_owned()),
            json: false,
            verbose: false,
        };
        doctor::examine(&common, &self.surroundings)
    }

    fn older_persona(&self, persona: &Persona, bring: Bring) -> Result<usize, Box<Refusal>> {
        let names = OlderNames { persona: Some(persona), project: None };
        let mode = match bring {
            Bring::Count => ImportMode::Check,
            Bring::Store => ImportMode::Store,
        };
        let now = self.surroundings.clock.now();
        let report = self.store.import_older(names, now, WAIT, mode);
        report
            .map(|report| report.entries_added)
            .map_err(|error| Box::new(mind_mcp::wire::error(&error)))
    }

    fn wake(&self, project: &Project) -> Wake {
        match self.store.wake(project) {
            Ok(WakeAnswer::Held(hold)) => Wake::Held(Box::new(hold)),
            Ok(WakeAnswer::Legacy) => Wake::Legacy,
            // Whoever cannot lock does not know to be alone, and stays silent.
            Ok(WakeAnswer::Busy | WakeAnswer::Nothing) | Err(_) => Wake::Busy,
        }
    }
}

fn read(path: &Path) -> PreferencesFile {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(PREFERENCES).read_to_end(&mut bytes));
    read.map_or(PreferencesFile::Unfit, |_| PreferencesFile::Read(bytes))
}
