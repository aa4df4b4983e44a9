//! The memory of pi-persona-mind, or another home: rows keep their meaning and are merged by the store (store.md D-80 to D-86).

use mind_protocol::{Imported, Warning};
use mind_store_fs::{ImportMode, ImportReport};

use crate::arguments::Import;
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::show::counted;
use crate::streams::Streams;

/// Brings a memory in. The exit code says whether every file could be taken.
pub(crate) fn run(
    wanted: &Import,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let mode = if wanted.dry_run { ImportMode::Check } else { ImportMode::Store };
    let (now, wait) = (session.now(), session.wait);
    let report = session.mind.store().import_home(&wanted.path, now, wait, mode)?;
    let imported = wire(&report);
    let exit = if report.warnings.is_empty() { Exit::Done } else { Exit::Refused };
    if session.common.json {
        accept(&imported, streams)?;
    } else {
        show(&report, &imported, streams).map_err(Fault::Output)?;
    }
    Ok(exit)
}

fn wire(report: &ImportReport) -> Imported {
    let warning = |warning: &mind_store_fs::ImportWarning| Warning {
        code: warning.because.code().to_owned(),
        message: warning.because.to_string(),
    };
    Imported {
        files_scanned: report.files_scanned as u64,
        files_skipped: report.files_skipped as u64,
        files_migrated: report.files_migrated as u64,
        entries_seen: report.entries_seen as u64,
        entries_added: report.entries_added as u64,
        conflicts: report.conflicts as u64,
        invalid_entries: report.invalid_entries as u64,
        refused_entries: report.refused_entries as u64,
        expired_entries: report.expired_entries as u64,
        warnings: report.warnings.iter().map(warning).collect(),
    }
}

fn show(
    report: &ImportReport,
    imported: &Imported,
    streams: &mut Streams<'_>,
) -> std::io::Result<()> {
    for warning in &imported.warnings {
        writeln!(streams.errors, "warning: {} ({})", warning.message, warning.code)?;
    }
    let files = counted(report.files_scanned, "file", "files");
    writeln!(
        streams.output,
        "{} added, {} known already, from {files} ({} unchanged since the last import)",
        counted(report.entries_added, "entry", "entries"),
        report.conflicts,
        report.files_skipped,
    )?;
    let left = [
        (report.invalid_entries, "not valid"),
        (report.refused_entries, "unsafe"),
        (report.expired_entries, "expired"),
    ];
    for (count, why) in left.into_iter().filter(|(count, _)| *count > 0) {
        let rows = counted(count, "entry", "entries");
        writeln!(streams.output, "{rows} left in the source: {why}")?;
    }
    Ok(())
}
