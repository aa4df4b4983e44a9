//! A memory to try the verbs on: the fake store, a clock that stands still, personas `dev` and `ops`, project `demo`.

use std::time::Duration;

use mind_core::Mind;
use mind_core::fact::{Extra, Fact, FactId, FactText, Kind, Tags};
use mind_core::mind::{Draft, Page, RecallRequest, Remembered};
use mind_core::scope::{FactPlace, Persona, Project, Scope, Segment, Tier};
use mind_core::time::{HOUR_MS, Timestamp};
use mind_testkit::{FakeStore, FixedClock};

/// 2026-11-20T10:00:00.000Z.
pub(crate) const NOON: i64 = 1_795_168_800_000;

pub(crate) struct World {
    pub(crate) mind: Mind<FakeStore, FixedClock>,
    pub(crate) store: FakeStore,
    pub(crate) clock: FixedClock,
}

impl World {
    pub(crate) fn new() -> Self {
        let store = FakeStore::new();
        let clock = FixedClock::new(at(0));
        let mind = Mind::new(store.clone(), clock.clone(), Duration::ZERO);
        Self { mind, store, clock }
    }

    /// Moves the clock by some hours.
    pub(crate) fn pass(&self, hours: f64) {
        #[expect(clippy::cast_possible_truncation, reason = "hours of a test")]
        let millis = (hours * HOUR_MS as f64) as i64;
        self.clock.set(mind_core::port::Clock::now(&self.clock).plus_millis(millis).unwrap());
    }

    pub(crate) fn remember(&self, draft: &Draft) -> Remembered {
        self.mind.remember(&dev(), draft).unwrap()
    }

    pub(crate) fn refused(&self, draft: &Draft) -> &'static str {
        let writes = self.store.writes();
        let code = self.mind.remember(&dev(), draft).unwrap_err().code();
        assert_eq!(self.store.writes(), writes, "a refusal changes nothing");
        code
    }

    /// The texts of a place, in written order.
    pub(crate) fn texts(&self, tier: Tier) -> Vec<String> {
        self.rows(tier).iter().map(|fact| fact.text.as_str().to_owned()).collect()
    }

    /// The rows of a place of `dev` in `demo`, in written order.
    pub(crate) fn rows(&self, tier: Tier) -> Vec<Fact> {
        self.rows_in(&dev().place(tier).unwrap())
    }

    pub(crate) fn rows_in(&self, place: &FactPlace) -> Vec<Fact> {
        mind_core::port::Store::facts(&self.store, place).unwrap().rows.clone()
    }

    pub(crate) fn recall(&self, query: &str) -> Page {
        let request =
            RecallRequest { query: query.to_owned(), limit: 50, ..RecallRequest::default() };
        self.mind.recall(&dev(), &request).unwrap()
    }

    /// The texts a listing shows, in order.
    pub(crate) fn listed(&self) -> Vec<String> {
        texts_of(&self.recall(""))
    }
}

/// Holds the first answer to a query over facts, each with the hours since it was recorded, to begin like this.
pub(crate) fn comes_first(facts: &[(i64, &str)], query: &str, expect: &str) {
    let world = World::new();
    let draft = |(hours, text): &(i64, &str)| Draft {
        recorded_at: Some(at(-hours)),
        ..of_kind("gotcha", text)
    };
    let drafts: Vec<Draft> = facts.iter().map(draft).collect();
    for result in world.mind.remember_batch(&dev(), &drafts).unwrap() {
        result.unwrap();
    }
    let found = texts_of(&world.recall(query));
    assert!(found[0].starts_with(expect), "{query:?} gave {:?}", found[0]);
}

pub(crate) fn texts_of(page: &Page) -> Vec<String> {
    use mind_core::mind::Body;
    let text = |hit: &mind_core::mind::Hit| match &hit.entry.body {
        Body::Open { text, .. } => text.clone(),
        Body::Withheld { .. } => "[withheld]".to_owned(),
    };
    page.hits.iter().map(text).collect()
}

pub(crate) fn at(hours: i64) -> Timestamp {
    Timestamp::from_millis(NOON + hours * HOUR_MS).unwrap()
}

pub(crate) fn scope(persona: &str) -> Scope {
    Scope { persona: Persona::named(persona).unwrap(), project: Some(Project::at(b"/srv/demo")) }
}

pub(crate) fn dev() -> Scope {
    scope("dev")
}

pub(crate) fn ops() -> Scope {
    scope("ops")
}

/// A call outside any project.
pub(crate) fn homeless() -> Scope {
    Scope { project: None, ..dev() }
}

pub(crate) fn note(text: &str) -> Draft {
    Draft { text: text.to_owned(), ..Draft::default() }
}

pub(crate) fn of_kind(kind: &str, text: &str) -> Draft {
    Draft { kind: Some(kind.to_owned()), ..note(text) }
}

pub(crate) fn in_tier(tier: &str, text: &str) -> Draft {
    Draft { tier: Some(tier.to_owned()), ..note(text) }
}

pub(crate) fn superseding(reference: &str, draft: Draft) -> Draft {
    Draft { supersedes: Some(reference.to_owned()), ..draft }
}

/// A row as another program or a hand may have put it into a store.
pub(crate) fn row(id: &str, text: &str, tags: &[&str], persona: Option<&str>) -> Fact {
    Fact {
        id: FactId::parse(id).unwrap(),
        kind: Kind::Note,
        text: FactText::stored(text).unwrap(),
        tags: Tags::stored(tags.iter().map(|tag| (*tag).into()).collect()).unwrap(),
        recorded_at: at(-1),
        last_seen_at: at(-1),
        expires_at: None,
        persona: persona.map(|segment| Segment::stored(segment).unwrap()),
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

/// The same as a working row that ends in 47 hours.
pub(crate) fn working_row(id: &str, text: &str, persona: Option<&str>) -> Fact {
    Fact { expires_at: Some(at(47)), ..row(id, text, &[], persona) }
}
