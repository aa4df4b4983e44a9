//! `neighbour` and `group`: what was said before and after, and how well the whole session matches.

use super::{
    channel::{Channel, Channels, Shares},
    corpus::Corpus,
    search::Candidate,
    weights::Weights,
};

/// Marks a row without a neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// Adds the shares of `neighbour` and `group`; rows beside a candidate become candidates.
pub(super) fn add(
    corpus: &Corpus<'_>,
    head: &mut Vec<Candidate>,
    keeps: impl Fn(usize) -> bool,
    without: Channels,
    weights: &Weights,
) {
    if corpus.indexes.iter().all(|index| index.links.is_empty()) {
        return;
    }
    let mut slots = vec![NONE; corpus.len()];
    for (slot, candidate) in head.iter().enumerate() {
        slots[candidate.row] = slot as u32;
    }
    let own: Vec<(usize, f64)> = head
        .iter()
        .map(|candidate| (candidate.row, candidate.shares.total()))
        .collect();
    if !without.contains(Channel::Neighbour) {
        add_neighbours(corpus, head, &own, &mut slots, keeps, weights);
    }
    if !without.contains(Channel::Group) {
        add_groups(corpus, head, &own, weights);
    }
}

fn add_neighbours(
    corpus: &Corpus<'_>,
    head: &mut Vec<Candidate>,
    own: &[(usize, f64)],
    slots: &mut [u32],
    keeps: impl Fn(usize) -> bool,
    weights: &Weights,
) {
    for (row, score) in own {
        let (store, local) = corpus.locate(*row);
        let index = corpus.indexes[store];
        let profile = index.rows[local].profile as usize;
        for forward in [true, false] {
            let mut at = local as u32;
            for (distance, damping) in [
                weights.near[profile],
                weights.far[profile],
                weights.farther[profile],
            ]
            .into_iter()
            .enumerate()
            {
                at = index.links.beside(at, forward);
                if at == NONE {
                    break;
                }
                let mut damping = if forward {
                    damping * weights.after[profile]
                } else {
                    damping
                };
                if forward && distance == 0 && index.rows[local].is_question {
                    damping += weights.answer[profile];
                }
                let row = corpus.base(store) + at as usize;
                if damping > 0.0 && keeps(row) {
                    let slot = slot_of(head, slots, row);
                    head[slot].shares.add(Channel::Neighbour, damping * score);
                }
            }
        }
    }
}

fn slot_of(head: &mut Vec<Candidate>, slots: &mut [u32], row: usize) -> usize {
    if slots[row] == NONE {
        slots[row] = head.len() as u32;
        head.push(Candidate {
            row,
            shares: Shares::default(),
        });
    }
    slots[row] as usize
}

/// Gives each row a share of the mean of its session's three best rows.
fn add_groups(
    corpus: &Corpus<'_>,
    head: &mut [Candidate],
    own: &[(usize, f64)],
    weights: &Weights,
) {
    let mut best: Vec<Vec<[f64; 3]>> = corpus
        .indexes
        .iter()
        .map(|index| vec![[0.0; 3]; index.sources.sessions()])
        .collect();
    for (row, score) in own {
        let (store, local) = corpus.locate(*row);
        let Some(session) = corpus.indexes[store].session(local) else {
            continue;
        };
        let top = &mut best[store][session as usize];
        let mut carried = *score;
        for place in top {
            if carried > *place {
                std::mem::swap(place, &mut carried);
            }
        }
    }
    for candidate in head {
        let (store, local) = corpus.locate(candidate.row);
        let index = corpus.indexes[store];
        if let Some(session) = index.session(local) {
            let mean = best[store][session as usize].iter().sum::<f64>() / 3.0;
            candidate.shares.add(
                Channel::Group,
                weights.group[index.rows[local].profile as usize] * mean,
            );
        }
    }
}
