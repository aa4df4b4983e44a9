//! The acceptance list of recall, clause by clause.

use mind_core::recall::{Document, Index, Query, Scored, SearchOptions, rank, search};

fn index(texts: &[&str]) -> Index {
    Index::build(texts.iter().map(|text| Document::<&str>::from_text(text)))
}

fn found(index: &Index, query: &str) -> Vec<Scored> {
    search(&[index], &Query::parse(query, 0).expect("short enough"), &SearchOptions::default())
}

fn rows(index: &Index, query: &str) -> Vec<usize> {
    found(index, query).into_iter().map(|scored| scored.row).collect()
}

const CORPUS: [&str; 5] = [
    "部署脚本在夜间重启队列服务",
    "夜间巡检任务走备用线路",
    "D区 空间不足时清理缓存",
    "deploy uses the pre-edit hook v2.4",
    "テスト環境の設定を更新",
];

#[test]
fn acceptance_each_query_gives_the_right_fact_first() {
    let index = index(&CORPUS);
    let check = |query: &str, expect: usize| {
        assert_eq!(rows(&index, query).first(), Some(&expect), "{query:?}");
    };
    check("队列", 0);
    check("巡检", 1);
    check("D区", 2);
    check("pre-edit", 3);
    check("v2.4", 3);
    check("設定", 4);
    check("deploy's hook", 3);
    check("DEPLOY HOOK", 3);
}

#[test]
fn r1_a_query_is_text_never_syntax() {
    let index = index(&CORPUS);
    for query in [
        "AND",
        "NEAR(",
        "\"",
        "*",
        "(",
        "\\",
        "\0",
        "%",
        "-x",
        "🚀",
        "'",
        "a\"b",
        "[[",
        "NOT hook*",
    ] {
        let _ = rows(&index, query);
    }
    assert_eq!(rows(&index, "*"), [] as [usize; 0]);
    assert_eq!(rows(&index, "NOT hook*"), [3]);
    assert_eq!(rows(&index, "\"hook\" (v2.4)"), [3]);
    assert!(Query::parse(&"é".repeat(512), 0).is_ok());
    let refused = Query::parse(&"secret ".repeat(100), 0).expect_err("too long");
    assert!(!refused.to_string().contains("secret"));
}

#[test]
fn r1_a_blank_query_says_so() {
    for (text, blank) in [("", true), (" \u{3000}\n", true), ("*", false), ("a", false)] {
        assert_eq!(Query::parse(text, 0).expect("short enough").is_blank(), blank, "{text:?}");
    }
}

#[test]
fn r2_each_rule_finds_its_fact() {
    let check = |text: &str, query: &str| {
        let index = index(&[text, "nothing to see here"]);
        assert_eq!(rows(&index, query), [0], "{query:?} in {text:?}");
    };
    check("ｖ２．４ of the tool", "v2.4");
    check("Die STRASSE", "straße");
    check("don\u{2019}t restart", "don't");
    check("the café closes", "cafe");
    check("the cafe\u{301} closes", "café");
    check("队列gen-quota", "gen-quota");
    check("队列gen-quota", "quota");
    check("set retryBudget to 5", "retry budget");
    check("set retry_budget to 5", "retryBudget");
    check("see crates/core/src/text.rs", "text.rs");
    check("see crates/core/src/text.rs", "crates/core");
    check("copy .env first", ".env");
    check("pass --no-verify", "no-verify");
    check("rewrite it in C++", "C++");
    check("rewrite it in C#", "c#");
    check("サーバーの再起動", "再起動");
    check("테스트 환경", "환경");
    check("ระบบคิวทำงาน", "คิว");
    check("we went home", "go home");
    check("the children cried", "child");
    check("la coda delle distribuzioni", "distribuzione");
    check("l'ambiente di prova", "ambiente");
    check("db on 16 cores", "db");
    check("db on 16 cores", "16");
    check("R is slow", "r");
}

#[test]
fn r2_7_stop_words_count_only_when_alone() {
    let index = index(&["to be or not to be", "the deploy hook"]);
    assert_eq!(rows(&index, "the hook of what"), [1]);
    assert_eq!(rows(&index, "not to be"), [0]);
}

