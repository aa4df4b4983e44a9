//! `mind remember`.

use std::io::BufReader;
use std::path::Path;

use mind_core::mind::Draft;

use super::{accept, span, viewer};
use crate::arguments::Remember;
use crate::batch::{self, Mode};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::import::jsonl;
use crate::input;
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

pub(super) fn run(
    wanted: Remember,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let mut draft = Draft {
        kind: wanted.kind,
        text: String::new(),
        tags: wanted.tags,
        tier: wanted.tier,
        ttl_hours: wanted.ttl.as_deref().map(span::hours),
        source: wanted.source,
        derived_from: wanted.derived_from,
        supersedes: wanted.supersedes,
        recorded_at: None,
    };
    if let Some(path) = wanted.batch {
        return remember_lines(&path, draft, session, streams);
    }
    draft.text = input::text(&wanted.text, &mut *streams.input)?;
    let receipt = session.mind.remember(&session.scope, &draft)?;
    if session.common.json {
        return accept(wire::remembered(&receipt), streams);
    }
    show::remembered(&receipt, viewer(session), streams)?;
    Ok(Exit::Done)
}

/// `--batch`: a fact a line; the options fill in what a line leaves out.
fn remember_lines(
    path: &Path,
    template: Draft,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let source = input::source(path, streams)?;
    let pieces = jsonl::pieces(BufReader::new(source), path, template, session.now());
    batch::run(pieces, Mode::Store, session, streams)
}
