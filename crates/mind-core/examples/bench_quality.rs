//! Measures how well recall finds, and writes run files for the scorer.
//!
//! `bench_quality DATA OUT [--without CHANNEL]… [--set NAME=VALUE]…`: `DATA` holds one folder a set with `dev/docs.jsonl` and `dev/queries.jsonl`; a run file a set goes to `OUT`.
//! Every conversation is one store; `source` is written as an importer writes it, `SESSION / SPEAKER`.

#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "the fence is for the library; a measurement reads files and clocks"
)]

use std::{collections::BTreeMap, error::Error, fmt::Write as _, path::Path, time::Instant};

use jiff::{
    civil::{Date, DateTime},
    tz::TimeZone,
};
use mind_core::recall::{
    Channel, Channels, Document, Index, Query, SearchOptions, Weights, search,
};
use serde_json::Value;

struct Turn {
    id: String,
    text: String,
    source: String,
    recorded_at: i64,
}

struct Question {
    id: String,
    text: String,
    category: String,
    gold: Vec<String>,
}

#[derive(Default)]
struct Conversation {
    turns: Vec<Turn>,
    questions: Vec<Question>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(data), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: bench_quality DATA OUT [--without CHANNEL]".into());
    };
    let (mut without, mut weights) = (Channels::NONE, Weights::SHIPPED);
    while let (Some(option), Some(value)) = (arguments.next(), arguments.next()) {
        match option.as_str() {
            "--without" => without = without.with(channel(&value)?),
            "--set" => set(&mut weights, &value)?,
            _ => return Err(format!("unknown option {option}").into()),
        }
    }
    let options =
        SearchOptions { limit: 100, without, weights: &weights, ..SearchOptions::default() };
    let mut sets: Vec<_> = std::fs::read_dir(&data)?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.join("dev").is_dir())
        .collect();
    sets.sort();
    for path in sets {
        run(&path, Path::new(&out), &options)?;
    }
    Ok(())
}

fn channel(name: &str) -> Result<Channel, String> {
    Channel::ALL
        .into_iter()
        .find(|channel| channel.as_str() == name)
        .ok_or_else(|| format!("no channel {name}"))
}

/// Sets one constant by its name, or one of three by name and profile (`b.2=0.9`).
fn set(weights: &mut Weights, setting: &str) -> Result<(), Box<dyn Error>> {
    let (name, value) = setting.split_once('=').ok_or("NAME=VALUE")?;
    weights.set(name, value.parse()?).map_err(Into::into)
}

fn lines(path: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    std::fs::read_to_string(path)?
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| Ok(serde_json::from_str(line)?))
        .collect()
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn load(set: &Path) -> Result<BTreeMap<String, Conversation>, Box<dyn Error>> {
    let mut out: BTreeMap<String, Conversation> = BTreeMap::new();
    for line in lines(&set.join("dev/docs.jsonl"))? {
        let (session, speaker) = (text(&line, "session"), text(&line, "speaker"));
        let source = if speaker.is_empty() { session } else { format!("{session} / {speaker}") };
        let turn = Turn {
            id: text(&line, "id"),
            text: text(&line, "text"),
            source,
            recorded_at: time(&text(&line, "time")),
        };
        out.entry(text(&line, "conversation")).or_default().turns.push(turn);
    }
    for line in lines(&set.join("dev/queries.jsonl"))? {
        let gold = line["gold"]
            .as_array()
            .map(|gold| gold.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            .unwrap_or_default();
        let question = Question {
            id: text(&line, "id"),
            text: text(&line, "text"),
            category: text(&line, "category"),
            gold,
        };
        out.entry(text(&line, "conversation")).or_default().questions.push(question);
    }
    Ok(out)
}

/// Reads `2023-05-08T13:56:00`, `2023-05-08` and `March-15-2024`; anything else is the epoch.
fn time(text: &str) -> i64 {
    let date_time =
        text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(|date| date.at(0, 0, 0, 0)));
    let date_time =
        date_time.or_else(|_| Date::strptime("%B-%d-%Y", text).map(|date| date.at(0, 0, 0, 0)));
    date_time
        .and_then(|at| TimeZone::UTC.to_timestamp(at))
        .map_or(0, jiff::Timestamp::as_millisecond)
}

#[derive(Default, Clone, Copy)]
struct Tally {
    queries: f64,
    recall: [f64; 3],
}

const CUTS: [usize; 3] = [1, 5, 10];

fn run(set: &Path, out: &Path, options: &SearchOptions<'_>) -> Result<(), Box<dyn Error>> {
    let name = set.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let conversations = load(set)?;
    let (mut tallies, mut file, mut build) = (BTreeMap::<String, Tally>::new(), String::new(), 0.0);
    for conversation in conversations.values() {
        let start = Instant::now();
        let index = Index::build(conversation.turns.iter().map(|turn| Document::<&str> {
            source: Some(&turn.source),
            recorded_at: turn.recorded_at,
            id: &turn.id,
            ..Document::from_text(&turn.text)
        }));
        build += start.elapsed().as_secs_f64();
        let now = conversation.turns.iter().map(|turn| turn.recorded_at).max().unwrap_or_default();
        for question in &conversation.questions {
            let start = Instant::now();
            let clipped: String = question.text.chars().take(Query::MAX_CHARACTERS).collect();
            let hits = search(&[&index], &Query::parse(&clipped, now)?, options);
            let ms = start.elapsed().as_secs_f64() * 1e3;
            let ranked: Vec<&str> =
                hits.iter().take(100).map(|hit| conversation.turns[hit.row].id.as_str()).collect();
            writeln!(
                file,
                "{}",
                serde_json::json!({"qid": question.id, "ranked": ranked, "ms": ms, "cpu_ms": ms})
            )?;
            for key in ["all", &question.category] {
                let tally = tallies.entry(key.to_owned()).or_default();
                tally.queries += 1.0;
                for (at, cut) in CUTS.iter().enumerate() {
                    let hit = ranked
                        .iter()
                        .take(*cut)
                        .filter(|id| question.gold.iter().any(|gold| gold == *id))
                        .count();
                    tally.recall[at] += hit as f64 / question.gold.len() as f64;
                }
            }
        }
    }
    std::fs::write(
        out.join(format!("{name}.jsonl")),
        format!("{{\"meta\":{{\"system\":\"mind\",\"build_s\":{build:.3}}}}}\n{file}"),
    )?;
    report(&name, build, &tallies);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn report(name: &str, build: f64, tallies: &BTreeMap<String, Tally>) {
    println!("{name}  (built in {build:.3} s)");
    for (category, tally) in tallies {
        let [one, five, ten] = tally.recall.map(|sum| sum / tally.queries);
        println!("  {category:26} {:5}  R@1 {one:.4}  R@5 {five:.4}  R@10 {ten:.4}", tally.queries);
    }
}
