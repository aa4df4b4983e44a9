//! The parts of a fact, each parsed once and valid from then on.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::text::trim;

/// Characters of a fact's text after trimming.
pub const TEXT_LIMIT: usize = 8_192;
/// Tags of one fact.
pub const TAGS_LIMIT: usize = 64;
/// Characters of one tag.
pub const TAG_LIMIT: usize = 256;
/// Characters of a source after trimming.
pub const SOURCE_LIMIT: usize = 1_024;

/// What sort of statement a fact is. The order is the one ties in a ranking are broken by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// What is being pursued.
    Objective,
    /// What must stay true.
    Invariant,
    /// How a person wants things.
    Preference,
    /// How things are done here.
    Convention,
    /// A trap.
    Gotcha,
    /// Why something was decided.
    Rationale,
    /// Anything else.
    Note,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Self; 7] = [
        Self::Objective,
        Self::Invariant,
        Self::Preference,
        Self::Convention,
        Self::Gotcha,
        Self::Rationale,
        Self::Note,
    ];

    /// The kind's name on every surface and in every store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Objective => "objective",
            Self::Invariant => "invariant",
            Self::Preference => "preference",
            Self::Convention => "convention",
            Self::Gotcha => "gotcha",
            Self::Rationale => "rationale",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(Error::KindUnknown)
    }
}

/// A fact's statement: 1–8,192 characters after trimming.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FactText(Box<str>);

impl FactText {
    /// Trims and measures an input.
    ///
    /// # Errors
    /// [`Error::TextEmpty`] when nothing is left, [`Error::TextTooLong`] over the limit.
    pub fn parse(raw: &str) -> Result<Self, Error> {
        Self::measured(trim(raw))
    }

    /// Takes a stored text as it stands, outer white space included.
    ///
    /// # Errors
    /// As [`FactText::parse`].
    pub fn stored(raw: &str) -> Result<Self, Error> {
        Self::measured(trim(raw)).map(|_| Self(raw.into()))
    }

