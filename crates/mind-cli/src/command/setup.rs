//! `mind setup` (S-30).

use super::accept;
use crate::arguments::{Common, Setup};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::setup::{Change, Direction, Host, HostFault, Kind, apply, plan};
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
    let changes = planned(&hosts(wanted, surroundings)?, direction, surroundings)?;
    let files = changes.iter().filter(|change| change.kind() != Kind::None).count();
    if !common.json {
        show::changes(&changes, streams)?;
    }
    if files > 0 && !wanted.dry_run && !wanted.yes && !agrees(files, common, streams)? {
        return Err(HostFault::Unconfirmed { files }.into());
    }
    let applied = files > 0 && !wanted.dry_run;
    if applied {
        apply(&changes)?;
    }
    if common.json {
        return accept(wire::setup(&changes, applied), streams);
    }
    if files == 0 {
        show::note("there is nothing to change", streams)?;
    } else if applied {
        show::applied(&changes, streams)?;
        show::restart(&changes, direction, streams)?;
    }
    Ok(Exit::Done)
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
) -> Result<Vec<Change>, Fault> {
    let plans = hosts.iter().map(|host| plan(*host, direction, surroundings));
    Ok(plans.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
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
