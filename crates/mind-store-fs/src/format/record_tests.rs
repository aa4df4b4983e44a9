//! What rows mean, and that they come back as they were written.

use proptest::prelude::*;

use super::super::LineEnding;
use super::*;

fn written<T: Row>(row: &T, shape: Shape) -> String {
    let mut to = Printer::new(LineEnding::Lf, 0);
    row.write(shape, &mut to);
    String::from_utf8(to.into_bytes()).unwrap()
}

/// The row that a whole text is.
fn read<T: Row>(text: &str, shape: Shape) -> Option<T> {
    let found = T::read(text, shape);
    found.row.filter(|_| found.length == Some(text.len()))
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis).unwrap()
}

fn times() -> impl Strategy<Value = Timestamp> {
    (Timestamp::MIN.millis()..=Timestamp::MAX.millis()).prop_map(at)
}

fn ids() -> impl Strategy<Value = FactId> {
    "[A-Za-z0-9][A-Za-z0-9._:-]{0,20}".prop_map(|id| FactId::parse(&id).unwrap())
}

/// Texts with everything JSON escapes, with line separators and with characters above U+FFFF.
fn texts() -> impl Strategy<Value = String> {
    "[a-z🔥é\u{2028}\u{feff}\"\\\\\u{0}-\u{1f}\u{7f}]{0,20}x"
}

fn tags() -> impl Strategy<Value = Tags> {
    let tags = proptest::collection::vec(texts().prop_map(String::into_boxed_str), 0..4);
    tags.prop_map(|tags| Tags::stored(tags).unwrap())
}

