//! `mind optimize history`.

use mind_core::consolidate::{target, text};
use mind_core::mind::ReceiptOutcome;
use mind_core::scope::FactPlace;

use super::{place_of, say};
use crate::arguments::{OptimizeHistory, SettledAs};
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;
use crate::wire;

pub(super) fn run(
    wanted: &OptimizeHistory,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    match (&wanted.settle, wanted.outcome, &wanted.receipt) {
        (Some(receipt), Some(outcome), _) => {
            let place = place_of(receipt, wanted.target.as_deref(), session)?;
            settle(receipt, outcome, &place, session, streams)
        }
        (_, _, Some(receipt)) => {
            let place = place_of(receipt, wanted.target.as_deref(), session)?;
            one(receipt, wanted.offset, &place, session, streams)
        }
        _ => list(wanted, session, streams),
    }
}

fn list(
    wanted: &OptimizeHistory,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let (offset, limit, scope) = (wanted.offset, wanted.limit, &session.scope);
    let page = match wanted.target.as_deref() {
        Some(named) => session.mind.history(scope, &target(Some(named), scope)?, offset, limit)?,
        None => session.mind.histories(scope, offset, limit)?,
    };
    let shown = wire::history(&page, (offset, limit));
    if session.common.json {
        return accept(shown, streams);
    }
    say(&text::history(&page, session.now()), &shown.warnings, streams)?;
    Ok(Exit::Done)
}

fn one(
    receipt: &str,
    offset: u64,
    place: &FactPlace,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let reading = session.mind.read_receipt(&session.scope, place, receipt, offset)?;
    if session.common.json {
        return accept(wire::receipt(&reading), streams);
    }
    let words = format!("{}\n{}", text::receipt(&reading, session.now()), text::rows(&reading));
    say(&words, &[], streams)?;
    Ok(Exit::Done)
}

/// A person's word; no tool has this (O-131).
fn settle(
    receipt: &str,
    outcome: SettledAs,
    place: &FactPlace,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let outcome = match outcome {
        SettledAs::Applied => ReceiptOutcome::Applied,
        SettledAs::Rejected => ReceiptOutcome::Rejected,
    };
    let settled = session.mind.settle_receipt(&session.scope, place, receipt, outcome)?;
    let shown = wire::settled(&settled);
    if session.common.json {
        return accept(shown, streams);
    }
    let words = format!("Settled {receipt} as {}. No fact has changed.", outcome.as_str());
    say(&words, &shown.warnings, streams)?;
    Ok(Exit::Done)
}
