//! Which rows of a store say the same, found without comparing every pair.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use crate::fact::{Fact, Kind, SemanticKey};
use crate::scope::Tier;
use crate::text::{canonical, is_white_space};

/// The rows of a store by what they say. Expired ones count, for both stand in the file.
#[derive(Debug)]
pub(crate) struct Keys<'a> {
    rows: &'a [Fact],
    tier: Tier,
    /// Hashes of kind and words with their rows, sorted. Equal semantic keys have equal hashes; a match is confirmed by comparing.
    entries: Vec<(u64, usize)>,
    /// The hashes that several rows have, ascending: nearly always none.
    doubled: Vec<u64>,
}

impl<'a> Keys<'a> {
    pub(super) fn of(rows: &'a [Fact], tier: Tier) -> Self {
        let entry = |(row, fact): (usize, &Fact)| (hash(fact.kind, fact.text.as_str()), row);
        let mut entries: Vec<_> = rows.iter().enumerate().map(entry).collect();
        entries.sort_unstable();
        let groups = entries.chunk_by(|a, b| a.0 == b.0);
        let doubled = groups.filter(|group| group.len() > 1).map(|group| group[0].0).collect();
        Self { rows, tier, entries, doubled }
    }

    /// Whether a row of the store has a semantic key that another one has too.
    pub(super) fn is_held_twice(&self, fact: &Fact) -> bool {
        let is_doubled =
            || self.doubled.binary_search(&hash(fact.kind, fact.text.as_str())).is_ok();
        !self.doubled.is_empty()
            && is_doubled()
            && self.holding(&fact.semantic_key(self.tier)).nth(1).is_some()
    }

    /// The rows with a semantic key, in file order.
    pub(super) fn holding<'k>(&'k self, key: &'k SemanticKey) -> impl Iterator<Item = usize> + 'k {
        let alike = self.alike(key.content.kind(), key.content.text());
        let holds = |row: &usize| self.rows[*row].semantic_key(self.tier) == *key;
        alike.iter().map(|entry| entry.1).filter(holds)
    }

    fn alike(&self, kind: Kind, text: &str) -> &[(u64, usize)] {
        let hash = hash(kind, text);
        let from = self.entries.partition_point(|entry| entry.0 < hash);
        let rest = &self.entries[from..];
        &rest[..rest.iter().take_while(|entry| entry.0 == hash).count()]
    }
}

/// A hash of the kind and the words of a text in their canonical form.
fn hash(kind: Kind, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u8(kind as u8);
    if text.is_ascii() {
        push_words(&mut hasher, text);
    } else {
        push_words(&mut hasher, &canonical(text));
    }
    hasher.finish()
}

/// Eight letters at a time; no white space counts.
fn push_words(hasher: &mut FxHasher, text: &str) {
    let (mut word, mut filled) = (0_u64, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii() || !is_white_space(char::from(*byte))) {
        word = word << 8 | u64::from(byte.to_ascii_lowercase());
        filled += 1;
        if filled == 8 {
            hasher.write_u64(word);
            (word, filled) = (0, 0);
        }
    }
    hasher.write_u64(word);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-18: texts of one canonical form have one hash, however they are written.
    #[test]
    fn equal_forms_have_equal_hashes() {
        let check = |a: &str, b: &str, expect: bool| {
            let same = hash(Kind::Note, a) == hash(Kind::Note, b);
            assert_eq!(same, expect, "{a:?} {b:?}");
        };
        check(" The  QUEUE\tis full. ", "the queue is full.", true);
        check("\u{212a}elvin scale", "kelvin SCALE", true);
        check("caf\u{e9} \u{3000}au lait", "CAF\u{c9} au lait", true);
        check("port 7101", "port 7102", false);
        assert_ne!(hash(Kind::Note, "x"), hash(Kind::Gotcha, "x"));
    }
}
