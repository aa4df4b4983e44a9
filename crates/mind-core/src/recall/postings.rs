//! The rows of every word.

/// Bits of an entry that hold how often the word occurs; the rest is the row.
const COUNT_BITS: u32 = 6;

/// The most occurrences that are told apart.
const COUNT_MAX: u32 = (1 << COUNT_BITS) - 1;

/// Rows of every word, in row order, each with how often it has the word, in four bytes.
#[derive(Default)]
pub(super) struct Postings {
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

/// A row and how often it has a word, at most [`COUNT_MAX`] times.
#[derive(Clone, Copy)]
pub(super) struct Entry(u32);

impl Entry {
    /// The row.
    #[inline]
    pub(super) const fn row(self) -> usize {
        (self.0 >> COUNT_BITS) as usize
    }

    /// How often.
    #[inline]
    pub(super) fn count(self) -> f32 {
        (self.0 & COUNT_MAX) as f32
    }
}

impl Postings {
    /// Turns words by row into rows by word, by counting. Row `r` has the words from `starts[r]` to `starts[r + 1]`.
    pub(super) fn invert(words: usize, starts: &[u32], sequence: &[u32]) -> Self {
        let offsets = offsets(words, starts, sequence);
        let mut next: Vec<u32> = offsets[..words].to_vec();
        let mut entries = vec![Entry(0); offsets[words] as usize];
        for (row, bounds) in (0_u32..).zip(starts.windows(2)) {
            for word in &sequence[bounds[0] as usize..bounds[1] as usize] {
                let word = *word as usize;
                let free = next[word] as usize;
                let known =
                    free > offsets[word] as usize && entries[free - 1].0 >> COUNT_BITS == row;
                if known {
                    let entry = &mut entries[free - 1].0;
                    *entry += u32::from(*entry & COUNT_MAX < COUNT_MAX);
                } else {
                    entries[free] = Entry(row << COUNT_BITS | 1);
                    next[word] += 1;
                }
            }
        }
        Self { starts: offsets, entries }
    }

    /// The rows of a word.
    #[inline]
    pub(super) fn of(&self, word: u32) -> &[Entry] {
        &self.entries[self.starts[word as usize] as usize..self.starts[word as usize + 1] as usize]
    }

    /// Bytes on the heap.
    pub(super) const fn heap_bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.entries.capacity() * size_of::<Entry>()
    }
}

/// Where the rows of each word begin, with the end of the last.
fn offsets(words: usize, starts: &[u32], sequence: &[u32]) -> Vec<u32> {
    let mut offsets = vec![0_u32; words + 1];
    let mut last = vec![u32::MAX; words];
    for (row, bounds) in (0_u32..).zip(starts.windows(2)) {
        for word in &sequence[bounds[0] as usize..bounds[1] as usize] {
            let word = *word as usize;
            if last[word] != row {
                last[word] = row;
                offsets[word + 1] += 1;
            }
        }
    }
    for at in 0..words {
        offsets[at + 1] += offsets[at];
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_by_row_become_rows_by_word() {
        let mut sequence = vec![1, 0, 1];
        sequence.extend([0; 100]);
        let postings = Postings::invert(3, &[0, 3, 103], &sequence);
        let of = |word: u32| -> Vec<(usize, f32)> {
            postings.of(word).iter().map(|entry| (entry.row(), entry.count())).collect()
        };
        assert_eq!([of(0), of(1), of(2)], [vec![(0, 1.0), (1, 63.0)], vec![(0, 2.0)], vec![]]);
    }
}
