//! What holds for any texts and any budget.

use proptest::prelude::*;

use super::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{1,60}",
        any::<String>(),
        "(</?mind-memory>|\u{2028}|\n|\"|\\\\|🔥|e\u{301}){1,80}",
        (1..900_usize).prop_map(|n| "x".repeat(n)),
    ]
    .prop_filter("a fact has a text", |text| FactText::stored(text).is_ok())
}

fn stock() -> impl Strategy<Value = Stock> {
    let tier = prop::sample::select(Tier::ALL[..4].to_vec());
    let facts = prop::collection::vec((tier, 0..7_usize, text(), 1..29_u8), 0..40);
    let notes = prop::collection::vec((text(), prop::option::of(0.1..9.0)), 0..15);
    let items = prop::collection::vec(text(), 0..12);
    let flags = (any::<bool>(), any::<bool>(), 0..700_usize, 200..3_000_usize);
    (facts, notes, items, flags, prop::collection::vec(any::<bool>(), 67)).prop_map(
        |(facts, notes, items, (lean, tools, reserved, tokens), marks)| {
            let mut stock = Stock { tokens, reserved, lean, tools, ..Stock::default() };
            for (n, (tier, kind, text, day)) in facts.iter().enumerate() {
                let seen = format!("2026-10-{day:02}");
                stock.fact(*tier, Kind::ALL[*kind], &format!("f{n}"), text, &seen);
            }
            for (n, (text, score)) in notes.iter().enumerate() {
                stock.note(Kind::Note, &format!("n{n}"), text, *score);
            }
            for (n, text) in items.iter().enumerate() {
                stock.item(BacklogState::Open, &format!("b{n}"), text, None);
            }
            let marked = |from: usize| (0..67).filter(move |n| (n * 7 + from).is_multiple_of(5));
            let scored = marked(1).filter(|n| marks[*n] && *n < stock.facts.len());
            stock.scores = marks[0].then(|| scored.map(|n| (n, 1.0 + n as f64)).collect());
            stock.withheld = marked(2).filter(|n| marks[*n]).map(|n| format!("f{n}")).collect();
            stock.twins = vec![vec![1, 2, 8], vec![3, 4]];
            stock
        },
    )
}

proptest! {
    /// C-2, C-8, C-13, C-14: within the budget, everything counted (both in `account`), texts exact or cut at their end, and the order of the rows without meaning.
    #[test]
    fn blocks_keep_their_promises(stock in stock()) {
        let blocks = stock.blocks();
        let mut all: Vec<&str> = stock.facts.iter().map(|(_, fact)| fact.text.as_str()).collect();
        all.extend(stock.notes.iter().map(|(note, _)| note.text.as_str()));
        all.extend(stock.items.iter().map(|item| item.text.as_str()));
        for shown in texts(&blocks.standing).iter().chain(&texts(&blocks.task)) {
            prop_assert!(all.iter().any(|text| text.starts_with(shown.as_str())));
        }
        let mut turned = stock.clone();
        turned.facts.reverse();
        let last = stock.facts.len().saturating_sub(1);
        let turn = |at: &usize| last.checked_sub(*at);
        turned.twins = stock.twins.iter().map(|group| group.iter().filter_map(turn).collect()).collect();
        turned.scores = stock.scores.as_ref().map(|scores| {
            scores.iter().map(|(at, score)| (last - at, *score)).collect()
        });
        turned.notes.reverse();
        turned.items.reverse();
        let turned = turned.blocks();
        prop_assert_eq!(turned.standing, blocks.standing);
        prop_assert_eq!(turned.task, blocks.task);
    }
}
