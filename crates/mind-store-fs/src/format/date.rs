//! The written form of a time, read and written without a calendar library; every other form goes to the core.

use mind_core::time::Timestamp;

const DAY_MS: i64 = 86_400_000;

/// Reads any accepted form, the written one by a short way.
pub(crate) fn parse(text: &str) -> Option<Timestamp> {
    written(text.as_bytes()).or_else(|| Timestamp::parse(text).ok())
}

/// `YYYY-MM-DDTHH:MM:SS.mmmZ`; nothing for another form or a time that does not exist.
fn written(text: &[u8]) -> Option<Timestamp> {
    let text: &[u8; 24] = text.try_into().ok()?;
    let frame = [text[4], text[7], text[10], text[13], text[16], text[19], text[23]];
    if frame != *b"--T::.Z" {
        return None;
    }
    let number = |from: usize, to: usize| {
        text[from..to].iter().try_fold(0_i64, |sum, byte| {
            byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0'))
        })
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let real = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    if !real || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let clock = ((hour * 60 + minute) * 60 + second) * 1_000 + number(20, 23)?;
    Timestamp::from_millis(days_since_epoch(year, month, day) * DAY_MS + clock)
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

const fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date of the years 0–9999, counted in years that begin in March so that the leap day comes last.
const fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let months_since_march = (month + 9) % 12;
    year * 365 + leaps + (months_since_march * 153 + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// F-7: the short way reads what the core writes.
        #[test]
        fn agrees_with_the_core(millis in Timestamp::MIN.millis()..=Timestamp::MAX.millis()) {
            let at = Timestamp::from_millis(millis).unwrap();
            prop_assert_eq!(written(at.to_string().as_bytes()), Some(at));
        }

        /// F-8: what the short way reads, the core reads alike; what it does not, the core decides.
        #[test]
        fn reads_nothing_the_core_refuses(
            text in "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9]\\.[0-9]{3}Z",
        ) {
            prop_assert_eq!(written(text.as_bytes()), Timestamp::parse(&text).ok());
        }
    }

    #[test]
    fn the_ends_of_months_and_of_time() {
        for text in
            ["2024-02-29T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]
        {
            assert_eq!(written(text.as_bytes()).map(|at| at.to_string()).as_deref(), Some(text));
        }
        for text in
            ["2023-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-11-20T24:00:00.000Z"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
