//! The file store and what is found through the file system, asked with the surroundings of one call.

use std::path::{Path, PathBuf};

use mind_core::scope::Project;
pub(crate) use mind_store_fs::home::Front;
pub(crate) use mind_store_fs::home::Home;
use mind_store_fs::home::{HomeInputs, agent_directory, locate};
pub(crate) use mind_store_fs::{FsStore, ImportMode, Limits, OlderNames, SystemClock, WakeAnswer};

use crate::config::Config;
use crate::fault::Fault;
use crate::surroundings::Surroundings;

/// The homes a call names itself, the strongest first.
pub(crate) struct Named {
    /// `--home`.
    pub(crate) flag: Option<PathBuf>,
    /// `MIND_HOME`.
    pub(crate) variable: Option<PathBuf>,
    /// `home` in the config file.
    pub(crate) config: Option<PathBuf>,
}

/// The memory home (store.md D-1).
pub(crate) fn home(
    named: &Named,
    front: Front,
    surroundings: &Surroundings,
) -> Result<Home, Fault> {
    let agent = agent(surroundings);
    let data = data_directory(surroundings);
    let inputs = HomeInputs {
        flag: named.flag.as_deref(),
        variable: named.variable.as_deref(),
        config: named.config.as_deref(),
        agent_directory: agent.as_deref(),
        data_directory: data.as_deref(),
    };
    locate(&inputs, front, Path::is_dir).ok_or(Fault::NoHome)
}

/// The directory Pi keeps its files in.
pub(crate) fn agent(surroundings: &Surroundings) -> Option<PathBuf> {
    agent_directory(
        surroundings.path_variable("PI_CODING_AGENT_DIR").as_deref(),
        surroundings.path_variable("PI_AGENT_DIR").as_deref(),
        surroundings.home_directory.as_deref(),
    )
}

/// The store limits of the config file, which has checked their range.
pub(crate) fn limits(config: &Config) -> Result<Limits, Fault> {
    let default = Limits::default();
    let bytes = config.store_bytes.unwrap_or(default.store_bytes());
    let entries = config.store_entries.unwrap_or(default.store_entries() as u64);
    Ok(Limits::new(bytes, entries)?)
}

/// The project of a directory (facts.md F-54).
pub(crate) fn project(start: &Path, surroundings: &Surroundings) -> Option<Project> {
    let home_directory = surroundings.home_directory.as_deref();
    mind_store_fs::project_at(start, home_directory).ok().flatten()
}

/// What the project of a directory was called before (store.md D-80).
pub(crate) fn older_projects(spellings: &[PathBuf], surroundings: &Surroundings) -> Vec<Project> {
    let home_directory = surroundings.home_directory.as_deref();
    mind_store_fs::older_projects(spellings, home_directory).unwrap_or_default()
}

/// Where the platform keeps the data of programs.
fn data_directory(surroundings: &Surroundings) -> Option<PathBuf> {
    let home = surroundings.home_directory.as_ref();
    surroundings.path_variable("XDG_DATA_HOME").or_else(|| {
        if cfg!(windows) {
            surroundings.path_variable("APPDATA")
        } else if cfg!(target_os = "macos") {
            home.map(|home| home.join("Library").join("Application Support"))
        } else {
            home.map(|home| home.join(".local").join("share"))
        }
    })
}
