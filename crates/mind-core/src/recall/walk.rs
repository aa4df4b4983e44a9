//! One walk over the words of a candidate: which units it has, in exactly which form, and side by side.

use super::{
    candidate::Candidate,
    channel::{Channel, Channels},
    corpus::Corpus,
    lexical::Found,
    phrase::Pairs,
    query::Query,
    weights::Weights,
};

/// Adds the shares of `exact` and `phrase`; stop words between two words do not part a pair.
///
/// `exact` is a share of the inverse document frequency of every unit whose very form the row has, however often.
pub(super) fn add(
    corpus: &Corpus<'_>,
    query: &Query,
    found: &[Found],
    head: &mut [Candidate],
    without: Channels,
    weights: &Weights,
) {
    let guides = Guide::all(corpus, found);
    let bonus: Vec<f64> = found
        .iter()
        .zip(&query.units)
        .map(|(found, unit)| weights.exact * found.idf * unit.weight)
        .collect();
    let mut last_with = vec![usize::MAX; found.len()];
    let mut pairs = Pairs::new(query);
    for (at, candidate) in head.iter_mut().enumerate() {
        let (store, row) = corpus.locate(candidate.row);
        let (index, guide) = (corpus.indexes[store], &guides[store]);
        let mut previous: &[Answer] = &[];
        for word in index.sequences.list(row as u32) {
            let answers = guide.answers(*word);
            if answers.is_empty() {
                if !previous.is_empty() && !index.vocabulary.is_stop_word(*word) {
                    previous = answers;
                }
                continue;
            }
            for answer in answers {
                candidate.units.insert(answer.unit);
            }
            for answer in answers.iter().filter(|answer| answer.is_exact) {
                let unit = usize::from(answer.unit);
                if last_with[unit] != at && !without.contains(Channel::Exact) {
                    last_with[unit] = at;
                    candidate.shares.add(Channel::Exact, bonus[unit]);
                }
            }
            pairs.step(at, previous, answers);
            previous = answers;
        }
    }
    if !without.contains(Channel::Phrase) {
        pairs.score(corpus, weights, head);
    }
}

/// Where the words of one store lead to.
struct Guide {
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
    fn all(corpus: &Corpus<'_>, found: &[Found]) -> Vec<Self> {
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
    fn answers(&self, word: u32) -> &[Answer] {
        match self.slots[word as usize] {
            0 => &[],
            slot => &self.answers[usize::from(slot) - 1],
        }
    }
}
