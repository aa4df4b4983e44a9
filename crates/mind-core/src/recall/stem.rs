//! Stems: Snowball English and Italian behind the table of irregular forms, and one stemmer for each script that is mostly written in one inflected language.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use super::{fold::unmarked, irregular};

/// The stemmers; making one costs nothing, so callers make their own.
pub(super) struct Stemmers {
    english: Stemmer,
    italian: Stemmer,
    arabic: Stemmer,
    greek: Stemmer,
    russian: Stemmer,
}

impl Stemmers {
    /// The stemmers of the languages this engine knows.
    pub(super) fn new() -> Self {
        Self {
            english: Stemmer::create(Algorithm::English),
            italian: Stemmer::create(Algorithm::Italian),
            arabic: Stemmer::create(Algorithm::Arabic),
            greek: Stemmer::create(Algorithm::Greek),
            russian: Stemmer::create(Algorithm::Russian),
        }
    }

    /// The stem of a word, given folded and without marks besides: by its script where that tells the language, otherwise the English one.
    ///
    /// Marks are left off after stemming where the stemmer needs them, as for `й`. Other languages of those scripts get the same stems on both sides, which joins too much now and then and loses nothing.
    pub(super) fn stem<'a>(&self, form: &'a str, bare: &'a str) -> Cow<'a, str> {
        match form.chars().next().and_then(|first| self.of_script(first)) {
            Some(stemmer) => Cow::Owned(unmarked(&stemmer.stem(form)).into_owned()),
            None => self.english(bare),
        }
    }

    const fn of_script(&self, letter: char) -> Option<&Stemmer> {
        match letter {
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(&self.greek),
            '\u{400}'..='\u{52f}' => Some(&self.russian),
            '\u{600}'..='\u{6ff}' => Some(&self.arabic),
            _ => None,
        }
    }

    /// The English stem of a folded, unmarked form; forms with anything but small Latin letters are their own stem.
    fn english<'a>(&self, form: &'a str) -> Cow<'a, str> {
        if form.len() < 3 || !form.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Cow::Borrowed(form);
        }
        match irregular::base(form) {
            Some(base) => self.english.stem(base),
            None => self.english.stem(form),
        }
    }

    /// The Italian stem of a folded, unmarked form.
    pub(super) fn italian<'a>(&self, form: &'a str) -> Cow<'a, str> {
        if form.len() < 3 || !form.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Cow::Borrowed(form);
        }
        self.italian.stem(form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_8_stems() {
        let stemmers = Stemmers::new();
        let english =
            |form: &str, expect: &str| assert_eq!(stemmers.english(form), expect, "{form}");
        english("deploying", "deploy");
        english("went", "go");
        english("written", "write");
        english("writes", "write");
        english("db", "db");
        english("gpus", "gpu");
        english("https", "https");
        english("v2", "v2");
        let italian = |form: &str, expect: &str| {
            assert_eq!(stemmers.italian(form), stemmers.italian(expect), "{form}");
        };
        italian("distribuzioni", "distribuzione");
        italian("prove", "prova");
    }

    #[test]
    fn r2_8_a_script_of_one_language_has_its_stemmer() {
        let stemmers = Stemmers::new();
        let check = |form: &str, other: &str| {
            let stem = |form| stemmers.stem(form, form).into_owned();
            assert_eq!(stem(form), stem(other), "{form} {other}");
        };
        check("обновление", "обновления");
        check("очередей", "очередь");
        check("المدينة", "مدينة");
        check("διακομιστής", "διακομιστή");
    }
}
