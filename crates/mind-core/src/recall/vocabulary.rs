//! The written words of an index and the terms they are found by; each distinct word is analysed once.

use super::{
    analyse::{Languages, Token, analyse_in, is_italian, language_sign, tokens_of},
    cut::{Piece, cut},
    fold::normalise,
    fuzzy::signature,
    intern::{Interned, Interner, Lists},
    moment::states_time,
    stem::Stemmers,
};

/// What is known of one written word.
#[derive(Clone, Copy, Debug, Default)]
struct Traits {
    /// 1 for a word only Italian has, -1 for an English function word.
    language: i8,
    is_stop_word: bool,
    states_time: bool,
    is_italian: bool,
}

/// What the words of a text showed together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs {
    /// Whether a word names a time.
    pub(super) states_time: bool,
    /// Number of words of spaced scripts.
    pub(super) words: u32,
    /// How many of them are English or Italian function words.
    pub(super) function_words: u32,
}

/// Written words, their terms, and the way back from a term to its words.
#[derive(Default)]
pub(super) struct Vocabulary {
    words: Interner,
    /// What building needs to know of the words.
    traits: Vec<Traits>,
    /// Whether each word carries no subject.
    stop_words: Vec<bool>,
    terms: Interner,
    pairs: Vec<(u32, u32)>,
    term_words: Lists,
    signatures: Vec<u64>,
    stemmers: Option<Stemmers>,
    scratch: Vec<Token>,
}

impl Vocabulary {
    /// Number of written words.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Appends the numbers of the words of `text`.
    pub(super) fn add_text(&mut self, text: &str, out: &mut Vec<u32>) -> Signs {
        let text = normalise(text);
        let from = out.len();
        let mut language = 0_i32;
        let mut signs = Signs::default();
        cut(&text, |piece| {
            let id = self.word(piece);
            let traits = self.traits[id as usize];
            language += i32::from(traits.language);
            signs.states_time |= traits.states_time;
            signs.words += u32::from(matches!(piece, Piece::Word(_)));
            signs.function_words += u32::from(traits.is_stop_word);
            out.push(id);
        });
        if language > 0 {
            for word in &out[from..] {
                self.traits[*word as usize].is_italian = true;
            }
        }
        signs
    }

    #[inline]
    fn word(&mut self, piece: Piece<'_>) -> u32 {
        let (Piece::Word(text) | Piece::Character(text) | Piece::Pair(text)) = piece;
        match self.words.intern(text) {
            Interned::Known(id) => id,
            Interned::New(id) => {
                self.describe(piece, id);
                id
            }
        }
    }

    /// Analyses a new word; characters and pairs of unspaced scripts are their own and only key, so they need no term.
    fn describe(&mut self, piece: Piece<'_>, id: u32) {
        if !matches!(piece, Piece::Word(_)) {
            self.traits.push(Traits::default());
            return;
        }
        let mut tokens = std::mem::take(&mut self.scratch);
        tokens_of(
            piece,
            Languages::English,
            self.stemmers.get_or_insert_with(Stemmers::new),
            &mut tokens,
        );
        let mut traits = Traits::default();
        if let [only] = &tokens[..] {
            traits.language = language_sign(&only.form) as i8;
            traits.is_stop_word = only.is_stop_word;
        }
        for token in &tokens {
            traits.states_time |= states_time(&token.form);
            for key in &token.keys {
                self.pairs.push((self.terms.intern(key).id(), id));
            }
        }
        self.traits.push(traits);
        tokens.clear();
        self.scratch = tokens;
    }

    /// Gives every term of a text that is no row, interning new ones.
    pub(super) fn terms_of(&mut self, text: &str, mut each: impl FnMut(u32)) {
        let text = normalise(text);
        let languages =
            if is_italian(&text) { Languages::EnglishAndItalian } else { Languages::English };
        for token in analyse_in(&text, languages) {
            for key in &token.keys {
                each(self.terms.intern(key).id());
            }
        }
    }

    /// Adds the Italian stems of the words of Italian texts and closes the vocabulary.
    pub(super) fn settle(&mut self) {
        let stemmers = self.stemmers.take().unwrap_or_else(Stemmers::new);
        let mut tokens = Vec::new();
        for id in 0..self.words.len() as u32 {
            if !self.traits[id as usize].is_italian {
                continue;
            }
            tokens_of(
                Piece::Word(self.words.text(id)),
                Languages::EnglishAndItalian,
                &stemmers,
                &mut tokens,
            );
            for token in tokens.drain(..) {
                if let [_, italian] = &token.keys[..] {
                    self.pairs.push((self.terms.intern(italian).id(), id));
                }
            }
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
        self.term_words = Lists::from_pairs(self.terms.len(), &self.pairs);
        self.words.shrink();
        self.terms.shrink();
        let traits = std::mem::take(&mut self.traits);
        self.stop_words = traits.iter().map(|traits| traits.is_stop_word).collect();
        self.pairs = Vec::new();
        self.scratch = Vec::new();
        self.signatures =
            (0..self.terms.len() as u32).map(|term| signature(self.terms.text(term))).collect();
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.words.heap_bytes()
            + self.terms.heap_bytes()
            + self.stop_words.capacity()
            + self.term_words.heap_bytes()
            + self.signatures.capacity() * 8
    }

    /// The number of a term.
    pub(super) fn term(&self, key: &str) -> Option<u32> {
        self.terms.find(key)
    }

    /// The text of a term.
    pub(super) fn term_text(&self, term: u32) -> &str {
        self.terms.text(term)
    }

    /// The trigram signature of every term.
    pub(super) fn signatures(&self) -> &[u64] {
        &self.signatures
    }

    /// The number of a written word.
    pub(super) fn word_of(&self, text: &str) -> Option<u32> {
        self.words.find(text)
    }

    /// The written words a term stands for.
    pub(super) fn words_of(&self, term: u32) -> &[u32] {
        self.term_words.list(term)
    }

    /// A word as written.
    pub(super) fn text(&self, word: u32) -> &str {
        self.words.text(word)
    }

    /// Whether a word carries no subject.
    pub(super) fn is_stop_word(&self, word: u32) -> bool {
        self.stop_words[word as usize]
    }
}
