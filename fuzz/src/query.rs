//! Recall: a query is words and never syntax, and whatever they are, the answer is whole, fixed and explained.

use std::sync::OnceLock;
use std::time::Duration;

use mind_core::Mind;
use mind_core::fact::Kind;
use mind_core::mind::{Draft, Hit, LIMIT_MAX, Page, RecallRequest};
use mind_core::recall::{Document, Index, Query, SearchOptions, analyse, search};
use mind_core::scope::{Persona, Project, Scope, Tier};
use mind_testkit::{FakeStore, FixedClock};

/// A memory with the facts below.
struct Memory {
    mind: Mind<FakeStore, FixedClock>,
    scope: Scope,
}

/// Facts of several scripts and forms.
const TEXTS: [&str; 30] = [
    "Alpha service listens on 7101.",
    "Alpha service listens on 7102 since yesterday.",
    "Nightly export is enabled.",
    "Nightly export is not enabled on Sundays.",
    "The smoke test needs port 7101 free.",
    "Deploys run from the release branch, see src/deploy/run.rs.",
    "Don't forget to size the queue for exports.",
    "Queue's consumer went away twice in May 2024.",
    "preEdit and pre-edit hooks are the same hook.",
    "Timeouts are 1.5 s on the gateway and 30 s in the worker.",
    "The parser is C++ and needs --std=c++20.",
    "Ann prefers concise answers.",
    "v2.4.1 broke the cache key; v2.4.2 mends it.",
    "队列服务需要三个节点。",
    "缓存未启用。",
    "設定を変更したら再起動する。",
    "ビルドは毎晩二時に走る。",
    "캐시는 두 작업자가 공유한다.",
    "คิวต้องการสามโหนด",
    "الخدمة تستمع على المنفذ 7101.",
    "השירות מאזין ביציאה 7102.",
    "L'esportazione non parte di domenica.",
    "La coda dell'importazione è lenta.",
    "Der Cafe\u{301}-Server läuft auf Port 8080.",
    "Naïve café rendering uses e\u{301} and é alike.",
    "🚀 launches happen on 👩‍💻 Fridays 🇮🇹.",
    "Η υπηρεσία ακούει στη θύρα 7101.",
    "Служба слушает порт 7102.",
    "İstanbul office uses ISTANBUL as host name.",
    "Ligatures: ﬁle ﬂow ﬃ and ½ ² Ⅳ stay searchable.",
];

/// A manner of asking, a query up to the first line end, and more facts behind it, one a line.
pub(crate) fn holds(bytes: &[u8]) {
    let (manner, rest) = super::split(bytes);
    let text = String::from_utf8_lossy(rest);
    let (query, more) = text.split_once('\n').unwrap_or((&text, ""));
    analyse(query);
    in_memory(query, manner);
    in_index(query, more);
}

fn memory() -> &'static Memory {
    static MEMORY: OnceLock<Memory> = OnceLock::new();
    MEMORY.get_or_init(|| {
        let mind = Mind::new(FakeStore::new(), FixedClock::default(), Duration::ZERO);
        let project = Some(Project::at(b"/srv/demo"));
        let scope = Scope { persona: Persona::named("dev").expect("a name"), project };
        for (at, text) in TEXTS.into_iter().enumerate() {
            let tier = [Tier::Project, Tier::ProjectLong, Tier::Persona, Tier::Shared][at % 4];
            let draft = Draft {
                tier: Some(tier.to_string()),
                kind: Some(["note", "gotcha", "preference"][at % 3].to_owned()),
                tags: vec![["ports", "tests"][at % 2].to_owned()],
                source: (at % 5 == 0).then(|| "notes.md / Ann".to_owned()),
                text: text.to_owned(),
                ..Draft::default()
            };
            mind.remember(&scope, &draft).expect("a good fact");
        }
        Memory { mind, scope }
    })
}

/// Through the use case, page by page.
fn in_memory(query: &str, manner: u8) {
    let Memory { mind, scope } = memory();
    let tiers = [Tier::Project, Tier::ProjectLong, Tier::Persona, Tier::Shared];
    let request = RecallRequest {
        query: query.to_owned(),
        tiers: if manner & 1 == 0 { Vec::new() } else { vec![tiers[usize::from(manner / 2) % 4]] },
        kind: (manner & 8 != 0).then_some(Kind::Note),
        limit: LIMIT_MAX,
        ..RecallRequest::default()
    };
    let writes = mind.store().writes();
    let whole = match mind.recall(scope, &request) {
        Ok(page) => page,
        Err(error) => return assert_eq!(error.code(), "recall.query_too_long"),
    };
    assert!(whole.next_offset.is_none() && whole.total == whole.hits.len());
    assert_eq!((whole.withheld, whole.invalid), (0, 0));
    hold_hits(&whole);
    assert_eq!(mind.recall(scope, &request).as_ref(), Ok(&whole), "another page the second time");
    let limit = 1 + usize::from(manner >> 4) % 7;
    let mut visited: Vec<Hit> = Vec::new();
    let mut next = Some(0);
    while let Some(offset) = next {
        let page = RecallRequest { limit, offset, ..request.clone() };
        let page = mind.recall(scope, &page).expect("a page of what was found");
        assert!(page.hits.len() <= limit && page.total == whole.total);
        visited.extend(page.hits);
        next = page.next_offset;
        assert!(next.is_none_or(|next| next == offset + limit), "a page begins elsewhere");
    }
    assert_eq!(visited, whole.hits, "paging visits all, once, in order");
    assert_eq!(mind.store().writes(), writes, "recall writes nothing");
}

fn hold_hits(page: &Page) {
    let listing = page.hits.iter().all(|hit| hit.parts.is_empty());
    for hit in &page.hits {
        let printed = hit.parts.iter().map(|(_, share)| printed(*share)).sum();
        assert_eq!(format!("{:.6}", rounded(printed)), format!("{:.6}", rounded(hit.score)));
        assert!(hit.score.is_finite() && (listing || hit.score > 0.0), "{}", hit.score);
    }
    assert!(page.hits.windows(2).all(|pair| pair[0].score >= pair[1].score), "best first");
}

/// A number as it is printed.
fn printed(share: f64) -> f64 {
    format!("{share:.6}").parse().expect("a number")
}

/// Without the sign of a zero.
fn rounded(sum: f64) -> f64 {
    printed(sum) + 0.0
}

/// Over rows that come from outside too.
fn in_index(query: &str, facts: &str) {
    let lines: Vec<&str> = facts.lines().take(40).collect();
    let sources = ["s1 / Ann", "s1 / Bo", "s2 / user", "notes.md"];
    let index = Index::build(lines.iter().zip(0_i64..).map(|(text, day)| Document::<&str> {
        source: usize::try_from(day % 6).ok().and_then(|at| sources.get(at).copied()),
        recorded_at: day * 86_400_000,
        ..Document::from_text(text)
    }));
    let Ok(query) = Query::parse(query, 1_795_168_800_000) else { return };
    let hits = search(&[&index], &query, &SearchOptions::default());
    for hit in &hits {
        let sum = hit.parts.iter().map(|(_, share)| printed(*share)).sum();
        assert_eq!(format!("{:.6}", rounded(sum)), format!("{:.6}", rounded(hit.score)));
        assert!(hit.score > 0.0 && hit.score.is_finite());
    }
    assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score), "best first");
    assert_eq!(search(&[&index], &query, &SearchOptions::default()), hits);
}
