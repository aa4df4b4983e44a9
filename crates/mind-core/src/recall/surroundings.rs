//! `neighbour` and `group`: what was said before and after, and how well the whole session matches.

use super::{
    candidate::{Candidate, UnitSet},
    channel::Channel,
    corpus::Corpus,
    importance::Importance,
    lexical::Sums,
    search::SearchOptions,
    source::Profile,
    weights::Weights,
};

/// Marks a row without a neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// What a row had before its surroundings were looked at.
struct Own {
    row: usize,
    score: f64,
    units: UnitSet,
}

/// Adds the shares of `neighbour` and `group`; turns beside a candidate become candidates.
///
/// A note stands for itself: what was noted beside it moves it among the rows that match, and never makes it one of them.
pub(super) fn add(
    corpus: &Corpus<'_>,
    sums: &Sums,
    head: &mut Vec<Candidate>,
    importance: &Importance,
    keeps: impl Fn(usize) -> bool,
    options: &SearchOptions<'_>,
) {
    if corpus.indexes.iter().all(|index| index.links.is_empty()) {
        return;
    }
    let own: Vec<Own> = head
        .iter()
        .map(|candidate| Own {
            row: candidate.row,
            score: candidate.shares.total(),
            units: candidate.units,
        })
        .collect();
    if !options.without.contains(Channel::Neighbour) {
        let mut places = Places::new(sums, corpus.len(), head);
        for own in &own {
            beside(corpus, own, options.weights, |row, damping| {
                let profile = corpus.row(row).profile;
                if keeps(row) && (profile != Profile::Note || places.has(row)) {
                    let candidate = places.candidate(row);
                    let lacking = importance.lacking(own.units, candidate.units);
                    let repeated = options.weights.repeated[profile as usize];
                    let share = damping * own.score * (lacking + repeated * (1.0 - lacking));
                    candidate.shares.add(Channel::Neighbour, share);
                }
            });
        }
    }
    if !options.without.contains(Channel::Group) {
        add_groups(corpus, head, &own, options.weights);
    }
}

/// Gives the rows up to two before and after a row, each with its damping; the row after a question gets more, since it may be the answer.
fn beside(corpus: &Corpus<'_>, own: &Own, weights: &Weights, mut each: impl FnMut(usize, f64)) {
    let (store, local) = corpus.locate(own.row);
    let index = corpus.indexes[store];
    let row = &index.rows[local];
    let profile = row.profile as usize;
    for forward in [true, false] {
        let mut at = local as u32;
        for (step, damping) in [weights.near[profile], weights.far[profile]].into_iter().enumerate()
        {
            at = index.links.beside(at, forward);
            if at == NONE {
                break;
            }
            let towards = if forward { weights.after[profile] } else { 1.0 };
            let answer =
                if forward && step == 0 && row.is_question { weights.answer[profile] } else { 0.0 };
            if damping * towards + answer > 0.0 {
                each(corpus.base(store) + at as usize, damping * towards + answer);
            }
        }
    }
}

/// Finds the candidate of a row, and makes one where there is none.
struct Places<'a> {
    sums: &'a Sums,
    slots: Vec<u32>,
    head: &'a mut Vec<Candidate>,
}

impl<'a> Places<'a> {
    fn new(sums: &'a Sums, rows: usize, head: &'a mut Vec<Candidate>) -> Self {
        let mut slots = vec![NONE; rows];
        for (slot, candidate) in head.iter().enumerate() {
            slots[candidate.row] = slot as u32;
        }
        Self { sums, slots, head }
    }

    fn has(&self, row: usize) -> bool {
        self.slots[row] != NONE
    }

    fn candidate(&mut self, row: usize) -> &mut Candidate {
        if self.slots[row] == NONE {
            self.slots[row] = self.head.len() as u32;
            self.head.push(Candidate::new(row, self.sums));
        }
        &mut self.head[self.slots[row] as usize]
    }
}

/// Gives each row a share of the mean of its session's three best rows.
fn add_groups(corpus: &Corpus<'_>, head: &mut [Candidate], own: &[Own], weights: &Weights) {
    let mut best: Vec<Vec<[f64; 3]>> =
        corpus.indexes.iter().map(|index| vec![[0.0; 3]; index.links.sessions()]).collect();
    for own in own {
        let (store, local) = corpus.locate(own.row);
        let Some(session) = corpus.indexes[store].links.session(local) else {
            continue;
        };
        let mut carried = own.score;
        for place in &mut best[store][session as usize] {
            if carried > *place {
                std::mem::swap(place, &mut carried);
            }
        }
    }
    for candidate in head {
        let (store, local) = corpus.locate(candidate.row);
        let index = corpus.indexes[store];
        if let Some(session) = index.links.session(local) {
            let mean = best[store][session as usize].iter().sum::<f64>() / 3.0;
            let weight = weights.group[index.rows[local].profile as usize];
            candidate.shares.add(Channel::Group, weight * mean);
        }
    }
}
