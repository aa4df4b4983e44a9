//! The store as a caller meets it: written form, first writes, no-ops, limits.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use mind_core::error::StoreWarning;
use mind_core::port::{Commit, Decision, Durability, Edits, Expect, Fingerprint, Store as _};
use mind_core::scope::FactPlace;
use mind_store_fs::{FsStore, Limits};

use crate::support::{
    PATIENCE, add_item, appending, change, clean, code, demo, dev, fact, forget, image, item, now,
    remember, supersede, texts, working,
};

fn home() -> (tempfile::TempDir, FsStore) {
    let directory = tempfile::tempdir().expect("a directory for tests");
    let store = FsStore::new(directory.path().join("mind"), Limits::default());
    (directory, store)
}

/// D-10, D-53: the written form of an empty store has 96 bytes and this fingerprint.
#[test]
fn the_written_form_is_exact() {
    let (_directory, store) = home();
    fs::create_dir_all(store.home().join("memory/ltm")).unwrap();
    let file = store.home().join("memory/ltm/_shared.json");
    // A file in another spelling, which an update of its one row rewrites.
    let raw = r#"{"updatedAt":"2026-11-20","version":1.0,"entries":[{"id":"a","kind":"note","text":"t","tags":[],"recordedAt":"2026-11-20","lastSeenAt":"2026-11-20"}],"sequence":6}"#;
    fs::write(&file, raw).unwrap();
    let commit = forget(&store, &FactPlace::Shared, "t").unwrap();
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(
        written,
        "{\n  \"version\": 1,\n  \"updatedAt\": \"2026-11-20T10:00:00.000Z\",\n  \"sequence\": 7,\n  \"entries\": []\n}\n"
    );
    assert_eq!(written.len(), 96);
    let Commit::Changed { durability, sequence, fingerprint, warnings } = commit else {
        panic!("a row went")
    };
    assert_eq!((durability, sequence, warnings), (Durability::Applied, 7, Vec::new()));
    assert_eq!(
        fingerprint.to_string(),
        "sha256:3bd9817bf336087a7d16ee550105c6787e361ea58e59bfcce8f951490f32b928"
    );
    assert_eq!(store.strict(&FactPlace::Shared).unwrap().fingerprint, fingerprint);
    assert_eq!(fs::read_to_string(file.with_extension("json.bak")).unwrap(), raw);
}

/// D-10, D-12: a project's store records its path, and a row stands as the format says.
#[test]
fn a_row_is_written_as_the_format_says() {
    let (_directory, store) = home();
    remember(&store, &working(), "same text").unwrap();
    let file = store.home().join(format!("memory/stm/{}.json", demo().slug()));
    let expect = r#"{
  "version": 1,
  "updatedAt": "2026-11-20T10:00:00.000Z",
  "sequence": 1,
  "projectPath": "/srv/demo",
  "entries": [
    {
      "id": "c29c9d8fafe8",
      "kind": "note",
      "text": "same text",
      "tags": [],
      "recordedAt": "2026-11-20T10:00:00.000Z",
      "lastSeenAt": "2026-11-20T10:00:00.000Z",
      "expiresAt": "2026-11-22T10:00:00.000Z",
      "persona": "dev"
    }
  ]
}
"#;
    assert_eq!(fs::read_to_string(file).unwrap(), expect);
}

/// P-1, D-71: reading a home that is not there makes nothing, not even the home.
#[test]
fn reading_makes_nothing() {
    let (directory, store) = home();
    assert_eq!(texts(&store, &dev()).unwrap(), [""; 0]);
    assert_eq!(store.strict(&dev()).unwrap().fingerprint, Fingerprint::Absent);
    assert_eq!(store.retired(&dev()).unwrap().rows, []);
    assert_eq!(store.backlog(&demo()).unwrap().rows, []);
    assert!(!store.holds(&dev()));
    assert_eq!(image(directory.path()), []);
}

