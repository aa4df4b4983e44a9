//! Points in time: epoch milliseconds, UTC, years 0000 to 9999.

use std::fmt;

use jiff::SignedDuration;
use jiff::civil::{self, DateTime};

// Civil arithmetic, because jiff's own instants end a day before the year 9999 does.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Milliseconds in an hour; time zones and daylight saving do not matter to a lifetime.
pub const HOUR_MS: i64 = 3_600_000;

/// How long a working fact or a backlog item lives when nothing else is said.
pub const DEFAULT_TTL_MS: i64 = 48 * HOUR_MS;

/// A point in time in epoch milliseconds, UTC, within the years 0000–9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// 0000-01-01T00:00:00.000Z.
    pub const MIN: Self = Self(-62_167_219_200_000);
    /// 9999-12-31T23:59:59.999Z.
    pub const MAX: Self = Self(253_402_300_799_999);

    /// The point `millis` milliseconds after the epoch, or `None` outside the years 0000–9999.
    pub const fn from_millis(millis: i64) -> Option<Self> {
        if millis < Self::MIN.0 || millis > Self::MAX.0 { None } else { Some(Self(millis)) }
    }

    /// Milliseconds since the epoch; negative before 1970.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// The later point `span` milliseconds on, or `None` when it would leave the years 0000–9999.
    pub const fn plus_millis(self, span: i64) -> Option<Self> {
        match self.0.checked_add(span) {
            Some(millis) => Self::from_millis(millis),
            None => None,
        }
    }

    /// The age in milliseconds as seen from `now`; a point in the future has age zero.
    pub const fn age_millis(self, now: Self) -> i64 {
        if now.0 > self.0 { now.0 - self.0 } else { 0 }
    }

    /// Reads any of the accepted written forms: a date, a date with a time and an optional offset, or RFC 2822. A form without an offset is UTC.
    ///
    /// # Errors
    /// [`BadDate`] for anything else, and for days and hours that do not exist.
    pub fn parse(text: &str) -> Result<Self, BadDate> {
        parse_iso(text).or_else(|| parse_rfc2822(text)).ok_or(BadDate)
    }

    /// The calendar date in UTC, as `YYYY-MM-DD`.
    pub fn date(self) -> impl fmt::Display {
        let at = self.civil();
        fmt::from_fn(move |f| write!(f, "{:04}-{:02}-{:02}", at.year(), at.month(), at.day()))
    }

    fn civil(self) -> DateTime {
        EPOCH.checked_add(SignedDuration::from_millis(self.0)).expect("years 0000-9999 fit")
    }
}

/// The written form, `YYYY-MM-DDTHH:MM:SS.mmmZ`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.civil();
        let millis = self.0.rem_euclid(1000);
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{millis:03}Z",
            at.year(),
            at.month(),
            at.day(),
            at.hour(),
            at.minute(),
            at.second()
        )
    }
}

/// A date in none of the accepted forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date in an accepted form")]
pub struct BadDate;

/// `YYYY-MM-DD`, optionally `T`, `t` or one space and `HH:MM[:SS[.f]]` with `Z`, `z`, `±HH:MM`, `±HHMM` or nothing.
fn parse_iso(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    if !text.is_ascii() || bytes.len() < 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let year = i16::try_from(digits(&bytes[0..4])?).ok()?;
    let day = civil::Date::new(year, two(&bytes[5..7])?, two(&bytes[8..10])?).ok()?;
    let Some((separator, clock)) = bytes[10..].split_first() else {
        return instant(day.at(0, 0, 0, 0), 0, 0);
    };
    if !matches!(separator, b'T' | b't' | b' ') {
        return None;
    }
    let (time, rest) = parse_clock(clock)?;
    let [hour, minute, second] = time.hms;
    let at = day.at(hour, minute, second, 0);
    instant(at, time.millis, parse_offset(rest)?)
}

struct Clock {
    hms: [i8; 3],
    millis: i64,
}

/// Reads `HH:MM[:SS[.f]]` and gives back what follows it.
fn parse_clock(bytes: &[u8]) -> Option<(Clock, &[u8])> {
    if bytes.len() < 5 || bytes[2] != b':' {
        return None;
    }
    let (hour, minute) = (two(&bytes[0..2])?, two(&bytes[3..5])?);
    let mut clock = Clock { hms: [hour, minute, 0], millis: 0 };
    let mut rest = &bytes[5..];
    if rest.first() == Some(&b':') {
        clock.hms[2] = two(rest.get(1..3)?)?;
        rest = &rest[3..];
        if rest.first() == Some(&b'.') {
            let width = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
            clock.millis = fraction_millis(rest.get(1..=width)?)?;
            rest = &rest[1 + width..];
        }
    }
    let real = hour < 24 && minute < 60 && clock.hms[2] < 60;
    real.then_some((clock, rest))
}

/// One to nine digits after the point, cut to milliseconds.
fn fraction_millis(bytes: &[u8]) -> Option<i64> {
    if bytes.is_empty() || bytes.len() > 9 {
        return None;
    }
    let kept = bytes.iter().chain(b"00").take(3).copied();
    Some(kept.fold(0, |sum, b| sum * 10 + i64::from(b - b'0')))
}

