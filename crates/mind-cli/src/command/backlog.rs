//! `mind backlog`.

use mind_core::mind::{BacklogDraft, BacklogListing, BacklogMove};

use super::{accept, span, viewer};
use crate::arguments::{BacklogAdd, BacklogCommand, BacklogList};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

pub(super) fn run(
    command: BacklogCommand,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    match command {
        BacklogCommand::Add(wanted) => add(wanted, session, streams),
        BacklogCommand::List(wanted) => list(&wanted, session, streams),
        BacklogCommand::Take(item) => change(&item.reference, &BacklogMove::Take, session, streams),
        BacklogCommand::Done(item) => {
            change(&item.reference, &BacklogMove::Done { note: item.note }, session, streams)
        }
        BacklogCommand::Drop(item) => {
            change(&item.reference, &BacklogMove::Drop { note: item.note }, session, streams)
        }
    }
}

fn add(
    wanted: BacklogAdd,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let draft = BacklogDraft {
        text: input::text(&wanted.text, &mut *streams.input)?,
        tags: wanted.tags,
        due_seconds: wanted.due.as_deref().map(|due| span::seconds(due, None)),
        ttl_hours: wanted.ttl.as_deref().map(span::hours),
    };
    let receipt = session.mind.backlog_add(&session.scope, &draft)?;
    if session.common.json {
        return accept(wire::added(&receipt), streams);
    }
    show::backlog_added(&receipt, viewer(session), streams)?;
    Ok(Exit::Done)
}

fn list(
    wanted: &BacklogList,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let listing = BacklogListing {
        state: wanted.state.as_deref().map(str::parse).transpose()?,
        all: wanted.all,
        limit: wanted.limit,
        offset: wanted.offset,
    };
    let page = session.mind.backlog_list(&session.scope, &listing)?;
    if session.common.json {
        return accept(wire::backlog_page(&page), streams);
    }
    show::backlog_page(&page, viewer(session), streams)?;
    Ok(Exit::Done)
}

fn change(
    reference: &str,
    to: &BacklogMove,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let receipt = session.mind.backlog_move(&session.scope, reference, to)?;
    if session.common.json {
        return accept(wire::moved(&receipt), streams);
    }
    show::backlog_moved(&receipt, streams)?;
    Ok(Exit::Done)
}
