//! Finding the rows that say the same thing, without comparing every pair.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use crate::fact::{Fact, Kind, Tags};
use crate::scope::{Segment, Tier};
use crate::text::{canonical, collapse};

/// A hash of a content key: equal contents have equal hashes; unequal ones almost never do, so a match is confirmed by comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct KeyHash(u64);

impl KeyHash {
    pub(super) fn of(kind: Kind, text: &str, tags: &Tags) -> Self {
        let mut hasher = FxHasher::default();
        hasher.write_u8(kind as u8);
        if text.is_ascii() {
            hasher.write(collapse(text).to_ascii_lowercase().as_bytes());
        } else {
            hasher.write(canonical(text).as_bytes());
        }
        for tag in tags.normalised() {
            hasher.write_u8(0xff);
            hasher.write(tag.as_bytes());
        }
        Self(hasher.finish())
    }

    pub(super) fn of_fact(fact: &Fact) -> Self {
        Self::of(fact.kind, fact.text.as_str(), &fact.tags)
    }
}

/// Which rows of one store hold a content: hashes with their rows, sorted, in sixteen bytes a row.
#[derive(Debug, Default)]
pub(super) struct KeyMap {
    entries: Vec<(KeyHash, usize)>,
}

impl KeyMap {
    pub(super) fn of(rows: &[Fact]) -> Self {
        let entry = |(row, fact)| (KeyHash::of_fact(fact), row);
        let mut entries: Vec<_> = rows.iter().enumerate().map(entry).collect();
        entries.sort_unstable();
        Self { entries }
    }

    /// Every row with the hash of its content, by hash, then in written order.
    pub(super) fn entries(&self) -> &[(KeyHash, usize)] {
        &self.entries
    }

    /// The rows with a hash, in written order.
    fn with(&self, key: KeyHash) -> &[(KeyHash, usize)] {
        let from = self.entries.partition_point(|entry| entry.0 < key);
        let rest = &self.entries[from..];
        &rest[..rest.iter().take_while(|entry| entry.0 == key).count()]
    }

    /// The rows whose content is that of `fact`, in written order.
    pub(super) fn same_content<'a>(
        &'a self,
        rows: &'a [Fact],
        fact: &'a Fact,
    ) -> impl Iterator<Item = usize> + 'a {
        let found = self.with(KeyHash::of_fact(fact));
        let key = (!found.is_empty()).then(|| fact.content_key());
        let same = move |row: &usize| key.as_ref() == Some(&rows[*row].content_key());
        found.iter().map(|entry| entry.1).filter(same)
    }

    /// The rows with the content of `fact` that belong to `owner` in this tier.
    pub(super) fn same_semantics(
        &self,
        rows: &[Fact],
        fact: &Fact,
        tier: Tier,
        owner: Option<&Segment>,
    ) -> Vec<usize> {
        self.same_content(rows, fact).filter(|row| rows[*row].owner(tier) == owner).collect()
    }

    /// For each row, whether a later row of the store has its semantic key.
    pub(super) fn shadowed(&self, rows: &[Fact], tier: Tier) -> Vec<bool> {
        let mut shadowed = vec![false; rows.len()];
        let groups = self.entries.chunk_by(|a, b| a.0 == b.0);
        for group in groups.filter(|group| group.len() > 1) {
            for (at, &(_, row)) in group.iter().enumerate() {
                let key = rows[row].semantic_key(tier);
                let later = group[at + 1..].iter();
                shadowed[row] =
                    later.into_iter().any(|&(_, row)| rows[row].semantic_key(tier) == key);
            }
        }
        shadowed
    }
}
