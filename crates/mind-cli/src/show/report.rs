//! `status` and `doctor` for people.

use mind_core::mind::{Status, TierStatus};
use mind_protocol::{Check, CheckLevel, DoctorReport};

use super::table::Table;
use super::{counted, plain, warnings};
use crate::fault::Fault;
use crate::session::Session;
use crate::streams::Streams;

/// Where memory is and for whom, then a line a tier.
pub(crate) fn status(
    session: &Session<'_>,
    status: &Status,
    streams: &mut Streams<'_>,
) -> Result<(), Fault> {
    let mut table = Table::new();
    let home = plain(&session.home.path.display().to_string());
    table.row(["home".to_owned(), home, format!("({})", session.home.chosen_by)]);
    let persona = &session.scope.persona;
    let name = if persona.name().is_empty() { "none" } else { persona.name() };
    table.row(["persona".to_owned(), plain(name)]);
    let project = session.scope.project.as_ref();
    let path = project.map_or("none", |project| project.path().unwrap_or(project.slug().as_str()));
    table.row(["project".to_owned(), plain(path)]);
    table.write(streams.output)?;
    writeln!(streams.output)?;
    let mut table = Table::new();
    status.tiers.iter().for_each(|tier| table.row(tier_line(tier)));
    if project.is_some() && status.backlog_unreadable.is_none() {
        table.row(["backlog".to_owned(), counted(status.backlog, "item", "items")]);
    }
    table.write(streams.output)?;
    let because = status.unreadable.iter().map(|one| &one.because);
    let mut told = Vec::new();
    for error in because.chain(&status.backlog_unreadable) {
        // A home that is not there makes every store of it unreadable; that is one thing.
        let what = if error.code() == "store.home_missing" {
            error.code().to_owned()
        } else {
            error.to_string()
        };
        if !told.contains(&what) {
            writeln!(streams.errors, "warning: {} ({})", plain(&error.to_string()), error.code())?;
            told.push(what);
        }
    }
    warnings(&status.warnings, streams)
}

fn tier_line(status: &TierStatus) -> [String; 4] {
    let mut words = Vec::new();
    for (count, word) in [
        (status.expiring_soon, "expiring soon"),
        (status.expired, "expired"),
        (status.withheld, "withheld"),
        (status.invalid, "invalid"),
    ] {
        if count > 0 {
            words.push(format!("{count} {word}"));
        }
    }
    [
        status.tier.to_string(),
        counted(status.live, "fact", "facts"),
        size(status.bytes),
        words.join(", "),
    ]
}

/// Bytes as people read them.
fn size(bytes: u64) -> String {
    match bytes {
        0 => String::new(),
        1..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(1_048_576)),
    }
}

/// A line a check, and under it what to do about it (S-12).
pub(crate) fn doctor(report: &DoctorReport, streams: &mut Streams<'_>) -> Result<(), Fault> {
    let mut table = Table::new();
    report.checks.iter().for_each(|check| table.row(check_line(check)));
    for (line, check) in table.lines().iter().zip(&report.checks) {
        writeln!(streams.output, "{line}")?;
        if let Some(next) = &check.next {
            writeln!(streams.output, "      {}", plain(next))?;
        }
    }
    Ok(())
}

fn check_line(check: &Check) -> [String; 3] {
    let level = match check.level {
        CheckLevel::Ok => "ok",
        CheckLevel::Warn => "warn",
        CheckLevel::Fail => "fail",
    };
    [level.to_owned(), plain(&check.subject), plain(&check.finding)]
}
