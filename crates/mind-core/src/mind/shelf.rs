//! One place as the reading verbs see it, with what is derived from its rows kept while its bytes stay the same.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::answer::Unreadable;
use super::key::KeyMap;
use crate::error::{Error, StoreWarning};
use crate::fact::Fact;
use crate::port::{Snapshot, Store};
use crate::scan::{self, Refusal, ScanScope};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

/// The rows of one place and what follows from them alone.
#[derive(Debug)]
pub(super) struct Shelf {
    pub(super) place: FactPlace,
    pub(super) tier: Tier,
    pub(super) snapshot: Arc<Snapshot<Fact>>,
    keys: OnceLock<KeyMap>,
    shadowed: OnceLock<Vec<bool>>,
    refusals: OnceLock<Vec<Option<Refusal>>>,
}

impl Shelf {
    fn new(place: FactPlace, snapshot: Arc<Snapshot<Fact>>) -> Self {
        Self {
            tier: place.tier(),
            place,
            snapshot,
            keys: OnceLock::new(),
            shadowed: OnceLock::new(),
            refusals: OnceLock::new(),
        }
    }

    pub(super) fn rows(&self) -> &[Fact] {
        &self.snapshot.rows
    }

    pub(super) fn keys(&self) -> &KeyMap {
        self.keys.get_or_init(|| KeyMap::of(self.rows()))
    }

    /// Positions of the rows that count: the last of each semantic key.
    pub(super) fn current(&self) -> impl Iterator<Item = usize> + '_ {
        let shadowed = self.shadowed.get_or_init(|| self.keys().shadowed(self.rows(), self.tier));
        (0..self.rows().len()).filter(|row| !shadowed[*row])
    }

    /// Positions of the rows that count and have not expired at `now`.
    pub(super) fn live(&self, now: Timestamp) -> impl Iterator<Item = usize> + '_ {
        self.current().filter(move |row| self.rows()[*row].is_live(now))
    }

    /// What the scanner says of a row today.
    pub(super) fn refusal(&self, row: usize) -> Option<Refusal> {
        let scan = |fact: &Fact| scan::check(fact, ScanScope::Context).err();
        self.refusals.get_or_init(|| self.rows().iter().map(scan).collect())[row]
    }
}

/// Shelves kept between calls, one a place. Dropping any of it changes no answer.
#[derive(Debug, Default)]
pub(super) struct Shelves {
    kept: Mutex<BTreeMap<FactPlace, Arc<Shelf>>>,
}

impl Shelves {
    /// The shelf of a place as the store has it now.
    pub(super) fn shelf(&self, store: &impl Store, place: &FactPlace) -> Result<Arc<Shelf>, Error> {
        let snapshot = store.facts(place)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shelf) = kept.get(place).filter(|shelf| Arc::ptr_eq(&shelf.snapshot, &snapshot))
        {
            return Ok(Arc::clone(shelf));
        }
        let shelf = Arc::new(Shelf::new(place.clone(), snapshot));
        kept.insert(place.clone(), Arc::clone(&shelf));
        Ok(shelf)
    }
}

/// The places a call looks at: those that could be read, and why the others could not.
#[derive(Debug, Default)]
pub(super) struct Sight {
    pub(super) shelves: Vec<Arc<Shelf>>,
    pub(super) unreadable: Vec<Unreadable>,
    pub(super) warnings: Vec<StoreWarning>,
}

impl Sight {
    /// Looks at some tiers, or at every visible one when none is named. A tier that cannot be read does not hide the others.
    ///
    /// # Errors
    /// `scope.no_project` or `note.no_session` for a named tier the call does not have, and the first store's error when not one tier could be read.
    pub(super) fn of(
        store: &impl Store,
        shelves: &Shelves,
        scope: &Scope,
        tiers: &[Tier],
    ) -> Result<Self, Error> {
        let mut places = scope.visible();
        if !tiers.is_empty() {
            for tier in tiers {
                scope.place(*tier)?;
            }
            places.retain(|place| tiers.contains(&place.tier()));
        }
        let mut sight = Self::default();
        for place in places {
            match shelves.shelf(store, &place) {
                Ok(shelf) => {
                    sight.warnings.extend(shelf.snapshot.warnings.iter().cloned());
                    sight.shelves.push(shelf);
                }
                Err(because) => sight.unreadable.push(Unreadable { tier: place.tier(), because }),
            }
        }
        match sight.unreadable.first() {
            Some(first) if sight.shelves.is_empty() => Err(first.because.clone()),
            _ => Ok(sight),
        }
    }
}
