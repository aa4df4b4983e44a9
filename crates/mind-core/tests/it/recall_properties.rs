//! What holds for every text and every query.

use mind_core::recall::{Document, Index, Query, SearchOptions, analyse, search};
use proptest::prelude::*;

/// Texts of few words in several scripts, so that queries meet facts.
fn texts() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "deploy",
        "deploys",
        "queue",
        "Queue's",
        "pre-edit",
        "preEdit",
        "v2.4",
        "the",
        "not",
        "della",
        "coda",
        "cafe",
        "café",
        "队列服务",
        "設定を",
        "คิว",
        "src/main.rs",
        "C++",
        "yesterday",
        "May",
        "2024",
        "?",
        "went",
        "go",
        "\u{301}",
        "\u{0}",
        "🚀",
        "'",
        "--flag",
        "Ann",
    ]);
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![texts(), any::<String>(), "\\PC{0,200}", "[-'._/:#+@$ a-zA-Z0-9éß队の]{0,80}"]
}

proptest! {
    #[test]
    fn r1_analysis_takes_any_text(text in any_text()) {
        let tokens = analyse(&text);
        for token in &tokens {
            prop_assert!(!token.form.is_empty() || text.contains('\''), "{token:?}");
            prop_assert!(!token.keys.is_empty());
        }
        prop_assert!(tokens.windows(2).all(|pair| pair[0].position <= pair[1].position + 1));
    }

    #[test]
    fn r11_parts_add_up_and_r13_order_holds(facts in prop::collection::vec(any_text(), 0..30), query in any_text(), now in any::<i64>()) {
        let sources = ["s1 / Ann", "s1 / Bo", "s2 / user", "s2 / assistant", "notes.md"];
        let index = Index::build(facts.iter().enumerate().zip(0_i64..).map(|((at, text), day)| Document::<&str> {
            source: sources.get(at % 7).copied(),
            recorded_at: day * 86_400_000,
            ..Document::from_text(text)
        }));
        let Ok(query) = Query::parse(&query, now) else { return Ok(()) };
        let hits = search(&[&index], &query, &SearchOptions::default());
        for hit in &hits {
            let printed: f64 = hit.parts.iter().map(|(_, share)| format!("{share:.6}").parse::<f64>().expect("well formed")).sum();
            prop_assert_eq!(format!("{printed:.6}"), format!("{:.6}", hit.score));
            prop_assert!(hit.score > 0.0 && hit.score.is_finite());
            prop_assert!(hit.parts.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
        prop_assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        prop_assert_eq!(search(&[&index], &query, &SearchOptions::default()), hits);
    }
}
