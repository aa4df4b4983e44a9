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
    let mut plans = planned(&hosts, direction, surroundings)?;
    let mut held = Vec::new();
    if wanted.yes {
        // Another call may be at it, and what it does is looked at when it has ended.
        held = lock(&plans)?;
        plans = planned(&hosts, direction, surroundings)?;
    }
    let files = files(&plans);
    if !common.json {
        show::changes(&plans, streams)?;
    }
    if files > 0 && !wanted.dry_run && !wanted.yes {
        if !agrees(files, common, streams)? {
            return Err(HostFault::Unconfirmed { files }.into());
        }
        held = lock(&plans)?;
        plans = as_shown(&plans, planned(&hosts, direction, surroundings)?)?;
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
    }
    Ok(Exit::Done)
}

/// The files that change.
fn files(plans: &[Plan]) -> usize {
    let changes = plans.iter().flat_map(|plan| &plan.changes);
    changes.filter(|change| change.kind() != Kind::None).count()
}

/// What is to be done now, if it is what somebody has said yes to.
fn as_shown(shown: &[Plan], now: Vec<Plan>) -> Result<Vec<Plan>, Fault> {
    let path = shown.iter().zip(&now).find_map(|(shown, now)| now.differs(shown));
    match path.map(Path::to_owned) {
        Some(path) => Err(HostFault::Config { path, misfit: Misfit::Changed }.into()),
        None => Ok(now),
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

fn planned(
    hosts: &[Host],
    direction: Direction,
    surroundings: &Surroundings,
) -> Result<Vec<Plan>, Fault> {
    hosts.iter().map(|host| plan(*host, direction, surroundings)).collect()
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
