//! `phrase`: BM25 over neighbouring pairs of words of the query.

use super::{
    analyse::Role, candidate::Candidate, channel::Channel, corpus::Corpus,
    number::inverse_document_frequency, query::Query, walk::Answer, weights::Weights,
};

/// The pairs of a query and where they were seen.
pub(super) struct Pairs {
    /// For each unit the unit of the word after it.
    next: Vec<Vec<u16>>,
    /// Candidate and first unit of each pair seen.
    seen: Vec<(u32, u16)>,
}

impl Pairs {
    /// Pairs each unit with those of the next word that carries a subject.
    pub(super) fn new(query: &Query) -> Self {
        let units = &query.units;
        let counts = |role: Role| !matches!(role, Role::Border | Role::Pair);
        let next = units
            .iter()
            .map(|unit| {
                if !counts(unit.role) {
                    return Vec::new();
                }
                let after = units
                    .iter()
                    .filter(|other| other.position > unit.position)
                    .map(|other| other.position)
                    .min();
                units
                    .iter()
                    .enumerate()
                    .filter(|(_, other)| {
                        counts(other.role)
                            && Some(other.position) == after
                            && !(unit.role == Role::Character && other.role == Role::Character)
                    })
                    .map(|(at, _)| at as u16)
                    .collect()
            })
            .collect();
        Self { next, seen: Vec::new() }
    }

    /// Takes note of the pairs that a word makes with the answering word before it or in itself.
    #[inline]
    pub(super) fn step(&mut self, candidate: usize, previous: &[Answer], answers: &[Answer]) {
        for first in previous.iter().chain(answers) {
            let next = &self.next[usize::from(first.unit)];
            if !next.is_empty() && answers.iter().any(|second| next.contains(&second.unit)) {
                self.seen.push((candidate as u32, first.unit));
            }
        }
    }

    /// Gives each candidate its pairs' BM25.
    pub(super) fn score(mut self, corpus: &Corpus<'_>, weights: &Weights, head: &mut [Candidate]) {
        self.seen.sort_unstable();
        let mut rows_with = vec![0_u32; self.next.len()];
        let mut runs: Vec<(u32, u16, u32)> = Vec::new();
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
            let candidate = &mut head[candidate as usize];
            let (store, row) = corpus.locate(candidate.row);
            let index = corpus.indexes[store];
            let idf =
                inverse_document_frequency(corpus.size(), f64::from(rows_with[usize::from(unit)]));
            let weight = weights.phrase[index.rows[row].profile as usize];
            candidate.shares.add(
                Channel::Phrase,
                weight * idf * f64::from(corpus.saturated(index.lengths[row], count as f32)),
            );
        }
    }
}
