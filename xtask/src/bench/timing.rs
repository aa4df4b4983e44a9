//! Rounds, medians, and how they are written.

use std::time::{Duration, Instant};

use anyhow::Result;

/// The durations of many rounds, sorted.
pub(crate) struct Rounds {
    sorted: Vec<Duration>,
}

impl Rounds {
    /// Runs `round` without counting it `warm_up` times, then `rounds` times, at least once; `round` times itself.
    pub(crate) fn measure(
        warm_up: usize,
        rounds: usize,
        mut round: impl FnMut() -> Result<Duration>,
    ) -> Result<Self> {
        for _ in 0..warm_up {
            round()?;
        }
        let mut sorted = Vec::with_capacity(rounds);
        for _ in 0..rounds.max(1) {
            sorted.push(round()?);
        }
        sorted.sort_unstable();
        Ok(Self { sorted })
    }

    /// Two kinds of round by turns, so that what else the machine does falls on both alike.
    pub(crate) fn side_by_side(
        warm_up: usize,
        rounds: usize,
        mut first: impl FnMut() -> Result<Duration>,
        mut second: impl FnMut() -> Result<Duration>,
    ) -> Result<(Self, Self)> {
        let mut seconds = Vec::with_capacity(warm_up + rounds);
        let firsts = Self::measure(warm_up, rounds, || {
            let took = first()?;
            seconds.push(second()?);
            Ok(took)
        })?;
        let mut sorted = seconds.split_off(warm_up);
        sorted.sort_unstable();
        Ok((firsts, Self { sorted }))
    }

    /// Half of the rounds took no longer.
    pub(crate) fn median(&self) -> Duration {
        self.sorted[self.sorted.len() / 2]
    }

    /// Ninety of a hundred rounds took no longer.
    pub(crate) fn tail(&self) -> Duration {
        self.sorted[self.sorted.len() * 9 / 10]
    }

    /// So many of a hundred rounds took no longer.
    pub(crate) fn at(&self, percent: usize) -> Duration {
        self.sorted[(self.sorted.len() * percent / 100).min(self.sorted.len() - 1)]
    }

    /// How many there were.
    pub(crate) fn count(&self) -> usize {
        self.sorted.len()
    }
}

/// How long `work` takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<Duration> {
    let started = Instant::now();
    work()?;
    Ok(started.elapsed())
}

/// A duration with three figures that matter.
pub(crate) fn shown(duration: Duration) -> String {
    let millis = duration.as_secs_f64() * 1e3;
    match millis {
        _ if millis < 1.0 => format!("{:.0} µs", millis * 1e3),
        _ if millis < 10.0 => format!("{millis:.2} ms"),
        _ if millis < 1_000.0 => format!("{millis:.1} ms"),
        _ => format!("{:.2} s", millis / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_up_rounds_do_not_count() {
        let mut millis = 0;
        let rounds = Rounds::measure(2, 10, || {
            millis += 1;
            Ok(Duration::from_millis(millis))
        });
        let rounds = rounds.unwrap();
        let of = Duration::from_millis;
        assert_eq!((rounds.count(), rounds.median(), rounds.tail()), (10, of(8), of(12)));
    }

    #[test]
    fn two_kinds_take_turns() {
        let order = std::cell::RefCell::new(Vec::new());
        let round = |name, millis| {
            order.borrow_mut().push(name);
            Ok(Duration::from_millis(millis))
        };
        let (first, second) =
            Rounds::side_by_side(1, 2, || round("a", 1), || round("b", 2)).unwrap();
        assert_eq!(order.borrow().as_slice(), ["a", "b", "a", "b", "a", "b"]);
        assert_eq!((first.count(), second.count()), (2, 2));
        assert_eq!(
            (first.median(), second.median()),
            (Duration::from_millis(1), Duration::from_millis(2))
        );
    }

    #[test]
    fn durations() {
        let check = |micros, expect: &str| {
            assert_eq!(shown(Duration::from_micros(micros)), expect);
        };
        check(7, "7 µs");
        check(2_350, "2.35 ms");
        check(23_460, "23.5 ms");
        check(2_354_000, "2.35 s");
    }
}
