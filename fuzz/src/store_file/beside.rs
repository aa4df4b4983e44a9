//! The files beside a store: none stands in the way for good, and none is lost.

use std::fs;
use std::time::Duration;

use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::mind::Draft;
use mind_core::port::{Clock as _, Store as _};
use mind_core::scope::Tier;
use mind_store_fs::{ImportMode, ImportReport};
use mind_testkit::FixedClock;
use mind_testkit::replies::{Desk, hold};

use super::super::machine::{ALLOWED, tree};
use super::home::{Home, scope};
use super::raw::Raw;

const LIVE: &str = r#"{"version":1,"updatedAt":"2026-11-20","sequence":3,"entries":[{"id":"live","kind":"note","text":"the store has this","tags":[],"recordedAt":"2026-11-20","lastSeenAt":"2026-11-20"}]}"#;

/// Which file, and its bytes.
pub(crate) fn holds(bytes: &[u8]) {
    let (which, bytes) = super::super::split(bytes);
    match which % 7 {
        0 => retired(bytes),
        1 => history(bytes),
        2 => untouched(".guard", bytes),
        3 => untouched(".lock", bytes),
        4 => backup_alone(which / 7, bytes),
        5 => imported(bytes, None),
        _ => imported(LIVE.as_bytes(), Some(bytes)),
    }
}

/// The list of replaced facts: what it held is in it, or set aside, or in the way of the change.
fn retired(bytes: &[u8]) {
    let home = Home::new(0);
    home.write("", LIVE.as_bytes());
    home.write(".retired.json", bytes);
    let place = scope().place(Tier::Persona).expect("a persona");
    let found = home.store().retired(&place).map_err(|error| error.code());
    let before = home.tree();
    let text = "the store has that".to_owned();
    let (tier, supersedes) = (Some("persona".to_owned()), Some("live".to_owned()));
    let draft = Draft { text, tier, supersedes, ..Draft::default() };
    let changed = home.mind().remember(&scope(), &draft);
    let now = home.read(".retired.json").expect("it is never taken away");
    match (found, changed) {
        (_, Err(_)) => assert_eq!(home.tree(), before, "a refusal changed something"),
        (Ok(seen), Ok(_)) => {
            let after = home.store().retired(&place).expect("what was just written");
            let kept = after.rows.len() == 200 || after.bytes > 1_000_000;
            assert!(kept || seen.rows.iter().all(|row| after.rows.contains(row)));
            assert!(after.rows.iter().any(|row| row.fact.id.as_str() == "live"));
            let rows = |bytes| Raw::read(bytes).expect("whole");
            let (old, new) = (rows(bytes), rows(&now));
            assert!(kept || old.rows().iter().all(|row| new.rows().contains(row)));
        }
        (Err("store.corrupt"), Ok(_)) => {
            assert_eq!(home.read(".retired.json.corrupt-0").as_deref(), Some(bytes));
        }
        (Err(code), Ok(_)) => panic!("{code}, and yet it was written"),
    }
}

/// The receipts of consolidation: without a place for its receipt nothing is changed.
fn history(bytes: &[u8]) {
    let home = Home::new(2);
    let desk = Desk::new(home.mind(), Tier::ProjectLong).expect("good facts");
    home.write(".optimize-history.json", bytes);
    let place = desk.scope.place(Tier::ProjectLong).expect("a project");
    let found = desk.mind.store().receipts(&place).map_err(|error| error.code());
    let prepared = desk.prepared(Origin::Explicit);
    let first = prepared.rows().next().expect("a row");
    let operation = serde_json::json!({
        "sourceIds": [first.id.as_str()], "kind": first.kind.as_str(),
        "text": format!("{} In short.", first.text.as_str()),
    });
    let reply = serde_json::json!({ "version": 1, "operations": [operation] }).to_string();
    let change = hold(&prepared, &reply, prepared.created_at).expect("a good reply");
    let change = change.expect("a change");
    let (before, rows) = (home.tree(), desk.rows().expect("a whole store"));
    let (order, owner) = (change.order(&prepared, None), PlanOwner::of(&desk.scope));
    let applied = desk.mind.apply(&desk.scope, &order, &owner, &|| Ok(()));
    let now = home.read(".optimize-history.json").expect("it is never taken away");
    match (found, applied) {
        (Err("store.corrupt"), Ok(_)) => {
            let aside = home.read(".optimize-history.json.corrupt-0");
            assert_eq!(aside.as_deref(), Some(bytes), "damaged receipts are lost");
        }
        (Err(code), Ok(_)) => panic!("{code}, and yet it was applied"),
        (Err(_), Err(_)) => assert_eq!(home.tree(), before, "a refusal changed something"),
        (Ok(_), Err(_)) => assert_eq!(desk.rows(), Ok(rows), "a refusal changed a row"),
        (Ok(seen), Ok(receipt)) => {
            let after = desk.mind.store().receipts(&place).expect("what was just written");
            assert!(after.rows.iter().any(|one| one.id.as_str() == receipt.receipt_id.as_str()));
            let full = after.rows.len() >= 32 || after.bytes > 1_900_000;
            assert!(full || after.rows.len() > seen.rows.len());
            assert!(full || after.invalid.len() == seen.invalid.len());
            assert!(!now.is_empty());
        }
    }
}

