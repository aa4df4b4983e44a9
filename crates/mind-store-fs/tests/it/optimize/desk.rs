//! The store of the contract's vectors, on a real disk and on a simulated one, and an engine over it.

use std::fs;
use std::path::{Path, PathBuf};

use mind_core::Mind;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::{Operation, Origin, Plan, PlanOwner, Staging};
use mind_core::consolidate::receipt::Receipt;
use mind_core::error::Error;
use mind_core::fact::Fact;
use mind_core::mind::{Applied, Undone};
use mind_core::port::{Snapshot, Store as _};
use mind_core::scope::{FactPlace, Persona, Scope};
use mind_store_fs::{Fs, FsStore, Limits};
use mind_testkit::FixedClock;

use crate::disk::Disk;
use crate::support::{PATIENCE, at, demo, image, remember};
use crate::workload::{GROUND, home};

pub(super) const FINGERPRINT: &str =
    "sha256:cdc6c1ae54ab45ce0f6c91e2225a6b8192d7bfe88bab5e8c6727066cd2afd580";
pub(super) const MERGED: &str = "The smoke test needs port 7101 to be free.";
pub(super) const SOURCES: [&str; 2] = ["b4b771fe5494", "9d1c6554e633"];

/// The store of the vectors, as D-10 writes it.
pub(super) fn vector() -> String {
    let row = |id: &str, text: &str, tags: &[&str], time: &str, expires: &str, rest: &str| {
        let tags: Vec<String> = tags.iter().map(|tag| format!("        \"{tag}\"")).collect();
        format!(
            "    {{\n      \"id\": \"{id}\",\n      \"kind\": \"note\",\n      \"text\": \"{text}\",\n      \"tags\": [\n{}\n      ],\n      \"recordedAt\": \"2026-11-20T{time}:00.000Z\",\n      \"lastSeenAt\": \"2026-11-20T{time}:00.000Z\",\n      \"expiresAt\": \"2026-11-22T{expires}:00.000Z\",\n{rest}\n    }}",
            tags.join(",\n"),
        )
    };
    let first = "The smoke test needs port 7101 free.";
    let rows = [
        row(
            SOURCES[0],
            first,
            &["tests"],
            "09:00",
            "09:00",
            "      \"persona\": \"dev\",\n      \"source\": \"child scout\"",
        ),
        row(SOURCES[0], first, &["tests"], "09:30", "09:30", "      \"persona\": \"ops\""),
        row(
            SOURCES[1],
            "Smoke test requires port 7101 to be free.",
            &["ports", "tests"],
            "10:00",
            "10:00",
            "      \"persona\": \"dev\"",
        ),
    ];
    format!(
        "{{\n  \"version\": 1,\n  \"updatedAt\": \"2026-11-20T10:00:00.000Z\",\n  \"sequence\": 3,\n  \"entries\": [\n{}\n  ]\n}}\n",
        rows.join(",\n"),
    )
}

pub(super) fn scope() -> Scope {
    Scope { persona: Persona::named("dev").expect("short"), project: Some(demo()) }
}

pub(super) fn place() -> FactPlace {
    FactPlace::Project(demo())
}

pub(super) fn store_file(home: &Path) -> PathBuf {
    home.join(format!("memory/stm/{}.json", demo().slug()))
}

pub(super) fn history_file(home: &Path) -> PathBuf {
    home.join(format!("memory/stm/{}.json.optimize-history.json", demo().slug()))
}

/// An engine over a home, at a time of that day.
pub(super) struct Desk<F: Fs> {
    pub(super) mind: Mind<FsStore<F>, FixedClock>,
    pub(super) clock: FixedClock,
}

impl<F: Fs> Desk<F> {
    pub(super) fn over(store: FsStore<F>, time: &str) -> Self {
        let clock = FixedClock::new(at(&format!("2026-11-20T{time}Z")));
        Self { mind: Mind::new(store, clock.clone(), PATIENCE), clock }
    }

    pub(super) fn stage(&self, ids: &[&str], text: &str, owner: PlanOwner) -> Result<Plan, Error> {
        let source_ids = ids.iter().map(ToString::to_string).collect();
        let operation =
            Operation { source_ids, kind: "note".into(), text: text.into(), tags: None };
        self.mind.stage(&Staging {
            place: &place(),
            scope: &scope(),
            owner,
            origin: Origin::Manual,
            fingerprint: None,
            operations: &[operation],
        })
    }

    pub(super) fn order(&self) -> Result<Order, Error> {
        Ok(Order::of(&self.stage(&SOURCES, MERGED, PlanOwner::of(&scope()))?))
    }

    pub(super) fn apply(&self, order: &Order) -> Result<Applied, Error> {
        self.mind.apply(&scope(), order, &order.owner, &|| Ok(()))
    }

    pub(super) fn undo(&self, receipt: &str) -> Result<Undone, Error> {
        self.mind.undo(&scope(), &place(), receipt, &|| Ok(()))
    }

    pub(super) fn snapshot(&self) -> Snapshot<Fact> {
        self.mind.store().strict(&place()).expect("the store is sound")
    }

    pub(super) fn receipts(&self) -> Vec<Receipt> {
        self.mind.store().receipts(&place()).expect("the history is sound").rows
    }

    pub(super) fn has_open(&self) -> bool {
        self.receipts().iter().any(Receipt::is_prepared)
    }
}

/// A home in a real directory that holds the store of the vectors.
pub(super) fn real() -> (tempfile::TempDir, PathBuf, Desk<mind_store_fs::RealFs>) {
    let directory = tempfile::tempdir().expect("a directory for tests");
    let home = directory.path().join("mind");
    fs::create_dir_all(store_file(&home).parent().expect("below the home")).expect("made");
    fs::write(store_file(&home), vector()).expect("written");
    let desk = Desk::over(FsStore::new(home.clone(), Limits::default()), "10:05:00");
    (directory, home, desk)
}

/// A home on a simulated disk that holds the store of the vectors.
pub(super) fn simulated() -> Disk {
    let disk = Disk::with_directory(GROUND);
    let desk = on(&disk, "09:00:00");
    // Makes the directories.
    remember(desk.mind.store(), &place(), "to be replaced").expect("written");
    disk.put(&store_file(&home()), vector().as_bytes());
    disk
}

pub(super) fn on(disk: &Disk, time: &str) -> Desk<Disk> {
    Desk::over(FsStore::on(disk.clone(), home(), Limits::default()), time)
}

/// The whole row of `ops` as it stands in a file.
pub(super) fn foreign_bytes(file: &str) -> &str {
    let owner = file.find("\"persona\": \"ops\"").expect("the row is there");
    let start = file[..owner].rfind('{').expect("the row begins");
    &file[start..=owner + file[owner..].find('}').expect("the row ends")]
}

/// Everything in the home but the histories and the locks.
pub(super) fn facts_image(home: &Path) -> Vec<(String, String)> {
    let mut all = image(home);
    all.retain(|(name, _)| !name.contains(".optimize-history.json") && !name.contains(".guard"));
    // Making a side file touches the directory, never a store.
    all.retain(|(_, content)| content != "directory");
    all
}
