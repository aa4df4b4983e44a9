//! `relation`: bounded spreading over what rows say about each other (Collins and Loftus 1975, "A spreading-activation theory of semantic processing").
//!
//! Two rows are related when one was made from the other, replaced it, or both carry a tag that few rows have.
//! Likeness and conflict are no relation: carrying activation over them halved recall where it was tried.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{
    candidate::Candidate,
    channel::Channel,
    corpus::Corpus,
    document::Document,
    intern::{Interner, Lists},
    lexical::Sums,
    weights::Weights,
};

/// Rows that activation starts from.
const SEEDS: usize = 30;

/// A tag on more rows than this relates nothing.
const RARE: usize = 4;

/// Collects relations while the index is built.
#[derive(Default)]
pub(super) struct Relations<'a> {
    /// The id of every row.
    ids: Vec<&'a str>,
    /// Row and an id that it names.
    named: Vec<(u32, &'a str)>,
    tags: Interner,
    /// Tag and row.
    tagged: Vec<(u32, u32)>,
}

impl<'a> Relations<'a> {
    /// Takes note of what one row says.
    pub(super) fn add<T: AsRef<str>>(&mut self, row: u32, document: &Document<'a, T>) {
        self.ids.push(document.id);
        let named = document.derived_from.iter().map(AsRef::as_ref).chain(document.supersedes);
        self.named.extend(named.map(|id| (row, id)));
        for tag in document.tags {
            self.tagged.push((self.tags.intern(tag.as_ref()).id(), row));
        }
    }

    /// The related rows of every row, both ways.
    pub(super) fn settle(self, rows: usize) -> Option<Lists> {
        let mut pairs = self.naming();
        let sharing = Lists::from_pairs(self.tags.len(), &self.tagged);
        for sharing in (0..self.tags.len() as u32)
            .map(|tag| sharing.list(tag))
            .filter(|sharing| sharing.len() <= RARE)
        {
            for (at, row) in sharing.iter().enumerate() {
                pairs.extend(
                    sharing[at + 1..]
                        .iter()
                        .filter(|other| *other != row)
                        .flat_map(|other| [(*row, *other), (*other, *row)]),
                );
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        (!pairs.is_empty()).then(|| Lists::from_pairs(rows, &pairs))
    }

    /// Rows and those they name, both ways; of several rows with one id the last counts.
    fn naming(&self) -> Vec<(u32, u32)> {
        let mut rows: HashMap<&str, u32, FxBuildHasher> =
            self.named.iter().map(|(_, id)| (*id, u32::MAX)).collect();
        if rows.is_empty() {
            return Vec::new();
        }
        for (row, id) in (0..).zip(&self.ids).filter(|(_, id)| !id.is_empty()) {
            if let Some(known) = rows.get_mut(id) {
                *known = row;
            }
        }
        let others = self.named.iter().map(|(row, id)| (*row, rows[id]));
        let others = others.filter(|(row, other)| *other != u32::MAX && other != row);
        others.flat_map(|(row, other)| [(row, other), (other, row)]).collect()
    }
}

/// Gives the rows related to the best candidates a share of their scores, over two hops.
pub(super) fn add(
    corpus: &Corpus<'_>,
    sums: &Sums,
    head: &mut Vec<Candidate>,
    keeps: impl Fn(usize) -> bool,
    weights: &Weights,
) {
    if corpus.indexes.iter().all(|index| index.relations.is_none()) {
        return;
    }
    let mut reached = reached(corpus, head, weights.relation);
    for candidate in head.iter_mut() {
        if let Some(share) = reached.remove(&candidate.row) {
            candidate.shares.add(Channel::Relation, share);
        }
    }
    let mut others: Vec<(usize, f64)> = reached.into_iter().collect();
    others.sort_unstable_by_key(|(row, _)| *row);
    for (row, share) in others.into_iter().filter(|(row, _)| keeps(*row)) {
        let mut candidate = Candidate::new(row, sums);
        candidate.shares.add(Channel::Relation, share);
        head.push(candidate);
    }
}

/// What the best candidates give to rows one and two hops away: the most that any of them gives.
fn reached(
    corpus: &Corpus<'_>,
    head: &[Candidate],
    damping: f64,
) -> HashMap<usize, f64, FxBuildHasher> {
    let score = |candidate: &Candidate| (candidate.shares.total(), candidate.row);
    let mut seeds: Vec<(f64, usize)> = head.iter().map(score).collect();
    let better = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if seeds.len() > SEEDS {
        seeds.select_nth_unstable_by(SEEDS, better);
        seeds.truncate(SEEDS);
    }
    seeds.sort_unstable_by(better);
    let mut reached: HashMap<usize, f64, FxBuildHasher> = HashMap::default();
    for (score, row) in seeds {
        let first = related(corpus, row);
        let second =
            first.iter().flat_map(|row| related(corpus, *row)).filter(|other| *other != row);
        let once = first.iter().map(|row| (*row, damping));
        for (row, share) in once.chain(second.map(|row| (row, damping * damping))) {
            let best = reached.entry(row).or_default();
            *best = best.max(share * score);
        }
    }
    reached
}

fn related(corpus: &Corpus<'_>, row: usize) -> Vec<usize> {
    let (store, local) = corpus.locate(row);
    let list = corpus.indexes[store].relations.as_ref().map(|lists| lists.list(local as u32));
    list.unwrap_or_default().iter().map(|other| corpus.base(store) + *other as usize).collect()
}