/// P-2, P-3, P-9: what was written is there for every handle, in order.
#[test]
fn what_was_written_is_there() {
    let (_directory, store) = home();
    for (sequence, text) in (1..).zip(["one", "two \u{2028}\r\n\"\\", "three 🔥"]) {
        let commit = remember(&store, &dev(), text).unwrap();
        assert!(matches!(commit, Commit::Changed { sequence: s, .. } if s == sequence));
    }
    let other = FsStore::new(store.home().to_owned(), Limits::default());
    assert_eq!(texts(&other, &dev()).unwrap(), ["one", "two \u{2028}\r\n\"\\", "three 🔥"]);
    assert!(store.holds(&dev()));
    assert!(!store.holds(&working()));
    add_item(&store, "later").unwrap();
    assert_eq!(other.backlog(&demo()).unwrap().rows, [item("later")]);
}

/// P-8: keeping, editing nothing, and editing rows into themselves moves no byte and no time.
#[test]
fn a_change_of_nothing_moves_nothing() {
    let (directory, store) = home();
    remember(&store, &dev(), "one").unwrap();
    remember(&store, &dev(), "two").unwrap();
    let before = image(directory.path());
    let fingerprint = store.strict(&dev()).unwrap().fingerprint;
    let two = fact(&dev(), "two");
    let decisions: [&dyn Fn() -> Decision<_>; 4] = [
        &|| Decision::Keep,
        &|| Decision::Edit(Edits::new()),
        &|| {
            let mut edits = Edits::new();
            edits.amend(1, clean(two.clone()));
            Decision::Edit(edits)
        },
        &|| {
            let mut edits = Edits::new();
            edits.remove(1);
            edits.append(clean(two.clone()));
            Decision::Edit(edits)
        },
    ];
    for decide in decisions {
        let commit = change(&store, &dev(), Expect::Any, &mut |_| decide()).unwrap();
        assert_eq!(commit, Commit::Unchanged { sequence: 2, fingerprint });
    }
    assert_eq!(image(directory.path()), before);
    assert!(matches!(forget(&store, &dev(), "none"), Ok(Commit::Unchanged { .. })));
}

/// D-53, P-12, P-13: what the caller expects is tested against the bytes, and nobody decides when it does not hold.
#[test]
fn another_state_than_expected_is_said() {
    let (_directory, store) = home();
    remember(&store, &dev(), "one").unwrap();
    let seen = store.strict(&dev()).unwrap().fingerprint;
    remember(&store, &dev(), "two").unwrap();
    for stale in [Fingerprint::Absent, seen] {
        let expect = Expect::Exactly(stale);
        let answer = change(&store, &dev(), expect, &mut |_| panic!("nobody is asked"));
        assert_eq!(code(&answer), "store.changed");
    }
    let expect = Expect::Exactly(store.strict(&dev()).unwrap().fingerprint);
    change(&store, &dev(), expect, &mut |_| appending([fact(&dev(), "three")])).unwrap();
    assert_eq!(texts(&store, &dev()).unwrap(), ["one", "two", "three"]);
}

/// P-23, D-14, F-38: a retired row is in the list, with everything it had.
#[test]
fn a_retired_row_is_kept() {
    let (_directory, store) = home();
    remember(&store, &working(), "old").unwrap();
    supersede(&store, &working(), "old", "new").unwrap();
    assert_eq!(texts(&store, &working()).unwrap(), ["new"]);
    let retired = store.retired(&working()).unwrap();
    let [row] = &retired.rows[..] else { panic!("one row went: {retired:?}") };
    assert_eq!(row.fact, fact(&working(), "old"));
    assert_eq!((row.retired_at, &row.retired_by), (now(), &fact(&working(), "new").id));
    let mut transaction = store.transaction(now(), PATIENCE).unwrap();
    let kept = transaction.forget_retired(&working(), &mut |_| false).unwrap();
    assert!(matches!(kept, Commit::Unchanged { sequence: 1, .. }));
    let gone = transaction.forget_retired(&working(), &mut |_| true).unwrap();
    assert!(matches!(gone, Commit::Changed { sequence: 2, .. }));
    drop(transaction);
    assert_eq!(store.retired(&working()).unwrap().rows, []);
}