/// A file nothing is read from, or written to: a lock of ours, or of the predecessor.
fn untouched(ending: &str, bytes: &[u8]) {
    let home = Home::new(0);
    home.write("", LIVE.as_bytes());
    home.write(ending, bytes);
    let before = home.tree();
    let added = home.add();
    assert_eq!(home.read(ending).as_deref(), Some(bytes), "{ending} is another");
    match added {
        Ok(()) => assert_eq!(home.look().expect("a store").rows.len(), 2),
        Err(code) => {
            assert_eq!(code, "store.busy_legacy");
            assert_eq!(home.tree(), before, "a refusal changed something");
        }
    }
}

/// A backup whose store is missing.
fn backup_alone(which: u8, bytes: &[u8]) {
    let home = Home::new(which);
    home.write(".bak", bytes);
    let before = home.tree();
    let found = home.look();
    assert_eq!(home.tree(), before, "looking changed something");
    match (found, home.add()) {
        (_, Err(code)) => {
            assert_ne!(code, "store.corrupt");
            assert_eq!(home.tree(), before, "a refusal changed something");
        }
        (Ok(seen), Ok(())) => {
            assert!(seen.recovered);
            super::hold_rows(&home, &seen);
            assert!(home.read(".bak").is_some_and(|now| !now.is_empty()));
        }
        (Err(code), Ok(())) => {
            assert_eq!(code, "store.corrupt");
            assert_eq!(home.read(".corrupt-0").as_deref(), Some(bytes), "the backup is lost");
        }
    }
}

/// A memory of another root, brought in: it stays as it is, and the second time adds nothing.
fn imported(source: &[u8], manifest: Option<&[u8]>) {
    let home = Home::new(0);
    let root = home.path().with_file_name("source");
    fs::create_dir_all(root.join("memory/ltm")).expect(ALLOWED);
    fs::write(root.join("memory/ltm/dev.json"), source).expect(ALLOWED);
    home.write("", LIVE.as_bytes());
    if let Some(manifest) = manifest {
        fs::write(home.path().join(".legacy-import-v1.json"), manifest).expect(ALLOWED);
    }
    let (before, seen) = (tree(&root), home.look().expect("a whole store"));
    let import = || -> Result<ImportReport, String> {
        let now = FixedClock::default().now();
        let wait = Duration::from_secs(5);
        let report = home.store().import_home(&root, None, now, wait, ImportMode::Store);
        report.map_err(|error| error.code().to_owned())
    };
    let first = import();
    let after = home.look().expect("a whole store");
    assert!(seen.rows.iter().all(|row| after.rows.contains(row)), "an import took something");
    assert_eq!(tree(&root), before, "the source is another");
    let second = import();
    assert_eq!(home.look(), Ok(after), "the second time changed something");
    match (first, second) {
        (Ok(first), Ok(second)) => {
            assert_eq!(second.entries_added, 0);
            assert_eq!(home.look().map(|seen| seen.rows.len()), Ok(1 + first.entries_added));
        }
        (first, second) => assert_eq!(first.err(), second.err()),
    }
}
