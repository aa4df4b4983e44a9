//! `fuzzy`: terms that look like a word of the query, for typing errors and for inflection in languages without a stemmer.
//!
//! Likeness is Dice's coefficient over character trigrams with a mark before the first (Angell, Freund and Willett 1983); a 64-bit signature of them rules out nearly every term first.
//! One slip of the fingers is also seen by the optimal string alignment distance, since a short word has no trigram left after it.

use super::{analyse::Role, index::Index, lexical::Match, query::Unit, weights::Weights};

/// Terms shorter than this have too few trigrams to be like another.
const MIN_CHARACTERS: usize = 4;

/// The most terms a word may stand for.
const MAX_TERMS: usize = 8;

/// The trigram signature of a term, or 0 for one that takes no part.
pub(super) fn signature(term: &str) -> u64 {
    let mut bits = 0;
    let mut window = ['^', '^', '^'];
    let mut length = 0;
    for c in term.chars() {
        if !c.is_alphabetic() && !unicode_normalization::char::is_combining_mark(c) {
            return 0;
        }
        window = [window[1], window[2], c];
        length += 1;
        if length >= 2 {
            bits |= 1 << (hash(window) & 63);
        }
    }
    if length < MIN_CHARACTERS { 0 } else { bits }
}

fn hash(window: [char; 3]) -> u32 {
    let [a, b, c] = window.map(u32::from);
    let mixed =
        a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca6b) ^ c.wrapping_mul(0xc2b2_ae35);
    mixed.wrapping_mul(0x2c1b_3c6d) >> 20
}

/// The words of an index that look like a unit but do not answer it.
pub(super) fn resolve(
    index: &Index,
    unit: &Unit,
    answered: &[Match],
    is_known: bool,
    weights: &Weights,
) -> Vec<Match> {
    let Some(key) = unit.keys.first().filter(|_| matches!(unit.role, Role::Word | Role::Part))
    else {
        return Vec::new();
    };
    if signature(key) == 0 || (is_known && weights.fuzzy_known == 0.0) {
        return Vec::new();
    }
    let wanted = Wanted::new(key, is_known);
    let mut like: Vec<(f64, u32)> = Vec::new();
    for (term, signature) in index.vocabulary.signatures().iter().enumerate() {
        if wanted.may_be_like(*signature, || index.vocabulary.term_text(term as u32).len()) {
            let likeness = wanted.likeness(index.vocabulary.term_text(term as u32));
            if likeness >= weights.fuzzy_least {
                like.push((likeness, term as u32));
            }
        }
    }
    like.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    like.truncate(MAX_TERMS);
    let share = if is_known { weights.fuzzy_known } else { weights.fuzzy };
    words(index, &like, answered, share)
}

fn words(index: &Index, like: &[(f64, u32)], answered: &[Match], share: f64) -> Vec<Match> {
    let mut out: Vec<Match> = Vec::new();
    for (likeness, term) in like {
        for word in index.vocabulary.words_of(*term) {
            if answered.iter().chain(&out).all(|found| found.word != *word) {
                out.push(Match { word: *word, grade: (share * likeness) as f32, is_exact: false });
            }
        }
    }
    out
}

/// The term that others are held against.
struct Wanted {
    characters: Vec<char>,
    grams: Vec<u64>,
    signature: u64,
    bytes: usize,
    /// By how many bytes a term may differ in length and still be a slip away.
    slack: usize,
    /// Whether rows have the word itself: then only inflection is looked for, no slips.
    is_known: bool,
}

impl Wanted {
    fn new(key: &str, is_known: bool) -> Self {
        let characters: Vec<char> = key.chars().collect();
        Self {
            grams: grams(&characters),
            characters,
            signature: signature(key),
            bytes: key.len(),
            slack: if key.is_ascii() { 2 } else { 6 },
            is_known,
        }
    }

    /// Whether the signatures leave room for a likeness of a half, or the lengths for a slip.
    #[inline]
    fn may_be_like(&self, signature: u64, bytes: impl Fn() -> usize) -> bool {
        let shared = (signature & self.signature).count_ones();
        let is_half = shared * 4 >= self.signature.count_ones() + signature.count_ones();
        shared > 0 && (is_half || (!self.is_known && bytes().abs_diff(self.bytes) <= self.slack))
    }

    /// How like a term is, from 0 to 1; the term itself is not like itself.
    fn likeness(&self, term: &str) -> f64 {
        let other: Vec<char> = term.chars().collect();
        if other == self.characters
            || (self.characters[0].is_ascii() && other[0] != self.characters[0])
        {
            return 0.0;
        }
        let of_other = grams(&other);
        let shared = self.grams.iter().filter(|gram| of_other.contains(gram)).count();
        let dice = 2.0 * shared as f64 / (self.grams.len() + of_other.len()) as f64;
        let longest = self.characters.len().max(other.len());
        let slips = if longest < 8 { 1 } else { 2 };
        if self.is_known || self.characters.len().abs_diff(other.len()) > slips {
            return dice;
        }
        match distance(&self.characters, &other) {
            Some(distance) if distance <= slips => dice.max(1.0 - distance as f64 / longest as f64),
            _ => dice,
        }
    }
}

/// The trigrams of a word with a mark before its first character, each packed into one number.
fn grams(word: &[char]) -> Vec<u64> {
    let at = |index: usize| {
        if index == 0 { u64::from('^') } else { u64::from(word[index - 1]) }
    };
    (0..word.len().saturating_sub(1))
        .map(|start| at(start) << 42 | at(start + 1) << 21 | at(start + 2))
        .collect()
}

/// Words longer than this are not measured for slips.
const MAX_CHARACTERS: usize = 40;

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours; `None` for very long words.
fn distance(a: &[char], b: &[char]) -> Option<usize> {
    if a.len().max(b.len()) > MAX_CHARACTERS {
        return None;
    }
    let mut rows = [[0_u8; MAX_CHARACTERS + 1]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j as u8;
    }
    for i in 1..=a.len() {
        let (this, last, before) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        rows[this][0] = i as u8;
        for j in 1..=b.len() {
            let change = rows[last][j - 1] + u8::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[last][j] + 1).min(rows[this][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[before][j - 2] + 1);
            }
            rows[this][j] = best;
        }
    }
    Some(usize::from(rows[a.len() % 3][b.len()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let check = |a: &str, b: &str, expect: usize| {
            assert_eq!(
                distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>()),
                Some(expect),
                "{a} {b}"
            );
        };
        check("deploy", "delpoy", 1);
        check("deploy", "deploy", 0);
        check("queue", "que", 2);
    }

    #[test]
    fn identifiers_and_short_terms_take_no_part() {
        assert_eq!(
            [signature("v24"), signature("abc"), signature("队列"), signature("a-bcd")],
            [0; 4]
        );
        assert_ne!(signature("deploy"), 0);
    }
}
