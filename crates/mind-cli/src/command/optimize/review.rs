//! `mind optimize review`: a model of the settings, or one that is run by hand (O-134, O-135).

mod by_hand;
mod drive;
mod model;

use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::review::judge::{Proposal, Reply};
use mind_core::review::prepare::{Model, Prepared, Preparing, Skip};
use mind_core::review::schedule::Effect;
use mind_core::review::targets;
use mind_core::review::window::Progress;
use mind_core::scope::Tier;

use super::say;
use crate::arguments::OptimizeReview;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show;
use crate::streams::Streams;
use crate::surroundings::Surroundings;
use crate::wire;
use model::Asked;

pub(super) fn run(
    wanted: &OptimizeReview,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    if let Some(request) = &wanted.judge {
        return by_hand::judge(request, session, surroundings, streams);
    }
    if wanted.prepare {
        return by_hand::prepare(wanted.target.as_deref(), session, streams);
    }
    let targets = targets(wanted.target.as_deref(), &session.scope)?;
    let asked = Asked::of(&session.config, surroundings)?;
    if !session.common.json {
        writeln!(streams.errors, "{}", Effect::accepted_text(&targets))?;
    }
    if wanted.dry_run {
        return dry_run(&targets, &asked, session, streams);
    }
    drive::run(targets, &asked, session, streams)
}

/// Looks for a window of a target.
fn prepared(
    target: Tier,
    (origin, progress): (Origin, Progress),
    model: &Model,
    session: &Session<'_>,
) -> Result<Prepared, Skip> {
    let scope = &session.scope;
    let place = scope.place(target).map_err(|error| Skip::unreadable(error.code(), progress))?;
    session.mind.prepare_review(&Preparing {
        place: &place,
        scope,
        owner: &PlanOwner::of(scope),
        origin,
        progress,
        settled: &[],
        model,
    })
}

/// Asks the model for each target and writes the plans, one a line; the first that does not go well ends it. Nothing changes.
fn dry_run(
    targets: &[Tier],
    asked: &Asked,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    for target in targets {
        let begin = (Origin::Explicit, Progress::default());
        let prepared = match prepared(*target, begin, &asked.model, session) {
            Ok(prepared) => prepared,
            Err(skip) => {
                writeln!(streams.errors, "{target}: skipped, {}", skip.reason.in_words())?;
                continue;
            }
        };
        let answer = asked.answer(&prepared).map_err(|fault| asked.fault(fault))?;
        let reply = Reply { text: &answer.text, model: Some(&answer.model) };
        match session.mind.judge_reply(&prepared, reply)? {
            Proposal::Nothing => {
                writeln!(streams.errors, "{target}: the model leaves the records alone")?;
            }
            Proposal::Change(change) => {
                show::json(&wire::plan(&change.plan), streams)?;
                let words = mind_core::consolidate::text::staged(&change.plan);
                writeln!(streams.errors, "{words}")?;
            }
        }
    }
    Ok(Exit::Done)
}
