//! The search itself: candidates by `lexical`, then the other channels on the best of them.

use super::{
    candidate::Candidate,
    channel::{Channel, Channels},
    corpus::Corpus,
    fuzzy,
    importance::Importance,
    index::Index,
    lexical::{Found, Sums, resolve},
    manner,
    number::six_decimals,
    query::{Query, Unit},
    relation, surroundings, walk,
    weights::Weights,
};

/// At most this many rows are looked at by more than `lexical` and `fuzzy`, whatever the page: a row has one place, however one pages to it.
const HEAD: usize = 300;

/// What a search is asked beside the query.
#[derive(Clone, Copy)]
pub struct SearchOptions<'a> {
    /// How many rows the caller needs, offset included; rows that tie with the last of them are returned too.
    pub limit: usize,
    /// Which rows may be found, by store and row; `None` for all. Filters come before ranking.
    pub keep: Option<&'a dyn Fn(usize, usize) -> bool>,
    /// Channels to leave out; for measuring only.
    pub without: Channels,
    /// The constants; for measuring only.
    pub weights: &'a Weights,
}

impl Default for SearchOptions<'_> {
    fn default() -> Self {
        Self { limit: 50, keep: None, without: Channels::NONE, weights: &Weights::SHIPPED }
    }
}

/// A row that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Place of its index in the slice that was searched.
    pub store: usize,
    /// Its place in that index.
    pub row: usize,
    /// The score, above zero, rounded to six decimals.
    pub score: f64,
    /// The share of every channel that gave or took something, in the order of [`Channel::ALL`]; they add up to the score as printed.
    pub parts: Vec<(Channel, f64)>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The best rows, best first.
    pub hits: Vec<Scored>,
    /// The rows behind all of these, by what their own words gave them; empty when the limit does not reach so far.
    pub rest: Vec<Scored>,
    /// How many rows there are in all, in `hits` and behind them.
    pub matched: usize,
}

/// Searches one memory, whose stores are `indexes`; statistics are taken over all of them.
///
/// The rows come by score, best first, then by store and row.
/// All rows that tie with the last one asked for are there, so the caller can apply its own order among equal scores before it cuts.
pub fn search(indexes: &[&Index], query: &Query, options: &SearchOptions<'_>) -> Vec<Scored> {
    rank(indexes, query, options).hits
}

/// As [`search`], with the number of all rows that match.
pub fn rank(indexes: &[&Index], query: &Query, options: &SearchOptions<'_>) -> Ranking {
    let corpus = Corpus::new(indexes, options.weights);
    let mut sums = Sums::new(corpus.len());
    let found: Vec<Found> = query
        .units
        .iter()
        .map(|unit| find(&corpus, unit, query.is_stemmed, &mut sums, options))
        .collect();
    let keeps = |row: usize| {
        options.keep.is_none_or(|keep| {
            let (store, row) = corpus.locate(row);
            keep(store, row)
        })
    };
    let (mut head, matched) = head(&corpus, &sums, options.keep.map(|_| &keeps), HEAD);
    walk::add(&corpus, query, &found, &mut head, options.without, options.weights);
    let importance = Importance::new(&found, &query.units);
    surroundings::add(&corpus, &sums, &mut head, &importance, keeps, options);
    if !options.without.contains(Channel::Relation) {
        relation::add(&corpus, &sums, &mut head, keeps, options.weights);
    }
    manner::adjust(&corpus, query, &mut head, options.without, options.weights);
    let (hits, shown) = page(&corpus, &head, options.limit);
    let in_head = head.iter().filter(|one| sums.given(one.row) > 0.0).count();
    let rest = if options.limit > shown && matched > in_head {
        rest(&corpus, &sums, &head, keeps)
    } else {
        Vec::new()
    };
    Ranking { hits, rest, matched: matched - in_head + shown }
}

/// Every other row that may be found and has a score by `lexical` and `fuzzy`, best first, then in row order.
fn rest(
    corpus: &Corpus<'_>,
    sums: &Sums,
    head: &[Candidate],
    keeps: impl Fn(usize) -> bool,
) -> Vec<Scored> {
    let mut in_head = vec![false; corpus.len()];
    for one in head {
        in_head[one.row] = true;
    }
    let rows = (0..corpus.len()).filter(|row| !in_head[*row] && sums.given(*row) > 0.0);
    let others: Vec<Candidate> =
        rows.filter(|row| keeps(*row)).map(|row| Candidate::new(row, sums)).collect();
    page(corpus, &others, others.len()).0
}

