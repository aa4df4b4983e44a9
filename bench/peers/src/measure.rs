//! One engine at one size.

use std::env;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::clock::{resident, timed};
use crate::corpus::Corpus;
use crate::engine::{Engine, Fts5, Ranking, Recall, Tantivy};

/// Distinct queries.
const QUERIES: usize = 200;

/// Times each is asked; the first does not count.
const ROUNDS: usize = 6;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum System {
    Ranking,
    Recall,
    Tantivy,
    Fts5,
}

/// What came of it; times are processor time of one core.
#[derive(Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) system: System,
    pub(crate) facts: usize,
    /// Facts a second.
    pub(crate) build_rate: f64,
    /// Milliseconds.
    pub(crate) p50: f64,
    /// Milliseconds.
    pub(crate) p99: f64,
    /// Times the text, as the engine tells.
    pub(crate) told: Option<f64>,
    /// Times the text, by which the process grew.
    pub(crate) grown: f64,
}

impl System {
    pub(crate) const ALL: [Self; 4] = [Self::Ranking, Self::Recall, Self::Tantivy, Self::Fts5];

    /// The name in tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ranking => "mind, ranking alone",
            Self::Recall => "mind, `Mind::recall`",
            Self::Tantivy => "tantivy",
            Self::Fts5 => "SQLite FTS5",
        }
    }

    pub(crate) fn named(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name).context("no such engine")
    }

    /// Measures in a process of its own.
    pub(crate) fn measure_apart(self, facts: usize) -> Result<Measured> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["--one", self.name(), &facts.to_string()]).stderr(Stdio::inherit());
        let output = command.output()?;
        ensure!(output.status.success(), "{} at {facts} facts failed", self.name());
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// Measures here.
    pub(crate) fn measure(self, facts: usize) -> Result<Measured> {
        match self {
            Self::Ranking => measure::<Ranking>(self, facts),
            Self::Recall => measure::<Recall>(self, facts),
            Self::Tantivy => measure::<Tantivy>(self, facts),
            Self::Fts5 => measure::<Fts5>(self, facts),
        }
    }
}

fn measure<E: Engine>(system: System, facts: usize) -> Result<Measured> {
    let corpus = Corpus::new(facts, QUERIES);
    let stored = E::store(&corpus)?;
    let before = resident()?;
    let (engine, mut built) = timed(|| E::build(&stored))?;
    let grown = resident()?.saturating_sub(before);
    // Small sizes are over too soon for one round to tell.
    for _ in 0..(200_000 / facts).clamp(1, 20) {
        built = built.min(timed(|| E::build(&stored))?.1);
    }
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        for query in &corpus.queries {
            let (rows, took) = timed(|| engine.ask(query))?;
            ensure!(rows > 0, "{} finds nothing for {query:?}", system.name());
            if round > 0 {
                times.push(took);
            }
        }
    }
    times.sort_unstable();
    let millis = |percent: usize| times[times.len() * percent / 100].as_secs_f64() * 1e3;
    let of_text = |bytes: usize| bytes as f64 / corpus.text_bytes() as f64;
    Ok(Measured {
        system,
        facts,
        build_rate: facts as f64 / built.max(Duration::from_micros(1)).as_secs_f64(),
        p50: millis(50),
        p99: millis(99),
        told: engine.bytes().map(of_text),
        grown: of_text(grown),
    })
}
