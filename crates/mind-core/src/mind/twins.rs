//! Rows of several places that say the same thing: one answer, not several.

use std::sync::{Arc, Mutex, PoisonError};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

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
        let mut known: HashMap<KeyHash, Vec<At>, FxBuildHasher> = HashMap::default();
        for (shelf, shelved) in sight.shelves.iter().enumerate() {
            for row in shelved.current() {
                let key = KeyHash::of_fact(&shelved.rows()[row]);
                known.entry(key).or_default().push(At { shelf, row });
            }
        }
        let mut groups = Vec::new();
        for mut rows in known.into_values().filter(|rows| rows.len() > 1) {
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
