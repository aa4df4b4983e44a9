//! `lexical`: BM25 over stems, summed over the words that share one (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework").

use super::{
    analyse::Role,
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
    if matches!(unit.role, Role::Character | Role::Pair) {
        let word = index.vocabulary.word_of(&unit.form);
        return word.map(|word| Match { word, grade: 1.0, is_exact: true }).into_iter().collect();
    }
    let mut words: Vec<u32> = Vec::new();
    let terms = unit.keys.iter().filter_map(|key| index.vocabulary.term(key));
    for (at, term) in terms.enumerate() {
        words.extend(index.vocabulary.words_of(term));
        if at > 0 {
            words.sort_unstable();
            words.dedup();
        }
    }
    let matching = |word| {
        let is_exact = is_form(index.vocabulary.text(word), &unit.form);
        Match { word, grade: 1.0, is_exact }
    };
    words.into_iter().map(matching).collect()
}

/// Whether a word's folded form is this one.
fn is_form(word: &str, form: &str) -> bool {
    // Most words of a part such as `rs` differ in length from it, and few have an apostrophe.
    if word.is_ascii() && !word.contains('\'') {
        return word.eq_ignore_ascii_case(form);
    }
    fold(word) == form
}

/// Rows that are looked at together: few enough that one good row does not make many be looked at singly.
pub(super) const CHUNK: usize = 32;

/// Scores by row, one number for all stores.
pub(super) struct Sums {
    /// What the units gave each row.
    pub(super) lexical: Vec<f32>,
    /// What look-alikes of the units gave each row; empty while there is none.
    fuzzy: Vec<f32>,
    occurrences: Vec<f32>,
    touched: Vec<u32>,
}

impl Sums {
    /// No row has anything yet.
    pub(super) fn new(rows: usize) -> Self {
        Self {
            lexical: vec![0.0; rows],
            fuzzy: Vec::new(),
            occurrences: vec![0.0; rows],
            touched: Vec::new(),
        }
    }

