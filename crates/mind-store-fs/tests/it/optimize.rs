//! Consolidation on files: the vectors byte for byte, and what stays as it is (O-6, O-11, O-35, O-42, O-44, O-50, O-53, O-55).

mod crash;
mod desk;
mod rivals;

use std::collections::BTreeSet;
use std::fs;

use mind_core::consolidate::inspect::PageRequest;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::{Operation, Origin, PlanOwner, Staging};
use mind_core::consolidate::receipt::HISTORY_BYTES;
use mind_core::port::Fingerprint;
use mind_core::scope::Tier;
use rstest::rstest;

pub(crate) use self::rivals::{apply_in_a_child, tidy_in_a_child};

use self::desk::{
    FINGERPRINT, MERGED, SOURCES, facts_image, foreign_bytes, history_file, place, real, scope,
    store_file, vector,
};
use crate::support::{at, code, demo, image, remember};

/// The vectors: fingerprint, plan, receipt and rows byte for byte, before, after and undone (`foreign_row_same_id`).
#[test]
fn vectors() {
    let (_directory, home, desk) = real();
    assert_eq!(vector().len(), 1_123);
    let project = Some("demo-b1b495b00c3ad2529099795b".to_owned());
    let owner = PlanOwner { project, ..PlanOwner::of(&scope()) };
    let plan = desk.stage(&SOURCES, MERGED, owner).unwrap();
    assert_eq!(plan.fingerprint.to_string(), FINGERPRINT);
    assert_eq!(plan.id, "plan-12cf9038efc5855f");
    desk.clock.set(at("2026-11-20T10:06:00Z"));
    let applied = desk.apply(&Order::of(&plan)).unwrap();
    assert_eq!(applied.receipt_id, "opt-b1e4375790009a5a");
    let after = fs::read_to_string(store_file(&home)).unwrap();
    assert_eq!(foreign_bytes(&after), foreign_bytes(&vector()));
    let merged = "    {
      \"id\": \"f93f2ca79c24\",
      \"kind\": \"note\",
      \"text\": \"The smoke test needs port 7101 to be free.\",
      \"tags\": [
        \"ports\",
        \"tests\"
      ],
      \"recordedAt\": \"2026-11-20T09:00:00.000Z\",
      \"lastSeenAt\": \"2026-11-20T10:00:00.000Z\",
      \"expiresAt\": \"2026-11-22T09:00:00.000Z\",
      \"persona\": \"dev\",
      \"source\": \"child scout\",
      \"derivedFrom\": [
        \"b4b771fe5494\",
        \"9d1c6554e633\"
      ]
    }
  ]
}
";
    assert!(after.ends_with(merged), "{after}");
    let ids: Vec<String> = desk.snapshot().rows.iter().map(|row| row.id.to_string()).collect();
    assert_eq!(ids, ["b4b771fe5494", "f93f2ca79c24"]);
    let history = fs::read_to_string(history_file(&home)).unwrap();
    for line in [
        "      \"id\": \"opt-b1e4375790009a5a\",\n      \"planId\": \"plan-12cf9038efc5855f\",\n      \"target\": \"project\",\n      \"persona\": \"dev\",\n      \"project\": \"demo-b1b495b00c3ad2529099795b\",\n      \"origin\": \"manual\",\n      \"run\": null,\n      \"state\": \"applied\",\n      \"reason\": null,\n      \"createdAt\": \"2026-11-20T10:06:00.000Z\",\n      \"settledAt\": \"2026-11-20T10:06:00.000Z\",\n      \"undoOf\": null,\n      \"beforeFingerprint\": \"sha256:cdc6c1ae54ab45ce0f6c91e2225a6b8192d7bfe88bab5e8c6727066cd2afd580\",\n      \"beforeSequence\": 3,\n      \"afterFingerprint\": \"sha256:",
        "      \"operations\": [\n        {\n          \"before\": [\n            {\n              \"id\": \"b4b771fe5494\",\n",
    ] {
        assert!(history.contains(line), "{history}");
    }
    // The receipt of the vectors belongs to a project of no path; one of this project is undone.
    let history = history.replace("demo-b1b495b00c3ad2529099795b", demo().slug().as_str());
    fs::write(history_file(&home), history).unwrap();
    desk.undo("opt-b1e4375790009a5a").unwrap();
    let undone = fs::read_to_string(store_file(&home)).unwrap();
    assert_eq!(foreign_bytes(&undone), foreign_bytes(&vector()));
    let rows = desk.snapshot().rows;
    assert_eq!(
        rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(),
        [SOURCES[0], SOURCES[0], SOURCES[1]]
    );
    assert_eq!(rows[1].source.as_ref().map(mind_core::fact::Source::as_str), Some("child scout"));
}

