//! Times in words: which words state one, what a query asks for, and calendar arithmetic without a time zone.

use super::{
    analyse::{Role, Token},
    span::spans,
};

pub(super) const DAY: i64 = 86_400_000;

/// Words of English and Italian that place something in time, folded and unmarked, beside months and days of the week.
#[rustfmt::skip]
const TIME_WORDS: &[&str] = &[
    "ago", "anni", "anno", "autumn", "autunno", "birthday", "christmas", "days", "decade", "domani", "estate", "evening", "fa", "fall", "giorni", "ieri", "inverno", "last", "mese", "mesi",
    "month", "months", "morning", "natale", "next", "night", "oggi", "primavera", "prossima", "prossimo", "recently", "scorsa", "scorso", "settimana", "settimane", "since", "spring",
    "summer", "today", "tomorrow", "tonight", "week", "weekend", "weeks", "winter", "year", "years", "yesterday",
];

const MONTHS: [[&str; 3]; 12] = [
    ["january", "jan", "gennaio"],
    ["february", "feb", "febbraio"],
    ["march", "mar", "marzo"],
    ["april", "apr", "aprile"],
    ["may", "may", "maggio"],
    ["june", "jun", "giugno"],
    ["july", "jul", "luglio"],
    ["august", "aug", "agosto"],
    ["september", "sep", "settembre"],
    ["october", "oct", "ottobre"],
    ["november", "nov", "novembre"],
    ["december", "dec", "dicembre"],
];

pub(super) const WEEKDAYS: [[&str; 2]; 7] = [
    ["monday", "lunedi"],
    ["tuesday", "martedi"],
    ["wednesday", "mercoledi"],
    ["thursday", "giovedi"],
    ["friday", "venerdi"],
    ["saturday", "sabato"],
    ["sunday", "domenica"],
];

/// Whether a folded word places something in time: a calendar word or a year.
pub(super) fn states_time(form: &str) -> bool {
    year(form).is_some()
        || TIME_WORDS.binary_search(&form).is_ok()
        || month(form).is_some()
        || WEEKDAYS.iter().any(|names| names.contains(&form))
}

fn year(form: &str) -> Option<i64> {
    (form.len() == 4)
        .then(|| form.parse().ok())
        .flatten()
        .filter(|year| (1900..2100).contains(year))
}

fn month(form: &str) -> Option<u8> {
    MONTHS.iter().position(|names| names.contains(&form)).map(|at| at as u8 + 1)
}

fn day(form: &str) -> Option<u8> {
    let digits = form.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &form[digits.len()..];
    digits
        .parse()
        .ok()
        .filter(|day| (1..=31).contains(day) && matches!(suffix, "" | "st" | "nd" | "rd" | "th"))
}

/// The times a query names.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// Whether it asks for a time.
    pub(super) asks_when: bool,
    dates: Vec<Date>,
    spans: Vec<(i64, i64)>,
}

/// A date with what of it was said.
#[derive(Clone, Copy, Debug, Default)]
struct Date {
    year: Option<i64>,
    month: Option<u8>,
    day: Option<u8>,
}

impl Times {
    /// Reads the times out of a query asked at `now`.
    pub(super) fn read(tokens: &[Token], now: i64) -> Self {
        let words: Vec<&str> = tokens
            .iter()
            .filter(|token| matches!(token.role, Role::Word | Role::Whole | Role::Part))
            .map(|token| token.form.as_str())
            .collect();
        let has = |word: &str| words.contains(&word);
        let asks_when = has("when")
            || has("quando")
            || (has("date") && has("what"))
            || (has("long") && has("ago"));
        Self { asks_when, dates: dates(&words), spans: spans(&words, now) }
    }

    /// Whether a moment lies in one of the times.
    pub(super) fn matches(&self, moment: i64) -> bool {
        if self.dates.is_empty() && self.spans.is_empty() {
            return false;
        }
        let (year, month, day) = civil(moment);
        let same = |date: &Date| {
            date.year.is_none_or(|asked| asked == year)
                && date.month.is_none_or(|asked| asked == month)
                && date.day.is_none_or(|asked| asked == day)
        };
        self.dates.iter().any(same)
            || self.spans.iter().any(|(from, to)| (*from..*to).contains(&moment))
    }
}

/// Month names and years, with the day and year beside a month.
fn dates(words: &[&str]) -> Vec<Date> {
    let mut out: Vec<Date> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let near =
            |offset: isize| at.checked_add_signed(offset).and_then(|at| words.get(at)).copied();
        if let Some(found) = month(word) {
            let day = near(-1)
                .and_then(day)
                .or_else(|| near(1).and_then(day))
                .or_else(|| near(-2).filter(|_| near(-1) == Some("of")).and_then(day));
            let year = near(1).and_then(year).or_else(|| near(2).and_then(year));
            out.push(Date { year, month: Some(found), day });
        } else if let (Some(found), Some(month), Some(day)) =
            (year(word), near(1).and_then(number), near(2).and_then(day))
        {
            out.push(Date { year: Some(found), month: Some(month), day: Some(day) });
        }
    }
    if out.is_empty() {
        out.extend(
            words
                .iter()
                .filter_map(|word| year(word))
                .map(|year| Date { year: Some(year), ..Date::default() }),
        );
    }
    out
}

fn number(form: &str) -> Option<u8> {
    form.parse().ok().filter(|month| (1..=12).contains(month))
}

/// Year, month and day of a moment (Hinnant, "chrono-compatible low-level date algorithms").
pub(super) fn civil(moment: i64) -> (i64, u8, u8) {
    let days = moment.div_euclid(DAY) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let small = |number: i64| u8::try_from(number).expect("months and days of the month are small");
    (year_of_era + era * 400 + i64::from(month <= 2), small(month), small(day))
}

/// Days since the epoch of a date.
pub(super) fn days_from_civil(year: i64, month: u8, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let shifted = (i64::from(month) + 9) % 12;
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    let year_of_era = year.rem_euclid(400);
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}
