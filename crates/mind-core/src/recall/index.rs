//! The index of one store: built once from its rows in written order, never changed.

use super::{
    document::Document,
    intern::{Interner, Lists},
    links::Links,
    relation::Relations,
    source::{Profile, Sources},
    vocabulary::Vocabulary,
};

/// What the index keeps of one row beside its words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Number of the source, or [`NO_SOURCE`].
    pub(super) source: u32,
    /// Number of the kind.
    pub(super) kind: u16,
    /// How the row is weighed.
    pub(super) profile: Profile,
    /// Whether the text is itself a question.
    pub(super) is_question: bool,
    /// Whether the text states a time.
    pub(super) states_time: bool,
    /// Number of words of the text; those of the tags follow.
    pub(super) text_words: u32,
    /// Number of words of the text and the tags.
    pub(super) words: u32,
    /// When the row was recorded, epoch milliseconds.
    pub(super) recorded_at: i64,
}

/// The source number of a row that has none.
pub(super) const NO_SOURCE: u32 = u32::MAX;

/// The searchable form of the rows of one store.
///
/// It is immutable and holds no reference to the rows; rows are named by their place in the order they were given in.
pub struct Index {
    pub(super) vocabulary: Vocabulary,
    pub(super) postings: Postings,
    /// Words of each row in order: the text's, then the tags'.
    pub(super) sequences: Lists,
    pub(super) rows: Vec<Row>,
    /// Rows and words by profile.
    pub(super) shapes: [Shape; 3],
    /// Whether at least one word in five is an English or Italian function word, so that the stemmers undo the inflection of its Latin words.
    pub(super) is_stemmed: bool,
    pub(super) sources: Sources,
    /// Term to the sources that name it.
    pub(super) term_sources: Lists,
    /// Term to the sources whose speaker it names.
    pub(super) term_speakers: Lists,
    /// Related rows of every row, if there is a relation.
    pub(super) relations: Option<Lists>,
    /// Turns before and after.
    pub(super) links: Links,
    /// Term to the kinds that name it.
    pub(super) term_kinds: Lists,
}

/// How many rows and words one profile has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) words: usize,
}

/// Rows of every word, in row order, each with its weight in quarters of an occurrence.
pub(super) struct Postings {
    starts: Vec<u32>,
    rows: Vec<u32>,
    weights: Vec<u8>,
}

impl Postings {
    /// Rows and weights of a word.
    #[inline]
    pub(super) fn of(&self, word: u32) -> (&[u32], &[u8]) {
        let range = self.starts[word as usize] as usize..self.starts[word as usize + 1] as usize;
        (&self.rows[range.clone()], &self.weights[range])
    }
}

