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
        return note("there is nothing to say", streams);
    }
    Ok(writeln!(streams.output, "{}", shown.join("\n\n"))?)
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
    for seen in &manifest.stores {
        if let Err(error) = &seen.outcome {
            let (name, code) = (seen.store.as_str(), error.code());
            writeln!(streams.errors, "warning: {name} could not be read ({code})")?;
        }
    }
    table.write(streams.output)
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
