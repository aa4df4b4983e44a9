//! What a home must hold, kept as plain maps by rules of its own: nothing of the product decides anything here.

mod backlog;
mod change;
mod resolve;

use std::collections::{BTreeMap, BTreeSet};

use mind_core::scope::{FactPlace, Persona, Project, Scope, Tier};

pub(super) use backlog::{Item, quarters};
pub(super) use change::{Exchange, Foretold, Said};
pub(super) use resolve::Named;

pub(super) const HOUR: i64 = 3_600_000;
pub(super) const DAY: i64 = 24 * HOUR;

/// Who acts, and where.
#[derive(Clone, Debug)]
pub(super) struct Who {
    pub(super) persona: Persona,
    pub(super) project: Option<Project>,
}

/// What tells rows of one place apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) owner: Option<String>,
    pub(super) id: String,
}

/// A row that was acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) kind: String,
    pub(super) text: String,
    pub(super) tags: Vec<String>,
    pub(super) recorded: i64,
    pub(super) seen: i64,
    pub(super) expires: Option<i64>,
    pub(super) supersedes: Option<String>,
}

/// A row that was replaced by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gone {
    pub(super) key: Key,
    pub(super) by: String,
}

/// A change by a plan.
#[derive(Clone, Debug)]
pub(super) struct Tidied {
    pub(super) receipt: String,
    pub(super) who: Who,
    pub(super) place: FactPlace,
    pub(super) exchanges: Vec<Exchange>,
    pub(super) undone: bool,
}

/// Everything a home must hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    /// Every row that must be on disk; expired ones until the next change of their place.
    pub(super) places: BTreeMap<FactPlace, BTreeMap<Key, Row>>,
    /// Replaced rows, oldest first.
    pub(super) retired: BTreeMap<FactPlace, Vec<Gone>>,
    /// Replaced rows a killed process may have got as far as the retired list, and no further.
    pub(super) perhaps_retired: BTreeSet<(FactPlace, Key)>,
    pub(super) backlog: BTreeMap<Project, BTreeMap<Key, Item>>,
    pub(super) tidied: Vec<Tidied>,
    /// Rows that were over when their place changed.
    pub(super) ended: usize,
    /// Why a row is not there any more.
    pub(super) why: BTreeMap<(FactPlace, Key), &'static str>,
}

impl Who {
    pub(super) fn scope(&self) -> Scope {
        Scope { persona: self.persona.clone(), project: self.project.clone() }
    }

    pub(super) fn segment(&self) -> String {
        self.persona.segment().to_string()
    }

    /// The place of a tier; none for a project's outside one.
    pub(super) fn place(&self, tier: Tier) -> Option<FactPlace> {
        match tier {
            Tier::Persona => Some(FactPlace::Persona(self.persona.clone())),
            Tier::Shared => Some(FactPlace::Shared),
            Tier::ProjectLong => self.project.clone().map(FactPlace::ProjectLong),
            Tier::Project => self.project.clone().map(FactPlace::Project),
            Tier::Session => None,
        }
    }

    /// The places this one may see.
    pub(super) fn places(&self) -> Vec<FactPlace> {
        let tiers = [Tier::Persona, Tier::ProjectLong, Tier::Shared, Tier::Project];
        tiers.into_iter().filter_map(|tier| self.place(tier)).collect()
    }

    /// The key of a row of one's own.
    pub(super) fn key(&self, tier: Tier, id: &str) -> Key {
        let owned = matches!(tier, Tier::ProjectLong | Tier::Project);
        Key { owner: owned.then(|| self.segment()), id: id.to_owned() }
    }

    /// Whether a row counts as one's own, or as everybody's.
    pub(super) fn is_near(&self, tier: Tier, key: &Key) -> bool {
        let owned = matches!(tier, Tier::ProjectLong | Tier::Project);
        !owned || key.owner.as_deref() == Some(&self.segment())
    }
}

impl Row {
    pub(super) fn is_live(&self, now: i64) -> bool {
        self.expires.is_none_or(|end| now < end)
    }
}

impl Model {
    pub(super) fn row(&self, place: &FactPlace, key: &Key) -> Option<&Row> {
        self.places.get(place)?.get(key)
    }

    /// The live rows of a place.
    pub(super) fn live(&self, place: &FactPlace, now: i64) -> impl Iterator<Item = (&Key, &Row)> {
        let rows = self.places.get(place).into_iter().flatten();
        rows.filter(move |(_, row)| row.is_live(now))
    }

    /// Why a row must not be given to whoever was given it.
    pub(super) fn reason(&self, place: &FactPlace, key: &Key, now: i64) -> &'static str {
        match self.row(place, key) {
            Some(row) if !row.is_live(now) => "expired",
            Some(_) => "not as it was acknowledged",
            None => self
                .why
                .get(&(place.clone(), key.clone()))
                .copied()
                .unwrap_or("another's or unknown"),
        }
    }

    /// Whether somebody sees a live row with this id, in a tier if one is named.
    pub(super) fn sees(&self, who: &Who, id: &str, tier: Option<Tier>, now: i64) -> bool {
        let places = who.places();
        let mut asked = places.iter().filter(|place| tier.is_none_or(|tier| place.tier() == tier));
        asked.any(|place| self.live(place, now).any(|(key, _)| key.id == id))
    }

    /// A committing change of a place takes its expired rows along.
    pub(super) fn commit(&mut self, place: &FactPlace, now: i64) {
        let Some(rows) = self.places.get_mut(place) else { return };
        let ended: Vec<Key> =
            rows.iter().filter(|(_, row)| !row.is_live(now)).map(|(key, _)| key.clone()).collect();
        self.ended += ended.len();
        for key in ended {
            rows.remove(&key);
            self.why.insert((place.clone(), key), "expired");
        }
    }

    pub(super) fn put(&mut self, place: &FactPlace, key: Key, row: Row) {
        self.why.remove(&(place.clone(), key.clone()));
        self.places.entry(place.clone()).or_default().insert(key, row);
    }

    pub(super) fn take(&mut self, place: &FactPlace, key: &Key, why: &'static str) -> Option<Row> {
        self.why.insert((place.clone(), key.clone()), why);
        self.places.get_mut(place)?.remove(key)
    }
}
