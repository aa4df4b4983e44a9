//! `mind recall`.

use mind_core::error::Error;
use mind_core::mind::RecallRequest;
use mind_core::time::Timestamp;

use super::{accept, screen, viewer};
use crate::arguments::Recall;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;
use crate::streams::Streams;
use crate::wire::Parts;
use crate::{nearest, show, wire};

pub(super) fn run(
    wanted: &Recall,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let at = wanted.at.as_deref().map(Timestamp::parse).transpose();
    let request = RecallRequest {
        query: input::text(&wanted.query, &mut *streams.input)?,
        tiers: nearest::tiers(&wanted.tiers)?,
        kind: wanted.kind.as_deref().map(nearest::known_kind).transpose()?,
        limit: wanted.limit,
        offset: wanted.offset,
        at: at.map_err(|_| Error::DateInvalid { field: "at" })?,
        screen: screen(wanted.withheld, streams)?,
    };
    let page = session.mind.recall(&session.scope, &request)?;
    if session.common.json {
        let parts = if wanted.explain { Parts::Shown } else { Parts::Left };
        return accept(wire::page(&page, parts), streams);
    }
    show::page(&page, wanted.explain, viewer(session), streams)?;
    Ok(Exit::Done)
}
