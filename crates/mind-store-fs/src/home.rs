//! Which directory is the memory home.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::limits::Limits;
use crate::store::FsStore;

/// The name of a home in the agent's directory.
const IN_AGENT_DIRECTORY: &str = "persona-mind";
/// The name of a home in the platform's data directory.
const IN_DATA_DIRECTORY: &str = "mind";

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// The Pi extension, whose new homes are in the agent's directory.
    Pi,
    /// Any other front; its new homes are in the platform's data directory.
    Other,
}

/// All that the choice of a home depends on, besides what exists. An empty path counts as none.
#[derive(Clone, Copy, Debug, Default)]
pub struct HomeInputs<'a> {
    /// `--home`.
    pub flag: Option<&'a Path>,
    /// `MIND_HOME`.
    pub variable: Option<&'a Path>,
    /// `home` in the configuration.
    pub config: Option<&'a Path>,
    /// The agent's directory, see [`agent_directory`].
    pub agent_directory: Option<&'a Path>,
    /// The platform's data directory, for example `$XDG_DATA_HOME`.
    pub data_directory: Option<&'a Path>,
}

/// Why a directory is the home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// `--home` says so.
    Flag,
    /// `MIND_HOME` says so.
    Variable,
    /// The configuration says so.
    Config,
    /// It exists in the agent's directory.
    AgentDirectory,
    /// It exists in the platform's data directory.
    DataDirectory,
    /// None exists, and a new one will be made here.
    Default,
}

impl ChosenBy {
    /// The reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Flag => "--home",
            Self::Variable => "MIND_HOME",
            Self::Config => "the configuration",
            Self::AgentDirectory => "the agent's directory",
            Self::DataDirectory => "the data directory",
            Self::Default => "the default",
        }
    }

    /// Whether somebody named the directory, so that it must not be made up when it is gone.
    pub const fn is_explicit(self) -> bool {
        matches!(self, Self::Flag | Self::Variable | Self::Config)
    }
}

impl fmt::Display for ChosenBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The memory home, and why it is this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The directory; it need not exist yet.
    pub path: PathBuf,
    /// Why.
    pub chosen_by: ChosenBy,
    /// Another home that exists as well, when nobody chose between the two.
    pub other: Option<PathBuf>,
}

impl Home {
    /// The store of this home. Only a home that nobody named is made together with its parents.
    pub fn open(&self, limits: Limits) -> FsStore {
        let store = FsStore::new(self.path.clone(), limits);
        if self.chosen_by.is_explicit() { store } else { store.making_parents() }
    }
}

/// Chooses the home: the first that is named, else the first that exists, else the one to be made. `exists` says whether a path is a directory.
///
/// Nothing when nothing is named and neither directory is known.
pub fn locate(
    inputs: &HomeInputs<'_>,
    front: Front,
    exists: impl Fn(&Path) -> bool,
) -> Option<Home> {
    let named = [
        (inputs.flag, ChosenBy::Flag),
        (inputs.variable, ChosenBy::Variable),
        (inputs.config, ChosenBy::Config),
    ];
    for (path, chosen_by) in named {
        if let Some(path) = given(path) {
            return Some(Home { path: path.to_owned(), chosen_by, other: None });
        }
    }
    let agent = given(inputs.agent_directory).map(|path| path.join(IN_AGENT_DIRECTORY));
    let data = given(inputs.data_directory).map(|path| path.join(IN_DATA_DIRECTORY));
    let there = |path: &Option<PathBuf>| path.clone().filter(|path| exists(path));
    let (path, chosen_by, other) = match (there(&agent), there(&data)) {
        (Some(agent), other) => (agent, ChosenBy::AgentDirectory, other),
        (None, Some(data)) => (data, ChosenBy::DataDirectory, None),
        (None, None) => {
            let new = match front {
                Front::Pi => agent.or(data),
                Front::Other => data.or(agent),
            };
            (new?, ChosenBy::Default, None)
        }
    };
    Some(Home { path, chosen_by, other })
}

/// The agent's directory: `PI_CODING_AGENT_DIR`, else `PI_AGENT_DIR`, else `.pi/agent` in the home directory. An empty value counts as none.
pub fn agent_directory(
    coding_agent: Option<&Path>,
    agent: Option<&Path>,
    home_directory: Option<&Path>,
) -> Option<PathBuf> {
    let named = given(coding_agent).or(given(agent)).map(Path::to_owned);
    named.or_else(|| given(home_directory).map(|home| home.join(".pi").join("agent")))
}

fn given(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !path.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGENT: &str = "/a/persona-mind";
    const DATA: &str = "/d/mind";

    fn located(
        named: [&str; 3],
        directories: [&str; 2],
        existing: &[&str],
        front: Front,
    ) -> Option<Home> {
        let [flag, variable, config] = named.map(|path| Some(Path::new(path)));
        let [agent_directory, data_directory] = directories.map(|path| Some(Path::new(path)));
        let inputs = HomeInputs { flag, variable, config, agent_directory, data_directory };
        locate(&inputs, front, |path| existing.iter().any(|known| path == Path::new(known)))
    }

    /// D-1: the first that applies.
    #[test]
    fn the_first_that_applies() {
        let both = ["/a", "/d"];
        for (named, existing, front, path, chosen_by) in [
            (["/f", "/v", "/c"], &[AGENT][..], Front::Pi, "/f", ChosenBy::Flag),
            (["", "/v", "/c"], &[AGENT], Front::Pi, "/v", ChosenBy::Variable),
            (["", "", "/c"], &[AGENT], Front::Pi, "/c", ChosenBy::Config),
            (["", "", ""], &[AGENT], Front::Other, AGENT, ChosenBy::AgentDirectory),
            (["", "", ""], &[AGENT, DATA], Front::Other, AGENT, ChosenBy::AgentDirectory),
            (["", "", ""], &[DATA], Front::Pi, DATA, ChosenBy::DataDirectory),
            (["", "", ""], &[], Front::Pi, AGENT, ChosenBy::Default),
            (["", "", ""], &[], Front::Other, DATA, ChosenBy::Default),
        ] {
            let home = located(named, both, existing, front).expect("there is a choice");
            assert_eq!((home.path.as_path(), home.chosen_by), (Path::new(path), chosen_by));
            let other = (existing.len() == 2).then(|| PathBuf::from(DATA));
            assert_eq!(home.other, other, "{path}");
        }
        assert_eq!(located(["", "", ""], ["", ""], &[], Front::Other), None);
        let only = located(["", "", ""], ["/a", ""], &[], Front::Other).map(|home| home.path);
        assert_eq!(only, Some(PathBuf::from(AGENT)));
    }

    /// D-1: where the agent's directory is.
    #[test]
    fn agent_directories() {
        let at = |coding: &str, agent: &str, home: &str| {
            let [coding, agent, home] = [coding, agent, home].map(|path| Some(Path::new(path)));
            agent_directory(coding, agent, home)
        };
        assert_eq!(at("/x", "/y", "/h"), Some("/x".into()));
        assert_eq!(at("", "/y", "/h"), Some("/y".into()));
        assert_eq!(at("", "", "/h"), Some("/h/.pi/agent".into()));
        assert_eq!(at("", "", ""), None);
    }
}
