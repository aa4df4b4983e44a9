//! One place as the reading verbs see it, with what is derived from its rows kept while its bytes stay the same.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::answer::Unreadable;
use super::key::KeyMap;
use super::standing::{Moment, Standing};
use crate::error::{Error, StoreWarning};
use crate::fact::{Extra, Fact, FactId, FactText, Source};
use crate::note::{Note, Notes};
use crate::port::{Snapshot, Store};
use crate::recall::{Document, Index};
use crate::scan::{self, Refusal, ScanScope};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

/// The rows of one place and what follows from them alone.
#[derive(Debug)]
pub(super) struct Shelf {
    /// The store the rows are in; none for the notes of a session.
    pub(super) place: Option<FactPlace>,
    pub(super) tier: Tier,
    pub(super) snapshot: Arc<Snapshot<Fact>>,
    keys: OnceLock<KeyMap>,
    shadowed: OnceLock<Vec<bool>>,
    refusals: OnceLock<Vec<Option<Refusal>>>,
    standing: Mutex<Option<Arc<Standing>>>,
    indexed: Mutex<Option<Indexed>>,
}

/// The index over the rows of a shelf that may be found. Clones share it.
#[derive(Clone)]
pub(super) struct Indexed {
    standing: Arc<Standing>,
    index: Arc<Index>,
}

impl Indexed {
    /// Positions of the indexed rows in the shelf, ascending.
    pub(super) fn rows(&self) -> &[usize] {
        &self.standing.rows
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }
}

impl Shelf {
    fn new(place: Option<FactPlace>, snapshot: Arc<Snapshot<Fact>>) -> Self {
        Self {
            tier: place.as_ref().map_or(Tier::Session, FactPlace::tier),
            place,
            snapshot,
            keys: OnceLock::new(),
            shadowed: OnceLock::new(),
            refusals: OnceLock::new(),
            standing: Mutex::new(None),
            indexed: Mutex::new(None),
        }
    }

    /// Which rows may be found now. Kept until one expires.
    pub(super) fn standing(&self, now: Timestamp) -> Arc<Standing> {
        let mut kept = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(standing) = kept.as_ref().filter(|standing| standing.holds_at(now)) {
            return Arc::clone(standing);
        }
        Arc::clone(kept.insert(Arc::new(Standing::of(self, Moment::Now(now)))))
    }

    /// The index over the rows that may be found at a time. Kept while that set stays the same, so that an expiry rebuilds it and nothing else does.
    pub(super) fn indexed(&self, moment: Moment) -> Indexed {
        let standing = match moment {
            Moment::Now(now) => self.standing(now),
            Moment::Past(_) => Arc::new(Standing::of(self, moment)),
        };
        let mut kept = self.indexed.lock().unwrap_or_else(PoisonError::into_inner);
        let same = kept.as_ref().filter(|indexed| {
            Arc::ptr_eq(&indexed.standing, &standing) || indexed.standing.rows == standing.rows
        });
        let index = same.map_or_else(
            || Arc::new(build_index(standing.rows.iter().map(|row| &self.rows()[*row]))),
            |indexed| Arc::clone(&indexed.index),
        );
        kept.insert(Indexed { standing, index }).clone()
    }

    pub(super) fn rows(&self) -> &[Fact] {
        &self.snapshot.rows
    }

    pub(super) fn keys(&self) -> &KeyMap {
        self.keys.get_or_init(|| KeyMap::of(self.rows()))
    }

    /// Positions of the rows that count: the last of each semantic key.
    pub(super) fn current(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rows().len()).filter(|row| self.counts(*row))
    }

    /// Whether a row is the last of its semantic key.
    pub(super) fn counts(&self, row: usize) -> bool {
        !self.shadowed.get_or_init(|| self.keys().shadowed(self.rows(), self.tier))[row]
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

fn build_index<'a>(facts: impl Iterator<Item = &'a Fact> + Clone) -> Index {
    let ids = |fact: &'a Fact| fact.derived_from.iter().map(FactId::as_str).collect();
    let lists: Vec<(Vec<&str>, Vec<&str>)> =
        facts.clone().map(|fact| (fact.tags.iter().collect(), ids(fact))).collect();
    Index::build(facts.zip(&lists).map(|(fact, (tags, derived_from))| Document {
        id: fact.id.as_str(),
        text: fact.text.as_str(),
        tags,
        kind: fact.kind.as_str(),
        source: fact.source.as_ref().map(Source::as_str),
        recorded_at: fact.recorded_at.millis(),
        supersedes: fact.supersedes.as_ref().map(FactId::as_str),
        derived_from,
    }))
}

