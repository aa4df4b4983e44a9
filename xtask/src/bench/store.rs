//! What a durable write, a process, a cold start and a bulk load cost.
//!
//! The bare system calls that no durable replacement can do without are measured in the same run, on the same disk, with the same size; a write is judged against them.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use super::binary::Binary;
use super::corpus;
use super::engine;
use super::report::Report;
use super::timing::{Rounds, timed};
use crate::workspace::Workspace;

const WARM_UP: usize = 10;
const ROUNDS: usize = 101;

/// Runs everything and prints the table.
pub(super) fn run(workspace: &Workspace) -> Result<()> {
    let binary = Binary::build(workspace)?;
    // Beside the build, which is on a real disk where the temporary directory may not be.
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let mut writes = Report::new("A durable write, in process");
    durable_writes(&room, &mut writes)?;
    println!("{writes}");
    let mut command = Report::new("The command, as a process");
    processes(&binary, &room, &mut command)?;
    println!("{command}");
    Ok(())
}

/// `remember` at 1,000 facts, in process, against the bare replacement of a file of the same size.
fn durable_writes(room: &TempDir, report: &mut Report) -> Result<()> {
    let home = room.path().join("engine");
    let (mind, scope) = engine::open(&home, room.path());
    let seed: Vec<_> = (0..1_000).map(corpus::draft).collect();
    for result in mind.remember_batch(&scope, &seed)? {
        result?;
    }
    let store = largest_store(&home)?;
    let size = fs::metadata(&store)?.len();
    let directory = store.parent().context("a store is in a directory")?;
    let content = vec![b'x'; usize::try_from(size)?];
    let mut number = 1_000;
    let (bare, remember) = Rounds::side_by_side(
        WARM_UP,
        ROUNDS,
        || timed(|| replace(directory, &content)),
        || {
            number += 1;
            timed(|| Ok(mind.remember(&scope, &corpus::draft(number))?))
        },
    )?;
    let what = format!("bare write, sync, rename, sync of the directory, {} KiB", size / 1024);
    report.plain(&what, &bare);
    report.times("`Mind::remember` at 1,000 facts, durable", &remember, 2.0, &bare);
    Ok(())
}

/// What no durable replacement can do without.
fn replace(directory: &Path, content: &[u8]) -> Result<()> {
    let temporary = directory.join("bare.new");
    let mut file = File::create(&temporary)?;
    file.write_all(content)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary, directory.join("bare"))?;
    if cfg!(unix) {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

/// The command as a process, at 1,000 and at 10,000 facts.
fn processes(binary: &Binary, room: &TempDir, report: &mut Report) -> Result<()> {
    let version = Rounds::measure(WARM_UP, ROUNDS, || binary.run(room.path(), &["--version"]))?;
    report.within("`mind --version`", &version, Duration::from_millis(5));

    let small = home(room, "small")?;
    load(binary, &small, 1_000)?;
    let mut number = 1_000;
    let remember = Rounds::measure(WARM_UP, ROUNDS, || {
        number += 1;
        let draft = corpus::draft(number);
        let kind = draft.kind.as_deref().unwrap_or("note");
        binary.run(&small, &["remember", "-k", kind, "--tier", "project-long", &draft.text])
    })?;
    report.within("`mind remember` at 1,000 facts", &remember, Duration::from_millis(25));
    cold_recall(binary, &small, "1,000", Duration::from_millis(15), report)?;

    let mut homes = (0..).map(|number| home(room, &format!("large{number}")));
    let mut large = None;
    let batch = Rounds::measure(1, 5, || {
        let fresh = homes.next().context("homes do not end")??;
        let took = load(binary, &fresh, 10_000);
        large = Some(fresh);
        took
    })?;
    report.within("`mind remember --batch` of 10,000", &batch, Duration::from_secs(2));
    let large = large.context("a round was run")?;
    cold_recall(binary, &large, "10,000", Duration::from_millis(50), report)
}

/// A home that does not exist yet, with limits that hold the larger load.
fn home(room: &TempDir, name: &str) -> Result<PathBuf> {
    let home = room.path().join(name);
    let limits = "[limits]\nstore_bytes = 67108864\nstore_entries = 100000\n";
    fs::write(home.with_extension("toml"), limits)?;
    Ok(home)
}

/// Loads facts with one `mind remember --batch`, and answers how long that took.
fn load(binary: &Binary, home: &Path, facts: usize) -> Result<Duration> {
    let file = home.with_extension("jsonl");
    fs::write(&file, (0..facts).map(corpus::line).collect::<String>())?;
    let path = file.to_str().context("the target directory is UTF-8")?;
    binary.run(home, &["remember", "--batch", path])
}

fn cold_recall(
    binary: &Binary,
    home: &Path,
    facts: &str,
    bound: Duration,
    report: &mut Report,
) -> Result<()> {
    let question = "which port has to be free before the smoke test of service 300 starts";
    let recall = Rounds::measure(WARM_UP, ROUNDS, || binary.run(home, &["recall", question]))?;
    report.within(&format!("cold `mind recall` at {facts} facts"), &recall, bound);
    Ok(())
}

/// The store the seed went to: the largest JSON file of the home.
fn largest_store(home: &Path) -> Result<PathBuf> {
    let mut found = None;
    let mut directories = vec![home.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                directories.push(entry.path());
            } else if entry.path().extension().is_some_and(|extension| extension == "json") {
                found = found.max(Some((entry.metadata()?.len(), entry.path())));
            }
        }
    }
    found.map(|(_, path)| path).context("the seed is in a store")
}
