//! The Markdown table a bench prints: what, how much, the target, and whether it is met.

use std::fmt;
use std::time::Duration;

use super::timing::{Rounds, shown};

/// Rows under one heading.
pub(crate) struct Report {
    title: &'static str,
    rows: Vec<[String; 5]>,
}

impl Report {
    pub(crate) fn new(title: &'static str) -> Self {
        Self { title, rows: Vec::new() }
    }

    /// A time that has no target of its own.
    pub(crate) fn plain(&mut self, what: &str, rounds: &Rounds) {
        self.time(what, rounds, "–".to_owned(), "");
    }

    /// A time whose median is to stay within a bound.
    pub(crate) fn within(&mut self, what: &str, rounds: &Rounds, bound: Duration) {
        let target = format!("≤ {}", shown(bound));
        self.time(what, rounds, target, verdict(rounds.median() <= bound));
    }

    /// A time whose median is to stay within a multiple of another's.
    pub(crate) fn times(&mut self, what: &str, rounds: &Rounds, factor: f64, base: &Rounds) {
        let ratio = rounds.median().as_secs_f64() / base.median().as_secs_f64();
        let target = format!("≤ {factor:.1} × bare, is {ratio:.2} ×");
        self.time(what, rounds, target, verdict(ratio <= factor));
    }

    /// A figure that is no time.
    pub(crate) fn figure(&mut self, what: &str, figure: String, target: String, met: bool) {
        let row = [what.to_owned(), figure, "–".to_owned(), target, verdict(met).to_owned()];
        self.rows.push(row);
    }

    fn time(&mut self, what: &str, rounds: &Rounds, target: String, verdict: &str) {
        let what = format!("{what} ({} rounds)", rounds.count());
        let (median, tail) = (shown(rounds.median()), shown(rounds.tail()));
        self.rows.push([what, median, tail, target, verdict.to_owned()]);
    }
}

/// A miss is a word in a table, never a failure: machines differ.
fn verdict(met: bool) -> &'static str {
    if met { "pass" } else { "miss" }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "### {}\n", self.title)?;
        writeln!(f, "| what | median | p90 | target | |\n|---|---|---|---|---|")?;
        for row in &self.rows {
            writeln!(f, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}
