//! `mind promote`.

use mind_core::mind::Destination;
use mind_core::scope::Tier;

use super::accept;
use super::named::named;
use crate::arguments::Promote;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::nearest;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

const DESTINATIONS: [Tier; 3] = [Tier::ProjectLong, Tier::Persona, Tier::Shared];

pub(super) fn run(
    wanted: &Promote,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let destination = destination(&wanted.to)?;
    let receipt = named(&wanted.reference, session, |reference| {
        session.mind.promote(&session.scope, reference, destination)
    })?;
    if session.common.json {
        return accept(wire::promoted(&receipt), streams);
    }
    show::promoted(&receipt, streams)?;
    Ok(Exit::Done)
}

fn destination(name: &str) -> Result<Destination, Fault> {
    match name.parse() {
        Ok(Tier::ProjectLong) => Ok(Destination::ProjectLong),
        Ok(Tier::Persona) => Ok(Destination::Persona),
        Ok(Tier::Shared) => Ok(Destination::Shared),
        Ok(Tier::Project | Tier::Session) | Err(_) => Err(nearest::tier(name, &DESTINATIONS)),
    }
}