fn extras() -> impl Strategy<Value = Extra> {
    let value = prop_oneof![
        Just("{\"x\":1.0}".to_owned()),
        Just("[ 1e2,\n null ]".to_owned()),
        Just("\"\\u00e9\"".to_owned()),
    ];
    let members = proptest::collection::btree_map("x-[a-z\"]{1,4}", value, 0..3);
    members.prop_map(|members| {
        Extra::new(members.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    })
}

prop_compose! {
    fn facts(tier: Tier)(
        id in ids(),
        kind in proptest::sample::select(Kind::ALL.to_vec()),
        text in texts(),
        tags in tags(),
        (recorded_at, last_seen_at, expires_at) in (times(), times(), times()),
        persona in proptest::option::of("[a-z]{1,9}"),
        supersedes in proptest::option::of(ids()),
        source in proptest::option::of(texts()),
        derived_from in proptest::collection::btree_set(ids(), 0..4),
        extra in extras(),
    ) -> Fact {
        Fact {
            id,
            kind,
            text: FactText::stored(&text).unwrap(),
            tags,
            recorded_at,
            last_seen_at,
            expires_at: Some(expires_at).filter(|_| tier == Tier::Project),
            persona: persona.filter(|_| tier.is_owned()).and_then(|name| Segment::stored(&name)),
            supersedes,
            source: source.and_then(|text| Source::stored(&text)),
            derived_from: derived_from.into_iter().collect(),
            extra,
        }
    }
}

fn any_facts() -> impl Strategy<Value = (Tier, Fact)> {
    let tiers = [Tier::Persona, Tier::ProjectLong, Tier::Shared, Tier::Project];
    proptest::sample::select(tiers.to_vec())
        .prop_flat_map(|tier| facts(tier).prop_map(move |fact| (tier, fact)))
}

prop_compose! {
    fn items()(
        id in ids(),
        text in texts(),
        state in proptest::sample::select(mind_core::backlog::BacklogState::ALL.to_vec()),
        tags in tags(),
        created_at in times(),
        persona in proptest::option::of("[a-z]{1,9}"),
        due_at in proptest::option::of(times()),
        expires_at in proptest::option::of(times()),
        note in proptest::option::of(texts()),
        extra in extras(),
    ) -> BacklogItem {
        BacklogItem {
            id,
            text: BacklogText::stored(&text).unwrap(),
            state,
            tags,
            created_at,
            persona: persona.and_then(|name| Segment::stored(&name)),
            due_at,
            expires_at,
            note: note.and_then(|text| BacklogNote::stored(&text)),
            extra,
        }
    }
}

proptest! {
    /// P-3: what is written is read back as it was.
    #[test]
    fn facts_come_back((tier, fact) in any_facts()) {
        let shape = Shape::Facts(tier);
        prop_assert_eq!(read::<Fact>(&written(&fact, shape), shape), Some(fact));
    }

    /// D-14: and so are retired facts.
    #[test]
    fn retired_facts_come_back((tier, fact) in any_facts(), retired_by in ids(), retired_at in times()) {
        let shape = Shape::Retired(tier);
        let row = RetiredFact { fact, retired_at, retired_by };
        prop_assert_eq!(read::<RetiredFact>(&written(&row, shape), shape), Some(row));
    }

    /// D-13: and so are backlog items.
    #[test]
    fn items_come_back(item in items()) {
        prop_assert_eq!(read::<BacklogItem>(&written(&item, Shape::Backlog), Shape::Backlog), Some(item));
    }
}

const ROW: &str = r#""id":"a","kind":"note","text":"t","tags":[],"recordedAt":"2026-11-20","lastSeenAt":"2026-11-20""#;

/// F-10, F-13, D-11: which rows are valid in which tier.
#[test]
fn validity() {
    let valid = |tier: Tier, more: &str| {
        read::<Fact>(&format!("{{{ROW}{more}}}"), Shape::Facts(tier)).is_some()
    };
    let expiring = r#","expiresAt":"2026-11-21""#;
    for (tier, plain, expires) in [
        (Tier::Persona, true, false),
        (Tier::ProjectLong, true, false),
        (Tier::Shared, true, false),
        (Tier::Project, false, true),
    ] {
        assert_eq!((valid(tier, ""), valid(tier, expiring)), (plain, expires), "{tier}");
    }
    for bad in [
        r#","id":"b""#,
        r#","x":1,"x":1"#,
        r#","x":"\ud83d""#,
        r#","x":1e999"#,
        r#","source":"\ud83d""#,
        r#","source":"""#,
        r#","source":null"#,
        r#","supersedes":"-a""#,
        r#","derivedFrom":[]"#,
        r#","derivedFrom":["a","a"]"#,
        r#","persona":"""#,
        r#","persona":5"#,
        r#","\ud83d":1"#,
    ] {
        assert!(!valid(Tier::ProjectLong, bad), "{bad}");
    }
    for good in [
        r#","x":{"y":1.0}"#,
        r#","source":"s""#,
        r#","derivedFrom":["a","b"]"#,
        r#","retiredAt":5"#,
    ] {
        assert!(valid(Tier::ProjectLong, good), "{good}");
    }
    for missing in ["id", "kind", "text", "tags", "recordedAt", "lastSeenAt"] {
        let row = format!("{{{ROW}}}").replace(&format!("\"{missing}\""), "\"other\"");
        assert_eq!(read::<Fact>(&row, Shape::Facts(Tier::Shared)), None, "{missing}");
    }
    for not_a_row in ["5", "null", "[]", "\"x\"", "{}"] {
        assert_eq!(read::<Fact>(not_a_row, Shape::Facts(Tier::Shared)), None, "{not_a_row}");
    }
}

/// F-10: `persona` is without meaning in `persona` and `shared`, whatever it holds; it stays where it is.
#[test]
fn a_persona_without_meaning_stays() {
    let shape = Shape::Facts(Tier::Shared);
    let fact = read::<Fact>(&format!(r#"{{{ROW},"persona":5}}"#), shape).unwrap();
    assert_eq!(fact.persona, None);
    assert!(written(&fact, shape).ends_with("\"persona\": 5\n}"));
    // In a tier where the key means something it gives way instead of standing there twice.
    let moved = Fact { persona: Segment::stored("dev"), ..fact };
    let shape = Shape::Facts(Tier::ProjectLong);
    assert!(read::<Fact>(&written(&moved, shape), shape).is_some());
}

/// F-70: any finite number is a due time; the nearest there is stands for one out of reach.
#[test]
fn due_times() {
    let due = |number: &str| {
        let row = format!(
            r#"{{"id":"a","text":"t","state":"open","tags":[],"createdAt":"2026-11-20","dueAtEpochMs":{number}}}"#
        );
        read::<BacklogItem>(&row, Shape::Backlog).map(|item| item.due_at)
    };
    assert_eq!(due("1795430000000"), Some(Some(at(1_795_430_000_000))));
    assert_eq!(due("1795430000000.75"), Some(Some(at(1_795_430_000_000))));
    assert_eq!(due("1e300"), Some(Some(Timestamp::MAX)));
    assert_eq!(due("-1e300"), Some(Some(Timestamp::MIN)));
    assert_eq!(due("1e999"), None);
    assert_eq!(due("\"5\""), None);
    assert_eq!(due("null"), None);
}

/// D-12, D-13, D-14: the order of keys.
#[test]
fn key_order() {
    let row = format!(
        r#"{{"zebra":1,"derivedFrom":["b"],"source":"s","persona":"dev","supersedes":"c","expiresAt":"2026-11-21",{ROW}}}"#
    );
    let shape = Shape::Facts(Tier::Project);
    let keys = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("  \""));
        lines.map(|line| line.split('"').nth(1).unwrap().to_owned()).collect()
    };
    let fact = read::<Fact>(&row, shape).unwrap();
    assert_eq!(
        keys(&written(&fact, shape)),
        [
            "id",
            "kind",
            "text",
            "tags",
            "recordedAt",
            "lastSeenAt",
            "expiresAt",
            "supersedes",
            "persona",
            "source",
            "derivedFrom",
            "zebra"
        ]
    );
    let item = r#"{"note":"n","expiresAt":"2026-11-23T10:33:20.000Z","dueAtEpochMs":1795430000000,"persona":"dev","createdAt":"2026-11-20T09:00:00.000Z","tags":[],"state":"taken","text":"t","id":"a"}"#;
    let item = read::<BacklogItem>(item, Shape::Backlog).unwrap();
    assert_eq!(
        keys(&written(&item, Shape::Backlog)),
        [
            "id",
            "text",
            "state",
            "tags",
            "createdAt",
            "persona",
            "dueAtEpochMs",
            "expiresAt",
            "note"
        ]
    );
}
