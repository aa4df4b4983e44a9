//! `time`, `who` and `form`: adjustments by when, by whom and how a row was said.
//!
//! Each multiplies what the row has so far and is reported as the difference it makes.

use super::{
    candidate::Candidate,
    channel::{Channel, Channels},
    corpus::Corpus,
    index::{Index, NO_SOURCE, Row},
    query::Query,
    source::{Profile, Speaker},
    weights::Weights,
};

/// Applies the three to every candidate.
pub(super) fn adjust(
    corpus: &Corpus<'_>,
    query: &Query,
    head: &mut [Candidate],
    without: Channels,
    weights: &Weights,
) {
    let named: Vec<Vec<bool>> =
        corpus.indexes.iter().map(|index| named_speakers(index, query)).collect();
    for candidate in head {
        let (store, local) = corpus.locate(candidate.row);
        let index = corpus.indexes[store];
        let row = &index.rows[local];
        let factors = [
            (Channel::Time, time_factor(query, row, weights)),
            (Channel::Who, who_factor(index, &named[store], row, weights)),
            (
                Channel::Form,
                if row.is_question { weights.question[row.profile as usize] } else { 1.0 },
            ),
        ];
        for (channel, factor) in factors {
            let change = factor - 1.0;
            if change != 0.0 && !without.contains(channel) {
                let total = candidate.shares.total();
                candidate.shares.add(channel, total * change);
            }
        }
    }
}

fn time_factor(query: &Query, row: &Row, weights: &Weights) -> f64 {
    let mut factor = 1.0;
    if query.times.asks_when && row.states_time {
        factor *= weights.when[row.profile as usize];
    }
    if query.times.matches(row.recorded_at) {
        factor *= weights.date;
    }
    factor
}

fn who_factor(index: &Index, named: &[bool], row: &Row, weights: &Weights) -> f64 {
    if row.source == NO_SOURCE || row.profile == Profile::Note {
        return 1.0;
    }
    match index.sources.get(row.source).speaker {
        Some(Speaker::Assistant) if row.profile == Profile::Transcript => weights.assistant,
        Some(Speaker::Named) if named[row.source as usize] => weights.speaker,
        _ => 1.0,
    }
}

/// For each source whether its speaker is named in the query.
fn named_speakers(index: &Index, query: &Query) -> Vec<bool> {
    let mut out = vec![false; index.sources.len()];
    for term in
        query.units.iter().flat_map(|unit| &unit.keys).filter_map(|key| index.vocabulary.term(key))
    {
        for source in index.term_speakers.of(term) {
            out[source as usize] = true;
        }
    }
    out
}
