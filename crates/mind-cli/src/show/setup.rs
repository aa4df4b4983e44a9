//! The changes in the configuration of hosts, for people.

use super::{counted, plain};
use crate::fault::Fault;
use crate::setup::{Change, Kind};
use crate::streams::Streams;

/// The exact change of every file that changes.
pub(crate) fn changes(changes: &[Change], streams: &mut Streams<'_>) -> Result<(), Fault> {
    for change in changes.iter().filter(|change| change.kind() != Kind::None) {
        for line in change.diff().split_inclusive('\n') {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            // Indentation is not to be seen through.
            let cells: Vec<String> = line.split('\t').map(plain).collect();
            write!(streams.output, "{}{end}", cells.join("\t"))?;
        }
        writeln!(streams.output)?;
    }
    Ok(())
}

/// What was done, a line a file.
pub(crate) fn applied(changes: &[Change], streams: &mut Streams<'_>) -> Result<(), Fault> {
    for change in changes {
        let done = match change.kind() {
            Kind::None => "unchanged",
            Kind::Create => "made",
            Kind::Edit => "changed",
            Kind::Restore => "as it was before",
            Kind::Remove => "removed",
        };
        let path = plain(&change.path.display().to_string());
        write!(streams.output, "{}: {path} {done}", change.host.title())?;
        match change.backup() {
            Some(backup) => {
                writeln!(streams.output, ", copy in {}", plain(&backup.display().to_string()))?;
            }
            None => writeln!(streams.output)?,
        }
    }
    Ok(())
}

/// Asks a person for a yes.
pub(crate) fn question(files: usize, streams: &mut Streams<'_>) -> Result<(), Fault> {
    streams.output.flush()?;
    write!(streams.errors, "Make this change to {}? [y/N] ", counted(files, "file", "files"))?;
    Ok(streams.errors.flush()?)
}
