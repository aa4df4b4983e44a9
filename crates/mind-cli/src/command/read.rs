//! `mind read`.

use mind_core::mind::Screen;

use super::{accept, screen, viewer};
use crate::arguments::Read;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

pub(super) fn run(
    wanted: &Read,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let tier = wanted.tier.as_deref().map(str::parse).transpose()?;
    let reading = match screen(wanted.withheld, streams)? {
        Screen::Withhold => session.mind.read(&session.scope, &wanted.reference, tier)?,
        Screen::Reveal => session.mind.reveal(&session.scope, &wanted.reference, tier)?,
    };
    if session.common.json {
        return accept(wire::reading(&reading), streams);
    }
    show::reading(&reading, viewer(session), streams)?;
    Ok(Exit::Done)
}
