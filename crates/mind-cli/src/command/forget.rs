//! `mind forget`, of one fact or of several.

use mind_core::mind::{ForgetMode, Forgotten};
use mind_core::scope::Tier;

use super::accept;
use super::named::named;
use crate::arguments::Forget;
use crate::exit::Exit;
use crate::fault::{Fault, Partial};
use crate::session::Session;
use crate::streams::Streams;
use crate::{nearest, show, wire};

/// One answer an id. Where one of several is not there, the others are forgotten all the same; where one may mean several, none is.
pub(super) fn run(
    wanted: &Forget,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let tier = wanted.tier.as_deref().map(nearest::known_tier).transpose()?;
    if let [only] = wanted.references.as_slice() {
        let receipt = forget(only, tier, wanted, session)?;
        return answer(&receipt, wanted, session, streams);
    }
    // What each means is told before the first one goes: without it, another would mean something else.
    let look = |reference: &String| meaning(reference, tier, session);
    let mut meant: Vec<Result<String, Fault>> = Vec::new();
    for one in wanted.references.iter().map(look) {
        let known = one.as_ref().is_ok_and(|one| meant.iter().flatten().any(|other| other == one));
        if !known {
            meant.push(one);
        }
    }
    let doubtful = meant.iter().any(|one| one.as_ref().is_err_and(is_ambiguous));
    let mut exit = Exit::Done;
    for reference in meant {
        if doubtful && reference.is_ok() {
            continue;
        }
        let answered = reference
            .and_then(|reference| forget(&reference, tier, wanted, session))
            .and_then(|receipt| answer(&receipt, wanted, session, streams));
        match answered {
            Ok(_) => {}
            Err(fault @ Fault::Output(_)) => return Err(fault),
            Err(fault) => {
                refuse(&fault, session, streams)?;
                exit = if exit == Exit::Done { fault.exit() } else { exit };
            }
        }
    }
    Ok(exit)
}

fn forget(
    reference: &str,
    tier: Option<Tier>,
    wanted: &Forget,
    session: &Session<'_>,
) -> Result<Forgotten, Fault> {
    let mode = if wanted.dry_run { ForgetMode::DryRun } else { ForgetMode::Remove };
    let receipt = named(reference, session, |reference| {
        session.mind.forget(&session.scope, reference, tier, mode)
    })?;
    left(&receipt).map_or(Ok(receipt), Err)
}

/// The reference with its id whole, when something answers to it.
fn meaning(reference: &str, tier: Option<Tier>, session: &Session<'_>) -> Result<String, Fault> {
    named(reference, session, |reference| {
        session.mind.forget(&session.scope, reference, tier, ForgetMode::DryRun)?;
        Ok(reference.to_owned())
    })
}

const fn is_ambiguous(fault: &Fault) -> bool {
    matches!(fault, Fault::Domain(mind_core::Error::AmbiguousId { .. }))
}

fn answer(
    receipt: &Forgotten,
    wanted: &Forget,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    if session.common.json {
        return accept(wire::forgotten(receipt, wanted.dry_run), streams);
    }
    show::forgotten(receipt, wanted.dry_run, streams)?;
    Ok(Exit::Done)
}

fn refuse(fault: &Fault, session: &Session<'_>, streams: &mut Streams<'_>) -> Result<(), Fault> {
    if session.common.json {
        return show::json(&wire::refusal(fault), streams);
    }
    show::refusal(fault, streams)
}

/// Rows that could not be removed make the answer a refusal that says which went and which did not (facts.md F-44).
fn left(receipt: &Forgotten) -> Option<Fault> {
    let because = receipt.removed.iter().find_map(|row| row.failed.as_deref())?.clone();
    let names = |failed: bool| {
        let rows = receipt.removed.iter().filter(|row| row.failed.is_some() == failed);
        let name = |row: &mind_core::mind::Removed| match &row.persona {
            Some(persona) => format!("{}:{persona}/{}", row.tier, row.id),
            None => format!("{}/{}", row.tier, row.id),
        };
        rows.map(name).collect::<Vec<_>>().join(", ")
    };
    let partial = Partial { because, done: names(false), left: names(true) };
    Some(Fault::Partly(Box::new(partial)))
}
