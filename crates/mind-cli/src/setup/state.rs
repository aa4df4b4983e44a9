//! Whether a host is connected, for those who only want to know.

use super::extension;
use super::fault::HostFault;
use super::file::Found;
use super::host::Host;
use super::program::exists;
use crate::surroundings::Surroundings;

/// How a host stands to `mind`.
#[derive(Debug)]
pub(crate) enum Connection {
    /// Everything is in place.
    Whole,
    /// Some entries are there and others are not.
    Partial,
    /// None is there.
    None,
    /// An entry names a program that is not there.
    Broken { program: String },
    /// A file cannot be used.
    Refused(HostFault),
}

/// Looks, and changes nothing.
pub(crate) fn connection(host: Host, surroundings: &Surroundings) -> Connection {
    let mut programs = Vec::new();
    let agent = host.agent(surroundings);
    let (files, fresh) = agent.map_or((0, 0), |agent| extension::freshness(&agent));
    for config in host.configs(surroundings).unwrap_or_default() {
        if config.retired {
            continue;
        }
        let found = Found::read(&config.path).and_then(|found| config.programs(found.text()?));
        match found {
            Ok(found) => programs.extend(found),
            Err(misfit) => {
                return Connection::Refused(HostFault::Config { path: config.path, misfit });
            }
        }
    }
    let broken = programs.iter().flatten().find(|program| !exists(program, surroundings));
    if let Some(program) = broken {
        return Connection::Broken { program: program.clone() };
    }
    match programs.iter().flatten().count() + fresh {
        0 => Connection::None,
        count if count == programs.len() + files => Connection::Whole,
        _ => Connection::Partial,
    }
}
