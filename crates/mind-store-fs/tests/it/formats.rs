//! Files as others wrote them: what they hold is read, and what is not touched stays as it is.

use std::fs;
use std::path::PathBuf;

use mind_core::error::StoreWarning;
use mind_core::port::{Commit, Decision, Edits, Expect, Store as _};
use mind_core::scope::{FactPlace, Persona, Project};
use mind_store_fs::{FsStore, Limits};
use rstest::rstest;

use crate::support::{
    PATIENCE, add_item, change, clean, code, demo, dev, fact, forget, image, now, remember,
    supersede, texts, working,
};

/// A home with one file of durable facts of `dev`.
struct Found {
    directory: tempfile::TempDir,
    store: FsStore,
    file: PathBuf,
}

fn found(bytes: &[u8]) -> Found {
    let directory = tempfile::tempdir().expect("the test machine allows it");
    let home = directory.path().canonicalize().expect("the test machine allows it").join("mind");
    fs::create_dir_all(home.join("memory/ltm")).expect("the test machine allows it");
    let file = home.join("memory/ltm/dev.json");
    fs::write(&file, bytes).expect("the test machine allows it");
    Found { directory, store: FsStore::new(home, Limits::default()), file }
}

fn row(text: &str, more: &str) -> String {
    format!(
        r#"{{"id":"a","kind":"note","text":"{text}","tags":[],"recordedAt":"2026-11-20","lastSeenAt":"2026-11-20"{more}}}"#
    )
}

fn envelope(rows: &[String]) -> String {
    format!(
        r#"{{"version":1,"updatedAt":"2026-11-20","sequence":3,"entries":[{}]}}"#,
        rows.join(",")
    )
}