/// O-50: the history is written as a store is: mode, backup, guard, no name of project or persona.
#[test]
fn o50_side_files() {
    let (_directory, home, desk) = real();
    desk.apply(&desk.order().unwrap()).unwrap();
    let names: BTreeSet<String> = fs::read_dir(store_file(&home).parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_prefix(demo().slug().as_str()).map(str::to_owned))
        .collect();
    let expect = [
        ".json",
        ".json.bak",
        ".json.guard",
        ".json.optimize-history.json",
        ".json.optimize-history.json.bak",
        ".json.optimize-history.json.guard",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expect);
    let history: serde_json::Value =
        serde_json::from_slice(&fs::read(history_file(&home)).unwrap()).unwrap();
    let keys: BTreeSet<&str> = history.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, BTreeSet::from(["entries", "sequence", "updatedAt", "version"]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(history_file(&home)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

/// O-35, D-17, O-34: rows that are not valid, unknown members and line ends stay as they are, and unknown members of the sources come along.
#[test]
fn o35_bytes_of_others_stay() {
    let (_directory, home, desk) = real();
    let odd = "{ \"colour\" : \"\\ud83d\" }";
    let own = vector().replacen(
        "\"persona\": \"dev\",",
        "\"persona\": \"dev\",\n      \"colour\": {\"x\":1.0},",
        1,
    );
    let text = own.replacen("  \"entries\": [\n", &format!("  \"entries\": [\n    {odd},\n"), 1);
    let text = text.replace('\n', "\r\n");
    fs::write(store_file(&home), &text).unwrap();
    let receipt = desk.apply(&desk.order().unwrap()).unwrap().receipt_id;
    let after = fs::read_to_string(store_file(&home)).unwrap();
    for kept in [odd, foreign_bytes(&text), "\"colour\": {\"x\":1.0}"] {
        assert!(after.contains(kept), "{kept} is not in {after}");
    }
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
    desk.undo(&receipt).unwrap();
    let undone = fs::read_to_string(store_file(&home)).unwrap();
    for kept in [odd, foreign_bytes(&text), "\"colour\": {\"x\":1.0}"] {
        assert!(undone.contains(kept), "{kept} is not in {undone}");
    }
}

/// O-6, O-42, O-44: whatever another program did between staging and applying, be it invisible to length and time, is `store.changed`, and every byte stays.
#[rstest]
#[case::same_length_and_time(|text: &str| text.replace("7101 free", "7102 free"))]
#[case::swapped_rows(|text: &str| {
    let (first, second) = ("\"persona\": \"dev\",\n      \"source\": \"child scout\"", "\"persona\": \"ops\"");
    text.replacen(second, "\u{1}", 1).replacen(first, second, 1).replacen('\u{1}', first, 1)
})]
#[case::white_space(|text: &str| text.replacen("\"version\": 1", "\"version\":  1", 1))]
#[case::key_order(|text: &str| text.replacen("\"sequence\": 3,\n  \"entries\"", "\"entries\"", 1).replacen("  ]\n}", "  ],\n  \"sequence\": 3\n}", 1))]
#[case::a_row_more(|text: &str| text.replacen("  ]\n}", "    ,{}\n  ]\n}", 1))]
fn o44_changed(#[case] change: fn(&str) -> String) {
    let (_directory, home, desk) = real();
    let order = desk.order().unwrap();
    let file = store_file(&home);
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    let changed = change(&vector());
    assert_ne!(changed, vector());
    fs::write(&file, changed).unwrap();
    fs::File::options().append(true).open(&file).unwrap().set_modified(time).unwrap();
    let before = facts_image(&home);
    assert_eq!(code(&desk.apply(&order)), "store.changed");
    assert_eq!(facts_image(&home), before);
}

/// O-44: the same bytes again, or put there by a rename, are the same bytes.
#[test]
fn o44_identical_bytes() {
    let (_directory, home, desk) = real();
    let order = desk.order().unwrap();
    let beside = home.join("beside.json");
    fs::write(&beside, vector()).unwrap();
    fs::rename(&beside, store_file(&home)).unwrap();
    fs::write(store_file(&home), vector()).unwrap();
    desk.apply(&order).unwrap();
}

/// O-11, `inspect_is_a_read`: pages, plans and histories of a missing, healthy, torn and newer store leave the directory as it was.
#[rstest]
#[case::missing(None, "none")]
#[case::healthy(Some(vector()), "none")]
#[case::torn(Some(vector()[..600].to_owned()), "store.corrupt")]
#[case::newer(Some(vector().replacen("\"version\": 1", "\"version\": 2", 1)), "store.newer_version")]
fn inspect_is_a_read(#[case] content: Option<String>, #[case] expect: &str) {
    let (directory, home, desk) = real();
    match content {
        Some(content) => fs::write(store_file(&home), content).unwrap(),
        None => fs::remove_dir_all(&home).unwrap(),
    }
    let before = image(directory.path());
    let page = desk.mind.inspect(&scope(), &place(), PageRequest::default());
    assert_eq!(code(&page), expect);
    let staged = desk.order();
    match expect {
        "none" => assert!(["none", "fact.not_found"].contains(&code(&staged))),
        refused => assert_eq!(code(&staged), refused),
    }
    assert_eq!(code(&desk.mind.history(&scope(), &place(), 0, 10)), "none");
    assert_eq!(code(&desk.undo("opt-b1e4375790009a5a")), "optimize.receipt_unknown");
    assert_eq!(image(directory.path()), before);
}

