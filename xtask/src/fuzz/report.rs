//! What libFuzzer said of a run, in one line.

use std::fmt;

/// How far a run came.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Report {
    target: String,
    runs: u64,
    seconds: u64,
    edges: u64,
    inputs: u64,
    /// Megabytes held once the first inputs were read, and at most.
    memory: (u64, u64),
}

impl Report {
    /// Reads the lines of a run, which may have been several processes one after the other.
    pub(super) fn of(target: &str, said: &str, seconds: u64) -> Self {
        let mut report = Self { target: target.to_owned(), seconds, ..Self::default() };
        for line in said.lines() {
            report.runs += after(line, "stat::number_of_executed_units:").unwrap_or_default();
            let Some(edges) = after(line, " cov: ") else { continue };
            report.edges = edges;
            report.inputs = after(line, " corp: ").unwrap_or(report.inputs);
            let memory = after(line, " rss: ").unwrap_or_default();
            let first = if report.memory.0 == 0 { memory } else { report.memory.0 };
            report.memory = (first, memory.max(report.memory.1));
        }
        report
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, runs, seconds, edges, inputs, memory: (first, most) } = self;
        let per_second = runs / seconds.max(&1);
        write!(f, "{target}: {runs} runs, {per_second} a second, {edges} edges, ")?;
        write!(f, "{inputs} inputs, {first} to {most} MB")
    }
}

/// The number behind a word.
fn after(line: &str, word: &str) -> Option<u64> {
    let (_, rest) = line.split_once(word)?;
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_in_one_line() {
        let said = "\
#30\tINITED cov: 410 ft: 600 corp: 12/3Kb exec/s: 0 rss: 41Mb
#90\tNEW    cov: 415 ft: 610 corp: 13/3Kb lim: 4 exec/s: 45 rss: 44Mb L: 3/30 MS: 1 EraseBytes-
stat::number_of_executed_units: 120
stat::average_exec_per_sec:     60
stat::peak_rss_mb:              44
";
        let line = Report::of("query", said, 2).to_string();
        assert_eq!(line, "query: 120 runs, 60 a second, 415 edges, 13 inputs, 41 to 44 MB");
    }
}
