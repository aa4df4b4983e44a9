//! The index of one store: built once from its rows in written order, never changed.

use super::{
    document::Document,
    intern::{Interner, Lists, Pairs},
    links::Links,
    postings::Postings,
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
    /// When the row was recorded, epoch milliseconds.
    pub(super) recorded_at: i64,
}

/// Number of words of a row's text and tags, with its profile in the lowest two bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length(u32);

impl Length {
    const fn new(words: u32, profile: Profile) -> Self {
        Self(words << 2 | profile as u32)
    }

    /// Number of words.
    #[inline]
    pub(super) const fn words(self) -> u32 {
        self.0 >> 2
    }

    /// The number of the profile.
    #[inline]
    pub(super) const fn profile(self) -> usize {
        (self.0 & 3) as usize
    }
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
    /// Length and profile of each row, apart from the rest because scoring reads nothing else of most rows.
    pub(super) lengths: Vec<Length>,
    /// Rows and words by profile.
    pub(super) shapes: [Shape; 3],
    /// Whether at least one word in five is an English or Italian function word, so that the stemmers undo the inflection of its Latin words.
    pub(super) is_stemmed: bool,
    pub(super) sources: Sources,
    /// Term to the sources that name it.
    pub(super) term_sources: Pairs,
    /// Term to the sources whose speaker it names.
    pub(super) term_speakers: Pairs,
    /// Related rows of every row, if there is a relation.
    pub(super) relations: Option<Lists>,
    /// Rows before and after in the same session.
    pub(super) links: Links,
    /// Term to the kinds that name it.
    pub(super) term_kinds: Pairs,
}

/// How many rows and words one profile has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) words: usize,
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

    /// About how many bytes the index keeps on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.vocabulary.heap_bytes()
            + self.postings.heap_bytes()
            + self.sequences.heap_bytes()
            + self.rows.capacity() * size_of::<Row>()
            + self.lengths.capacity() * size_of::<Length>()
            + self.sources.heap_bytes()
            + self.term_sources.heap_bytes()
            + self.term_speakers.heap_bytes()
            + self.term_kinds.heap_bytes()
            + self.relations.as_ref().map_or(0, Lists::heap_bytes)
            + self.links.heap_bytes()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

#[derive(Default)]
struct Builder<'a> {
    vocabulary: Vocabulary,
    words: Vec<u32>,
    starts: Vec<u32>,
    rows: Vec<Row>,
    sources: Sources,
    kinds: Interner,
    relations: Relations<'a>,
    words_seen: u64,
    function_words: u64,
}

impl<'a> Builder<'a> {
    fn add<T: AsRef<str>>(&mut self, document: &Document<'a, T>) {
        self.starts.push(self.words.len() as u32);
        let signs = self.vocabulary.add_text(document.text, &mut self.words);
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
            recorded_at: document.recorded_at,
        });
    }

    fn finish(mut self) -> Index {
        self.starts.push(self.words.len() as u32);
        self.sources.settle();
        settle_profiles(&mut self.rows, &self.sources);
        let lengths = lengths(&self.rows, &self.starts);
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
        self.vocabulary.settle();
        let postings = Postings::invert(self.vocabulary.len(), &self.starts, &self.words);
        self.words.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.rows.shrink_to_fit();
        let links = Links::new(&self.rows, &self.sources);
        Index {
            postings,
            sequences: Lists::from_parts(self.starts, self.words),
            sources: self.sources,
            term_sources: Pairs::new(term_sources),
            links,
            relations: self.relations.settle(self.rows.len()),
            term_speakers: Pairs::new(term_speakers),
            term_kinds: Pairs::new(term_kinds),
            rows: self.rows,
            shapes: shapes(&lengths),
            lengths,
            is_stemmed: self.words_seen > 0 && self.function_words * 5 >= self.words_seen,
            vocabulary: self.vocabulary,
        }
    }
}

/// Gives every row the profile of its source.
fn settle_profiles(rows: &mut [Row], sources: &Sources) {
    for row in rows.iter_mut().filter(|row| row.source != NO_SOURCE) {
        row.profile = sources.get(row.source).profile;
    }
}

fn lengths(rows: &[Row], starts: &[u32]) -> Vec<Length> {
    let of_row = |(row, bounds): (&Row, &[u32])| Length::new(bounds[1] - bounds[0], row.profile);
    rows.iter().zip(starts.windows(2)).map(of_row).collect()
}

/// Counts rows and words by profile.
fn shapes(lengths: &[Length]) -> [Shape; 3] {
    let mut shapes = [Shape::default(); 3];
    for length in lengths {
        let shape = &mut shapes[length.profile()];
        shape.rows += 1;
        shape.words += length.words() as usize;
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