/// O-11: a missing file with a backup is an empty store, and the page says what the next write will do.
#[test]
fn o11_only_backed_up() {
    let (_directory, home, desk) = real();
    remember(desk.mind.store(), &place(), "one more").unwrap();
    fs::remove_file(store_file(&home)).unwrap();
    let page = desk.mind.inspect(&scope(), &place(), PageRequest::default()).unwrap();
    assert_eq!((page.matched, page.fingerprint), (0, Fingerprint::Absent));
    assert!(page.is_only_backed_up);
}

/// O-50, O-53, `history_limits`: a receipt over two mebibytes finds no room, and the store is not touched.
#[test]
fn o53_a_receipt_over_the_bytes() {
    let (_directory, home, desk) = real();
    let rows: Vec<String> = (0..320)
        .map(|n| {
            format!(
                "{{\"id\":\"{n:012}\",\"kind\":\"note\",\"text\":\"{n} {}\",\"tags\":[],\"recordedAt\":\"2026-11-20\",\"lastSeenAt\":\"2026-11-20\",\"expiresAt\":\"2026-11-22\",\"persona\":\"dev\"}}",
                "x".repeat(8_000),
            )
        })
        .collect();
    let text = format!(
        "{{\"version\":1,\"updatedAt\":\"2026-11-20\",\"sequence\":1,\"entries\":[{}]}}",
        rows.join(",")
    );
    fs::write(store_file(&home), text).unwrap();
    let operations: Vec<Operation> = (0..10)
        .map(|at| Operation {
            source_ids: (at * 32..at * 32 + 32).map(|n| format!("{n:012}")).collect(),
            kind: "note".into(),
            text: format!("all of part {at}"),
            tags: None,
        })
        .collect();
    let staged = desk.mind.stage(&Staging {
        place: &place(),
        scope: &scope(),
        owner: PlanOwner::of(&scope()),
        origin: Origin::Manual,
        fingerprint: None,
        operations: &operations,
    });
    let order = Order::of(&staged.unwrap());
    let before = facts_image(&home);
    assert_eq!(code(&desk.apply(&order)), "optimize.history_full");
    assert_eq!((facts_image(&home), history_file(&home).exists()), (before, false));
    let half = Order::of(
        &desk
            .mind
            .stage(&Staging {
                place: &place(),
                scope: &scope(),
                owner: PlanOwner::of(&scope()),
                origin: Origin::Manual,
                fingerprint: None,
                operations: &operations[..6],
            })
            .unwrap(),
    );
    desk.apply(&half).unwrap();
    assert!(fs::metadata(history_file(&home)).unwrap().len() <= HISTORY_BYTES);
}

/// O-42: a damaged history stops an apply before anything is written, and is itself left as it is.
#[test]
fn o42_a_damaged_history() {
    let (_directory, home, desk) = real();
    let receipt = desk.apply(&desk.order().unwrap()).unwrap().receipt_id;
    desk.undo(&receipt).unwrap();
    let order = desk.order().unwrap();
    fs::write(history_file(&home), "{\"version\":1,").unwrap();
    let before = image(home.as_path());
    assert_eq!(code(&desk.apply(&order)), "store.corrupt");
    assert_eq!(code(&desk.undo(&receipt)), "store.corrupt");
    assert_eq!(code(&desk.mind.history(&scope(), &place(), 0, 10)), "store.corrupt");
    let unlocked = |image: Vec<(String, String)>| {
        image.into_iter().filter(|(name, _)| !name.contains(".guard")).collect::<Vec<_>>()
    };
    assert_eq!(unlocked(image(home.as_path())), unlocked(before));
    // Taken away by hand, the receipts of its backup come back with the next change.
    fs::remove_file(history_file(&home)).unwrap();
    assert!(desk.mind.history(&scope(), &place(), 0, 10).unwrap().is_only_backed_up);
    desk.apply(&order).unwrap();
    assert!(desk.receipts().len() > 1);
}

/// O-55: a row that was recorded while the plan was open is there after apply refused, staged again, applied and undone.
#[test]
fn o55_others_are_kept() {
    let (_directory, _home, desk) = real();
    let order = desk.order().unwrap();
    remember(desk.mind.store(), &place(), "meanwhile").unwrap();
    assert_eq!(code(&desk.apply(&order)), "store.changed");
    let receipt = desk.apply(&desk.order().unwrap()).unwrap().receipt_id;
    remember(desk.mind.store(), &place(), "since").unwrap();
    desk.undo(&receipt).unwrap();
    let texts: Vec<String> =
        desk.snapshot().rows.iter().map(|row| row.text.as_str().to_owned()).collect();
    assert_eq!(texts.len(), 5);
    assert!(texts.contains(&"meanwhile".to_owned()) && texts.contains(&"since".to_owned()));
    assert_eq!(desk.snapshot().rows[0].owner(Tier::Project).unwrap().as_str(), "ops");
}
