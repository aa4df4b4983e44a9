//! `mind`: the ranking alone, and `Mind::recall` over a store in memory, which is what a caller waits for.

use std::time::Duration;

use anyhow::{Context as _, Result};
use mind_core::Mind;
use mind_core::fact::{Extra, Fact, FactText, Kind, Source, Tags, content_id};
use mind_core::mind::RecallRequest;
use mind_core::port::Store as _;
use mind_core::recall::{Document, Index, Query, SearchOptions, search};
use mind_core::scope::{Persona, Project, Scope, Segment, Tier};
use mind_core::time::Timestamp;
use mind_testkit::{FakeStore, FixedClock};

use super::{Engine, PAGE};
use crate::corpus::Corpus;

/// 2026-11-20T10:00:00Z.
const NOW: i64 = 1_795_168_800_000;

/// The index of one store.
pub(crate) struct Ranking(Index);

/// An engine over a store, asked once.
pub(crate) struct Recall {
    mind: Mind<FakeStore, FixedClock>,
    scope: Scope,
}

impl Engine for Ranking {
    type Stored = Vec<Fact>;

    fn store(corpus: &Corpus) -> Result<Self::Stored> {
        facts(corpus)
    }

    fn build(stored: &Self::Stored) -> Result<Self> {
        let tags: Vec<Vec<&str>> = stored.iter().map(|fact| fact.tags.iter().collect()).collect();
        let documents = stored.iter().zip(&tags).map(|(fact, tags)| Document {
            id: fact.id.as_str(),
            text: fact.text.as_str(),
            tags: &tags[..],
            kind: fact.kind.as_str(),
            source: fact.source.as_ref().map(Source::as_str),
            recorded_at: fact.recorded_at.millis(),
            supersedes: None,
            derived_from: &[],
        });
        Ok(Self(Index::build(documents)))
    }

    fn ask(&self, query: &str) -> Result<usize> {
        let options = SearchOptions { limit: PAGE, ..SearchOptions::default() };
        Ok(search(&[&self.0], &Query::parse(query, NOW)?, &options).len())
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.0.heap_bytes())
    }
}

impl Engine for Recall {
    type Stored = (FakeStore, Scope);

    fn store(corpus: &Corpus) -> Result<Self::Stored> {
        let scope =
            Scope { persona: Persona::named("dev")?, project: Some(Project::at(b"/srv/demo")) };
        let store = FakeStore::new();
        store.seed(&scope.place(Tier::ProjectLong)?, facts(corpus)?);
        // The first look makes the snapshot, which is the store's work.
        store.facts(&scope.place(Tier::ProjectLong)?)?;
        Ok((store, scope))
    }

    fn build(stored: &Self::Stored) -> Result<Self> {
        let clock = FixedClock::new(Timestamp::from_millis(NOW).context("a time")?);
        let (store, scope) = stored.clone();
        let recall = Self { mind: Mind::new(store, clock, Duration::ZERO), scope };
        recall.ask("warm")?;
        Ok(recall)
    }

    fn ask(&self, query: &str) -> Result<usize> {
        let request =
            RecallRequest { query: query.to_owned(), limit: PAGE, ..RecallRequest::default() };
        Ok(self.mind.recall(&self.scope, &request)?.hits.len())
    }

    fn bytes(&self) -> Option<usize> {
        None
    }
}

/// The facts as a store holds them, a minute apart.
fn facts(corpus: &Corpus) -> Result<Vec<Fact>> {
    let one = |(fact, minute): (&crate::corpus::Fact, i64)| {
        let tags = Tags::parse(&fact.tags)?;
        let at = Timestamp::from_millis(NOW - 60_000 * minute).context("a time")?;
        Ok(Fact {
            id: content_id(Kind::Gotcha, &fact.text, &tags),
            kind: Kind::Gotcha,
            text: FactText::parse(&fact.text)?,
            tags,
            recorded_at: at,
            last_seen_at: at,
            expires_at: None,
            persona: Segment::stored("dev"),
            supersedes: None,
            source: Source::parse("cli")?,
            derived_from: Vec::new(),
            extra: Extra::default(),
        })
    };
    corpus.facts.iter().zip(0..).map(one).collect()
}
