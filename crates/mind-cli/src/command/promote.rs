//! `mind promote`.

use mind_core::error::Error;
use mind_core::mind::Destination;
use mind_core::scope::Tier;

use super::accept;
use crate::arguments::Promote;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

pub(super) fn run(
    wanted: &Promote,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let destination = destination(&wanted.to)?;
    let receipt = session.mind.promote(&session.scope, &wanted.reference, destination)?;
    if session.common.json {
        return accept(wire::promoted(&receipt), streams);
    }
    show::promoted(&receipt, streams)?;
    Ok(Exit::Done)
}

fn destination(name: &str) -> Result<Destination, Error> {
    match name.parse()? {
        Tier::ProjectLong => Ok(Destination::ProjectLong),
        Tier::Persona => Ok(Destination::Persona),
        Tier::Shared => Ok(Destination::Shared),
        Tier::Project | Tier::Session => Err(Error::TierUnknown),
    }
}
