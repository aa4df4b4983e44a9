//! A review whose model is run by hand: what to ask it, and what to make of its answer.

use std::path::Path;

use mind_core::consolidate::plan::{Origin, PLAN_LIFE_MS, PlanOwner};
use mind_core::consolidate::{target, text};
use mind_core::error::{ApplyError, ConsolidateError, Error};
use mind_core::port::Store as _;
use mind_core::review::judge::{Proposal, Reply};
use mind_core::review::prepare::{Model, Prepared, Preparing};
use mind_core::review::reply::REPLY_LIMIT;
use mind_core::review::request::RunId;
use mind_core::review::targets;
use mind_core::review::window::Progress;
use mind_core::time::Timestamp;
use mind_protocol::optimize::ReviewRequest;

use super::prepared;
use crate::command::optimize::contents;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;
use crate::show;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::wire;

/// Bytes a reply may have: four for each character of the longest.
const REPLY_BYTES: u64 = 4 * REPLY_LIMIT as u64;

/// Whatever model it is, nobody here knows its name.
fn unnamed() -> Model {
    let [provider, id, thinking] = ["by-hand", "unknown", "unknown"].map(str::to_owned);
    Model { provider, id, thinking }
}

/// Writes the request.
pub(super) fn prepare(
    named: Option<&str>,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let tier = target(named, &session.scope)?.tier();
    let tier = targets(Some(tier.as_str()), &session.scope)?[0];
    match prepared(tier, (Origin::Explicit, Progress::default()), &unnamed(), session) {
        Ok(prepared) => show::json(&wire::review_request(&prepared), streams)?,
        Err(skip) => writeln!(streams.errors, "{tier}: skipped, {}", skip.reason.in_words())?,
    }
    Ok(Exit::Done)
}

/// Judges the reply on standard input to a request, and writes the plan.
pub(super) fn judge(
    request: &Path,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let file = contents(request, surroundings, streams)?;
    let request: ReviewRequest = serde_json::from_slice(&file).map_err(|_| Fault::NotARequest)?;
    let prepared = resumed(&request, session)?;
    let text = reply(streams)?;
    let reply = Reply { text: &text, model: Some(&prepared.model) };
    match session.mind.judge_reply(&prepared, reply)? {
        Proposal::Nothing => writeln!(streams.errors, "the model leaves the records alone")?,
        Proposal::Change(change) => {
            show::json(&wire::plan(&change.plan), streams)?;
            writeln!(streams.errors, "{}", text::staged(&change.plan))?;
        }
    }
    Ok(Exit::Done)
}

/// The review that a request began, on the very bytes it was made for.
fn resumed(request: &ReviewRequest, session: &Session<'_>) -> Result<Prepared, Fault> {
    let tier = wire::review_target(request).ok_or(Fault::NotARequest)?;
    let run = RunId::parse(&request.run_id).ok_or(Fault::NotARequest)?;
    let created = Timestamp::parse(&request.created_at).map_err(|_| Fault::NotARequest)?;
    let owner = PlanOwner::of(&session.scope);
    let told = (request.owner.persona.as_str(), &request.owner.project);
    if told != (owner.persona.as_str(), &owner.project) {
        return Err(Error::from(ApplyError::OwnerMismatch).into());
    }
    let over = created.plus_millis(PLAN_LIFE_MS).is_none_or(|end| session.now() >= end);
    if over || created > session.now() {
        return Err(Error::from(ApplyError::PlanExpired).into());
    }
    let place = session.scope.place(targets(Some(tier.as_str()), &session.scope)?[0])?;
    let snapshot = session.mind.store().strict(&place)?;
    if snapshot.fingerprint.to_string() != request.fingerprint {
        return Err(Error::from(ConsolidateError::Changed).into());
    }
    let preparing = Preparing {
        place: &place,
        scope: &session.scope,
        owner: &owner,
        origin: Origin::Explicit,
        progress: Progress::default(),
        settled: &[],
        model: &unnamed(),
    };
    Ok(Prepared::resumed(snapshot, &preparing, (run, &request.window), created))
}

/// The whole of standard input, as it stands.
fn reply(streams: &mut Streams<'_>) -> Result<String, Fault> {
    let bytes = input::bounded(&mut streams.input, REPLY_BYTES)
        .map_err(|error| Fault::of_file("-", &error))?
        .ok_or(Fault::TooLarge { limit: REPLY_BYTES })?;
    String::from_utf8(bytes).map_err(|_| Fault::NotUtf8)
}
