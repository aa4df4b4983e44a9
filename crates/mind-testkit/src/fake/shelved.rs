//! The kinds of rows a fake home keeps, and what is particular to each.

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::{HISTORY_BYTES, RECEIPTS_LIMIT, Receipt};
use mind_core::fact::{Fact, FactId, RetiredFact};
use mind_core::port::Record;
use mind_core::time::Timestamp;

use super::apply::check_facts;
use super::content::Shelf;
use super::place::Place;
use super::state::State;

/// Rows that stand on a shelf of a fake home.
pub(super) trait Shelved: Record {
    /// The shelf of a place.
    fn shelf<'s>(state: &'s mut State, place: &Place) -> &'s mut Shelf<Self>;

    /// Panics when a new or amended row may not stand where it does.
    fn check(place: &Place, rows: &[Self], fresh: &[usize]);

    /// The row as the retired list keeps it.
    fn retire(self, by: FactId, at: Timestamp) -> Option<RetiredFact>;

    /// Rows and bytes a place may have.
    fn limits(state: &State) -> (Option<usize>, Option<u64>) {
        (state.limit_entries, None)
    }
}

impl Shelved for Fact {
    fn shelf<'s>(state: &'s mut State, place: &Place) -> &'s mut Shelf<Self> {
        let Place::Facts(place) = place else { panic!("{place} holds no facts") };
        state.facts(place)
    }

    fn check(place: &Place, rows: &[Self], fresh: &[usize]) {
        let Place::Facts(place) = place else { panic!("{place} holds no facts") };
        check_facts(place, rows, fresh);
    }

    fn retire(self, by: FactId, at: Timestamp) -> Option<RetiredFact> {
        Some(RetiredFact { fact: self, retired_at: at, retired_by: by })
    }
}

impl Shelved for BacklogItem {
    fn shelf<'s>(state: &'s mut State, place: &Place) -> &'s mut Shelf<Self> {
        let Place::Backlog(project) = place else { panic!("{place} holds no backlog") };
        state.backlog(project)
    }

    fn check(_place: &Place, _rows: &[Self], _fresh: &[usize]) {}

    fn retire(self, _by: FactId, _at: Timestamp) -> Option<RetiredFact> {
        None
    }
}

impl Shelved for Receipt {
    fn shelf<'s>(state: &'s mut State, place: &Place) -> &'s mut Shelf<Self> {
        let Place::History(place) = place else { panic!("{place} holds no receipts") };
        state.history(place)
    }

    fn check(place: &Place, rows: &[Self], _fresh: &[usize]) {
        let mut ids: Vec<&str> = rows.iter().map(|receipt| receipt.id.as_str()).collect();
        ids.sort_unstable();
        let doubled = ids.windows(2).any(|two| two[0] == two[1]);
        assert!(!doubled, "two receipts of {place} have one id");
    }

    fn retire(self, _by: FactId, _at: Timestamp) -> Option<RetiredFact> {
        None
    }

    fn limits(_state: &State) -> (Option<usize>, Option<u64>) {
        (Some(RECEIPTS_LIMIT), Some(HISTORY_BYTES))
    }
}
