//! Times as people think of them.

use mind_core::time::{HOUR_MS, Timestamp};

use super::Viewer;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * HOUR_MS;

impl Viewer<'_> {
    /// How long ago: `today`, `3d`, `2w`, `1y`.
    pub(super) fn age(self, at: Timestamp) -> String {
        let days = at.age_millis(self.now) / DAY_MS;
        let age = match days {
            0 => "today".to_owned(),
            1..14 => format!("{days}d"),
            14..365 => format!("{}w", days / 7),
            _ => format!("{}y", days / 365),
        };
        self.beside(age, at)
    }

    /// How far ahead: `in 40m`, `in 2h`, `in 3d`; what has passed is `now`.
    pub(crate) fn ahead(self, at: Timestamp) -> String {
        let left = at.millis().saturating_sub(self.now.millis());
        let ahead = match left {
            ..=0 => "now".to_owned(),
            1..HOUR_MS => format!("in {}m", whole(left, MINUTE_MS)),
            HOUR_MS..DAY_MS => format!("in {}h", whole(left, HOUR_MS)),
            _ => format!("in {}d", whole(left, DAY_MS)),
        };
        self.beside(ahead, at)
    }

    fn beside(self, words: String, at: Timestamp) -> String {
        if self.exact { format!("{words} ({at})") } else { words }
    }
}

/// Division that rounds up, for positive numbers.
const fn whole(span: i64, unit: i64) -> i64 {
    (span + unit - 1) / unit
}

#[cfg(test)]
mod tests {
    use mind_core::scope::Persona;

    use super::*;

    enum Shown {
        Age,
        Ahead,
    }

    fn check(shown: &Shown, at: &str, expect: &str) {
        let now = Timestamp::parse("2026-11-20T10:00Z").unwrap();
        let acting = Persona::unnamed();
        let viewer = Viewer { now, exact: false, acting: acting.segment() };
        let time = Timestamp::parse(at).unwrap();
        let words = match shown {
            Shown::Age => viewer.age(time),
            Shown::Ahead => viewer.ahead(time),
        };
        assert_eq!(words, expect, "{at}");
    }

    /// S-5: today, 3d, 2w; B21: a time in the future is no age.
    #[test]
    fn ages() {
        let check = |at, expect| check(&Shown::Age, at, expect);
        check("2026-11-20T09:59Z", "today");
        check("2026-11-19T10:01Z", "today");
        check("2026-11-19T10:00Z", "1d");
        check("2026-11-17T10:00Z", "3d");
        check("2026-11-06T10:01Z", "13d");
        check("2026-11-06T10:00Z", "2w");
        check("2025-11-20T10:00Z", "1y");
        check("2028-11-20T10:00Z", "today");
    }

    #[test]
    fn times_ahead() {
        let check = |at, expect| check(&Shown::Ahead, at, expect);
        check("2026-11-20T10:00:01Z", "in 1m");
        check("2026-11-20T11:00Z", "in 1h");
        check("2026-11-22T10:00Z", "in 2d");
        check("2026-11-20T10:00Z", "now");
        check("2026-11-19T10:00Z", "now");
    }
}
