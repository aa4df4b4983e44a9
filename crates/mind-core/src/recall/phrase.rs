//! `phrase`: BM25 over neighbouring pairs of words of the query.

use super::{
    analyse::Role, channel::Channel, corpus::Corpus, number::inverse_document_frequency,
    query::Query, search::Candidate, vocabulary::Vocabulary, walk::Guide, weights::Weights,
};

/// The pairs of a query and where they were seen.
pub(super) struct Pairs {
    /// For each unit the unit of the word after it.
    next: Vec<Vec<u16>>,
    /// Candidate and first unit of each pair seen.
    seen: Vec<(usize, u16)>,
}

impl Pairs {
    /// Pairs each unit with those of the next word that carries a subject.
    pub(super) fn new(query: &Query) -> Self {
        let units = &query.units;
        let counts = |role: Role| !matches!(role, Role::Border | Role::Pair);
        let next = units
            .iter()
            .map(|unit| {
                let after = units
                    .iter()
                    .filter(|other| other.position > unit.position)
                    .map(|other| other.position)
                    .min();
                units
                    .iter()
                    .enumerate()
                    .filter(|(_, other)| {
                        counts(unit.role)
                            && counts(other.role)
                            && Some(other.position) == after
                            && !(unit.role == Role::Character && other.role == Role::Character)
                    })
                    .map(|(at, _)| at as u16)
                    .collect()
            })
            .collect();
        Self { next, seen: Vec::new() }
    }

    /// Looks for pairs among the words of a candidate; stop words between do not part them.
    pub(super) fn read(
        &mut self,
        candidate: usize,
        words: &[u32],
        guide: &Guide,
        vocabulary: &Vocabulary,
    ) {
        let mut previous: &[super::walk::Answer] = &[];
        for word in words {
            let answers = guide.answers(*word);
            for first in previous.iter().chain(answers) {
                if answers
                    .iter()
                    .any(|second| self.next[usize::from(first.unit)].contains(&second.unit))
                {
                    self.seen.push((candidate, first.unit));
                }
            }
            if !answers.is_empty() || !vocabulary.is_stop_word(*word) {
                previous = answers;
            }
        }
    }

    /// Gives each candidate its pairs' BM25.
    pub(super) fn score(mut self, corpus: &Corpus<'_>, weights: &Weights, head: &mut [Candidate]) {
        self.seen.sort_unstable();
        let mut rows_with = vec![0_u32; self.next.len()];
        let mut runs: Vec<(usize, u16, u32)> = Vec::new();
        for (candidate, unit) in self.seen {
            match runs.last_mut() {
                Some(run) if run.0 == candidate && run.1 == unit => run.2 += 1,
                _ => {
                    rows_with[usize::from(unit)] += 1;
                    runs.push((candidate, unit, 1));
                }
            }
        }
        for (candidate, unit, count) in runs {
            let candidate = &mut head[candidate];
            let (store, row) = corpus.locate(candidate.row);
            let index = corpus.indexes[store];
            let idf =
                inverse_document_frequency(corpus.size(), f64::from(rows_with[usize::from(unit)]));
            let weight = weights.phrase[index.rows[row].profile as usize];
            candidate.shares.add(
                Channel::Phrase,
                weight * idf * f64::from(corpus.saturated(index, row, count as f32)),
            );
        }
    }
}
