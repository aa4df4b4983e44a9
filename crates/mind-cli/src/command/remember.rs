//! `mind remember`.

use std::io::BufReader;
use std::path::Path;

use mind_core::error::Error;
use mind_core::mind::{Draft, Remembered};

use super::named::named;
use super::{accept, span, viewer};
use crate::arguments::Remember;
use crate::batch::{self, Mode};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::import::{detect, jsonl};
use crate::input;
use crate::nearest::{self, STORED};
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
    let receipt = remembered(&mut draft, session)?;
    if session.common.json {
        return accept(wire::remembered(&receipt), streams);
    }
    show::remembered(&receipt, viewer(session), streams)?;
    Ok(Exit::Done)
}

/// Stores it. The id of what it replaces may be typed in part.
fn remembered(draft: &mut Draft, session: &Session<'_>) -> Result<Remembered, Fault> {
    let (mind, scope) = (&session.mind, &session.scope);
    let stored = match draft.supersedes.clone() {
        None => mind.remember(scope, draft).map_err(Fault::from),
        Some(replaced) => named(&replaced, session, |replaced| {
            draft.supersedes = Some(replaced.to_owned());
            mind.remember(scope, draft)
        }),
    };
    stored.map_err(|fault| match (fault, &draft.kind, &draft.tier) {
        (Fault::Domain(Error::KindUnknown), Some(kind), _) => nearest::kind(kind),
        (Fault::Domain(Error::TierUnknown), _, Some(tier)) => nearest::tier(tier, &STORED),
        (fault, ..) => fault,
    })
}

/// `--batch`: a fact a line; the options fill in what a line leaves out.
fn remember_lines(
    path: &Path,
    template: Draft,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let mut source = BufReader::with_capacity(detect::PEEK, input::source(path, streams)?);
    jsonl::check_shape(detect::peek(&mut source, path)?)?;
    let pieces = jsonl::pieces(source, path, template, session.now());
    batch::run(pieces, Mode::Store, session, streams)
}
