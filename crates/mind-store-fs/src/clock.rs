//! The time of the machine.

use std::time::{SystemTime, UNIX_EPOCH};

use mind_core::port::Clock;
use mind_core::time::Timestamp;

/// The wall clock, in milliseconds and held within the years 0000–9999.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let millis = match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
            Err(before) => {
                i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |span| -span)
            }
        };
        let nearest = if millis < 0 { Timestamp::MIN } else { Timestamp::MAX };
        Timestamp::from_millis(millis).unwrap_or(nearest)
    }
}
