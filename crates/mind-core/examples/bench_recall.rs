//! Measures how fast recall builds and answers, and how much memory an index takes.
//!
//! `bench_recall [SIZE]…`: made-up facts of about 120 characters over a vocabulary with Zipf's law, ten-word queries taken from them.

#![expect(
    clippy::disallowed_types,
    reason = "the fence is for the library; a measurement reads files and clocks"
)]

use std::{error::Error, hint::black_box, time::Instant};

use mind_core::recall::{Document, Index, Query, SearchOptions, search};

const QUERIES: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let mut sizes: Vec<usize> =
        std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    for size in sizes {
        measure(size)?;
    }
    Ok(())
}

/// A linear congruential generator: the same facts on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Words in falling frequency: function words, then names of things, then identifiers, of which every fact brings some new ones.
struct Words {
    dice: Dice,
    known: Vec<String>,
}

const FREQUENT: [&str; 40] = [
    "the", "of", "to", "a", "in", "is", "for", "and", "on", "with", "not", "when", "we", "it",
    "use", "must", "before", "after", "from", "by", "test", "build", "queue", "deploy", "file",
    "run", "server", "config", "user", "error", "cache", "branch", "release", "token", "index",
    "database", "script", "update", "check", "default",
];

impl Words {
    fn new() -> Self {
        Self { dice: Dice(7), known: FREQUENT.iter().map(|word| (*word).to_owned()).collect() }
    }

    fn next(&mut self) -> &str {
        let at = match self.dice.below(100) {
            0..55 => self.dice.below(FREQUENT.len()),
            55..96 if self.known.len() > FREQUENT.len() => {
                let (a, b) = (self.dice.below(self.known.len()), self.dice.below(self.known.len()));
                a.min(b).min(self.dice.below(self.known.len()))
            }
            _ => {
                let word = self.invent();
                self.known.push(word);
                self.known.len() - 1
            }
        };
        &self.known[at]
    }

    fn invent(&mut self) -> String {
        const SYLLABLES: [&str; 24] = [
            "ba", "con", "de", "ex", "fil", "gra", "ho", "in", "ker", "lo", "man", "net", "or",
            "pro", "que", "re", "sto", "ter", "un", "ver", "wor", "xa", "yi", "zon",
        ];
        let mut part = || {
            (0..2 + self.dice.below(3)).map(|_| SYLLABLES[self.dice.below(24)]).collect::<String>()
        };
        let (first, second) = (part(), part());
        match self.dice.below(8) {
            0 => format!("{first}-{second}"),
            1 => format!("{first}_{second}"),
            2 => format!("{first}.rs"),
            _ => first,
        }
    }

    fn fact(&mut self, characters: usize) -> String {
        let mut text = String::new();
        while text.len() < characters {
            text.push_str(self.next());
            text.push(' ');
        }
        text.pop();
        text
    }
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn measure(size: usize) -> Result<(), Box<dyn Error>> {
    let mut words = Words::new();
    let facts: Vec<String> = (0..size).map(|_| words.fact(120)).collect();
    let bytes: usize = facts.iter().map(String::len).sum();
    let ids: Vec<String> = (0..size).map(|at| format!("{at:012x}")).collect();
    let tags: Vec<[String; 2]> =
        (0..size).map(|_| [words.next().to_owned(), words.next().to_owned()]).collect();
    let documents = || {
        facts.iter().enumerate().zip(0_i64..).map(|((at, text), minute)| Document {
            id: &ids[at],
            tags: &tags[at][..],
            recorded_at: minute * 60_000,
            source: Some("cli"),
            ..Document::from_text(text)
        })
    };
    let mut rate: f64 = 0.0;
    for _ in 0..3 {
        let start = Instant::now();
        black_box(Index::build(documents()));
        rate = rate.max(size as f64 / start.elapsed().as_secs_f64());
    }
    let index = Index::build(documents());
    let queries: Vec<String> = (0..QUERIES)
        .map(|_| {
            facts[words.dice.below(size)]
                .split(' ')
                .skip(1)
                .step_by(2)
                .take(10)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let mut times = Vec::new();
    for round in 0..3 {
        for query in &queries {
            let start = Instant::now();
            black_box(search(&[&index], &Query::parse(query, 0)?, &SearchOptions::default()));
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[times.len() * percent / 100];
    println!(
        "{size:7} facts  {rate:9.0} facts/s  p50 {:.3} ms  p99 {:.3} ms  index {:.1} MB = {:.2} x the text",
        at(50),
        at(99),
        index.heap_bytes() as f64 / 1e6,
        index.heap_bytes() as f64 / bytes as f64
    );
    Ok(())
}
