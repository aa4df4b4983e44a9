//! The memory of pi-persona-mind, another home, or what this home keeps under older names: rows keep their meaning and are merged by the store (store.md D-80 to D-86).

use std::path::{Component, Path, PathBuf};

use mind_core::error::Error;
use mind_core::scope::{Persona, Project};
use mind_protocol::{Imported, Warning};
use mind_store_fs::{ImportMode, ImportReport, OlderNames};

use crate::arguments::Import;
use crate::backing;
use crate::command::accept;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::{self, Session};
use crate::show::counted;
use crate::streams::Streams;
use crate::surroundings::Surroundings;

/// Brings a memory in. The exit code says whether every file could be taken.
pub(crate) fn run(
    root: &Path,
    wanted: &Import,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let older = older_persona(wanted)?;
    let (now, wait) = (session.now(), session.wait);
    let store = session.mind.store();
    let report = store.import_home(root, older.as_ref(), now, wait, mode(wanted))?;
    answer(&report, older.as_ref(), session, streams)
}

/// Brings in what this home keeps under older names of the persona, the project or both.
pub(crate) fn older(
    wanted: &Import,
    session: &Session<'_>,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let persona = older_persona(wanted)?;
    let of_project = wanted.older_project || wanted.moved_from.is_some();
    let project = match (&session.scope.project, of_project) {
        (_, false) => None,
        (None, true) => return Err(Error::NoProject.into()),
        (Some(project), true) => Some(project),
    };
    let mut known_as = if wanted.older_project {
        backing::older_projects(&session::spellings(session.common, surroundings), surroundings)
    } else {
        Vec::new()
    };
    let moved = wanted.moved_from.as_deref().map(|path| moved_from(path, surroundings));
    known_as.extend(moved.transpose()?);
    let names = OlderNames {
        persona: persona.as_ref(),
        project: project.map(|project| (project, known_as.as_slice())),
    };
    let (now, wait) = (session.now(), session.wait);
    let report = session.mind.store().import_older(names, now, wait, mode(wanted))?;
    if wanted.moved_from.is_some() && report.files_scanned == 0 {
        return Err(Fault::Usage {
            message: "nothing is kept for a project at the directory of `--moved-from`".to_owned(),
            next: "`mind doctor` names the directories that are gone".to_owned(),
        });
    }
    answer(&report, persona.as_ref(), session, streams)
}

/// The project under the directory it was in, which its stores recorded. One that is still there keeps its memory.
fn moved_from(path: &Path, surroundings: &Surroundings) -> Result<Project, Fault> {
    let base = surroundings.directory.clone().unwrap_or_default();
    let path = plain(&base.join(path));
    if path.exists() {
        return Err(Fault::Usage {
            message: "the directory of `--moved-from` is still there".to_owned(),
            next: "take out of it what you want with `mind export --project DIR`".to_owned(),
        });
    }
    Ok(Project::at(path.as_os_str().as_encoded_bytes()))
}

/// As paths are recorded: without a slash at the end, and without the steps back that the file system cannot take in a directory that is gone.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            other => plain.push(other),
        }
    }
    plain
}

const fn mode(wanted: &Import) -> ImportMode {
    if wanted.dry_run { ImportMode::Check } else { ImportMode::Store }
}

/// The persona whose older name is meant. A name that others may have shared is taken only when the person has been told so and says yes.
fn older_persona(wanted: &Import) -> Result<Option<Persona>, Fault> {
    let Some(name) = &wanted.older_persona else { return Ok(None) };
    let persona = Persona::named(name)?;
    if is_shared(&persona) && !wanted.yes && !wanted.dry_run {
        return Err(shared(&persona));
    }
    Ok(Some(persona))
}

/// Whether the older name was not the persona's alone.
fn is_shared(persona: &Persona) -> bool {
    persona.older_segment() != *persona.segment()
}

fn shared(persona: &Persona) -> Fault {
    Fault::NameShared { older: persona.older_segment(), present: persona.segment().clone() }
}

fn answer(
    report: &ImportReport,
    older: Option<&Persona>,
    session: &Session<'_>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let mut imported = wire(report);
    if let Some(persona) = older.filter(|persona| is_shared(persona)) {
        let fault = shared(persona);
        let warning = Warning { code: fault.code().to_owned(), message: fault.message() };
        imported.warnings.insert(0, warning);
    }
    let exit = if report.warnings.is_empty() { Exit::Done } else { Exit::Refused };
    if session.common.json {
        accept(&imported, streams)?;
    } else {
        show(report, &imported, streams).map_err(Fault::Output)?;
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
