//! `mind setup` (S-30).

use std::path::Path;

use super::accept;
use crate::arguments::{Common, Setup};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::setup::{Direction, Host, HostFault, Kind, Misfit, Plan, apply, lock, plan};
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::{input, show, wire};

/// Shows every change, and makes it after a yes.
pub(super) fn run(
    wanted: &Setup,
    common: &Common,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let direction = if wanted.remove { Direction::Disconnect } else { Direction::Connect };
    let hosts = hosts(wanted, surroundings)?;
    let look = || hosts.iter().map(|host| plan(*host, direction, surroundings)).collect();
    let mut plans = look()?;
    let mut held = Vec::new();
    if wanted.yes {
        (held, plans) = lock(plans, look)?;
    }
    let files = files(&plans);
    if !common.json {
        show::changes(&plans, streams)?;
    }
    if files > 0 && !wanted.dry_run && !wanted.yes {
        if !agrees(files, common, streams)? {
            return Err(HostFault::Unconfirmed { files }.into());
        }
        let shown = plans;
        (held, plans) = lock(look()?, look)?;
        is_as_shown(&shown, &plans)?;
    }
    if !held.is_empty() {
        apply(&plans)?;
    }
    let applied = files > 0 && !held.is_empty();
    drop(held);
    if common.json {
        return accept(wire::setup(&plans, applied), streams);
    }
    if files == 0 {
        show::note("there is nothing to change", streams)?;
    } else if applied {
        show::applied(&plans, streams)?;
        show::restart(&plans, direction, streams)?;
    }
    Ok(Exit::Done)
}

/// The files that change.
fn files(plans: &[Plan]) -> usize {
    let changes = plans.iter().flat_map(|plan| &plan.changes);
    changes.filter(|change| change.kind() != Kind::None).count()
}

/// Whether what is to be done now is what somebody has said yes to.
fn is_as_shown(shown: &[Plan], now: &[Plan]) -> Result<(), HostFault> {
    let path = shown.iter().zip(now).find_map(|(shown, now)| now.differs(shown));
    match path.map(Path::to_owned) {
        Some(path) => Err(HostFault::Config { path, misfit: Misfit::Changed }),
        None => Ok(()),
    }
}

/// Those named, each once and in a fixed order, or those on this machine.
fn hosts(wanted: &Setup, surroundings: &Surroundings) -> Result<Vec<Host>, Fault> {
    let mut hosts = wanted.hosts.clone();
    if hosts.is_empty() {
        hosts = Host::ALL.into_iter().filter(|host| host.is_present(surroundings)).collect();
    }
    hosts.sort_unstable();
    hosts.dedup();
    if hosts.is_empty() { Err(HostFault::NoneFound.into()) } else { Ok(hosts) }
}

/// Only somebody who sees the question can answer it.
fn agrees(files: usize, common: &Common, streams: &mut Streams<'_>) -> Result<bool, Fault> {
    if common.json || !streams.input_is_terminal || !streams.errors_is_terminal {
        return Ok(false);
    }
    show::question(files, streams)?;
    let answer = input::line(&mut *streams.input)?;
    Ok(["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()))
}
