//! What the blocks of one request cost: warm, with and without a request text, the first of a process, and the command.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use mind_core::mind::{BacklogDraft, ContextRequest, Draft};

use super::binary::Binary;
use super::corpus;
use super::engine;
use super::report::Report;
use super::timing::{Rounds, timed};
use crate::workspace::Workspace;

const WARM_UP: usize = 10;
const ROUNDS: usize = 201;

/// Deferred work beside the facts.
const ITEMS: usize = 200;

/// A request that matches many facts.
const TASK: &str = "Why does the smoke test of service 300 fail on the runner before the nightly export, and which port does the queue consumer need?";

/// Runs everything and prints the table.
pub(super) fn run(workspace: &Workspace) -> Result<()> {
    let binary = Binary::build(workspace)?;
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let mut report = Report::new("A context");
    for (facts, name, bound) in [(1_000, "1,000", 2), (10_000, "10,000", 10)] {
        let home = room.path().join(name);
        fs::write(home.with_extension("toml"), "")?;
        fill(&home, workspace.root(), facts)?;
        for (what, task) in [("no text", ""), ("a text", TASK)] {
            let what = format!("{name} facts, {what}");
            warm(&home, workspace.root(), &what, task, Duration::from_millis(bound), &mut report)?;
        }
    }
    cold(&binary, room.path(), &mut report)?;
    println!("{report}");
    Ok(())
}

/// Facts over four tiers, and a backlog.
pub(super) fn fill(home: &Path, project: &Path, facts: usize) -> Result<()> {
    let (mind, scope) = engine::open(home, project);
    let tiers = ["persona", "project-long", "persona", "project", "shared"];
    let tiers =
        tiers.into_iter().chain(["project-long", "persona", "project", "persona", "project-long"]);
    let drafts: Vec<Draft> = tiers
        .cycle()
        .take(facts)
        .enumerate()
        .map(|(number, tier)| Draft { tier: Some(tier.to_owned()), ..corpus::draft(number) })
        .collect();
    for result in mind.remember_batch(&scope, &drafts)? {
        result?;
    }
    for number in 0..ITEMS {
        let text = corpus::draft(facts + number).text;
        mind.backlog_add(&scope, &BacklogDraft { text, ..BacklogDraft::default() })?;
    }
    Ok(())
}

/// The first call of an engine, and those after it, which are all to give the same bytes (C-14).
fn warm(
    home: &Path,
    project: &Path,
    what: &str,
    task: &str,
    bound: Duration,
    report: &mut Report,
) -> Result<()> {
    let request = ContextRequest { task: task.to_owned(), ..ContextRequest::default() };
    let (mind, scope) = engine::open(home, project);
    let expected = mind.context(&scope, &request)?;
    let first = Rounds::measure(0, 5, || {
        let (mind, scope) = engine::open(home, project);
        timed(|| Ok(black_box(mind.context(&scope, &request)?)))
    })?;
    let rounds = Rounds::measure(WARM_UP, ROUNDS, || {
        let mut blocks = None;
        let took = timed(|| {
            blocks = Some(black_box(mind.context(&scope, &request)?));
            Ok(())
        });
        let same = blocks.is_some_and(|blocks| {
            blocks.standing == expected.standing && blocks.task == expected.task
        });
        ensure!(same, "{what}: the same memory gave other bytes");
        took
    })?;
    report.plain(&format!("first call: {what}"), &first);
    report.within(&format!("warm: {what}"), &rounds, bound);
    Ok(())
}

/// The command, on a home of 1,000 facts.
fn cold(binary: &Binary, room: &Path, report: &mut Report) -> Result<()> {
    let home = room.join("1,000");
    let rounds = Rounds::measure(WARM_UP, 101, || binary.run(&home, &["context", "--task", TASK]))?;
    report.within("cold `mind context` at 1,000 facts", &rounds, Duration::from_millis(20));
    let message = format!("{{\"prompt\":\"{TASK}\"}}");
    let hook = ["hook", "claude-code", "prompt-submit"];
    let rounds = Rounds::measure(WARM_UP, 101, || binary.ask(&home, &hook, &message))?;
    report.within("cold `mind hook` at 1,000 facts", &rounds, Duration::from_millis(40));
    Ok(())
}
