//! Measures what the blocks of one request cost: warm, at 1,000 and 10,000 facts, with and without a request text; and the first call of a process.
#![expect(clippy::disallowed_types, reason = "a measurement needs a clock")]
#![expect(clippy::print_stdout, reason = "the measurement is the output")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use mind_core::Mind;
use mind_core::backlog::{BacklogItem, BacklogState, BacklogText};
use mind_core::fact::{Extra, Fact, FactText, Kind, Tags, backlog_id, content_id};
use mind_core::mind::ContextRequest;
use mind_core::scope::{Persona, Project, Scope, Segment, Tier};
use mind_core::time::{HOUR_MS, Timestamp};
use mind_testkit::{FakeStore, FixedClock};

const NOW: i64 = 1_795_168_800_000;
const ROUNDS: usize = 200;

const WORDS: &[&str] = &[
    "deploy",
    "queue",
    "importer",
    "smoke",
    "test",
    "port",
    "7101",
    "exporter",
    "nightly",
    "runs",
    "before",
    "commit",
    "config",
    "schema",
    "v2.4",
    "pre-edit",
    "hook",
    "workspace",
    "cache",
    "retry",
    "batch",
    "flusher",
    "race",
    "token",
    "runner",
    "image",
    "build",
    "release",
    "branch",
    "session",
    "index",
    "store",
    "lock",
    "file",
    "path",
    "user",
    "prefers",
    "concise",
    "answers",
    "timeout",
    "gateway",
    "metrics",
    "dashboard",
    "alert",
    "script",
    "migration",
    "table",
];

const TASK: &str = "Why does the smoke test of the importer fail on the runner image before the nightly release, and which port does the queue need?";

fn main() {
    println!(
        "{:>7} {:>12} {:>10} {:>10} {:>10} {:>10}",
        "facts", "", "first", "best", "p50", "p99"
    );
    for facts in [1_000, 10_000] {
        for (name, task) in [("no text", ""), ("text", TASK)] {
            measure(facts, name, task);
        }
    }
}

fn measure(facts: u32, name: &str, task: &str) {
    let scope = scope();
    let mind = Mind::new(store(&scope, facts), clock(), Duration::ZERO);
    let request = ContextRequest { task: task.to_owned(), ..ContextRequest::default() };
    let call = || {
        let start = Instant::now();
        black_box(mind.context(&scope, &request).expect("a budget in range"));
        start.elapsed()
    };
    let first = call();
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| call()).collect();
    times.sort_unstable();
    let shown = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let (p50, p99) = (times[ROUNDS / 2], times[ROUNDS * 99 / 100]);
    let [first, best, p50, p99] = [first, times[0], p50, p99].map(shown);
    println!("{facts:>7} {name:>12} {first:>10} {best:>10} {p50:>10} {p99:>10}");
}

fn scope() -> Scope {
    let persona = Persona::named("dev").expect("a short name");
    Scope { persona, project: Some(Project::at(b"/srv/demo")) }
}

fn clock() -> FixedClock {
    FixedClock::new(at(0))
}

/// Facts over the four tiers, one in fifty said in several, and 200 backlog items.
fn store(scope: &Scope, facts: u32) -> FakeStore {
    let store = FakeStore::new();
    let tiers = [(Tier::Persona, 4), (Tier::ProjectLong, 3), (Tier::Shared, 1), (Tier::Project, 2)];
    let mut made = 0;
    for (tier, tenths) in tiers {
        let rows =
            (0..facts * tenths / 10).map(|n| fact(if n % 50 == 0 { n } else { made + n }, tier));
        store.seed(&scope.place(tier).expect("a visible tier"), rows.collect());
        made += facts * tenths / 10;
    }
    let project = scope.project.as_ref().expect("a project");
    store.seed_backlog(project, (0..200).map(item).collect());
    store
}

fn fact(n: u32, tier: Tier) -> Fact {
    let text = text(n);
    let kind = Kind::ALL[n as usize % Kind::ALL.len()];
    let seen = at(-i64::from(n % 5_000));
    Fact {
        id: content_id(kind, &text, &Tags::default()),
        kind,
        text: FactText::parse(&text).expect("a text in bounds"),
        tags: Tags::default(),
        recorded_at: seen,
        last_seen_at: seen,
        expires_at: (tier == Tier::Project).then(|| at(40)),
        persona: tier.is_owned().then(|| Segment::stored("dev").expect("a segment")),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

fn item(n: u32) -> BacklogItem {
    let text = text(n);
    BacklogItem {
        id: backlog_id(&text, &Tags::default()),
        text: BacklogText::parse(&text).expect("a text in bounds"),
        state: BacklogState::Open,
        tags: Tags::default(),
        created_at: at(0),
        persona: Segment::stored("dev"),
        due_at: None,
        expires_at: Some(at(40)),
        note: None,
        extra: Extra::default(),
    }
}

/// About 120 characters, different for every number.
fn text(n: u32) -> String {
    let mut text = format!("Fact {n}:");
    let mut state = u64::from(n) + 1;
    for _ in 0..16 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text.push(' ');
        text.push_str(WORDS[(state >> 33) as usize % WORDS.len()]);
    }
    text
}

fn at(hours: i64) -> Timestamp {
    Timestamp::from_millis(NOW + hours * HOUR_MS).expect("a time within the calendar")
}
