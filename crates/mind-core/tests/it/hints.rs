//! Lexical hints: what is compared of two texts, and in what order it is said (O-20 to O-25).

use mind_core::consolidate::hints::{PAIRS_LISTED, Pair, Traits, pairs};
use mind_core::fact::{Fact, Kind, Tags, content_id};
use proptest::prelude::*;

use crate::world::row;

fn note(text: &str) -> Fact {
    row(content_id(Kind::Note, text, &Tags::default()).as_str(), text, &[], None)
}

/// O-20: words are runs of letters and digits, `n't` is a word of its own, CJK is cut into overlapping pairs.
#[test]
fn o20_words() {
    let check = |text: &str, expect: &[&str]| {
        let traits = Traits::of(text);
        let mut expect: Vec<&str> = expect.to_vec();
        expect.sort_unstable();
        let words: Vec<&str> = traits.words().iter().map(String::as_str).collect();
        assert_eq!(words, expect, "{text:?}");
    };
    check("The cache isn't shared.", &["the", "cache", "is", "not", "shared"]);
    check("The cache isn\u{2019}t SHARED", &["the", "cache", "is", "not", "shared"]);
    check("n'tx n't5 don't", &["n", "tx", "t5", "do", "not"]);
    check(
        "L\u{2019}età è già né 1.5 ﬁle Ⅷ x²",
        &["l", "età", "è", "già", "né", "1", "5", "file", "viii", "x2"],
    );
    check("ne\u{301} re\u{301}sume\u{301}", &["né", "résumé"]);
    check("q\u{323}x \u{323}", &["q\u{323}x"]);
    check("GPU内存不足", &["gpu", "内存", "存不", "不足"]);
    check("内", &["内"]);
    check("한국어 テスト", &["한국", "국어", "テス", "スト"]);
    check("v2内7", &["v2", "内", "7"]);
    check(" … — !", &[]);
}

/// O-21, O-22, O-24 and O-25: the lexical vectors of the contract, with Italian ones beside them.
#[test]
fn o21_to_o25_pairs() {
    // Shared, union, similarity, whether it is a pair, whether negations and numbers differ.
    type Expect = (usize, usize, usize, bool, bool, bool);
    let check = |a: &str, b: &str, expect: Expect| {
        let (left, right) = (Traits::of(a), Traits::of(b));
        let (shared, union) = (left.shared(&right), left.union(&right));
        let (negation, numbers) = (left.negation_differs(&right), left.numbers_differ(&right));
        let found = pairs(&[&note(a), &note(b)]).listed;
        if let [pair] = found.as_slice() {
            assert_eq!(
                (pair.shared, pair.union, pair.similarity()),
                (shared, union, expect.2),
                "{a}"
            );
            assert_eq!((pair.negation_differs, pair.numbers_differ), (negation, numbers), "{a}");
        }
        let got = (shared, union, 1000 * shared / union, found.len() == 1, negation, numbers);
        assert_eq!(got, expect, "{a:?} {b:?}");
    };
    let (export, size) = ("Use the queue for exports.", "Size the queue for exports.");
    let forget = "Don't forget to size the queue for exports.";
    check(
        "Nightly export is enabled.",
        "Nightly export is not enabled.",
        (4, 5, 800, true, true, false),
    );
    let (alpha, beta) = ("Alpha service listens on 7101", "Alpha service listens on 7102");
    check(alpha, beta, (4, 6, 666, true, false, true));
    check(export, forget, (4, 10, 400, false, false, false));
    check(size, forget, (5, 9, 555, true, false, false));
    check("The cache isn't shared.", "The cache is not shared.", (5, 5, 1000, true, false, false));
    check("Timeout is 1.5 s", "Timeout is 5.1 s", (5, 5, 1000, true, false, true));
    check("Avoid tabs in Makefiles", "Use tabs in Makefiles", (3, 5, 600, true, true, false));
    check("GPU内存不足", "GPU 内存 不足", (3, 4, 750, true, false, false));
    check("缓存未启用", "缓存已启用", (2, 6, 333, false, false, false));
    check("yes", "yes", (1, 1, 1000, false, false, false));
    check("Il proxy è vietato", "Il proxy è permesso", (3, 5, 600, true, true, false));
    check("Non dimenticare il backup", "Ricorda il backup", (2, 5, 400, false, false, false));
    check("La porta è 7,5", "La porta è 7.5", (5, 5, 1000, true, false, true));
    check("alle 10:30 in punto", "alle 30:10 in punto", (5, 5, 1000, true, false, true));
    check("riga ７１０１ qui", "riga 7101 qui", (3, 3, 1000, true, false, false));
}

/// O-23: the most alike first, as exact fractions; then as listed; at most twelve, the rest counted.
#[test]
fn o23_order() {
    let texts = ["a b c d", "a b c e", "a b c d x", "a b c d"];
    let rows = texts.map(note);
    let named = |pair: &Pair| {
        let at = |id| rows.iter().position(|row| row.id == id).unwrap();
        (at(pair.a.clone()), at(pair.b.clone()), pair.shared, pair.union)
    };
    let listed = pairs(&rows[..3].iter().collect::<Vec<_>>()).listed;
    let order: Vec<_> = listed.iter().map(named).collect();
    assert_eq!(order, [(0, 2, 4, 5), (0, 1, 3, 5), (1, 2, 3, 6)]);
    let many: Vec<Fact> = (0..6).map(|at| note(&format!("same words here v{at}"))).collect();
    let found = pairs(&many.iter().collect::<Vec<_>>());
    assert_eq!((found.listed.len(), found.omitted), (PAIRS_LISTED, 3));
    let expect = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b)));
    for (pair, (a, b)) in found.listed.iter().zip(expect) {
        assert_eq!((&pair.a, &pair.b), (&many[a].id, &many[b].id));
    }
}

/// O-22 and O-25: kinds are compared, tags are not.
#[test]
fn o25_kinds() {
    let mut other = note("the smoke test needs a port");
    other.kind = Kind::Gotcha;
    other.tags = Tags::parse(["zebra"]).unwrap();
    let found = pairs(&[&note("the smoke test needs a port"), &other]).listed;
    assert_eq!((found[0].kinds_differ, found[0].similarity()), (true, 1000));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// O-20 to O-22: any text has words, is wholly like itself, and two texts are as like one way as the other.
    #[test]
    fn o21_holds_for_any_text(a in "\\PC{0,40}", b in "(no|non|n't|é|e\u{301}|缓存|7[.,:]5|\u{323}| |x){0,12}") {
        let (left, right) = (Traits::of(&a), Traits::of(&b));
        prop_assert_eq!(left.shared(&left), left.words().len());
        prop_assert_eq!(left.shared(&right), right.shared(&left));
        prop_assert_eq!(left.union(&right), right.union(&left));
        prop_assert!(left.shared(&right) <= left.union(&right));
        prop_assert!(!right.is_mostly_lost_in(&right) && !right.negation_differs(&right));
        prop_assert!(right.words().iter().all(|word| !word.is_empty() && !word.contains(' ')));
    }
}
