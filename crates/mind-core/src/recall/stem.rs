//! Stems: Snowball English and Italian behind the table of irregular forms.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use super::irregular;

/// The two stemmers; making one costs nothing, so callers make their own.
pub(super) struct Stemmers {
    english: Stemmer,
    italian: Stemmer,
}

impl Stemmers {
    /// The stemmers of the two languages this engine knows.
    pub(super) fn new() -> Self {
        Self {
            english: Stemmer::create(Algorithm::English),
            italian: Stemmer::create(Algorithm::Italian),
        }
    }

    /// The English stem of a folded, unmarked form; forms with anything but small Latin letters are their own stem.
    pub(super) fn english<'a>(&self, form: &'a str) -> Cow<'a, str> {
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
        english("v2", "v2");
        let italian = |form: &str, expect: &str| {
            assert_eq!(stemmers.italian(form), stemmers.italian(expect), "{form}");
        };
        italian("distribuzioni", "distribuzione");
        italian("prove", "prova");
    }
}
