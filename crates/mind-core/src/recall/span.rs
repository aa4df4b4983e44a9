//! Spans of time said from where the speaker stands: *yesterday*, *last week*, *three days ago*, in English and Italian.

use super::moment::{DAY, WEEKDAYS, civil, days_from_civil};

/// Numbers as words, from one.
const NUMBERS: [&[&str]; 12] = [
    &["a", "an", "one", "un", "una", "uno"],
    &["two", "due"],
    &["three", "tre"],
    &["four", "quattro"],
    &["five", "cinque"],
    &["six", "sei"],
    &["seven", "sette"],
    &["eight", "otto"],
    &["nine", "nove"],
    &["ten", "dieci"],
    &["eleven", "undici"],
    &["twelve", "dodici"],
];

/// A stretch of the calendar.
#[derive(Clone, Copy)]
enum Stretch {
    Day,
    Week,
    Month,
    Year,
}

/// The stretches that folded words name, seen from `now`; epoch milliseconds, the end not included.
pub(super) fn spans(words: &[&str], now: i64) -> Vec<(i64, i64)> {
    let today = now.div_euclid(DAY);
    let mut days: Vec<(i64, i64)> = Vec::new();
    for at in 0..words.len() {
        if let Some((stretch, back)) = named(&words[at..], words[..at].last().copied()) {
            days.push(stretch.back(today, back));
        } else if let Some(day) = weekday(&words[at..], today) {
            days.push((day, day + 1));
        }
    }
    days.into_iter().map(|(from, to)| (from.saturating_mul(DAY), to.saturating_mul(DAY))).collect()
}

/// The stretch that begins with the first of some words, and how many of its kind lie between it and now.
fn named(words: &[&str], before: Option<&str>) -> Option<(Stretch, i64)> {
    match *words {
        ["yesterday", ..] if before == Some("before") => Some((Stretch::Day, 2)),
        ["ieri", ..] if before == Some("altro") => Some((Stretch::Day, 2)),
        ["altroieri", ..] => Some((Stretch::Day, 2)),
        ["yesterday" | "ieri", ..] => Some((Stretch::Day, 1)),
        ["today" | "oggi", ..] => Some((Stretch::Day, 0)),
        ["last" | "scorso" | "scorsa", what, ..] | [what, "scorso" | "scorsa", ..] => {
            stretch(what).map(|stretch| (stretch, 1))
        }
        ["this" | "questo" | "questa", what, ..] => stretch(what).map(|stretch| (stretch, 0)),
        [count, what, "ago" | "fa", ..] => Some((stretch(what)?, number(count)?)),
        _ => None,
    }
}

fn stretch(word: &str) -> Option<Stretch> {
    Some(match word {
        "day" | "days" | "giorno" | "giorni" => Stretch::Day,
        "week" | "weeks" | "settimana" | "settimane" => Stretch::Week,
        "month" | "months" | "mese" | "mesi" => Stretch::Month,
        "year" | "years" | "anno" | "anni" => Stretch::Year,
        _ => return None,
    })
}

fn number(word: &str) -> Option<i64> {
    let spelt = (1_i64..).zip(&NUMBERS).find(|(_, names)| names.contains(&word));
    spelt
        .map_or_else(|| word.parse().ok(), |(number, _)| Some(number))
        .filter(|number| (0..1_000).contains(number))
}

/// The latest day of the week of that name before today, where some words begin with *last Tuesday* or *martedì scorso*.
fn weekday(words: &[&str], today: i64) -> Option<i64> {
    let (["last" | "scorso" | "scorsa", name, ..] | [name, "scorso" | "scorsa", ..]) = *words
    else {
        return None;
    };
    let name = unaccented(name);
    let (at, _) = (0_i64..).zip(&WEEKDAYS).find(|(_, names)| names.contains(&name.as_str()))?;
    let back = (today - monday(today) - at + 6).rem_euclid(7) + 1;
    Some(today - back)
}

/// An Italian day of the week without its accent.
fn unaccented(name: &str) -> String {
    name.replace('ì', "i")
}

/// The Monday of the week of a day.
const fn monday(day: i64) -> i64 {
    day - (day + 3).rem_euclid(7)
}

impl Stretch {
    /// First day, and the day after the last, of the stretch that many before that of `today`.
    fn back(self, today: i64, count: i64) -> (i64, i64) {
        let (year, month, _) = civil(today.saturating_mul(DAY));
        let first = |months: i64| {
            let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
            days_from_civil(year, u8::try_from(month).expect("a month of twelve") + 1, 1)
        };
        match self {
            Self::Day => (today - count, today - count + 1),
            Self::Week => (monday(today) - 7 * count, monday(today) - 7 * count + 7),
            Self::Month => {
                let month = year * 12 + i64::from(month) - 1 - count;
                (first(month), first(month + 1))
            }
            Self::Year => (first((year - count) * 12), first((year - count + 1) * 12)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, 2023-11-20, at noon.
    const NOW: i64 = 1_700_481_600_000;

    fn check(said: &str, expect: &[(i64, i64)]) {
        let words: Vec<&str> = said.split(' ').collect();
        let today = NOW.div_euclid(DAY);
        let found: Vec<(i64, i64)> = spans(&words, NOW)
            .into_iter()
            .map(|(from, to)| (from / DAY - today, to / DAY - today))
            .collect();
        assert_eq!(found, expect, "{said:?}");
    }

    #[test]
    fn days_and_weeks_from_now() {
        check("what we decided yesterday", &[(-1, 0)]);
        check("the day before yesterday", &[(-2, -1)]);
        check("l altro ieri", &[(-2, -1)]);
        check("today", &[(0, 1)]);
        check("three days ago", &[(-3, -2)]);
        check("12 giorni fa", &[(-12, -11)]);
        check("last week", &[(-7, 0)]);
        check("la settimana scorsa", &[(-7, 0)]);
        check("due settimane fa", &[(-14, -7)]);
        check("this week", &[(0, 7)]);
    }

    #[test]
    fn days_of_the_week() {
        check("last monday", &[(-7, -6)]);
        check("last tuesday", &[(-6, -5)]);
        check("martedì scorso", &[(-6, -5)]);
        check("domenica scorsa", &[(-1, 0)]);
    }

    #[test]
    fn months_and_years() {
        check("last month", &[(-50, -19)]);
        check("mese scorso", &[(-50, -19)]);
        check("a month ago", &[(-50, -19)]);
        check("last year", &[(-688, -323)]);
        check("twelve months ago", &[(-384, -354)]);
    }

    #[test]
    fn other_words_name_nothing() {
        for said in ["last but not least", "some days ago", "the week", "9999999 days ago", ""] {
            check(said, &[]);
        }
    }
}
