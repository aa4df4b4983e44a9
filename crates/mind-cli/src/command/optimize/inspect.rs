//! `mind optimize inspect`.

use mind_core::consolidate::inspect::PageRequest;
use mind_core::consolidate::text;

use super::{place, say};
use crate::arguments::OptimizeInspect;
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::wire;

pub(super) fn run(
    wanted: &OptimizeInspect,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let place = place(&wanted.target, session)?;
    let fingerprint = wanted.fingerprint.as_deref();
    let request = PageRequest { offset: wanted.offset, limit: wanted.limit, fingerprint };
    let page = session.mind.inspect(&session.scope, &place, request)?;
    let shown = wire::inspection(&page, place.tier(), (wanted.offset, wanted.limit));
    if session.common.json {
        return accept(shown, streams);
    }
    say(&text::inspection(&page, place.tier(), wanted.offset), &[], streams)?;
    Ok(Exit::Done)
}
