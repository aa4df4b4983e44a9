//! Another process of this test binary, which is killed while it holds a lock.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use mind_core::fact::Fact;
use mind_core::port::{Decision, Edits, Expect, Store as _};
use mind_core::scan::Clean;
use mind_core::scope::{FactPlace, Persona, Project, Tier};
use mind_core::time::Timestamp;
use mind_store_fs::RowText as _;
use mind_store_sqlite::SqliteStore;

const HOME: &str = "MIND_TEST_HOME";
const TIER: &str = "MIND_TEST_TIER";
const ROWS: &str = "MIND_TEST_ROWS";
const MARK: &str = "holds the lock";

/// Lets a process take the transaction of a home, begin to append these rows, and kills it.
pub(crate) fn killed_while_deciding(home: &Path, tier: Tier, rows: &[Clean<Fact>]) {
    let rows: Vec<String> = rows.iter().map(|row| row.get().to_text(tier)).collect();
    let mut process = Command::new(std::env::current_exe().expect("a path"))
        .args(["--exact", "child::play", "--nocapture", "--test-threads=1"])
        .env(HOME, home)
        .env(TIER, tier.as_str())
        .env(ROWS, rows.join("\u{1f}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut said = BufReader::new(process.stderr.take().expect("piped")).lines();
    assert!(said.any(|line| line.is_ok_and(|line| line.ends_with(MARK))), "it never held the lock");
    process.kill().expect("killed");
    process.wait().expect("ended");
}

/// The place of a tier that the suite uses.
fn place(tier: Tier) -> FactPlace {
    let demo = Project::at(b"/srv/demo");
    match tier {
        Tier::ProjectLong => FactPlace::ProjectLong(demo),
        Tier::Project => FactPlace::Project(demo),
        Tier::Shared => FactPlace::Shared,
        _ => FactPlace::Persona(Persona::named("dev").expect("a short name")),
    }
}

/// The part of the process; without its variables a test of nothing but that.
#[test]
fn play() {
    let Some(home) = std::env::var_os(HOME) else { return };
    let tier: Tier = std::env::var(TIER).expect("given").parse().expect("a tier");
    let rows = std::env::var(ROWS).expect("given");
    let store = SqliteStore::new(home.into(), 10_000);
    let now = Timestamp::from_millis(0).expect("the epoch");
    let mut transaction = store.transaction(now, Duration::from_mins(1)).expect("open");
    let held = transaction.update(&place(tier), Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        for text in rows.split('\u{1f}').filter(|text| !text.is_empty()) {
            let row = Fact::from_text(text, tier).expect("a row of the suite");
            edits.append(Clean::admit(row).expect("harmless"));
        }
        writeln!(std::io::stderr(), "{MARK}").expect("somebody listens");
        std::io::stdin().lines().for_each(drop);
        Decision::Edit(edits)
    });
    held.expect("appended");
}
