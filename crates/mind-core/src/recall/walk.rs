//! One walk over the words of a candidate: which units it has, in exactly which form, and side by side.

use super::{
    candidate::Candidate,
    channel::{Channel, Channels},
    corpus::Corpus,
    index::Index,
    lexical::{Found, Match},
    phrase::Pairs,
    query::{Query, Unit},
    weights::Weights,
};

/// Adds the shares of `exact` and `phrase`.
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
    let bonus = |(found, unit): (&Found, &Unit)| weights.exact * found.idf * unit.weight;
    let bonus: Vec<f64> = found.iter().zip(&query.units).map(bonus).collect();
    let mut last_with = vec![usize::MAX; found.len()];
    let mut pairs = Pairs::new(query);
    for (at, candidate) in head.iter_mut().enumerate() {
        let (store, row) = corpus.locate(candidate.row);
        read(corpus.indexes[store], row, &guides[store], |previous, answers| {
            for answer in answers {
                let unit = usize::from(answer.unit);
                candidate.units.insert(answer.unit);
                if answer.is_exact && last_with[unit] != at && !without.contains(Channel::Exact) {
                    last_with[unit] = at;
                    candidate.shares.add(Channel::Exact, bonus[unit]);
                }
            }
            pairs.step(at, previous, answers);
        });
    }
    if !without.contains(Channel::Phrase) {
        pairs.score(corpus, weights, head);
    }
}

/// Gives the answers of every word that has some, with those of the word before it; stop words between do not part two words.
#[inline]
fn read<'a>(
    index: &Index,
    row: usize,
    guide: &'a Guide,
    mut each: impl FnMut(&'a [Answer], &'a [Answer]),
) {
    let mut previous: &[Answer] = &[];
    for word in index.sequences.list(row as u32) {
        let answers = guide.answers(*word);
        if !answers.is_empty() {
            each(previous, answers);
            previous = answers;
        } else if !previous.is_empty() && !index.vocabulary.is_stop_word(*word) {
            previous = answers;
        }
    }
}

/// Where the words of one store lead to.
struct Guide {
    /// A bit for every word that answers something: nearly none does, and the bits of all stay close at hand.
    answering: Vec<u64>,
    /// Word to one more than its list of answers, or 0.
    slots: Vec<u32>,
    /// Where each list of answers begins, with the end of the last.
    starts: Vec<u32>,
    answers: Vec<Answer>,
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
        let stores = corpus.indexes.iter().enumerate();
        stores
            .map(|(store, index)| {
                Self::new(index.vocabulary.len(), found.iter().map(|unit| &unit.matches[store]))
            })
            .collect()
    }

    fn new<'a>(words: usize, matches: impl Iterator<Item = &'a Vec<Match>>) -> Self {
        let of_unit = |(unit, matches): (usize, &'a Vec<Match>)| {
            let answer = move |found: &Match| {
                (found.word, Answer { unit: unit as u16, is_exact: found.is_exact })
            };
            matches.iter().map(answer)
        };
        let mut pairs: Vec<(u32, Answer)> = matches.enumerate().flat_map(of_unit).collect();
        pairs.sort_unstable_by_key(|(word, answer)| (*word, answer.unit));
        let mut guide = Self {
            answering: vec![0; words.div_ceil(64)],
            slots: vec![0; words],
            starts: Vec::new(),
            answers: Vec::new(),
        };
        for (word, answer) in pairs {
            let slot = &mut guide.slots[word as usize];
            if *slot == 0 {
                guide.starts.push(guide.answers.len() as u32);
                *slot = guide.starts.len() as u32;
                guide.answering[word as usize / 64] |= 1 << (word % 64);
            }
            guide.answers.push(answer);
        }
        guide.starts.push(guide.answers.len() as u32);
        guide
    }

    /// The units a word answers.
    #[inline]
    fn answers(&self, word: u32) -> &[Answer] {
        if self.answering[word as usize / 64] >> (word % 64) & 1 == 0 {
            return &[];
        }
        let slot = self.slots[word as usize] as usize;
        &self.answers[self.starts[slot - 1] as usize..self.starts[slot] as usize]
    }
}
