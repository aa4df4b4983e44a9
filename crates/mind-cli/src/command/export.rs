//! `mind export`.

use mind_core::mind::Exported;
use mind_core::scope::{Persona, Tier};
use mind_protocol::ExportedFact;

use super::screen;
use crate::arguments::{Export, ExportFormat};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show::counted;
use crate::streams::Streams;
use crate::{nearest, show, wire};

/// Facts go to standard output, the count of those left out to standard error. A tier that cannot be read makes the answer incomplete, and the command fails.
pub(super) fn run(
    wanted: &Export,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    if session.common.json && wanted.format == ExportFormat::Markdown {
        return Err(Fault::Usage {
            message: "`--json` does not go with `--format markdown`".to_owned(),
            next: "leave one of them out; the usual format is JSON Lines".to_owned(),
        });
    }
    let tiers = nearest::tiers(&wanted.tiers)?;
    let screen = screen(wanted.withheld, streams)?;
    let export = session.mind.export(&session.scope, &tiers, screen)?;
    match wanted.format {
        ExportFormat::Jsonl => {
            for fact in &export.facts {
                show::json(&line(fact, &session.scope.persona), streams)?;
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

/// A line an import takes back for the same owner: what a persona's own store need not say, the line does, but for the persona that has no name.
fn line(fact: &Exported, persona: &Persona) -> ExportedFact {
    let mut line = wire::exported(fact);
    if fact.tier == Tier::Persona && *persona != Persona::unnamed() {
        line.persona = Some(persona.segment().to_string());
    }
    line
}
