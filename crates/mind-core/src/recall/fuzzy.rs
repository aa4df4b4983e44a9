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
    let wanted = signature(key);
    if wanted == 0 || (is_known && weights.fuzzy_known == 0.0) {
        return Vec::new();
    }
    let word: Vec<char> = key.chars().collect();
    let needed = (f64::from(wanted.count_ones()) * if is_known { 0.5 } else { 0.3 }) as u32;
    let mut like: Vec<(f64, u32)> = Vec::new();
    for (term, signature) in index.vocabulary.signatures().iter().enumerate() {
        if (signature & wanted).count_ones() < needed.max(1) {
            continue;
        }
        let other: Vec<char> = index.vocabulary.term_text(term as u32).chars().collect();
        let likeness = likeness(&word, &other, is_known);
        if likeness >= weights.fuzzy_least && other != word {
            like.push((likeness, term as u32));
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

fn likeness(a: &[char], b: &[char], is_known: bool) -> f64 {
    let dice = dice(a, b);
    let longest = a.len().max(b.len());
    let slips = if longest < 8 { 1 } else { 2 };
    if !is_known && a.len().abs_diff(b.len()) <= slips {
        let distance = distance(a, b);
        if distance <= slips {
            return dice.max(1.0 - distance as f64 / longest as f64);
        }
    }
    dice
}

fn dice(a: &[char], b: &[char]) -> f64 {
    let grams = |word: &[char]| -> Vec<[char; 3]> {
        let marked: Vec<char> = std::iter::once('^').chain(word.iter().copied()).collect();
        marked.windows(3).map(|window| [window[0], window[1], window[2]]).collect()
    };
    let (of_a, mut of_b) = (grams(a), grams(b));
    let total = of_a.len() + of_b.len();
    let mut shared = 0;
    for gram in of_a {
        if let Some(at) = of_b.iter().position(|other| *other == gram) {
            of_b.swap_remove(at);
            shared += 1;
        }
    }
    2.0 * f64::from(shared) / total as f64
}

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let check = |a: &str, b: &str, expect: usize| {
            assert_eq!(
                distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>()),
                expect,
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
