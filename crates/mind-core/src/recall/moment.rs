//! Times in words: which words state one, and calendar arithmetic without a time zone.

/// Words of English and Italian that place something in time, folded, sorted.
#[rustfmt::skip]
const TIME_WORDS: &[&str] = &[
    "ago", "anno", "april", "aprile", "august", "agosto", "autumn", "birthday", "christmas", "december", "dicembre", "domani", "domenica", "evening", "fa", "febbraio",
    "february", "friday", "gennaio", "giovedi", "giugno", "ieri", "january", "july", "june", "last", "luglio", "lunedi", "maggio", "march", "martedi", "marzo", "mercoledi",
    "monday", "month", "months", "morning", "next", "night", "novembre", "november", "october", "oggi", "ottobre", "saturday", "sabato", "scorsa", "scorso",
    "september", "settembre", "settimana", "spring", "summer", "sunday", "thursday", "today", "tomorrow", "tonight", "tuesday", "venerdi", "wednesday", "week", "weekend",
    "weeks", "winter", "year", "years", "yesterday",
];

/// Whether a folded word places something in time: a calendar word or a year.
pub(super) fn states_time(form: &str) -> bool {
    let is_year = form.len() == 4
        && form.bytes().all(|byte| byte.is_ascii_digit())
        && (form.starts_with("19") || form.starts_with("20"));
    is_year || TIME_WORDS.contains(&form)
}
