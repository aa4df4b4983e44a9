//! Measures the judging of a reply: the longest ones there are, accepted and refused.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::{Extra, Fact, FactId, FactText, Kind, Tags, content_id};
use mind_core::port::{Fingerprint, Snapshot};
use mind_core::review::judge::{Proposal, Reply, judge};
use mind_core::review::prepare::{Model, Prepared, Preparing, prepare};
use mind_core::review::reply::REPLY_LIMIT;
use mind_core::review::window::Progress;
use mind_core::scope::{Persona, Scope, Tier};
use mind_core::time::Timestamp;
use serde_json::json;

/// How often each reply is judged.
const ROUNDS: u32 = 25;
/// What the longest reply may cost.
const MOST: Duration = Duration::from_millis(5);
/// Facts of the store.
const FACTS: usize = 1_000;

/// Prints what judging costs.
pub(super) fn run() {
    let (now, prepared) = (Timestamp::MAX, prepared());
    println!(
        "{REPLY_LIMIT} characters over {FACTS} facts, the least of {ROUNDS}; at most {MOST:?}"
    );
    for (what, text) in replies(&prepared) {
        let mut least = Duration::MAX;
        let mut told = "";
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let reply = Reply { text: &text, model: Some(&prepared.model) };
            let judged = black_box(judge(&prepared, black_box(reply), now));
            least = least.min(start.elapsed());
            told = match judged {
                Ok(Proposal::Nothing) => "nothing",
                Ok(Proposal::Change(_)) => "accepted",
                Err(error) => error.code(),
            };
        }
        let verdict = if least <= MOST { "" } else { "  too slow" };
        println!("{:>7.2} ms  {what}: {told}{verdict}", least.as_secs_f64() * 1e3);
    }
}

fn prepared() -> Prepared {
    let scope = Scope { persona: Persona::unnamed(), project: None };
    let rows: Vec<Fact> = (0..FACTS).map(fact).collect();
    let snapshot = Snapshot {
        rows,
        invalid: Vec::new(),
        sequence: 1,
        fingerprint: Fingerprint::Absent,
        bytes: 0,
        has_backup: false,
        warnings: Vec::new(),
    };
    let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
    let preparing = Preparing {
        place: &scope.place(Tier::Persona).expect("everyone has one"),
        scope: &scope,
        owner: &PlanOwner::of(&scope),
        origin: Origin::Explicit,
        progress: Progress::default(),
        settled: &[],
        model: &Model { provider, id, thinking },
    };
    prepare(snapshot, &preparing, Timestamp::MAX).expect("a thousand facts have a window")
}

fn fact(n: usize) -> Fact {
    let text = format!("Worker {n} of the exporter writes one file a day and keeps {n} of them.");
    let at = Timestamp::from_millis(i64::try_from(n).unwrap_or_default()).unwrap_or(Timestamp::MIN);
    Fact {
        id: content_id(Kind::Note, &text, &Tags::default()),
        kind: Kind::Note,
        text: FactText::parse(&text).expect("short"),
        tags: Tags::default(),
        recorded_at: at,
        last_seen_at: at,
        expires_at: None,
        persona: None,
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

fn replies(prepared: &Prepared) -> Vec<(&'static str, String)> {
    let ids: Vec<&str> = prepared.ids().map(FactId::as_str).collect();
    let words = "the exporter writes one file a day and keeps thirty of them. ";
    let text = |n: usize| {
        let words: String = words.chars().cycle().take(8_180).collect();
        format!("{n} {words}")
    };
    let operation =
        |n: usize| json!({"sourceIds": &ids[3 * n..3 * n + 3], "kind": "note", "text": text(n)});
    let four = json!({"version": 1, "operations": (0..4).map(operation).collect::<Vec<_>>()});
    let padded = |text: String| format!("{text}{}", " ".repeat(REPLY_LIMIT - text.chars().count()));
    let keys: Vec<String> = (0..5_000).map(|n| format!("\"k{n}\":{n}")).collect();
    let tags: Vec<String> = (0..64).map(|n| format!("{n:0>250}")).collect();
    let tagged =
        |n: usize| json!({"sourceIds": [ids[n]], "kind": "note", "text": "t", "tags": tags});
    let invented = json!({"version": 1, "operations": (0..3).map(tagged).collect::<Vec<_>>()});
    vec![
        ("four operations, each with the longest text", padded(four.to_string())),
        ("three operations with every tag there is room for", padded(invented.to_string())),
        ("five thousand keys nobody knows", padded(format!("{{{}}}", keys.join(",")))),
        ("an array of thirty thousand numbers", format!("[{}0]", "1,".repeat(32_000))),
        ("nested as deep as it goes", format!("{}{}", "[".repeat(32_000), "]".repeat(32_000))),
        ("prose", words.chars().cycle().take(REPLY_LIMIT).collect()),
        ("a string of escapes", format!("\"{}\"", "\\u0041".repeat(10_000))),
    ]
}