impl Index {
    /// Builds the index of one store from its rows in written order.
    pub fn build<'a, T: AsRef<str> + 'a>(
        documents: impl IntoIterator<Item = Document<'a, T>>,
    ) -> Self {
        let mut builder = Builder::default();
        for document in documents {
            builder.add(&document);
        }
        builder.finish()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The session of a row that is a turn of a conversation.
    pub(super) fn session(&self, row: usize) -> Option<u32> {
        let row = &self.rows[row];
        (row.source != NO_SOURCE && row.profile != Profile::Note)
            .then(|| self.sources.get(row.source).session)
    }

    /// About how many bytes the index keeps on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.vocabulary.heap_bytes()
            + self.postings.rows.capacity() * 4
            + self.postings.weights.capacity()
            + self.postings.starts.capacity() * 4
            + self.sequences.heap_bytes()
            + self.rows.capacity() * size_of::<Row>()
            + self.sources.heap_bytes()
            + self.links.heap_bytes()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

#[derive(Default)]
struct Builder {
    vocabulary: Vocabulary,
    words: Vec<u32>,
    starts: Vec<u32>,
    rows: Vec<Row>,
    sources: Sources,
    kinds: Interner,
    relations: Relations,
    words_seen: u64,
    function_words: u64,
}

impl Builder {
    fn add<T: AsRef<str>>(&mut self, document: &Document<'_, T>) {
        let start = self.words.len();
        self.starts.push(start as u32);
        let signs = self.vocabulary.add_text(document.text, &mut self.words);
        let text_words = (self.words.len() - start) as u32;
        for tag in document.tags {
            self.vocabulary.add_text(tag.as_ref(), &mut self.words);
        }
        self.relations.add(self.rows.len() as u32, document);
        self.words_seen += u64::from(signs.words);
        self.function_words += u64::from(signs.function_words);
        self.rows.push(Row {
            source: document.source.map_or(NO_SOURCE, |source| self.sources.row(source)),
            kind: self.kinds.intern(document.kind).id() as u16,
            profile: Profile::Note,
            is_question: document.text.trim_end().ends_with(['?', '？']),
            states_time: signs.states_time,
            text_words,
            words: (self.words.len() - start) as u32,
            recorded_at: document.recorded_at,
        });
    }

    fn finish(mut self) -> Index {
        self.starts.push(self.words.len() as u32);
        self.sources.settle();
        let shapes = settle_profiles(&mut self.rows, &self.sources);
        let term_sources = naming(
            &mut self.vocabulary,
            (0..self.sources.len() as u32).map(|id| self.sources.text(id)),
        );
        let term_speakers = naming(
            &mut self.vocabulary,
            (0..self.sources.len() as u32).map(|id| self.sources.speaker_name(id)),
        );
        let term_kinds = naming(
            &mut self.vocabulary,
            (0..self.kinds.len() as u32).map(|id| self.kinds.text(id)),
        );
        let terms = self.vocabulary.settle();
        let postings = invert(self.vocabulary.len(), &self.starts, &self.words, &self.rows);
        self.words.shrink_to_fit();
        self.rows.shrink_to_fit();
        let links = Links::new(&self.rows, &self.sources);
        Index {
            postings,
            sequences: Lists::from_parts(self.starts, self.words),
            sources: self.sources,
            term_sources: Lists::from_pairs(terms, &term_sources),
            links,
            relations: self.relations.settle(self.rows.len()),
            term_speakers: Lists::from_pairs(terms, &term_speakers),
            term_kinds: Lists::from_pairs(terms, &term_kinds),
            rows: self.rows,
            shapes,
            is_stemmed: self.words_seen > 0 && self.function_words * 5 >= self.words_seen,
            vocabulary: self.vocabulary,
        }
    }
}

/// Gives every row the profile of its source and counts rows and words by profile.
fn settle_profiles(rows: &mut [Row], sources: &Sources) -> [Shape; 3] {
    let mut shapes = [Shape::default(); 3];
    for row in rows {
        if row.source != NO_SOURCE {
            row.profile = sources.get(row.source).profile;
        }
        shapes[row.profile as usize].rows += 1;
        shapes[row.profile as usize].words += row.words as usize;
    }
    shapes
}

/// Which terms name which of some numbered texts.
fn naming<'a>(
    vocabulary: &mut Vocabulary,
    texts: impl Iterator<Item = &'a str>,
) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (id, text) in texts.enumerate() {
        let from = pairs.len();
        vocabulary.terms_of(text, |term| {
            if !pairs[from..].contains(&(term, id as u32)) {
                pairs.push((term, id as u32));
            }
        });
    }
    pairs
}

/// Weight of an occurrence in the text and in a tag, in quarters.
const TEXT_WEIGHT: u8 = 4;
const TAG_WEIGHT: u8 = 4;

/// Turns words by row into rows by word, by counting.
fn invert(words: usize, starts: &[u32], sequence: &[u32], rows: &[Row]) -> Postings {
    let offsets = offsets(words, starts, sequence, rows.len());
    let total = offsets[words] as usize;
    let mut next: Vec<u32> = offsets[..words].to_vec();
    let (mut out, mut weights) = (vec![0_u32; total], vec![0_u8; total]);
    for (row, meta) in rows.iter().enumerate() {
        let of_row = &sequence[starts[row] as usize..starts[row + 1] as usize];
        for (at, word) in (0_u32..).zip(of_row) {
            let word = *word as usize;
            let weight = if at < meta.text_words { TEXT_WEIGHT } else { TAG_WEIGHT };
            let free = next[word] as usize;
            let again = free > offsets[word] as usize && out[free - 1] == row as u32;
            let slot = if again { free - 1 } else { free };
            out[slot] = row as u32;
            weights[slot] = weights[slot].saturating_add(weight);
            next[word] = slot as u32 + 1;
        }
    }
    Postings { starts: offsets, rows: out, weights }
}

/// Where the rows of each word begin, with the end of the last.
fn offsets(words: usize, starts: &[u32], sequence: &[u32], rows: usize) -> Vec<u32> {
    let mut offsets = vec![0_u32; words + 1];
    let mut last = vec![u32::MAX; words];
    for row in 0..rows {
        for word in &sequence[starts[row] as usize..starts[row + 1] as usize] {
            let word = *word as usize;
            if last[word] != row as u32 {
                last[word] = row as u32;
                offsets[word + 1] += 1;
            }
        }
    }
    for at in 0..words {
        offsets[at + 1] += offsets[at];
    }
    offsets
}
