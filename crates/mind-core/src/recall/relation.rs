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
    intern::{Interned, Interner, Lists},
    lexical::Sums,
    weights::Weights,
};

/// Rows that activation starts from.
const SEEDS: usize = 30;

/// A tag on more rows than this relates nothing.
const RARE: usize = 4;

/// Collects relations while the index is built.
#[derive(Default)]
pub(super) struct Relations {
    ids: Interner,
    /// The row of each id; the last one that has it.
    rows: Vec<u32>,
    named: Vec<(u32, String)>,
    tags: Interner,
    /// Tag and row.
    tagged: Vec<(u32, u32)>,
}

impl Relations {
    /// Takes note of what one row says.
    pub(super) fn add<T: AsRef<str>>(&mut self, row: u32, document: &Document<'_, T>) {
        if !document.id.is_empty() {
            match self.ids.intern(document.id) {
                Interned::Known(id) => self.rows[id as usize] = row,
                Interned::New(_) => self.rows.push(row),
            }
        }
        let named = document.derived_from.iter().map(AsRef::as_ref).chain(document.supersedes);
        self.named.extend(named.map(|id| (row, id.to_owned())));
        for tag in document.tags {
            self.tagged.push((self.tags.intern(tag.as_ref()).id(), row));
        }
    }

    /// The related rows of every row, both ways.
    pub(super) fn settle(self, rows: usize) -> Option<Lists> {
        let mut pairs = Vec::new();
        for (row, id) in &self.named {
            if let Some(other) =
                self.ids.find(id).map(|id| self.rows[id as usize]).filter(|other| other != row)
            {
                pairs.extend([(*row, other), (other, *row)]);
            }
        }
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
