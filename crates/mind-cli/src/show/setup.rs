//! The changes in the configuration of hosts, for people.

use std::path::{Path, PathBuf};

use super::{counted, note, plain};
use crate::fault::Fault;
use crate::setup::{Change, Direction, Host, Kind, Plan};
use crate::streams::Streams;

/// The exact change of every file that changes. Files that are all ours are a part of the program, and only counted.
pub(crate) fn changes(plans: &[Plan], streams: &mut Streams<'_>) -> Result<(), Fault> {
    for plan in plans {
        if let Some(path) = plan.linked() {
            let path = plain(&path.display().to_string());
            let title = plan.host.title();
            note(
                &format!(
                    "{title}: {path} is a link, so the extension there is yours and stays as it is"
                ),
                streams,
            )?;
        }
    }
    let changed = changes_of(plans).filter(|change| change.kind() != Kind::None);
    let (whole, shown): (Vec<&Change>, Vec<&Change>) = changed.partition(|one| one.is_whole());
    if let Some(line) = extension(&whole) {
        writeln!(streams.output, "{line}")?;
        kept(&whole, streams)?;
        writeln!(streams.output)?;
    }
    for change in shown {
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

/// Files of ours that somebody has changed, a line each.
fn kept(whole: &[&Change], streams: &mut Streams<'_>) -> Result<(), Fault> {
    for (change, copy) in whole.iter().filter_map(|change| Some((change, change.backup()?))) {
        let (path, copy) = (change.path.display().to_string(), copy.display().to_string());
        writeln!(streams.output, "  changed since: {}, copy in {}", plain(&path), plain(&copy))?;
    }
    Ok(())
}

fn changes_of(plans: &[Plan]) -> impl Iterator<Item = &Change> {
    plans.iter().flat_map(|plan| &plan.changes)
}

/// Files of the extension in one line.
fn extension(whole: &[&Change]) -> Option<String> {
    let first = whole.first()?;
    let place = common(whole.iter().map(|change| change.path.as_path()));
    let what = match first.kind() {
        Kind::Remove => "removes",
        _ => "puts",
    };
    let files = counted(whole.len(), "file", "files");
    let place = plain(&place.display().to_string());
    let preposition = if what == "removes" { "from" } else { "into" };
    Some(format!("{} extension: {what} {files} {preposition} {place}", first.host.title()))
}

/// The directory that all of some files are in.
fn common<'a>(mut paths: impl Iterator<Item = &'a Path>) -> PathBuf {
    let first = paths.next().and_then(Path::parent).map(Path::to_owned).unwrap_or_default();
    paths.fold(first, |mut place, path| {
        while !path.starts_with(&place) && place.pop() {}
        place
    })
}

/// What was done, a line a file.
pub(crate) fn applied(plans: &[Plan], streams: &mut Streams<'_>) -> Result<(), Fault> {
    let (whole, shown): (Vec<&Change>, Vec<&Change>) =
        changes_of(plans).partition(|one| one.is_whole() && one.kind() != Kind::None);
    if let Some(first) = whole.first() {
        let place = common(whole.iter().map(|change| change.path.as_path()));
        let done = if first.kind() == Kind::Remove { "removed" } else { "in place" };
        let files = counted(whole.len(), "file", "files");
        let place = plain(&place.display().to_string());
        writeln!(streams.output, "{}: {place} {done} ({files})", first.host.title())?;
        kept(&whole, streams)?;
    }
    for change in shown.into_iter().filter(|one| !one.is_whole() && one.is_about_a_file()) {
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

/// What is left to do: a host reads its files when it starts.
pub(crate) fn restart(
    plans: &[Plan],
    direction: Direction,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut hosts: Vec<Host> =
        changes_of(plans).filter(|one| one.kind() != Kind::None).map(|one| one.host).collect();
    hosts.dedup();
    for host in hosts {
        let look = match direction {
            Direction::Connect => format!("; {}", host.look()),
            Direction::Disconnect => String::new(),
        };
        writeln!(streams.output, "next: restart {}{look}", host.title())?;
    }
    Ok(())
}

/// Asks a person for a yes.
pub(crate) fn question(files: usize, streams: &mut Streams<'_>) -> Result<(), Fault> {
    streams.output.flush()?;
    write!(streams.errors, "Make this change to {}? [y/N] ", counted(files, "file", "files"))?;
    Ok(streams.errors.flush()?)
}
