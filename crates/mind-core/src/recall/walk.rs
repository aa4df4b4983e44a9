//! One walk over the words of a candidate: which units it has, in exactly which form, and side by side.

use super::{corpus::Corpus, lexical::Found};

/// Where the words of one store lead to.
pub(super) struct Guide {
    /// Word to one more than its place in `stops`, or 0.
    slots: Vec<u16>,
    /// Units a word answers.
    answers: Vec<Vec<Answer>>,
}

/// A unit that a word answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Place of the unit in the query.
    pub(super) unit: u16,
    /// Whether the word is the very form.
    pub(super) is_exact: bool,
}

impl Guide {
    /// The guide of every store.
    pub(super) fn all(corpus: &Corpus<'_>, found: &[Found]) -> Vec<Self> {
        corpus
            .indexes
            .iter()
            .enumerate()
            .map(|(store, index)| {
                Self::new(index.vocabulary.len(), found.iter().map(|unit| &unit.matches[store]))
            })
            .collect()
    }

    fn new<'a>(
        words: usize,
        matches: impl Iterator<Item = &'a Vec<super::lexical::Match>>,
    ) -> Self {
        let mut guide = Self { slots: vec![0; words], answers: Vec::new() };
        for (unit, matches) in matches.enumerate() {
            for found in matches {
                let slot = &mut guide.slots[found.word as usize];
                if *slot == 0 {
                    guide.answers.push(Vec::new());
                    *slot = guide.answers.len() as u16;
                }
                guide.answers[usize::from(*slot) - 1]
                    .push(Answer { unit: unit as u16, is_exact: found.is_exact });
            }
        }
        guide
    }

    /// The units a word answers.
    #[inline]
    pub(super) fn answers(&self, word: u32) -> &[Answer] {
        match self.slots[word as usize] {
            0 => &[],
            slot => &self.answers[usize::from(slot) - 1],
        }
    }
}
