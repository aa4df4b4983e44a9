//! `mind export`.

use super::{parse_tiers, screen};
use crate::arguments::{Export, ExportFormat};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show::counted;
use crate::streams::Streams;
use crate::{show, wire};

/// Facts go to standard output, the count of those left out to standard error. A tier that cannot be read makes the answer incomplete, and the command fails.
pub(super) fn run(
    wanted: &Export,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let tiers = parse_tiers(&wanted.tiers)?;
    let screen = screen(wanted.withheld, streams)?;
    let export = session.mind.export(&session.scope, &tiers, screen)?;
    match wanted.format {
        ExportFormat::Jsonl => {
            for fact in &export.facts {
                show::json(&wire::exported(fact), streams)?;
            }
        }
        ExportFormat::Markdown => show::markdown(&export, streams)?,
    }
    streams.output.flush()?;
    if export.withheld > 0 {
        let facts = counted(export.withheld, "fact is", "facts are");
        show::note(&format!("{facts} withheld as unsafe and left out"), streams)?;
    }
    show::warnings(&export.warnings, streams)?;
    match export.unreadable.into_iter().next() {
        Some(unreadable) => Err(unreadable.because.into()),
        None => Ok(Exit::Done),
    }
}
