//! `mind forget`.

use mind_core::mind::{ForgetMode, Forgotten};

use super::accept;
use crate::arguments::Forget;
use crate::exit::Exit;
use crate::fault::{Fault, Partial};
use crate::session::Session;
use crate::streams::Streams;
use crate::{show, wire};

pub(super) fn run(
    wanted: &Forget,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let tier = wanted.tier.as_deref().map(str::parse).transpose()?;
    let mode = if wanted.dry_run { ForgetMode::DryRun } else { ForgetMode::Remove };
    let receipt = session.mind.forget(&session.scope, &wanted.reference, tier, mode)?;
    if let Some(fault) = left(&receipt) {
        return Err(fault);
    }
    if session.common.json {
        return accept(wire::forgotten(&receipt, wanted.dry_run), streams);
    }
    show::forgotten(&receipt, wanted.dry_run, streams)?;
    Ok(Exit::Done)
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
