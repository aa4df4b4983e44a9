//! The names of facts and backlog items.

use std::fmt;

use crate::error::Error;

/// Bytes of an id.
pub const ID_LIMIT: usize = 128;
/// Ids a fact may say it was made from.
pub const DERIVED_LIMIT: usize = 64;

/// The name of a fact or a backlog item: an ASCII letter or digit, then letters, digits, `.`, `_`, `:` or `-`; 1–128 bytes.
///
/// It is neither a persona's segment nor a project's slug, though it looks like them:
///
/// ```
/// # use mind_core::{fact::FactId, scope::Segment};
/// fn forget(_: &FactId) {}
/// forget(&FactId::parse("6d7b7855bcd3").unwrap());
/// ```
/// ```compile_fail,E0308
/// # use mind_core::{fact::FactId, scope::Segment};
/// fn forget(_: &FactId) {}
/// forget(&Segment::stored("6d7b7855bcd3").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId(Box<str>);

impl FactId {
    /// Reads an id.
    ///
    /// # Errors
    /// [`Error::IdInvalid`] for anything outside the grammar.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bytes = text.as_bytes();
        let rest = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-');
        let first = bytes.first().is_some_and(u8::is_ascii_alphanumeric);
        let valid = first && bytes.len() <= ID_LIMIT && bytes.iter().all(rest);
        if valid { Ok(Self(text.into())) } else { Err(Error::IdInvalid) }
    }

    /// Whether it has the form of the ids made here: 12 lower-case hex characters, which leave no room for words (F-15).
    pub fn is_content_id(&self) -> bool {
        let hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        self.0.len() == 12 && self.0.bytes().all(hex)
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads the ids a fact says it was made from: duplicates dropped, order kept.
///
/// # Errors
/// [`Error::IdInvalid`] for one outside the grammar, [`Error::DerivedTooMany`] over 64.
pub fn parse_derived(raw: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Vec<FactId>, Error> {
    let mut ids: Vec<FactId> = Vec::new();
    for text in raw {
        let id = FactId::parse(text.as_ref())?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    if ids.len() > DERIVED_LIMIT {
        return Err(Error::DerivedTooMany { limit: DERIVED_LIMIT, actual: ids.len() });
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(result: Result<T, Error>) -> Result<(), &'static str> {
        result.map(|_| ()).map_err(|error| error.code())
    }

    /// F-1, F-14: the grammar of ids, and their limit in bytes.
    #[test]
    fn ids_have_a_grammar() {
        for good in ["a", "6d7b7855bcd3", "A.b_c:d-e", &"x".repeat(128)] {
            assert_eq!(code(FactId::parse(good)), Ok(()), "{good}");
        }
        for bad in ["", "-a", ".a", "a/b", "a b", "é", &"x".repeat(129)] {
            assert_eq!(code(FactId::parse(bad)), Err("fact.id_invalid"), "{bad}");
        }
    }

    /// F-10: `derivedFrom` holds 1–64 ids, no duplicates, order kept.
    #[test]
    fn derived_ids() {
        let ids = parse_derived(["b", "a", "b"]).unwrap();
        assert_eq!(ids.iter().map(FactId::as_str).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(code(parse_derived((0..64).map(|n| n.to_string()))), Ok(()));
        assert_eq!(
            code(parse_derived((0..65).map(|n| n.to_string()))),
            Err("fact.derived_too_many")
        );
    }
}