/// F-39: the list keeps the newest 200 rows.
#[test]
fn the_retired_list_is_bounded() {
    let (_directory, store) = home();
    let texts: Vec<String> = (0..205).map(|n| format!("fact {n}")).collect();
    change(&store, &dev(), Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        for text in &texts {
            edits.append(clean(fact(&dev(), text)));
        }
        Decision::Edit(edits)
    })
    .unwrap();
    for first in [0, 100] {
        change(&store, &dev(), Expect::Any, &mut |rows| {
            let mut edits = Edits::new();
            let count = if first == 0 { 100 } else { 105 };
            (0..count).for_each(|row| edits.retire(row, rows[row].id.clone(), now()));
            Decision::Edit(edits)
        })
        .unwrap();
    }
    let retired = store.retired(&dev()).unwrap();
    let kept: Vec<&str> = retired.rows.iter().map(|row| row.fact.text.as_str()).collect();
    assert_eq!(kept, texts[5..].iter().map(String::as_str).collect::<Vec<_>>());
}

/// P-17, D-25: a change over a limit touches nothing; a file over one is not damage.
#[test]
fn limits_are_said_with_their_numbers() {
    let (directory, store) = home();
    let small = FsStore::new(store.home().to_owned(), Limits::new(65_536, 3).unwrap());
    for text in ["one", "two", "three"] {
        remember(&small, &dev(), text).unwrap();
    }
    let before = image(directory.path());
    let full = remember(&small, &dev(), "four").unwrap_err();
    let shown = full.to_string();
    assert!(shown.starts_with("the store would have 4 entries, over the limit of 3"), "{shown}");
    let long = "x".repeat(8_000);
    let answer = change(&small, &dev(), Expect::Any, &mut |rows| {
        let mut edits = Edits::new();
        (0..rows.len()).for_each(|row| edits.remove(row));
        (0..9).for_each(|n| edits.append(clean(fact(&dev(), &format!("{n}{long}")))));
        Decision::Edit(edits)
    });
    assert_eq!(code(&answer), "store.full");
    assert_eq!(image(directory.path()), before);
    remember(&store, &dev(), "four").unwrap();
    let too_large = small.facts(&dev()).unwrap_err();
    assert_eq!(too_large.code(), "store.too_large");
    assert!(format!("{:?}", too_large.detail()).contains("limits.store_entries"));
    assert_eq!(code(&remember(&small, &dev(), "five")), "store.too_large");
    assert_eq!(texts(&store, &dev()).unwrap(), ["one", "two", "three", "four"]);
}

/// P-7: a panic in a decider changes nothing, and the place is usable at once.
#[test]
fn a_panic_changes_nothing() {
    let (_directory, store) = home();
    remember(&store, &dev(), "one").unwrap();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        change(&store, &dev(), Expect::Any, &mut |_| panic!("a decider's fault"))
    }));
    assert!(panicked.is_err());
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"]);
    let mut transaction = store.transaction(now(), Duration::ZERO).unwrap();
    transaction.update(&dev(), Expect::Any, &mut |_| appending([fact(&dev(), "two")])).unwrap();
}

/// D-43, P-21: a lock asked for out of order is refused at once; a second transaction of one thread does not wait for itself.
#[test]
fn locks_have_one_order() {
    let (_directory, store) = home();
    change(&store, &dev(), Expect::Any, &mut |_| {
        assert_eq!(code(&add_item(&store, "x")), "store.lock_order");
        assert_eq!(code(&store.transaction(now(), PATIENCE).map(drop)), "store.lock_order");
        Decision::Keep
    })
    .unwrap();
    let transaction = store.transaction(now(), PATIENCE).unwrap();
    assert_eq!(code(&store.transaction(now(), PATIENCE).map(drop)), "store.locked");
    add_item(&store, "beside the transaction").unwrap();
    drop(transaction);
    store.transaction(now(), Duration::ZERO).unwrap();
}

