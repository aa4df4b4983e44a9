//! The composition root: home, project and persona of one call, and the engine over them (S-1).

use std::path::{Path, PathBuf};
use std::time::Duration;

use mind_core::Mind;
use mind_core::mind::Status;
use mind_core::port::Clock as _;
use mind_core::scope::{Persona, Project, Scope};
use mind_core::time::Timestamp;

use crate::arguments::Common;
use crate::backing::{self, FsStore, Home, Named};
use crate::config::Config;
use crate::fault::Fault;
use crate::show;
use crate::streams::Streams;
use crate::surroundings::{CallClock, Surroundings};

/// How long a write waits for a lock when nothing else is said.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_secs(30);

/// What one command works with.
pub(crate) struct Session<'a> {
    /// The engine.
    pub(crate) mind: Mind<FsStore, CallClock>,
    /// On whose behalf and where.
    pub(crate) scope: Scope,
    /// The memory home, and why this one.
    pub(crate) home: Home,
    /// What the config file says.
    pub(crate) config: Config,
    /// How long a write waits for a lock.
    pub(crate) wait: Duration,
    /// What the call said about all of these.
    pub(crate) common: &'a Common,
    clock: CallClock,
}

impl<'a> Session<'a> {
    /// Opens the memory a call is about; warns of unknown settings on standard error.
    pub(crate) fn open(
        common: &'a Common,
        surroundings: &Surroundings,
        streams: &mut Streams<'_>,
    ) -> Result<Self, Fault> {
        let config = Config::read(surroundings)?;
        show::unknown_settings(&config, streams)?;
        Self::with(common, config, surroundings)
    }

    /// Opens the memory a call is about, with a config file that was read.
    pub(crate) fn with(
        common: &'a Common,
        config: Config,
        surroundings: &Surroundings,
    ) -> Result<Self, Fault> {
        let home = home(common, &config, surroundings)?;
        let store = home.open(backing::limits(&config)?);
        let wait = config.lock_timeout_ms.map_or(LOCK_TIMEOUT, Duration::from_millis);
        let clock = surroundings.clock.clone();
        let mind = Mind::new(store, clock.clone(), wait);
        let persona = persona(common, &config, surroundings, &mind)?;
        let scope = Scope { persona, project: project(common, surroundings) };
        Ok(Self { mind, scope, home, config, wait, common, clock })
    }

    /// The time, for ages.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// What the stores hold.
    pub(crate) fn status(&self) -> Status {
        self.mind.status(&self.scope)
    }
}

/// The memory home of a call.
pub(crate) fn home(
    common: &Common,
    config: &Config,
    surroundings: &Surroundings,
) -> Result<Home, Fault> {
    home_of(common, config, backing::Front::Other, surroundings)
}

/// The memory home as a front finds it.
pub(crate) fn home_of(
    common: &Common,
    config: &Config,
    front: backing::Front,
    surroundings: &Surroundings,
) -> Result<Home, Fault> {
    let absolute = |path: &Path| match &surroundings.directory {
        Some(directory) => directory.join(path),
        None => path.to_owned(),
    };
    let variable = surroundings.variable("MIND_HOME").map(Path::new);
    let named = Named {
        flag: common.home.as_deref().map(absolute),
        variable: variable.map(absolute),
        config: config.home.clone(),
    };
    backing::home(&named, front, surroundings)
}

/// Where the project is looked for: a flag, a variable, the current directory.
pub(crate) fn start(common: &Common, surroundings: &Surroundings) -> Option<PathBuf> {
    let given = common.project.as_deref();
    let given = given.or_else(|| surroundings.variable("MIND_PROJECT").map(Path::new));
    match (given, &surroundings.directory) {
        (Some(given), Some(directory)) => Some(directory.join(given)),
        (Some(given), None) => Some(given.to_owned()),
        (None, directory) => directory.clone(),
    }
}

/// Ways to write where the project is looked for: as [`start`] has it, and below the current directory as the shell keeps it, links and all.
pub(crate) fn spellings(common: &Common, surroundings: &Surroundings) -> Vec<PathBuf> {
    let kept = surroundings
        .path_variable("PWD")
        .map(|directory| Surroundings { directory: Some(directory), ..surroundings.clone() });
    let kept = kept.and_then(|kept| start(common, &kept));
    start(common, surroundings).into_iter().chain(kept).collect()
}

fn project(common: &Common, surroundings: &Surroundings) -> Option<Project> {
    backing::project(&start(common, surroundings)?, surroundings)
}

/// The persona as given, or the spelling of the name that already has a store (facts.md F-53).
fn persona(
    common: &Common,
    config: &Config,
    surroundings: &Surroundings,
    mind: &Mind<FsStore, CallClock>,
) -> Result<Persona, Fault> {
    let variable = surroundings.text_variable("MIND_PERSONA")?;
    let given = common.persona.as_deref().or(variable).or(config.persona.as_deref());
    Ok(mind.acting(given.unwrap_or_default())?)
}
