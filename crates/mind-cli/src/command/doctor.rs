//! `mind doctor`: everything looked at, nothing changed (S-12).

mod hosts;
mod stores;

use std::path::Path;

use mind_core::error::Detail;
use mind_core::review::policy::Policy;
use mind_protocol::{Check, CheckLevel, DoctorReport};
use mind_store_fs::{ImportMode, OlderNames};

use super::accept;
use super::optimize::SWITCHES;
use crate::arguments::Common;
use crate::backing::{self, Home};
use crate::capture::{Capture, misread};
use crate::config::Config;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::{self, Session};
use crate::show;
use crate::streams::Streams;
use crate::surroundings::Surroundings;

/// One line a check. A check that fails makes the exit code 1; the answer is whole all the same.
pub(super) fn run(
    common: &Common,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Exit, Fault> {
    let checks = examine(common, surroundings);
    let healthy = checks.iter().all(|check| check.level != CheckLevel::Fail);
    let report = DoctorReport { healthy, checks };
    if common.json {
        accept(&report, streams)?;
    } else {
        show::doctor(&report, streams)?;
    }
    Ok(if healthy { Exit::Done } else { Exit::Refused })
}

/// Every check that can still be made: a config file that cannot be used hides what it would have said, and nothing else.
pub(super) fn examine(common: &Common, surroundings: &Surroundings) -> Vec<Check> {
    let mut checks = vec![
        check("version", env!("CARGO_PKG_VERSION")),
        check("scanner", &format!("rule set {}", mind_core::scan::RULES)),
    ];
    let config = match Config::read(surroundings) {
        Ok(config) => {
            checks.extend(settings(&config));
            checks.extend(capture(&config, surroundings));
            checks.extend(reviews(surroundings));
            config
        }
        Err(fault) => {
            checks.push(failed("config", &fault));
            Config::default()
        }
    };
    match session::home(common, &config, surroundings) {
        Ok(home) => checks.extend(homes(&home)),
        Err(fault) => checks.push(failed("home", &fault)),
    }
    match Session::with(common, config, surroundings) {
        Ok(session) => {
            checks.extend(identity(&session, common, surroundings));
            checks.extend(older(&session, surroundings));
            checks.extend(stores::examine(&session));
        }
        Err(fault) => checks.push(failed("persona", &fault)),
    }
    checks.extend(hosts::examine(surroundings));
    checks
}

fn settings(config: &Config) -> Vec<Check> {
    let Some(path) = &config.path else { return vec![check("config", "no config directory")] };
    let found = if config.exists { "" } else { ", which does not exist" };
    let mut checks = vec![check("config", &format!("{}{found}", path.display()))];
    for unknown in &config.unknown {
        let next = match unknown.nearest {
            Some(nearest) => format!("write `{nearest}`, or take it out"),
            None => "take it out".to_owned(),
        };
        checks.push(warned("config", &format!("unknown setting `{}`", unknown.key), &next));
    }
    checks
}

/// A mode of capture that nobody understands is off, a nudge is as if it were not set.
fn capture(config: &Config, surroundings: &Surroundings) -> Vec<Check> {
    let unknown = Capture::of(config, surroundings).unknown.into_iter();
    let check = |name: &'static str| {
        let (so, known) = match misread(&[name]) {
            None => ("", "`on` or `off`"),
            Some(_) => (", so nothing is captured", "`auto`, `prompt` or `off`"),
        };
        let finding = format!("`{name}` has an unknown value{so}");
        warned("capture", &finding, &format!("write {known}"))
    };
    unknown.map(check).collect()
}

/// A switch of reviews that nobody understands is off.
fn reviews(surroundings: &Surroundings) -> Vec<Check> {
    let misread = |name: &&str| {
        surroundings.variable(name).is_some_and(|word| !Policy::knows(&word.to_string_lossy()))
    };
    let check = |name: &str| {
        let finding = format!("`{name}` has an unknown value, so no review begins by itself");
        warned("reviews", &finding, "write `on` or `off`")
    };
    SWITCHES.into_iter().filter(misread).map(check).collect()
}

fn homes(home: &Home) -> Vec<Check> {
    let found = if home.path.is_dir() { "" } else { ", not made yet" };
    let finding = format!("{}, chosen by {}{found}", home.path.display(), home.chosen_by);
    let mut checks = vec![check("home", &finding)];
    if let Some(other) = &home.other {
        let next = format!("bring it in with `mind import {}`", other.display());
        checks.push(warned("home", &format!("another one is at {}", other.display()), &next));
    }
    checks
}

fn identity(session: &Session<'_>, common: &Common, surroundings: &Surroundings) -> [Check; 2] {
    let persona = &session.scope.persona;
    let name = if persona.name().is_empty() { "none" } else { persona.name() };
    let persona = check("persona", &format!("{name}, kept as {}", persona.segment()));
    let Some(project) = &session.scope.project else {
        let next = "go to a project's directory, or name one with `--project`";
        return [persona, warned("project", "none here; the home directory and / are none", next)];
    };
    let path = project.path().unwrap_or("a path that is not UTF-8");
    let start = session::start(common, surroundings).and_then(|start| start.canonicalize().ok());
    let from = start.filter(|start| start != Path::new(path));
    let from = from.map_or(String::new(), |from| format!(", from {}", from.display()));
    [persona, check("project", &format!("{path}{from}, kept as {}", project.slug()))]
}

/// Whether facts of the project stand where it no longer looks.
fn older(session: &Session<'_>, surroundings: &Surroundings) -> Option<Check> {
    let project = session.scope.project.as_ref()?;
    let known_as = session::spellings(session.common, surroundings);
    let known_as = backing::older_projects(&known_as, surroundings);
    let names = OlderNames { persona: None, project: Some((project, &known_as)) };
    let store = session.mind.store();
    let report = store.import_older(names, session.now(), session.wait, ImportMode::Check).ok()?;
    let entries = show::counted(report.entries_added, "entry is", "entries are");
    let next = "bring them in with `mind import --older-project`";
    let there = report.entries_added > 0;
    there.then(|| warned("project", &format!("{entries} kept under an older name of it"), next))
}

fn check(subject: &str, finding: &str) -> Check {
    Check {
        level: CheckLevel::Ok,
        subject: subject.to_owned(),
        finding: finding.to_owned(),
        next: None,
    }
}

fn warned(subject: &str, finding: &str, next: &str) -> Check {
    Check { level: CheckLevel::Warn, next: Some(next.to_owned()), ..check(subject, finding) }
}

fn failed(subject: &str, fault: &Fault) -> Check {
    let finding = format!("{} ({})", fault.message(), fault.code());
    let next = fault.next().map(|next| pointed(next, fault));
    Check { level: CheckLevel::Fail, next, ..check(subject, &finding) }
}

/// A remedy that points at details, with what it points at: a check shows no details of its own.
fn pointed(next: &str, fault: &Fault) -> String {
    let Some((what, rest)) = next.split_once(" named in `detail`") else { return next.to_owned() };
    let wanted = if what.ends_with("setting") { "setting" } else { "path" };
    let wanted = if what.ends_with("process") { "holder" } else { wanted };
    let detail = fault.detail().into_iter().find(|(name, _)| *name == wanted);
    match detail.map(|(_, value)| value) {
        Some(Detail::Text(text)) => format!("{what} {text}{rest}"),
        Some(Detail::Number(number)) => format!("{what} {number}{rest}"),
        _ => format!("{what}{rest}"),
    }
}
