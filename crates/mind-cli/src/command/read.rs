//! `mind read`.

use mind_core::mind::{Named, Screen};

use super::named::named;
use super::{accept, screen, viewer};
use crate::arguments::Read;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::{nearest, show, wire};

pub(super) fn run(
    wanted: &Read,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let (mind, scope) = (&session.mind, &session.scope);
    let tier = wanted.tier.as_deref().map(nearest::known_tier).transpose()?;
    let screen = screen(wanted.withheld, streams)?;
    let named = named(&wanted.reference, session, |asked| {
        Ok(match (screen, tier) {
            (Screen::Reveal, tier) => Named::Fact(Box::new(mind.reveal(scope, asked, tier)?)),
            (Screen::Withhold, None) => mind.look_up(scope, asked)?,
            (Screen::Withhold, tier) => Named::Fact(Box::new(mind.read(scope, asked, tier)?)),
        })
    })?;
    let reading = match named {
        Named::Fact(reading) => reading,
        Named::Item(item) if session.common.json => {
            return accept(wire::backlog_item(&item), streams);
        }
        Named::Item(item) => {
            show::backlog_item(&item, viewer(session), streams)?;
            return Ok(Exit::Done);
        }
    };
    if session.common.json {
        return accept(wire::reading(&reading), streams);
    }
    show::reading(&reading, viewer(session), streams)?;
    Ok(Exit::Done)
}
