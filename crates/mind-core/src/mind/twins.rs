//! Rows of several places that say the same thing: one answer, not several.

use std::sync::{Arc, Mutex, PoisonError};

use super::key::KeyHash;
use super::shelf::{Shelf, Sight};
use super::show::At;

/// The groups of rows with one content, for one set of shelves. Almost every content stands alone and is in none.
#[derive(Debug)]
pub(super) struct Twins {
    shelves: Vec<Arc<Shelf>>,
    pub(super) groups: Vec<Vec<At>>,
}

impl Twins {
    fn of(sight: &Sight) -> Self {
        let mut known: Vec<(KeyHash, At)> = Vec::new();
        for (shelf, shelved) in sight.shelves.iter().enumerate() {
            let counts = |row: &usize| shelved.counts(*row);
            let entries = shelved.keys().entries().iter().filter(|entry| counts(&entry.1));
            known.extend(entries.map(|(key, row)| (*key, At { shelf, row: *row })));
        }
        // Runs that are sorted already, one a shelf, which a stable sort merges.
        known.sort();
        let mut groups = Vec::new();
        for run in known.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            let mut rows: Vec<At> = run.iter().map(|entry| entry.1).collect();
            while let Some(first) = rows.first().copied() {
                let key = first.key(sight);
                let (same, rest) = rows.into_iter().partition(|at| at.key(sight) == key);
                groups.push(same);
                rows = rest;
            }
        }
        groups.retain(|group: &Vec<At>| group.len() > 1);
        groups.sort();
        Self { shelves: sight.shelves.clone(), groups }
    }

    fn fits(&self, sight: &Sight) -> bool {
        let pairs = self.shelves.iter().zip(&sight.shelves);
        self.shelves.len() == sight.shelves.len()
            && pairs.into_iter().all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

/// The twins of the shelves looked at last.
#[derive(Debug, Default)]
pub(super) struct KeptTwins {
    kept: Mutex<Option<Arc<Twins>>>,
}

impl KeptTwins {
    pub(super) fn of(&self, sight: &Sight) -> Arc<Twins> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref().filter(|twins| twins.fits(sight)) {
            Some(twins) => Arc::clone(twins),
            None => Arc::clone(kept.insert(Arc::new(Twins::of(sight)))),
        }
    }
}
