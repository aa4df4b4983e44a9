//! `lexical`: BM25 over stems, summed over the words that share one (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework").

use super::{
    corpus::Corpus,
    fold::fold,
    index::{Index, NO_SOURCE},
    number::inverse_document_frequency,
    query::Unit,
    weights::Weights,
};

/// A written word that answers a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// The word.
    pub(super) word: u32,
    /// How well it answers, up to 1.
    pub(super) grade: f32,
    /// Whether it is the very form.
    pub(super) is_exact: bool,
}

/// What a unit found in the vocabularies of all stores.
pub(super) struct Found {
    /// Matches by store.
    pub(super) matches: Vec<Vec<Match>>,
    /// Inverse document frequency over all stores.
    pub(super) idf: f64,
}

/// Finds the words that answer a unit in one index: those with its stem or joined form.
pub(super) fn resolve(index: &Index, unit: &Unit) -> Vec<Match> {
    let mut out: Vec<Match> = Vec::new();
    for term in unit
        .keys
        .iter()
        .filter_map(|key| index.vocabulary.term(key))
    {
        for word in index.vocabulary.words_of(term) {
            if out.iter().all(|found| found.word != *word) {
                let is_exact = fold(index.vocabulary.text(*word)) == unit.form;
                out.push(Match {
                    word: *word,
                    grade: 1.0,
                    is_exact,
                });
            }
        }
    }
    out
}

/// Scores by row, one number for all stores.
pub(super) struct Sums {
    /// Sum of what the units gave each row.
    pub(super) scores: Vec<f32>,
    occurrences: Vec<f32>,
    touched: Vec<u32>,
}

impl Sums {
    /// No row has anything yet.
    pub(super) fn new(rows: usize) -> Self {
        Self {
            scores: vec![0.0; rows],
            occurrences: vec![0.0; rows],
            touched: Vec::new(),
        }
    }

    /// Adds what one unit gives to every row it occurs in; returns its inverse document frequency.
    pub(super) fn add(
        &mut self,
        corpus: &Corpus<'_>,
        unit: &Unit,
        matches: &[Vec<Match>],
        weights: &Weights,
    ) -> f64 {
        self.touched.clear();
        for ((base, index), matches) in corpus.stores().zip(matches) {
            for found in matches {
                let (rows, quarters) = index.postings.of(found.word);
                for (row, quarter) in rows.iter().zip(quarters) {
                    self.occur(
                        base + *row as usize,
                        f32::from(*quarter) * 0.25 * found.grade,
                    );
                }
            }
            self.add_fields(base, index, unit, weights);
        }
        let idf = inverse_document_frequency(corpus.size(), self.touched.len() as f64);
        self.score(corpus, (idf * unit.weight) as f32);
        idf
    }

    #[inline]
    fn occur(&mut self, row: usize, weight: f32) {
        if self.occurrences[row] == 0.0 {
            self.touched.push(row as u32);
        }
        self.occurrences[row] += weight;
    }

    /// Occurrences in the source and in the kind.
    fn add_fields(&mut self, base: usize, index: &Index, unit: &Unit, weights: &Weights) {
        for term in unit
            .keys
            .iter()
            .filter_map(|key| index.vocabulary.term(key))
        {
            let (sources, kinds) = (index.term_sources.list(term), index.term_kinds.list(term));
            if sources.is_empty() && kinds.is_empty() {
                continue;
            }
            let mut named = vec![false; index.sources.len()];
            for source in sources {
                named[*source as usize] = true;
            }
            for (row, meta) in index.rows.iter().enumerate() {
                if meta.source != NO_SOURCE && named[meta.source as usize] {
                    self.occur(base + row, weights.source_field as f32);
                }
                if kinds.contains(&u32::from(meta.kind)) {
                    self.occur(base + row, weights.kind_field as f32);
                }
            }
        }
    }

    fn score(&mut self, corpus: &Corpus<'_>, weight: f32) {
        let mut store = 0;
        for row in &self.touched {
            let row = *row as usize;
            while row < corpus.base(store) || row >= corpus.base(store + 1) {
                store = if row < corpus.base(store) {
                    0
                } else {
                    store + 1
                };
            }
            let index = corpus.indexes[store];
            self.scores[row] +=
                weight * corpus.saturated(index, row - corpus.base(store), self.occurrences[row]);
            self.occurrences[row] = 0.0;
        }
    }
}