/// Finds a unit in every vocabulary and scores the rows it occurs in.
fn find(
    corpus: &Corpus<'_>,
    unit: &Unit,
    is_stemmed: bool,
    sums: &mut Sums,
    options: &SearchOptions<'_>,
) -> Found {
    let matches: Vec<_> = corpus.indexes.iter().map(|index| resolve(index, unit)).collect();
    let is_known = matches.iter().any(|matches| !matches.is_empty());
    let is_stemmed =
        unit.form.is_ascii() && (is_stemmed || corpus.indexes.iter().any(|index| index.is_stemmed));
    let alike: Vec<_> = if (is_known && is_stemmed) || options.without.contains(Channel::Fuzzy) {
        Vec::new()
    } else {
        corpus
            .indexes
            .iter()
            .zip(&matches)
            .map(|(index, matches)| fuzzy::resolve(index, unit, matches, is_known, options.weights))
            .collect()
    };
    let idf = sums.add(corpus, unit, &matches, &alike, options.weights);
    Found { matches, idf }
}

/// The best rows by `lexical` and `fuzzy` of those that may be found, in row order, and the number of rows that match.
fn head(
    corpus: &Corpus<'_>,
    sums: &Sums,
    keeps: Option<&impl Fn(usize) -> bool>,
    size: usize,
) -> (Vec<Candidate>, usize) {
    let (mut rows, mut matched, mut least) = (Vec::with_capacity(2 * size), 0, f32::MIN_POSITIVE);
    for (from, mut scores) in sums.chunks() {
        if let Some(keeps) = keeps {
            for (row, score) in (from..).zip(&mut scores).filter(|(_, score)| **score > 0.0) {
                *score = if keeps(row) { *score } else { 0.0 };
            }
        }
        // Nearly no chunk has a row that is good enough, and finding that out costs no branch a row.
        let counts = scores.iter().fold([0_u32; 2], |[positive, good], score| {
            [positive + u32::from(*score > 0.0), good + u32::from(*score >= least)]
        });
        matched += counts[0] as usize;
        if counts[1] == 0 {
            continue;
        }
        let good = (from..).zip(scores).filter(|(_, score)| *score >= least);
        rows.extend(good.map(|(row, score)| (score, row as u32)));
        if rows.len() >= 2 * size {
            least = cut(corpus, &mut rows, size);
        }
    }
    if rows.len() > size {
        cut(corpus, &mut rows, size);
    }
    rows.sort_unstable_by_key(|(_, row)| *row);
    let candidate = |(_, row): (f32, u32)| Candidate::new(row as usize, sums);
    (rows.into_iter().map(candidate).collect(), matched)
}

/// Leaves the `size` best of more rows: by score, then newest, then in written order. Returns the least score that is left.
fn cut(corpus: &Corpus<'_>, rows: &mut Vec<(f32, u32)>, size: usize) -> f32 {
    let recorded_at = |row: u32| corpus.row(row as usize).recorded_at;
    let better = |a: &(f32, u32), b: &(f32, u32)| {
        b.0.total_cmp(&a.0)
            .then_with(|| recorded_at(b.1).cmp(&recorded_at(a.1)))
            .then(a.1.cmp(&b.1))
    };
    let (_, last, _) = rows.select_nth_unstable_by(size - 1, better);
    let least = last.0;
    rows.truncate(size);
    least
}

/// Sorts by printed score, cuts, and keeps the rows that tie with the last; and counts those there were before the cut.
fn page(corpus: &Corpus<'_>, head: &[Candidate], limit: usize) -> (Vec<Scored>, usize) {
    let mut order: Vec<(f64, u32)> = head
        .iter()
        .enumerate()
        .map(|(at, candidate)| (six_decimals(candidate.shares.total()), at as u32))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    let better = |a: &(f64, u32), b: &(f64, u32)| {
        b.0.total_cmp(&a.0).then_with(|| head[a.1 as usize].row.cmp(&head[b.1 as usize].row))
    };
    let all = order.len();
    let last = match limit.checked_sub(1) {
        None => return (Vec::new(), all),
        Some(last) if last < order.len() => order.select_nth_unstable_by(last, better).1.0,
        Some(_) => 0.0,
    };
    order.retain(|(score, _)| *score >= last);
    order.sort_unstable_by(better);
    let hit = |(_, at): (f64, u32)| {
        let candidate = &head[at as usize];
        let (store, row) = corpus.locate(candidate.row);
        let (total, parts) = candidate.shares.rounded();
        Scored { store, row, score: total, parts }
    };
    (order.into_iter().map(hit).collect(), all)
}