/// D-11, D-17, D-27, F-13: a lone surrogate and a key twice spoil their own rows, and all rows stay byte for byte.
#[test]
fn bad_rows_spoil_only_themselves() {
    let lone = row("lone", r#","source":"\ud83d""#);
    let twice = row("twice", r#","id":"b""#);
    let strange = row("strange", r#","colour":{"x":1.0}"#);
    let found = found(envelope(&[lone.clone(), twice.clone(), strange.clone()]).as_bytes());
    let seen = found.store.facts(&dev()).unwrap();
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["strange"]);
    assert_eq!((&seen.invalid[..], seen.sequence), (&[0, 1][..], 3));
    let warning = StoreWarning::InvalidRows { path: found.file.clone(), count: 2 };
    assert_eq!(seen.warnings, [warning]);
    remember(&found.store, &dev(), "new").unwrap();
    let written = fs::read_to_string(&found.file).unwrap();
    let places = [&strange, "\"new\"", &lone, &twice].map(|part| written.find(part));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{written}");
    assert_eq!(found.store.facts(&dev()).unwrap().invalid, [2, 3]);
}

/// D-11, D-17, P-14: line endings, a byte order mark and a missing last line ending change no row; after a change of one row the bytes of the others are the same.
#[rstest]
#[case::lf("\n", "", "\n")]
#[case::crlf("\r\n", "", "\r\n")]
#[case::byte_order_mark("\r\n", "\u{feff}", "\r\n")]
#[case::no_last_line_ending("\n", "", "")]
fn line_endings_stay(#[case] ending: &str, #[case] mark: &str, #[case] last: &str) {
    let pretty = |text: &str, extra: &str| {
        row(text, extra).replace("{\"id\"", "{\n      \"id\"").replace("\"}", "\"\n    }")
    };
    let rows = [pretty("one", ",\"x\":{\r\n\"y\": 1e0}"), pretty("two", ""), row("three", "")];
    let whole = rows.join(",\n    ");
    let text = format!(
        "{mark}{{\n  \"version\": 1,\n  \"updatedAt\": \"2026-11-20\",\n  \"sequence\": 3,\n  \"future\": [1,  2],\n  \"entries\": [\n    {whole}\n  ]\n}}{last}"
    );
    let text = text.replace("\r\n", "\n").replace('\n', ending);
    let found = found(text.as_bytes());
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one", "two", "three"]);
    change(&found.store, &dev(), Expect::Any, &mut |_| {
        let mut edits = Edits::new();
        edits.amend(1, clean(fact(&dev(), "second")));
        Decision::Edit(edits)
    })
    .unwrap();
    let written = fs::read_to_string(&found.file).unwrap();
    let kept = |row: &String| row.replace("\r\n", "\n").replace('\n', ending);
    assert!(
        written.starts_with(&format!("{mark}{{{ending}  \"version\": 1,{ending}")),
        "{written}"
    );
    assert!(written.ends_with(&format!("  ]{ending}}}{ending}")));
    assert!(written.contains(&kept(&rows[0])) && written.contains(&rows[2]), "{written}");
    assert!(
        written.contains(&format!(
            "\"sequence\": 4,{ending}  \"personaName\": \"dev\",{ending}  \"future\": [1,  2],{ending}  \"entries\""
        ))
    );
    let bare = written.replace("\r\n", "").matches('\n').count();
    assert_eq!(bare > 0, ending == "\n", "line endings are mixed: {written:?}");
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one", "second", "three"]);
}

/// P-15, D-23: a newer store is refused by every call, and a refused write leaves no trace at all.
#[test]
fn a_newer_store_is_left_alone() {
    let found = found(br#"{"version":2,"entries":[{"anything":1}],"more":{}}"#);
    fs::create_dir_all(found.store.home().join("backlog")).unwrap();
    let backlog = found.store.home().join(format!("backlog/{}.json", demo().slug()));
    fs::write(backlog, r#"{"version":7.0,"entries":[]}"#).unwrap();
    let before = image(found.directory.path());
    let newer = "store.newer_version";
    assert_eq!(code(&found.store.facts(&dev())), newer);
    assert_eq!(code(&found.store.strict(&dev())), newer);
    assert_eq!(code(&remember(&found.store, &dev(), "new")), newer);
    assert_eq!(code(&add_item(&found.store, "new")), newer);
    assert_eq!(code(&found.store.backlog(&demo())), newer);
    assert_eq!(image(found.directory.path()), before);
    let shown = found.store.facts(&dev()).unwrap_err().to_string();
    assert!(shown.starts_with("the store has format version 2, this program writes 1"), "{shown}");
    remember(&found.store, &FactPlace::Shared, "other places work on").unwrap();
    remember(&found.store, &working(), "all of them").unwrap();
    assert_eq!(code(&remember(&found.store, &dev(), "new")), newer);
}

/// P-15, D-23, B25: a newer list of retired rows, or a newer list of what was imported, refuses what would change it, and nothing changes.
#[test]
fn newer_side_files_are_left_alone() {
    let found = found(envelope(&[row("one", "")]).as_bytes());
    remember(&found.store, &dev(), "two").unwrap();
    let newer = r#"{"version":2,"entries":[{"anything":1}]}"#;
    fs::write(found.file.with_extension("json.retired.json"), newer).unwrap();
    fs::write(found.store.home().join(".legacy-import-v1.json"), newer).unwrap();
    let source = found.directory.path().join("source/memory/ltm");
    fs::create_dir_all(&source).unwrap();
    fs::write(source.join("dev.json"), envelope(&[row("brought in", "")])).unwrap();
    let before = image(found.directory.path());
    let code_of = |answer| code(&answer);
    assert_eq!(code_of(supersede(&found.store, &dev(), "one", "three")), "store.newer_version");
    let mut transaction = found.store.transaction(now(), PATIENCE).unwrap();
    assert_eq!(code_of(transaction.forget_retired(&dev(), &mut |_| true)), "store.newer_version");
    drop(transaction);
    let root = found.directory.path().join("source");
    let import =
        found.store.import_home(&root, None, now(), PATIENCE, mind_store_fs::ImportMode::Store);
    assert_eq!(import.unwrap_err().code(), "store.newer_version");
    assert_eq!(image(found.directory.path()), before);
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one", "two"]);
}

/// D-26, D-52: damage without a backup is said, and the next write keeps it.
#[rstest]
#[case::empty(b"")]
#[case::torn(br#"{"version":1,"updatedAt":"2026-11-20","sequ"#)]
#[case::conflict(b"<<<<<<< HEAD\n{}\n=======\n")]
#[case::not_text(b"\xff\xfe{\0}\0")]
#[case::version_zero(br#"{"version":0,"updatedAt":"2026-11-20","sequence":1,"entries":[]}"#)]
fn damage_is_said_and_kept(#[case] bytes: &[u8]) {
    let found = found(bytes);
    let before = image(found.directory.path());
    assert_eq!(code(&found.store.facts(&dev())), "store.corrupt");
    assert_eq!(code(&found.store.strict(&dev())), "store.corrupt");
    assert_eq!(image(found.directory.path()), before);
    let commit = remember(&found.store, &dev(), "new").unwrap();
    let aside = found.file.with_extension("json.corrupt-0");
    let Commit::Changed { warnings, sequence: 1, .. } = commit else { panic!("a first row") };
    assert_eq!(warnings, [StoreWarning::Quarantined { path: aside.clone() }]);
    assert_eq!(fs::read(&aside).unwrap(), bytes);
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["new"]);
    fs::write(&found.file, bytes).unwrap();
    remember(&found.store, &dev(), "newer").unwrap();
    assert_eq!(fs::read(aside.with_extension("corrupt-1")).unwrap(), bytes);
    assert!(!found.file.with_extension("json.bak").exists(), "damage became a backup");
}

/// D-26, D-36: a store that is gone is not an empty one while its backup tells of it, whole or not.
#[test]
fn a_missing_store_with_a_backup_is_not_empty() {
    let found = found(envelope(&[row("one", "")]).as_bytes());
    remember(&found.store, &dev(), "two").unwrap();
    fs::remove_file(&found.file).unwrap();
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one"]);
    assert!(found.store.strict(&dev()).unwrap().has_backup);
    let commit = remember(&found.store, &dev(), "three").unwrap();
    let Commit::Changed { warnings, .. } = commit else { panic!("a row came") };
    assert_eq!(warnings, [StoreWarning::Recovered { path: found.file.clone() }]);
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one", "three"]);
    let bak = found.file.with_extension("json.bak");
    fs::remove_file(&found.file).unwrap();
    fs::write(&bak, "torn").unwrap();
    assert_eq!(code(&found.store.facts(&dev())), "store.corrupt");
    remember(&found.store, &dev(), "four").unwrap();
    assert_eq!(fs::read(bak.with_extension("corrupt-0")).unwrap(), b"torn");
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["four"]);
}

/// D-54, D-65: an edit of the same length with the old time is seen by the next read.
#[test]
fn an_edit_in_disguise_is_seen() {
    let found = found(envelope(&[row("one", "")]).as_bytes());
    let time = fs::metadata(&found.file).unwrap().modified().unwrap();
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one"]);
    let first = found.store.facts(&dev()).unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &found.store.facts(&dev()).unwrap()));
    fs::write(&found.file, envelope(&[row("two", "")])).unwrap();
    fs::File::options().write(true).open(&found.file).unwrap().set_modified(time).unwrap();
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["two"]);
}

