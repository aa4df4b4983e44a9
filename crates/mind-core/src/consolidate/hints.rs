//! How alike two texts are, and what a reader should look at twice (O-20 to O-25).
//!
//! Nothing here decides: no operation is ever made from a hint (O-7).

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::fact::{Fact, FactId};

/// Pairs one answer lists.
pub const PAIRS_LISTED: usize = 12;

/// What is compared of a text: its words, how often it denies, and its numerals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traits {
    words: BTreeSet<String>,
    negations: usize,
    numerals: Vec<String>,
}

/// Two texts of one page that share at least half of their words, two at the least (O-22).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The row listed first.
    pub a: FactId,
    /// The row listed later.
    pub b: FactId,
    /// Words in both.
    pub shared: usize,
    /// Words in either.
    pub union: usize,
    /// Whether the kinds differ.
    pub kinds_differ: bool,
    /// Whether one denies more often than the other.
    pub negation_differs: bool,
    /// Whether the numerals differ.
    pub numbers_differ: bool,
}

/// The alikeness of the rows of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The most alike, at most [`PAIRS_LISTED`].
    pub listed: Vec<Pair>,
    /// How many candidates are not listed.
    pub omitted: usize,
}

impl Pair {
    /// `1000 × shared / union`, rounded down.
    pub const fn similarity(&self) -> usize {
        1000 * self.shared / self.union
    }

    fn of(a: (&Fact, &Traits), b: (&Fact, &Traits)) -> Option<Self> {
        let (shared, union) = (a.1.shared(b.1), a.1.union(b.1));
        (shared >= 2 && 2 * shared >= union).then(|| Self {
            a: a.0.id.clone(),
            b: b.0.id.clone(),
            shared,
            union,
            kinds_differ: a.0.kind != b.0.kind,
            negation_differs: a.1.negation_differs(b.1),
            numbers_differ: a.1.numbers_differ(b.1),
        })
    }

    /// Most alike first, compared as fractions; the order they were found in decides the rest (O-23).
    fn most_alike(&self, other: &Self) -> Ordering {
        (other.shared * self.union).cmp(&(self.shared * other.union))
    }
}

impl Traits {
    /// What is compared of `text`.
    pub fn of(text: &str) -> Self {
        let folded = fold(text);
        let words = runs(&folded);
        let numerals = NUMERAL.find_iter(&folded).map(|found| found.as_str().to_owned());
        let mut numerals: Vec<String> = numerals.collect();
        numerals.sort();
        Self { negations: negations(&words), words: words.into_iter().collect(), numerals }
    }

    /// The words, each once.
    pub const fn words(&self) -> &BTreeSet<String> {
        &self.words
    }

    /// The numerals, in order, doubles included.
    pub fn numerals(&self) -> &[String] {
        &self.numerals
    }

    /// Whether the text denies anything (O-24).
    pub const fn denies(&self) -> bool {
        self.negations > 0
    }

    /// Words both texts have.
    pub fn shared(&self, other: &Self) -> usize {
        self.words.intersection(&other.words).count()
    }

    /// Words either text has.
    pub fn union(&self, other: &Self) -> usize {
        self.words.len() + other.words.len() - self.shared(other)
    }

    /// Whether one text denies more often than the other (O-24).
    pub const fn negation_differs(&self, other: &Self) -> bool {
        self.negations != other.negations
    }

    /// Whether the numerals differ (O-25).
    pub fn numbers_differ(&self, other: &Self) -> bool {
        self.numerals != other.numerals
    }

    /// Whether less than half of these words are among the other's (O-36).
    pub fn is_mostly_lost_in(&self, other: &Self) -> bool {
        2 * self.shared(other) < self.words.len()
    }
}

/// The candidates among the rows of one page, given in listing order.
pub fn pairs(page: &[&Fact]) -> Pairs {
    let traits: Vec<Traits> = page.iter().map(|fact| Traits::of(fact.text.as_str())).collect();
    let rows: Vec<(&Fact, &Traits)> = page.iter().copied().zip(&traits).collect();
    let mut listed: Vec<Pair> = Vec::new();
    for at in 0..rows.len() {
        listed.extend(rows[at + 1..].iter().filter_map(|b| Pair::of(rows[at], *b)));
    }
    listed.sort_by(Pair::most_alike);
    let omitted = listed.len().saturating_sub(PAIRS_LISTED);
    listed.truncate(PAIRS_LISTED);
    Pairs { listed, omitted }
}

static NUMERAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:[.,:]\d+)*").expect("the pattern is one"));

/// Words that deny (O-24).
const NEGATIONS: &[&str] = &[
    "no",
    "not",
    "never",
    "none",
    "neither",
    "nor",
    "nothing",
    "without",
    "cannot",
    "off",
    "false",
    "disable",
    "disabled",
    "disallow",
    "disallowed",
    "forbid",
    "forbidden",
    "avoid",
    "non",
    "mai",
    "nessun",
    "nessuno",
    "nessuna",
    "niente",
    "nulla",
    "senza",
    "né",
    "neanche",
    "nemmeno",
    "spento",
    "spenta",
    "disabilitato",
    "disabilitata",
    "disattivato",
    "disattivata",
    "vietato",
    "vietata",
    "evita",
    "evitare",
];

/// Words that turn the negation before them round: not to forget is to remember.
const REVERSALS: &[&str] = &[
    "forget",
    "fail",
    "hesitate",
    "worry",
    "dimenticare",
    "dimenticarti",
    "dimenticarsi",
    "dimenticate",
    "esitare",
];

fn negations(words: &[String]) -> usize {
    let next = words.iter().skip(1).map(String::as_str).map(Some).chain([None]);
    let counts = |(word, next): &(&String, Option<&str>)| {
        NEGATIONS.contains(&word.as_str()) && !next.is_some_and(|next| REVERSALS.contains(&next))
    };
    words.iter().zip(next).filter(counts).count()
}

/// The text as its words are cut from it: NFKC, lower-case, one apostrophe, `n't` told as a word.
fn fold(text: &str) -> String {
    let lowered = text.nfkc().collect::<String>().to_lowercase().replace('\u{2019}', "'");
    let mut folded = String::with_capacity(lowered.len());
    let mut rest = lowered.as_str();
    while let Some((before, after)) = rest.split_once("n't") {
        folded.push_str(before);
        let goes_on = after.starts_with(|c: char| c.is_alphabetic() || c.is_numeric());
        folded.push_str(if goes_on { "n't" } else { " not" });
        rest = after;
    }
    folded + rest
}

/// The words in order, CJK pieces as their overlapping pairs.
fn runs(folded: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut piece: Vec<char> = Vec::new();
    for c in folded.chars() {
        let marks = is_combining_mark(c) && !piece.is_empty();
        if marks {
            piece.push(c);
            continue;
        }
        let is_word = c.is_alphabetic() || c.is_numeric();
        if !is_word || piece.first().is_some_and(|first| is_cjk(*first) != is_cjk(c)) {
            close(&mut piece, &mut words);
        }
        if is_word {
            piece.push(c);
        }
    }
    close(&mut piece, &mut words);
    words
}

fn close(piece: &mut Vec<char>, words: &mut Vec<String>) {
    let piece = std::mem::take(piece);
    match piece.as_slice() {
        [] => {}
        [first, _, ..] if is_cjk(*first) => {
            words.extend(piece.windows(2).map(|pair| pair.iter().collect::<String>()));
        }
        run => words.push(run.iter().collect()),
    }
}

const fn is_cjk(c: char) -> bool {
    matches!(
        c,
        '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{2fa1f}'
    )
}
