//! Surroundings a test sets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use mind_core::scope::{Persona, Project};
use mind_pi_adapter::{Bring, ConfigSettings, PreferencesFile, Wake, World};
use mind_protocol::{Check, Refusal};

/// The surroundings of an engine; clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Machine(Arc<Mutex<Surroundings>>);

/// What a test may set, and what was asked for.
#[derive(Debug)]
pub(crate) struct Surroundings {
    pub(crate) variables: BTreeMap<String, String>,
    pub(crate) config: ConfigSettings,
    pub(crate) project: Option<Project>,
    pub(crate) preferences: PreferencesFile,
    pub(crate) checks: Vec<Check>,
    pub(crate) older: usize,
    /// Every name that was asked to be brought in or counted.
    pub(crate) brought: Vec<(String, Bring)>,
    /// Who shows reminders, unless the right is free.
    pub(crate) waker: Option<Waker>,
    /// How often the companion's file was asked for.
    pub(crate) preferences_read: usize,
}

/// Whoever shows the reminders of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waker {
    Ours,
    Another,
    Legacy,
}

impl Machine {
    /// A project at `/work/demo`, no settings, and nobody else.
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Surroundings {
            variables: BTreeMap::new(),
            config: ConfigSettings::default(),
            project: Some(project()),
            preferences: PreferencesFile::Missing,
            checks: Vec::new(),
            older: 0,
            brought: Vec::new(),
            waker: None,
            preferences_read: 0,
        })))
    }

    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Surroundings) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set(&self, name: &str, value: &str) {
        self.with(|at| at.variables.insert(name.to_owned(), value.to_owned()));
    }
}

pub(crate) fn project() -> Project {
    Project::at(b"/work/demo")
}

/// The right to show reminders, given back when it is dropped.
struct Hold(Machine);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.with(|at| at.waker = None);
    }
}

impl World for Machine {
    fn variable(&self, name: &str) -> Option<String> {
        self.with(|at| at.variables.get(name).cloned())
    }

    fn config(&self) -> ConfigSettings {
        self.with(|at| at.config.clone())
    }

    fn project(&self, _: &str) -> Option<Project> {
        self.with(|at| at.project.clone())
    }

    fn preferences(&self, _: &str) -> PreferencesFile {
        self.with(|at| {
            at.preferences_read += 1;
            at.preferences.clone()
        })
    }

    fn checks(&self, _: &str, _: &str) -> Vec<Check> {
        self.with(|at| at.checks.clone())
    }

    fn older_persona(&self, persona: &Persona, bring: Bring) -> Result<usize, Box<Refusal>> {
        self.with(|at| {
            at.brought.push((persona.name().to_owned(), bring));
            Ok(at.older)
        })
    }

    fn wake(&self, _: &Project) -> Wake {
        let held = self.with(|at| {
            let before = at.waker;
            at.waker = before.or(Some(Waker::Ours));
            before
        });
        match held {
            None => Wake::Held(Box::new(Hold(self.clone()))),
            Some(Waker::Ours | Waker::Another) => Wake::Busy,
            Some(Waker::Legacy) => Wake::Legacy,
        }
    }
}