impl fmt::Debug for Indexed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Indexed").field("rows", &self.rows().len()).finish_non_exhaustive()
    }
}

/// Shelves kept between calls, one a place. Dropping any of it changes no answer.
#[derive(Debug, Default)]
pub(super) struct Shelves {
    kept: Mutex<BTreeMap<FactPlace, Arc<Shelf>>>,
    session: Mutex<Option<Arc<Shelf>>>,
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
        let shelf = Arc::new(Shelf::new(Some(place.clone()), snapshot));
        kept.insert(place.clone(), Arc::clone(&shelf));
        Ok(shelf)
    }

    /// The shelf of a session's notes, oldest first.
    fn session(&self, notes: &Notes) -> Result<Arc<Shelf>, Error> {
        let rows: Vec<Fact> = notes.active()?.iter().map(|active| row(&active.note)).collect();
        let mut kept = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shelf) = kept.as_ref().filter(|shelf| shelf.rows() == rows) {
            return Ok(Arc::clone(shelf));
        }
        let snapshot = Snapshot { rows, ..Snapshot::absent() };
        Ok(Arc::clone(kept.insert(Arc::new(Shelf::new(None, Arc::new(snapshot))))))
    }
}

/// A note as a row among rows: it was last seen when it was noted.
fn row(note: &Note) -> Fact {
    Fact {
        id: note.id.clone(),
        kind: note.kind,
        text: FactText::stored(note.text.as_str()).expect("a note is shorter than a fact may be"),
        tags: note.tags.clone(),
        recorded_at: note.recorded_at,
        last_seen_at: note.recorded_at,
        expires_at: None,
        persona: None,
        supersedes: None,
        source: note.source.clone(),
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

/// What a call can see: the stores of its scope and, inside a host's session, its notes.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) scope: &'a Scope,
    pub(super) notes: Option<&'a Notes>,
}

impl<'a> From<&'a Scope> for View<'a> {
    fn from(scope: &'a Scope) -> Self {
        Self { scope, notes: None }
    }
}

impl View<'_> {
    /// # Errors
    /// `scope.no_project` or `note.no_session` for a tier the call does not have.
    pub(super) fn check(self, tier: Tier) -> Result<(), Error> {
        let in_session = tier == Tier::Session && self.notes.is_some();
        if in_session { Ok(()) } else { self.scope.place(tier).map(|_| ()) }
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
    pub(super) fn of<'a>(
        store: &impl Store,
        shelves: &Shelves,
        view: impl Into<View<'a>>,
        tiers: &[Tier],
    ) -> Result<Self, Error> {
        let view = view.into();
        let asked = |tier| tiers.is_empty() || tiers.contains(&tier);
        tiers.iter().try_for_each(|tier| view.check(*tier))?;
        let mut places = view.scope.visible();
        places.retain(|place| asked(place.tier()));
        let mut sight = Self::over(store, shelves, &places);
        if let Some(notes) = view.notes.filter(|_| asked(Tier::Session)) {
            match shelves.session(notes) {
                Ok(shelf) => sight.shelves.push(shelf),
                Err(because) => sight.unreadable.push(Unreadable { tier: Tier::Session, because }),
            }
        }
        match sight.unreadable.first() {
            Some(first) if sight.shelves.is_empty() => Err(first.because.clone()),
            _ => Ok(sight),
        }
    }

    /// Looks at some places, in their order. One that cannot be read does not hide the others, and it is no error when none can.
    pub(super) fn over(store: &impl Store, shelves: &Shelves, places: &[FactPlace]) -> Self {
        let mut sight = Self::default();
        for place in places {
            match shelves.shelf(store, place) {
                Ok(shelf) => {
                    sight.warnings.extend(shelf.snapshot.warnings.iter().cloned());
                    sight.shelves.push(shelf);
                }
                Err(because) => sight.unreadable.push(Unreadable { tier: place.tier(), because }),
            }
        }
        sight
    }
}
