//! Receipts of fact writes for people.

use mind_core::mind::{
    Forgotten, Outcome, Promoted, Remembered, Removed, Replaced, TierChoice, Unmoved,
};

use super::table::Table;
use super::{Viewer, note, plain, warnings};
use crate::fault::Fault;
use crate::streams::Streams;
use crate::wire::{REMAINS, unmoved};

/// One line: id, kind, tier, what became of it and, when a rule chose the tier, why (S-7).
pub(crate) fn remembered(
    receipt: &Remembered,
    at: Viewer<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut words = vec![receipt.outcome.as_str().to_owned()];
    words.extend(receipt.expires_at.map(|end| format!("expires {}", at.ahead(end))));
    words.extend(choice(receipt));
    let line = [receipt.id.to_string(), receipt.kind.to_string(), receipt.tier.to_string()];
    writeln!(streams.output, "{}  {}", line.join("  "), words.join("; "))?;
    replaced(receipt.replaced.as_ref(), streams)?;
    also_working(receipt.also_working.as_ref(), streams)?;
    warnings(&receipt.warnings, streams)
}

fn choice(receipt: &Remembered) -> Option<String> {
    match receipt.choice {
        TierChoice::Named => None,
        TierChoice::Rule => {
            let (kind, tier) = (receipt.kind, receipt.tier);
            Some(format!("kind {kind} goes to {tier} here, `--tier` chooses another"))
        }
        TierChoice::Existing => {
            Some("it is already kept there, `--tier` chooses another".to_owned())
        }
    }
}

/// One line, as for `remember`.
pub(crate) fn promoted(receipt: &Promoted, streams: &mut Streams<'_>) -> Result<(), Fault> {
    let outcome = match receipt.outcome {
        Outcome::Stored => "promoted",
        Outcome::Refreshed | Outcome::PromotedExisting => "promoted; it was already kept there",
    };
    writeln!(streams.output, "{}  {}  {}  {outcome}", receipt.id, receipt.kind, receipt.tier)?;
    replaced(receipt.replaced.as_ref(), streams)?;
    if receipt.replaced_nothing {
        note("the fact it was to replace can no longer be told; nothing was retired", streams)?;
    }
    also_working(receipt.also_working.as_ref(), streams)?;
    warnings(&receipt.warnings, streams)
}

/// A line a row that is gone, or would be.
pub(crate) fn forgotten(
    receipt: &Forgotten,
    dry_run: bool,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut table = Table::new();
    receipt.removed.iter().for_each(|row| table.row(removed(row, dry_run)));
    table.write(streams.output)?;
    for id in &receipt.predecessors {
        note(&format!("{id}, which it had replaced, stays retired"), streams)?;
    }
    if !dry_run {
        note(REMAINS, streams)?;
    }
    warnings(&receipt.warnings, streams)
}

fn removed(row: &Removed, dry_run: bool) -> [String; 4] {
    let verb = match (dry_run, row.failed.is_some()) {
        (true, _) => "would forget",
        (false, false) => "forgotten",
        (false, true) => "still there",
    };
    let tier = if row.retired { format!("{} (retired)", row.tier) } else { row.tier.to_string() };
    let owner = row.persona.as_ref().map(|persona| plain(persona.as_str())).unwrap_or_default();
    [verb.to_owned(), row.id.to_string(), tier, owner]
}

fn replaced(replaced: Option<&Replaced>, streams: &mut Streams<'_>) -> Result<(), Fault> {
    match replaced {
        None => Ok(()),
        Some(Replaced::Retired { id, tier }) => {
            Ok(writeln!(streams.output, "{id}  {tier}  retired")?)
        }
        Some(Replaced::Pending { id, tier }) => {
            Ok(writeln!(streams.output, "{id}  {tier}  stays until the new fact is promoted")?)
        }
        Some(Replaced::StillActive { id, tier, because }) => {
            let because = unmoved(because);
            let message = plain(&because.message);
            let line =
                format!("warning: {id} in {tier} is still active: {message} ({})", because.code);
            Ok(writeln!(streams.errors, "{line}")?)
        }
    }
}

fn also_working(because: Option<&Unmoved>, streams: &mut Streams<'_>) -> Result<(), Fault> {
    let Some(because) = because.map(unmoved) else { return Ok(()) };
    let message = plain(&because.message);
    writeln!(
        streams.errors,
        "warning: the working copy is still there: {message} ({})",
        because.code
    )?;
    note("the same command again finishes it", streams)
}