#[test]
fn r3_tags_kind_and_source_are_found() {
    let tags = ["ports".to_owned()];
    let document = |text, kind, source| Document::<String> {
        tags: &tags,
        kind,
        source,
        ..Document::from_text(text)
    };
    let index = Index::build([
        document("seven", "gotcha", Some("docs/ops.md")),
        Document { tags: &[], ..document("eight", "rationale", None) },
    ]);
    assert_eq!(rows(&index, "port"), [0]);
    assert_eq!(rows(&index, "rationale"), [1]);
    assert_eq!(rows(&index, "ops.md"), [0]);
}

#[test]
fn r12_nothing_matched_means_no_hits() {
    assert_eq!(rows(&index(&CORPUS), "zebra"), [] as [usize; 0]);
    assert_eq!(rows(&index(&[]), "zebra"), [] as [usize; 0]);
    assert_eq!(
        search(&[], &Query::parse("zebra", 0).expect("short enough"), &SearchOptions::default()),
        []
    );
    assert_eq!(rows(&index(&["export the list"]), "port"), [] as [usize; 0]);
}

#[test]
fn r13_rows_that_tie_with_the_last_are_returned() {
    let index = index(&["queue", "queue", "queue", "queue and a longer tail of words"]);
    let query = Query::parse("queue", 0).expect("short enough");
    let ranking = rank(&[&index], &query, &SearchOptions { limit: 1, ..SearchOptions::default() });
    assert_eq!(ranking.hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(ranking.matched, 4);
}

#[test]
fn r15_filtered_rows_take_no_place() {
    let texts: Vec<String> = (0..40).map(|number| format!("worker {number} restarts")).collect();
    let index = Index::build(texts.iter().map(|text| Document::<&str>::from_text(text)));
    let keep = |_: usize, row: usize| row % 4 == 3;
    let options = SearchOptions { limit: 10, keep: Some(&keep), ..SearchOptions::default() };
    let query = Query::parse("worker", 0).expect("short enough");
    let first = rank(&[&index], &query, &options);
    assert_eq!(first.matched, 10);
    assert_eq!(first.hits.len(), 10);
    for _ in 0..500 {
        assert_eq!(rank(&[&index], &query, &options), first);
    }
}

#[test]
fn several_stores_rank_as_one() {
    let (one, two) = (index(&["deploy hook", "queue"]), index(&["queue hook", "queue"]));
    let whole = index(&["deploy hook", "queue", "queue hook", "queue"]);
    let query = Query::parse("queue hook", 0).expect("short enough");
    let split: Vec<_> = search(&[&one, &two], &query, &SearchOptions::default())
        .into_iter()
        .map(|hit| (hit.store * 2 + hit.row, hit.score, hit.parts))
        .collect();
    let joined: Vec<_> = search(&[&whole], &query, &SearchOptions::default())
        .into_iter()
        .map(|hit| (hit.row, hit.score, hit.parts))
        .collect();
    assert_eq!(split, joined);
}

/// What a query finds among rows: their texts, best first, ties by text.
fn order(texts: &[String]) -> Vec<String> {
    let index = Index::build(texts.iter().map(|text| Document::<&str>::from_text(text)));
    let mut hits = found(&index, "queue of worker 3 restarts");
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(texts[a.row].cmp(&texts[b.row])));
    hits.into_iter().map(|hit| texts[hit.row].clone()).collect()
}

/// R-33: rows that match nothing of a query come and go, and rows are written in another order; those that match stand as they stood.
#[test]
fn r33_untouched_facts_keep_their_order() {
    let words = ["queue", "worker", "3", "restarts", "queue worker", "worker 3", "queue restarts"];
    let mut texts: Vec<String> = (0..42)
        .map(|number| format!("{} {}", words[number % 7], "x ".repeat(number / 7 * 2 + number % 7)))
        .collect();
    let expect = order(&texts);
    assert_eq!(expect.len(), 42);
    texts.reverse();
    assert_eq!(order(&texts), expect);
    for number in 0..200 {
        texts.insert(number % texts.len(), format!("unrelated lunch {}", "y ".repeat(number % 13)));
        assert_eq!(order(&texts), expect, "{number} more rows");
    }
    texts.retain(|text| !text.starts_with("unrelated") || text.len() % 3 == 0);
    assert_eq!(order(&texts), expect);
}

#[test]
fn an_index_is_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Index>();
}