    fn measured(text: &str) -> Result<Self, Error> {
        match measure(text, TEXT_LIMIT) {
            Measure::Empty => Err(Error::TextEmpty),
            Measure::Fits => Ok(Self(text.into())),
            Measure::Over(actual) => Err(Error::TextTooLong { limit: TEXT_LIMIT, actual }),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where a fact came from, in free words: 1–1,024 characters after trimming.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source(Box<str>);

impl Source {
    /// Trims and measures an input; an empty one is no source.
    ///
    /// # Errors
    /// [`Error::SourceTooLong`] over the limit.
    pub fn parse(raw: &str) -> Result<Option<Self>, Error> {
        let text = trim(raw);
        match measure(text, SOURCE_LIMIT) {
            Measure::Empty => Ok(None),
            Measure::Fits => Ok(Some(Self(text.into()))),
            Measure::Over(actual) => Err(Error::SourceTooLong { limit: SOURCE_LIMIT, actual }),
        }
    }

    /// Takes a stored source as it stands; `None` when it is empty or over the limit.
    pub fn stored(raw: &str) -> Option<Self> {
        matches!(measure(trim(raw), SOURCE_LIMIT), Measure::Fits).then(|| Self(raw.into()))
    }

    /// The source.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How a text compares with a limit on its characters.
pub(crate) enum Measure {
    Empty,
    Fits,
    Over(usize),
}

/// Compares a text with a limit on its characters, counting only where its bytes leave a doubt.
pub(crate) fn measure(text: &str, limit: usize) -> Measure {
    if text.is_empty() {
        return Measure::Empty;
    }
    if text.len() <= limit {
        return Measure::Fits;
    }
    match text.chars().count() {
        count if count <= limit => Measure::Fits,
        count => Measure::Over(count),
    }
}

/// A fact's tags: at most 64, each of at most 256 characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tags(Vec<Box<str>>);

impl Tags {
    /// Normalises input tags: trimmed, lower-cased, without empties and duplicates, sorted by UTF-16 code units.
    ///
    /// # Errors
    /// [`Error::TagInvalid`] for a control character or a line separator, [`Error::TagTooLong`], [`Error::TagsTooMany`].
    pub fn parse(raw: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, Error> {
        let tags = Self(normalise(raw));
        for tag in tags.iter() {
            if tag.chars().any(is_tag_control) {
                return Err(Error::TagInvalid);
            }
            if let Measure::Over(actual) = measure(tag, TAG_LIMIT) {
                return Err(Error::TagTooLong { limit: TAG_LIMIT, actual });
            }
        }
        if tags.0.len() > TAGS_LIMIT {
            return Err(Error::TagsTooMany { limit: TAGS_LIMIT, actual: tags.0.len() });
        }
        Ok(tags)
    }

    /// Takes stored tags as they stand; `None` when there are too many or one is too long.
    pub fn stored(raw: Vec<Box<str>>) -> Option<Self> {
        let fits = |tag: &str| !matches!(measure(tag, TAG_LIMIT), Measure::Over(_));
        (raw.len() <= TAGS_LIMIT && raw.iter().all(|tag| fits(tag))).then_some(Self(raw))
    }

    /// The tags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The tags as identity sees them, whatever order and case they are stored in.
    pub fn normalised(&self) -> Vec<Box<str>> {
        normalise(self.iter())
    }

    /// Whether any tag holds a comma, which gives the content a legacy id.
    pub fn have_comma(&self) -> bool {
        self.iter().any(|tag| tag.contains(','))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn normalise(raw: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Box<str>> {
    let lowered = raw.into_iter().map(|tag| trim(tag.as_ref()).to_lowercase());
    let mut tags: Vec<Box<str>> =
        lowered.filter(|tag| !tag.is_empty()).map(String::into_boxed_str).collect();
    tags.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    tags.dedup();
    tags
}

const fn is_tag_control(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}')
}

/// Members of a row that this version does not know: each key with the exact bytes of its value, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra(Vec<(Box<str>, Box<str>)>);

impl Extra {
    /// Members as found: key, and value as raw text of the store's format.
    pub fn new(members: Vec<(Box<str>, Box<str>)>) -> Self {
        Self(members)
    }

    /// Key and raw value, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value.as_ref()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(result: Result<T, Error>) -> Result<(), &'static str> {
        result.map(|_| ()).map_err(|error| error.code())
    }

    /// F-1, F-3, F-10, F-80: exactly at the limit passes, one more fails, counted in characters.
    #[test]
    fn text_limits() {
        for unit in ["a", "é", "🔥"] {
            assert_eq!(code(FactText::parse(&unit.repeat(8_192))), Ok(()), "{unit}");
            assert_eq!(code(FactText::parse(&unit.repeat(8_193))), Err("fact.too_long"), "{unit}");
        }
        assert_eq!(code(FactText::parse(&" ".repeat(8_192))), Err("fact.text_empty"));
        assert_eq!(code(FactText::parse("\u{feff}")), Err("fact.text_empty"));
        assert_eq!(FactText::parse(" \u{feff}a\r\nb\u{3000}").unwrap().as_str(), "a\r\nb");
    }

    /// F-11: normalisation, order by UTF-16 code units, limits and controls.
    #[test]
    fn tags_on_input() {
        let tags = Tags::parse(["B", " a", "b", "", "\u{fffd}", "\u{1f525}"]).unwrap();
        assert_eq!(tags.iter().collect::<Vec<_>>(), ["a", "b", "\u{1f525}", "\u{fffd}"]);
        assert_eq!(code(Tags::parse(["a\u{2028}b"])), Err("fact.tag_invalid"));
        assert_eq!(code(Tags::parse(["a\u{85}b"])), Err("fact.tag_invalid"));
        assert_eq!(code(Tags::parse(["é".repeat(256)])), Ok(()));
        assert_eq!(code(Tags::parse(["é".repeat(257)])), Err("fact.tag_too_long"));
        assert_eq!(code(Tags::parse((0..64).map(|n| n.to_string()))), Ok(()));
        assert_eq!(code(Tags::parse((0..65).map(|n| n.to_string()))), Err("fact.tags_too_many"));
    }

    /// F-12: seven kinds, in the order ties are broken by; each is read by its name and by nothing else.
    #[test]
    fn kinds() {
        let names = Kind::ALL.map(Kind::as_str);
        let expect =
            ["objective", "invariant", "preference", "convention", "gotcha", "rationale", "note"];
        assert_eq!(names, expect);
        assert!(Kind::ALL.is_sorted());
        for kind in Kind::ALL {
            assert_eq!(kind.as_str().parse::<Kind>(), Ok(kind));
        }
        for bad in ["", "Note", " note", "fact", "memory"] {
            assert_eq!(code(bad.parse::<Kind>()), Err("fact.kind_unknown"), "{bad:?}");
        }
    }

    /// F-10: `source` 1–1,024 characters after trimming; an empty one is none.
    #[test]
    fn sources() {
        assert_eq!(Source::parse("  ").unwrap(), None);
        assert_eq!(Source::parse(" chat ").unwrap().unwrap().as_str(), "chat");
        assert_eq!(code(Source::parse(&"é".repeat(1_024))), Ok(()));
        assert_eq!(code(Source::parse(&"é".repeat(1_025))), Err("fact.source_too_long"));
    }
}
