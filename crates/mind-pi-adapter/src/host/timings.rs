//! How long calls took, for reports.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::call::Call;

/// Times of a call that are kept.
const TIMES: usize = 256;

/// How long calls took.
#[derive(Debug, Default)]
pub(crate) struct Timings(BTreeMap<Call, Vec<Duration>>);

impl Timings {
    pub(super) fn add(&mut self, call: Call, took: Duration) {
        let times = self.0.entry(call).or_default();
        if times.len() == TIMES {
            times.remove(0);
        }
        times.push(took);
    }

    /// One line a call: how often, and how long.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |(call, times): (&Call, &Vec<Duration>)| {
            let mut sorted = times.clone();
            sorted.sort_unstable();
            let at = |percent: usize| {
                let index = (sorted.len() * percent / 100).min(sorted.len() - 1);
                sorted[index].as_secs_f64() * 1_000.0
            };
            let name = call.as_str();
            format!("call      {name} ×{}: p50 {:.2} ms, p95 {:.2} ms", times.len(), at(50), at(95))
        };
        self.0.iter().filter(|(_, times)| !times.is_empty()).map(line).collect()
    }
}