    /// The rows in chunks: the first row of each, and the scores by `lexical` and `fuzzy`.
    pub(super) fn chunks(&self) -> impl Iterator<Item = (usize, [f32; CHUNK])> + '_ {
        let chunk = |(at, lexical): (usize, &[f32])| {
            let (from, mut scores) = (at * CHUNK, [0.0; CHUNK]);
            scores[..lexical.len()].copy_from_slice(lexical);
            if !self.fuzzy.is_empty() {
                for (score, fuzzy) in scores.iter_mut().zip(&self.fuzzy[from..]) {
                    *score += fuzzy;
                }
            }
            (from, scores)
        };
        self.lexical.chunks(CHUNK).enumerate().map(chunk)
    }

    /// What a row has by `lexical` and `fuzzy`.
    pub(super) fn given(&self, row: usize) -> f32 {
        self.lexical[row] + self.fuzzy(row)
    }

    /// What look-alikes gave a row.
    pub(super) fn fuzzy(&self, row: usize) -> f32 {
        self.fuzzy.get(row).copied().unwrap_or(0.0)
    }

    /// Adds what one unit gives to every row it or a look-alike occurs in; returns its inverse document frequency.
    ///
    /// A look-alike counts only in rows that do not have the unit itself, and there for less than one occurrence, so it never outranks it in a row of the same length.
    pub(super) fn add(
        &mut self,
        corpus: &Corpus<'_>,
        unit: &Unit,
        matches: &[Vec<Match>],
        alike: &[Vec<Match>],
        weights: &Weights,
    ) -> f64 {
        self.touched.clear();
        if is_plain(corpus, unit, matches, alike) {
            return self.score_words(corpus, matches, unit.weight);
        }
        for ((base, index), matches) in corpus.stores().zip(matches) {
            self.occur_all(base, index, matches);
            self.add_fields(base, index, unit, weights);
        }
        let known = self.touched.len();
        let mut with = known as f64;
        for ((base, index), alike) in corpus.stores().zip(alike) {
            with += self.occur_alike(base, index, alike, known);
        }
        let idf = inverse_document_frequency(corpus.size(), with);
        self.score(corpus, (idf * unit.weight) as f32, known);
        idf
    }

    /// Scores a unit that is at most one word in each store: no row can have it twice, so nothing has to be gathered first.
    fn score_words(&mut self, corpus: &Corpus<'_>, matches: &[Vec<Match>], weight: f64) -> f64 {
        let words = || {
            corpus
                .stores()
                .zip(matches)
                .flat_map(|(store, found)| found.iter().map(move |found| (store, found)))
        };
        let with: usize =
            words().map(|((_, index), found)| index.postings.of(found.word).len()).sum();
        let idf = inverse_document_frequency(corpus.size(), with as f64);
        let weight = (idf * weight) as f32;
        for ((base, index), found) in words() {
            let lexical = &mut self.lexical[base..base + index.len()];
            for entry in index.postings.of(found.word) {
                let row = entry.row();
                let occurrences = entry.count() * found.grade;
                lexical[row] += weight * corpus.saturated(index.lengths[row], occurrences);
            }
        }
        idf
    }

    fn occur_all(&mut self, base: usize, index: &Index, matches: &[Match]) {
        for found in matches {
            for entry in index.postings.of(found.word) {
                self.occur(base + entry.row(), entry.count() * found.grade);
            }
        }
    }

    /// Look-alikes in rows that have nothing of the unit; returns how many rows that is, each counted by its grade.
    fn occur_alike(&mut self, base: usize, index: &Index, alike: &[Match], known: usize) -> f64 {
        let has: Vec<u32> = {
            let mut has =
                if alike.is_empty() { Vec::new() } else { self.touched[..known].to_vec() };
            has.sort_unstable();
            has
        };
        let mut with = 0.0;
        for found in alike {
            for entry in index.postings.of(found.word) {
                let row = base + entry.row();
                if has.binary_search(&(row as u32)).is_ok() {
                    continue;
                }
                if self.occurrences[row] == 0.0 {
                    self.touched.push(row as u32);
                    with += f64::from(found.grade);
                }
                self.occurrences[row] = self.occurrences[row].max(found.grade);
            }
        }
        with
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
        for term in unit.keys.iter().filter_map(|key| index.vocabulary.term(key)) {
            if !is_field(index, term) {
                continue;
            }
            let kinds: Vec<u32> = index.term_kinds.of(term).collect();
            let mut named = vec![false; index.sources.len()];
            for source in index.term_sources.of(term) {
                named[source as usize] = true;
            }
            for (row, meta) in index.rows.iter().enumerate() {
                if meta.source != NO_SOURCE
                    && named[meta.source as usize]
                    && weights.source_field > 0.0
                {
                    self.occur(base + row, weights.source_field as f32);
                }
                if kinds.contains(&u32::from(meta.kind)) {
                    self.occur(base + row, weights.kind_field as f32);
                }
            }
        }
    }

    fn score(&mut self, corpus: &Corpus<'_>, weight: f32, known: usize) {
        if known < self.touched.len() && self.fuzzy.is_empty() {
            self.fuzzy = vec![0.0; self.lexical.len()];
        }
        let mut store = 0;
        for (at, row) in self.touched.iter().enumerate() {
            let row = *row as usize;
            while row < corpus.base(store) || row >= corpus.base(store + 1) {
                store = if row < corpus.base(store) { 0 } else { store + 1 };
            }
            let length = corpus.indexes[store].lengths[row - corpus.base(store)];
            let share = weight * corpus.saturated(length, self.occurrences[row]);
            if at < known {
                self.lexical[row] += share;
            } else {
                self.fuzzy[row] += share;
            }
            self.occurrences[row] = 0.0;
        }
    }
}

/// Whether a unit is at most one word in each store, and nothing else: no source, no kind, no look-alike.
fn is_plain(
    corpus: &Corpus<'_>,
    unit: &Unit,
    matches: &[Vec<Match>],
    alike: &[Vec<Match>],
) -> bool {
    let in_field = |index: &Index| {
        let mut terms = unit.keys.iter().filter_map(|key| index.vocabulary.term(key));
        terms.any(|term| is_field(index, term))
    };
    matches.iter().all(|found| found.len() <= 1)
        && alike.iter().all(Vec::is_empty)
        && !corpus.indexes.iter().any(|index| in_field(index))
}

/// Whether a term names a source or a kind.
fn is_field(index: &Index, term: u32) -> bool {
    index.term_sources.of(term).next().is_some() || index.term_kinds.of(term).next().is_some()
}
