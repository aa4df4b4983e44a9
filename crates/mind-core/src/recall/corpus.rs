//! One memory as a search sees it: several indexes numbered through, with statistics over all of them.

use super::{
    index::{Index, Length, Row},
    number::rounded_up,
    weights::Weights,
};

/// The indexes of one memory; a row is named by one number over all of them.
pub(super) struct Corpus<'a> {
    pub(super) indexes: &'a [&'a Index],
    bases: Vec<usize>,
    norms: [(f32, f32); 4],
}

impl<'a> Corpus<'a> {
    /// Numbers the rows through and takes the mean lengths by profile.
    pub(super) fn new(indexes: &'a [&'a Index], weights: &Weights) -> Self {
        let mut bases = vec![0];
        let (mut words, mut rows) = ([0_usize; 3], [0_usize; 3]);
        for index in indexes {
            bases.push(bases[bases.len() - 1] + index.len());
            for profile in 0..3 {
                words[profile] += index.shapes[profile].words;
                rows[profile] += index.shapes[profile].rows;
            }
        }
        let norms = std::array::from_fn(|profile| {
            let profile = profile.min(2);
            let mean = stepped_mean(words[profile], rows[profile]);
            let (k1, b) = (weights.k1, weights.b[profile]);
            ((k1 * (1.0 - b)) as f32, (k1 * b / mean) as f32)
        });
        Self { indexes, bases, norms }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.bases[self.bases.len() - 1]
    }

    /// The number of rows as it enters weights.
    pub(super) fn size(&self) -> f64 {
        rounded_up(self.len())
    }

    /// The indexes with the number of their first row.
    pub(super) fn stores(&self) -> impl Iterator<Item = (usize, &'a Index)> + '_ {
        self.bases.iter().copied().zip(self.indexes.iter().copied())
    }

    /// The store and the row in it.
    pub(super) fn locate(&self, row: usize) -> (usize, usize) {
        let store = self.bases.partition_point(|base| *base <= row) - 1;
        let store = store.min(self.indexes.len().saturating_sub(1));
        (store, row - self.bases[store])
    }

    /// The number of the first row of a store.
    pub(super) fn base(&self, store: usize) -> usize {
        self.bases[store]
    }

    /// What is kept of a row.
    pub(super) fn row(&self, row: usize) -> &'a Row {
        let (store, local) = self.locate(row);
        &self.indexes[store].rows[local]
    }

    /// BM25's saturation for a weight of occurrences in a row: `tf / (tf + k1·(1 - b + b·length / mean))`.
    #[inline]
    pub(super) fn saturated(&self, length: Length, occurrences: f32) -> f32 {
        let (constant, per_word) = self.norms[length.profile()];
        occurrences / (occurrences + constant + per_word * length.words() as f32)
    }
}

/// The mean number of words in steps of a half, so that rows that come and go leave it as it is; finer steps find no more.
fn stepped_mean(words: usize, rows: usize) -> f64 {
    let mean = words as f64 / rows.max(1) as f64;
    let mut step = 1.0;
    while step * 1.5 < mean {
        step *= 1.5;
    }
    step
}
