//! The blocks a model gets, for people.

use mind_core::context::{Blocks, Manifest, ManifestEntry};

use super::table::Table;
use super::{note, plain};
use crate::fault::Fault;
use crate::streams::Streams;

/// The exact bytes of both blocks, with an empty line between them.
pub(crate) fn blocks(blocks: &Blocks, streams: &mut Streams<'_>) -> Result<(), Fault> {
    let shown = [&blocks.standing, &blocks.task].into_iter().filter(|block| !block.is_empty());
    let shown: Vec<&str> = shown.map(|block| block.trim_end_matches('\n')).collect();
    if shown.is_empty() {
        note("there is nothing to say", streams)?;
    } else {
        writeln!(streams.output, "{}", shown.join("\n\n"))?;
    }
    unread(&blocks.manifest, streams)
}

/// A line a row that was considered, then what the blocks cost.
pub(crate) fn manifest(manifest: &Manifest, streams: &mut Streams<'_>) -> Result<(), Fault> {
    let mut table = Table::new();
    for entry in &manifest.entries {
        table.row(line(entry));
    }
    table.write(streams.output)?;
    if !manifest.entries.is_empty() {
        writeln!(streams.output)?;
    }
    let mut table = Table::new();
    for (name, block) in [("standing", &manifest.standing), ("task", &manifest.task)] {
        let tokens = format!("{} tokens", block.tokens());
        table.row([name.to_owned(), tokens, format!("{} bytes", block.total)]);
    }
    table.row(["budget".to_owned(), String::new(), format!("{} bytes", manifest.budget)]);
    table.write(streams.output)?;
    unread(manifest, streams)
}

/// The stores that are not in the blocks, on standard error.
fn unread(manifest: &Manifest, streams: &mut Streams<'_>) -> Result<(), Fault> {
    for seen in &manifest.stores {
        if let Err(error) = &seen.outcome {
            let because = plain(&error.to_string());
            writeln!(streams.errors, "warning: {because} ({})", error.code())?;
        }
    }
    Ok(())
}

fn line(entry: &ManifestEntry) -> [String; 7] {
    [
        if entry.is_included() { "shown" } else { "left out" }.to_owned(),
        entry.section.as_str().to_owned(),
        plain(&entry.reference),
        entry.kind.map(|kind| kind.to_string()).unwrap_or_default(),
        entry.reason.as_str().to_owned(),
        format!("{} bytes", entry.bytes),
        entry.score.map(|score| format!("score {score:.6}")).unwrap_or_default(),
    ]
}