/// D-4, D-5, D-66: a home holds what the format names and nothing else: no index, no cache, no leftover.
#[test]
fn only_known_names_are_in_a_home() {
    let (_directory, store) = home();
    for place in [dev(), FactPlace::Shared, FactPlace::ProjectLong(demo()), working()] {
        remember(&store, &place, "one").unwrap();
        supersede(&store, &place, "one", "two").unwrap();
        texts(&store, &place).unwrap();
    }
    add_item(&store, "later").unwrap();
    let names = image(store.home()).into_iter().map(|(path, _)| path);
    let mut names: Vec<String> = names.map(|path| tail(&path, store.home())).collect();
    names.sort();
    let (slug, mut expect) = (demo().slug().to_string(), vec!["backlog".to_owned()]);
    let stores = ["memory/ltm/dev", "memory/ltm/_shared"].map(str::to_owned);
    let projects = ["memory/project", "memory/stm"].map(|part| format!("{part}/{slug}"));
    for store in stores.into_iter().chain(projects) {
        for side in ["", ".bak", ".guard", ".retired.json"] {
            expect.push(format!("{store}.json{side}"));
        }
    }
    expect.extend(["", ".guard"].map(|side| format!("backlog/{slug}.json{side}")));
    expect.extend(["", "/ltm", "/project", "/stm"].map(|part| format!("memory{part}")));
    expect.push("memory/ltm/_shared.json.transaction.guard".to_owned());
    expect.sort();
    assert_eq!(names, expect);
}

/// A path below the home, as the format writes it.
fn tail(path: &str, home: &std::path::Path) -> String {
    let below = std::path::Path::new(path).strip_prefix(home).expect("below the home");
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// D-2: a home whose directory is gone is said to be missing, and all is there when it is back.
#[test]
fn an_unplugged_drive_is_not_an_empty_memory() {
    let directory = tempfile::tempdir().unwrap();
    let (drive, away) = (directory.path().join("drive"), directory.path().join("away"));
    let store = FsStore::new(drive.join("mind"), Limits::default());
    assert_eq!(code(&store.facts(&dev())), "store.home_missing");
    assert_eq!(code(&remember(&store, &dev(), "one")), "store.home_missing");
    fs::create_dir(&drive).unwrap();
    remember(&store, &dev(), "one").unwrap();
    fs::rename(&drive, &away).unwrap();
    assert_eq!(code(&store.facts(&dev())), "store.home_missing");
    assert_eq!(code(&store.strict(&dev())), "store.home_missing");
    assert_eq!(code(&remember(&store, &dev(), "two")), "store.home_missing");
    fs::rename(&away, &drive).unwrap();
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"]);
    let unchosen = FsStore::new(directory.path().join("a/b/mind"), Limits::default());
    let unchosen = unchosen.making_parents();
    assert_eq!(texts(&unchosen, &dev()).unwrap(), [""; 0]);
    assert!(!directory.path().join("a").exists());
    remember(&unchosen, &dev(), "one").unwrap();
    assert_eq!(texts(&unchosen, &dev()).unwrap(), ["one"]);
}

/// D-26, D-52: a damaged store is answered from its backup and set aside by the next change.
#[test]
fn a_damaged_store_is_recovered_by_a_change() {
    let (directory, store) = home();
    remember(&store, &dev(), "one").unwrap();
    remember(&store, &dev(), "two").unwrap();
    let file = store.home().join("memory/ltm/dev.json");
    fs::write(&file, "").unwrap();
    let before = image(directory.path());
    let seen = store.facts(&dev()).unwrap();
    assert_eq!(seen.warnings, [StoreWarning::Recovered { path: canonical(&file) }]);
    assert_eq!(texts(&store, &dev()).unwrap(), ["one"]);
    assert_eq!(code(&store.strict(&dev())), "store.corrupt");
    assert!(matches!(forget(&store, &dev(), "none"), Ok(Commit::Unchanged { .. })));
    assert_eq!(image(directory.path()), before);
    let commit = remember(&store, &dev(), "three").unwrap();
    let aside = canonical(&file).with_extension("json.corrupt-0");
    let Commit::Changed { warnings, sequence, .. } = commit else { panic!("a row came") };
    assert_eq!((warnings, sequence), (vec![StoreWarning::Quarantined { path: aside.clone() }], 2));
    assert_eq!(fs::read(aside).unwrap(), b"");
    assert_eq!(texts(&store, &dev()).unwrap(), ["one", "three"]);
}

fn canonical(file: &std::path::Path) -> PathBuf {
    let parent = file
        .parent()
        .expect("the test machine allows it")
        .canonicalize()
        .expect("the test machine allows it");
    parent.join(file.file_name().expect("the test machine allows it"))
}
