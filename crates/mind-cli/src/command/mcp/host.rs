//! `mind mcp --profile host`: the engine of one session of a host such as Pi.

use std::sync::Arc;

use mind_core::Mind;
use mind_mcp::serve_host_stdio;
use mind_pi_adapter::Host;

use super::world::Machine;
use crate::arguments::{Common, Mcp};
use crate::backing::{self, Front};
use crate::config::Config;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::{self, LOCK_TIMEOUT};
use crate::streams::Streams;
use crate::surroundings::Surroundings;

/// Whether a host is to be served.
pub(in crate::command) fn is_host(wanted: &Mcp) -> bool {
    wanted.profile == "host"
}

/// Serves until the host goes. No file of the memory is opened before a call needs one.
pub(in crate::command) fn serve(
    wanted: &Mcp,
    common: &Common,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    if !wanted.tools.is_empty() {
        return Err(Fault::Usage {
            message: "`--tools` does not go with profile host".to_owned(),
            next: "leave it out: a host is told which tools there are".to_owned(),
        });
    }
    let config = Config::read(surroundings)?;
    let home = session::home_of(common, &config, Front::Pi, surroundings)?;
    let limits = backing::limits(&config)?;
    let clock = surroundings.clock.clone();
    let mind = Mind::new(home.open(limits), clock.clone(), LOCK_TIMEOUT);
    let machine = Machine::new(common, config, home.open(limits), surroundings);
    streams.output.flush()?;
    streams.errors.flush()?;
    serve_host_stdio(Host::new(mind, clock, Box::new(machine)) as Arc<_>)?;
    Ok(Exit::Done)
}