/// The offset east of UTC in minutes.
fn parse_offset(bytes: &[u8]) -> Option<i64> {
    let (sign, rest) = match bytes.split_first() {
        None | Some((b'Z' | b'z', [])) => return Some(0),
        Some((b'+', rest)) => (1, rest),
        Some((b'-', rest)) => (-1, rest),
        Some(_) => return None,
    };
    let (hours, minutes) = match rest.len() {
        4 => (&rest[0..2], &rest[2..4]),
        5 if rest[2] == b':' => (&rest[0..2], &rest[3..5]),
        _ => return None,
    };
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

fn instant(at: DateTime, millis: i64, offset_minutes: i64) -> Option<Timestamp> {
    let seconds = at.duration_since(EPOCH).as_secs();
    Timestamp::from_millis(seconds * 1000 + millis - offset_minutes * 60_000)
}

fn digits(bytes: &[u8]) -> Option<i64> {
    let all = !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    all.then(|| bytes.iter().fold(0, |sum, b| sum * 10 + i64::from(b - b'0')))
}

fn two(bytes: &[u8]) -> Option<i8> {
    digits(bytes).and_then(|value| i8::try_from(value).ok())
}

fn parse_rfc2822(text: &str) -> Option<Timestamp> {
    let zoned = jiff::fmt::rfc2822::parse(text).ok()?;
    // jiff reads second 60 as 59; a leap second is no point in time here.
    if text.split_once(' ').is_some_and(|(_, rest)| rest.contains(":60 ")) {
        return None;
    }
    Timestamp::from_millis(zoned.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-7, F-8: every accepted form, and its written form.
    #[test]
    fn accepted_forms() {
        let check = |input: &str, expect: &str| {
            let read = Timestamp::parse(input).map(|at| at.to_string());
            assert_eq!(read.as_deref(), Ok(expect), "{input:?}");
        };
        check("2026-11-20", "2026-11-20T00:00:00.000Z");
        check("2026-11-20T10:00", "2026-11-20T10:00:00.000Z");
        check("2026-11-20t10:00:01z", "2026-11-20T10:00:01.000Z");
        check("2026-11-20 10:00:01.5", "2026-11-20T10:00:01.500Z");
        check("2026-11-20T10:00:00.123456789Z", "2026-11-20T10:00:00.123Z");
        check("2026-11-20T10:00:00+02:00", "2026-11-20T08:00:00.000Z");
        check("2026-11-20T10:00-0330", "2026-11-20T13:30:00.000Z");
        check("Fri, 20 Nov 2026 10:00:00 +0000", "2026-11-20T10:00:00.000Z");
        check("20 Nov 2026 10:00:00 GMT", "2026-11-20T10:00:00.000Z");
        check("0000-01-01", "0000-01-01T00:00:00.000Z");
        check("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z");
        check("2024-02-29", "2024-02-29T00:00:00.000Z");
    }

    /// F-8: anything else is a bad date.
    #[test]
    fn refused_forms() {
        for input in [
            "",
            "2026",
            "2026-02-30",
            "2026-1-1",
            "2026-11-20T24:00",
            "2026-11-20T10:60",
            "2026-11-20T10:00:60Z",
            "Fri, 20 Nov 2026 10:00:60 +0000",
            "2026-11-20  10:00",
            "2026-11-20T10:00:00.Z",
            "2026-11-20T10:00:00.1234567890Z",
            "2026-11-20T10:00Zx",
            "2026-11-20T10:00+2:00",
            "2026-11-20T10:00+24:00",
            "0000-01-01T00:00+01:00",
            "9999-12-31T23:59:59-00:01",
            " 2026-11-20",
            "2026-11-20T1é:00",
            "yesterday",
        ] {
            assert_eq!(Timestamp::parse(input), Err(BadDate), "{input:?}");
        }
    }

    /// F-6, F-7: a point is a number of milliseconds since the epoch within the years 0000 to 9999.
    #[test]
    fn points_in_time() {
        let shown = |millis| Timestamp::from_millis(millis).map(|at| at.to_string());
        assert_eq!(shown(0).as_deref(), Some("1970-01-01T00:00:00.000Z"));
        assert_eq!(shown(-1).as_deref(), Some("1969-12-31T23:59:59.999Z"));
        for (end, beyond) in [(Timestamp::MIN, -1), (Timestamp::MAX, 1)] {
            assert_eq!(Timestamp::from_millis(end.millis()), Some(end));
            assert_eq!((shown(end.millis() + beyond), end.plus_millis(beyond)), (None, None));
        }
        assert_eq!(Timestamp::MAX.plus_millis(i64::MAX), None);
    }

    /// F-9: a negative age counts as zero.
    #[test]
    fn an_age_is_never_negative() {
        let early = Timestamp::from_millis(1_000).unwrap();
        let late = Timestamp::from_millis(5_000).unwrap();
        assert_eq!((early.age_millis(late), late.age_millis(early)), (4_000, 0));
    }
}
