//! `mind status`.

use super::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

pub(super) fn run(session: &Session<'_>, streams: &mut Streams<'_>) -> Result<Exit, Fault> {
    let status = session.status();
    if session.common.json {
        return accept(wire::status(session, &status), streams);
    }
    show::status(session, &status, streams)?;
    Ok(Exit::Done)
}
