//! A clock that stands still until it is told otherwise.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use mind_core::port::Clock;
use mind_core::time::Timestamp;

/// A clock that shows what it was set to. Clones show the same time.
#[derive(Clone, Debug)]
pub struct FixedClock {
    millis: Arc<AtomicI64>,
}

impl FixedClock {
    /// A clock that shows `now`.
    pub fn new(now: Timestamp) -> Self {
        Self { millis: Arc::new(AtomicI64::new(now.millis())) }
    }

    /// Sets the clock, forwards or back.
    pub fn set(&self, now: Timestamp) {
        self.millis.store(now.millis(), Ordering::SeqCst);
    }

    /// Moves the clock forwards.
    ///
    /// # Panics
    /// When the result would leave the year 9999.
    pub fn advance(&self, span: Duration) {
        let millis = i64::try_from(span.as_millis()).expect("a span within the calendar");
        self.set(self.now().plus_millis(millis).expect("a time within the calendar"));
    }
}

/// 2026-11-20T10:00:00.000Z.
impl Default for FixedClock {
    fn default() -> Self {
        Self::new(Timestamp::from_millis(1_795_168_800_000).expect("a year of four digits"))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.millis.load(Ordering::SeqCst)).expect("set from a timestamp")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clones show one time, and it moves only when told.
    #[test]
    fn a_clock_moves_when_told() {
        let clock = FixedClock::default();
        let other = clock.clone();
        assert_eq!(clock.now().to_string(), "2026-11-20T10:00:00.000Z");
        other.advance(Duration::from_secs(1));
        assert_eq!(clock.now().to_string(), "2026-11-20T10:00:01.000Z");
        clock.set(Timestamp::MIN);
        assert_eq!(other.now(), Timestamp::MIN);
    }
}
