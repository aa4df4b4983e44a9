//! Spans in words: how old, and until when.

use mind_core::time::Timestamp;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A span rounded up to its largest fitting unit, for example `5m`; `now` below one second (PI-72).
pub(crate) fn rounded_up(millis: i64) -> String {
    if millis < SECOND {
        return "now".to_owned();
    }
    let units = [(DAY, 'd'), (HOUR, 'h'), (MINUTE, 'm'), (SECOND, 's')];
    let fits = |unit: &&(i64, char)| millis >= unit.0;
    let (unit, name) = units.iter().find(fits).copied().unwrap_or((SECOND, 's'));
    format!("{}{name}", millis.div_euclid(unit) + i64::from(millis.rem_euclid(unit) > 0))
}

/// How long ago something was, rounded down.
pub(crate) fn age(then: Timestamp, now: Timestamp) -> String {
    let millis = then.age_millis(now);
    let units = [(DAY, 'd'), (HOUR, 'h'), (MINUTE, 'm'), (SECOND, 's')];
    let fits = |unit: &&(i64, char)| millis >= unit.0;
    let (unit, name) = units.iter().find(fits).copied().unwrap_or((SECOND, 's'));
    format!("{}{name}", millis.div_euclid(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PI-72: rounded up, and `now` below a second.
    #[test]
    fn pi72_spans() {
        let check = |millis, expect: &str| assert_eq!(rounded_up(millis), expect);
        check(0, "now");
        check(999, "now");
        check(1_000, "1s");
        check(1_001, "2s");
        check(300_000, "5m");
        check(3_599_000, "60m");
        check(3_600_001, "2h");
        check(86_400_000, "1d");
    }
}