/// D-50 (10), P-6: an edit by hand during a change is noticed, and the decider is asked again.
#[test]
fn an_edit_during_a_change_is_noticed() {
    let found = found(envelope(&[row("one", "")]).as_bytes());
    let mut asked = 0;
    change(&found.store, &dev(), Expect::Any, &mut |rows| {
        asked += 1;
        assert_eq!(rows.len(), asked);
        if asked == 1 {
            fs::write(&found.file, envelope(&[row("one", ""), row("by hand", "")])).unwrap();
        }
        crate::support::appending([fact(&dev(), "new")])
    })
    .unwrap();
    assert_eq!(asked, 2);
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["one", "by hand", "new"]);
    let answer = change(&found.store, &dev(), Expect::Any, &mut |rows| {
        fs::write(&found.file, envelope(&vec![row("again", ""); rows.len() + 1])).unwrap();
        crate::support::appending([fact(&dev(), "new")])
    });
    assert_eq!(code(&answer), "store.changed");
}

/// D-93, F-53, F-58: a store recorded under another name or path is refused; its own name may be spelt in another form.
#[test]
fn a_store_of_another_name_is_refused() {
    let recorded =
        |name: &str| envelope(&[]).replace("\"entries\"", &format!("{name},\"entries\""));
    let found = found(recorded(r#""personaName":"Dev""#).as_bytes());
    assert_eq!(code(&found.store.facts(&dev())), "scope.name_collision");
    assert_eq!(code(&remember(&found.store, &dev(), "new")), "scope.name_collision");
    fs::write(&found.file, recorded(r#""personaName":"dev""#)).unwrap();
    remember(&found.store, &dev(), "new").unwrap();
    let accented = FactPlace::Persona(Persona::named("caf\u{e9}").unwrap());
    remember(&found.store, &accented, "new").unwrap();
    let file = found.file.with_file_name("caf-850f7dc43910.json");
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("\"personaName\": \"caf\u{e9}\","), "{written}");
    fs::write(&file, written.replace("caf\u{e9}", "cafe\u{301}")).unwrap();
    assert_eq!(texts(&found.store, &accented).unwrap(), ["new"]);
    let directory = found.store.home().join("memory/stm");
    fs::create_dir_all(&directory).unwrap();
    let project = Project::at(b"/srv/demo");
    let file = directory.join(format!("{}.json", project.slug()));
    fs::write(file, recorded(r#""projectPath":"/srv/other""#)).unwrap();
    assert_eq!(code(&found.store.facts(&working())), "scope.slug_collision");
    assert_eq!(code(&remember(&found.store, &working(), "new")), "scope.slug_collision");
}

/// F-18: rows that say the same are all shown.
#[test]
fn doubled_rows_are_all_there() {
    let found = found(envelope(&[row("same", ""), row("same", "")]).as_bytes());
    assert_eq!(texts(&found.store, &dev()).unwrap(), ["same", "same"]);
    forget(&found.store, &dev(), "same").unwrap();
    assert_eq!(texts(&found.store, &dev()).unwrap(), [""; 0]);
}
