//! Connecting hosts: what would change in their configuration, and changing it.
//!
//! Everything is planned and shown before the first byte is written, and one file that cannot be used stops the whole call.

mod change;
mod claim;
mod config;
mod copies;
mod durable;
mod extension;
mod fault;
mod file;
mod host;
mod installation;
mod json;
mod litter;
mod lock;
mod program;
mod record;
mod state;
#[cfg(test)]
mod tests;
mod toml;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

pub(crate) use change::{Change, Kind};
pub(crate) use fault::{HostFault, Misfit};
pub(crate) use host::{Event, Host};
pub(crate) use lock::Lock;
pub(crate) use program::program;
pub(crate) use state::{Connection, connection};

use crate::fault::Fault;
use crate::surroundings::Surroundings;
use file::Found;
use installation::Installation;

/// What hosts know us by.
const NAME: &str = "mind";
/// The first word of the command that serves.
const SERVE: &str = "mcp";

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Connect,
    Disconnect,
}

/// What is to become of a host's files.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) host: Host,
    pub(crate) changes: Vec<Change>,
    installation: Option<Installation>,
    /// What killed calls have left.
    litter: Vec<PathBuf>,
    /// Where one call at a time may change something.
    directory: PathBuf,
}

/// Plans a host. Nothing is written.
pub(crate) fn plan(
    host: Host,
    direction: Direction,
    surroundings: &Surroundings,
) -> Result<Plan, Fault> {
    let configs = host.configs(surroundings).ok_or(HostFault::NoPlace { host: host.name() })?;
    let agent = host.agent(surroundings);
    let mut installation = agent.map(|agent| Installation::plan(&agent, direction)).transpose()?;
    let program = match direction {
        Direction::Connect => Some(program(surroundings)?),
        Direction::Disconnect => program(surroundings).ok(),
    };
    let directory = configs.first().and_then(|config| config.path.parent());
    let directory = directory.map(Path::to_owned).unwrap_or_default();
    let mut changes: Vec<Change> = installation
        .as_mut()
        .map(|installation| std::mem::take(&mut installation.files))
        .unwrap_or_default();
    let mut litter = installation.as_ref().map(Installation::litter).unwrap_or_default();
    for config in configs {
        let refused = |misfit| HostFault::Config { path: config.path.clone(), misfit };
        let found = Found::read(&config.path).map_err(refused)?;
        litter.extend(left_beside(&config.path, &found));
        let change = match (&mut installation, direction, program.as_deref()) {
            (Some(installation), _, program) if config.is_claimed() => {
                installation.setting(&config, found, program)
            }
            (_, Direction::Connect, Some(program)) if !config.retired => {
                config.connecting(found, program)
            }
            _ => config.disconnecting(found),
        };
        changes.push(change.map_err(refused)?);
    }
    Ok(Plan { host, changes, installation, litter, directory })
}

/// Takes the right to carry plans out, for as long as the locks live, with the plans as they are by then.
pub(crate) fn lock(
    mut plans: Vec<Plan>,
    again: impl Fn() -> Result<Vec<Plan>, Fault>,
) -> Result<(Vec<Lock>, Vec<Plan>), Fault> {
    loop {
        // Where there is nothing to do, a lock may not even be to be had.
        let due = plans.iter().filter(|plan| !plan.is_settled());
        let held = due.map(|plan| Lock::take(&plan.directory)).collect::<Result<Vec<_>, _>>()?;
        plans = again()?;
        let is_held = |plan: &Plan| held.iter().any(|lock| lock.is_in(&plan.directory));
        if plans.iter().all(|plan| plan.is_settled() || is_held(plan)) {
            return Ok((held, plans));
        }
    }
}

/// Carries plans out, file by file.
pub(crate) fn apply(plans: &[Plan]) -> Result<(), HostFault> {
    let mut done = Vec::new();
    plans.iter().try_for_each(|plan| plan.apply(&mut done).map_err(|fault| fault.after(&done)))
}

impl Plan {
    /// Whether there is nothing to do, not even for a call that was killed.
    pub(crate) fn is_settled(&self) -> bool {
        let settled = self.installation.as_ref().is_none_or(Installation::is_settled);
        let due = self.changes.iter().any(Change::is_due);
        settled && !due && self.litter.is_empty() && !Lock::stands(&self.directory)
    }

    /// The link somebody has put where our extension would be.
    pub(crate) fn linked(&self) -> Option<&Path> {
        self.installation.as_ref()?.linked.as_deref()
    }

    /// The first file for which another plan wants something else.
    pub(crate) fn differs(&self, from: &Self) -> Option<&Path> {
        let pairs = self.changes.iter().zip(&from.changes);
        let first = pairs.into_iter().find(|(one, other)| one != other);
        let first = first.map(|(one, _)| one.path.as_path());
        let same = self.changes.len() == from.changes.len() && self.linked() == from.linked();
        first.or_else(|| (!same).then_some(&self.directory))
    }

    fn apply(&self, done: &mut Vec<PathBuf>) -> Result<(), HostFault> {
        if self.is_settled() {
            return Ok(());
        }
        for path in &self.litter {
            durable::discard(path);
        }
        if let Some(installation) = &self.installation {
            installation.begin()?;
        }
        for change in self.changes.iter().filter(|change| change.is_due()) {
            change.apply()?;
            done.push(change.path.clone());
        }
        self.installation.as_ref().map_or(Ok(()), Installation::finish)
    }
}

/// What killed calls have left beside a file, and beside the link that leads to it.
fn left_beside(path: &Path, found: &Found) -> Vec<PathBuf> {
    let mut paths = vec![path, found.target()];
    paths.dedup();
    let beside = |path: &Path| {
        let name = path.file_name().and_then(OsStr::to_str)?;
        Some(litter::litter(path.parent()?, &[name]))
    };
    paths.into_iter().filter_map(beside).flatten().collect()
}
