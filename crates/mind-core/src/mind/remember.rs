//! `remember`: storing facts, one or many in one transaction (F-30 to F-39).

mod queue;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use queue::{Order, Queue};

use super::Mind;
use super::draft::Statement;
use super::plan::{End, Origin, Placing};
use super::receipt::{Remembered, TierChoice};
use super::request::Draft;
use super::resolve::{Found, is_own, resolve};
use super::shelf::{Shelf, Sight};
use crate::error::Error;
use crate::fact::{ContentKey, Fact, FactId};
use crate::port::{Clock, Store, Transaction};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

/// Whether a person names one fact, or many come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// What is named is done.
    One,
    /// No working copy is made of what already stands durably, so that the same input twice is the same memory (S-8).
    Many,
}

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn remember_all(
        &self,
        scope: &Scope,
        drafts: &[Draft],
        manner: Manner,
    ) -> Result<Vec<Result<Remembered, Error>>, Error> {
        let now = self.clock.now();
        let parsed: Vec<_> =
            drafts.iter().map(|draft| Statement::parse(draft, scope, now)).collect();
        if parsed.iter().all(Result::is_err) {
            return Ok(parsed
                .into_iter()
                .map(|refused| Err(refused.expect_err("all are")))
                .collect());
        }
        let transaction = self.store.transaction(now, self.wait)?;
        let mut batch = Batch {
            mind: self,
            scope,
            now,
            manner,
            transaction,
            results: vec![None; drafts.len()],
            shelves: BTreeMap::new(),
            groups: BTreeMap::new(),
            queue: Queue::default(),
        };
        for (at, statement) in parsed.into_iter().enumerate() {
            match statement {
                Ok(statement) => batch.add(at, statement),
                Err(error) => batch.results[at] = Some(Err(error)),
            }
        }
        batch.settle();
        let answered = |result: Option<_>| result.expect("settling answers every draft");
        Ok(batch.results.into_iter().map(answered).collect())
    }
}

/// A statement with everything decided but the edits.
struct Job {
    at: usize,
    placing: Placing,
    place: FactPlace,
    choice: TierChoice,
    /// The acting persona's working row of the same content, to go once the durable row stands.
    twin: Option<Found>,
    /// Rows of other places the statement replaces.
    retire: Vec<Found>,
    /// The contents of the rows it names.
    named: Vec<ContentKey>,
    /// Durable facts that stay active until the new working fact is promoted.
    pending: Option<(FactId, Tier)>,
}

/// The open transaction, and the jobs that go into each place in one update.
struct Batch<'a, S, C> {
    mind: &'a Mind<S, C>,
    scope: &'a Scope,
    now: Timestamp,
    manner: Manner,
    transaction: Box<dyn Transaction + 'a>,
    results: Vec<Option<Result<Remembered, Error>>>,
    shelves: BTreeMap<Tier, Option<Arc<Shelf>>>,
    groups: BTreeMap<FactPlace, Vec<Job>>,
    queue: Queue,
}

impl<S: Store, C: Clock> Batch<'_, S, C> {
    /// Queues a statement. What earlier statements of the batch do to the same facts is written first.
    fn add(&mut self, at: usize, statement: Statement) {
        let key = ContentKey::new(statement.kind, statement.text.as_str(), &statement.tags);
        if statement.supersedes.as_ref().is_some_and(|named| self.queue.may_be_named(named)) {
            self.settle();
        }
        if self.queue.puts_off(&key) {
            return self.queue.put_off(key, at, statement);
        }
        let mut job = self.job(at, &statement);
        match self.queue.order(&key, &statement, &job) {
            Order::Now => {}
            Order::Later => return self.queue.put_off(key, at, statement),
            Order::Settled => {
                self.settle();
                job = self.job(at, &statement);
            }
        }
        match job {
            Err(error) => self.results[at] = Some(Err(error)),
            Ok(mut job) => {
                // An earlier statement of the same content takes the working row.
                job.twin = job.twin.filter(|_| !self.queue.holds(&key));
                self.queue.add(key, &job);
                self.groups.entry(job.place.clone()).or_default().push(job);
            }
        }
    }

    /// Writes everything queued, and then what had to wait for it.
    fn settle(&mut self) {
        loop {
            self.flush();
            let later = self.queue.clear();
            if later.is_empty() {
                return;
            }
            for (at, statement) in later {
                self.add(at, statement);
            }
        }
    }

    /// Decides where a statement goes and what goes with it.
    fn job(&mut self, at: usize, statement: &Statement) -> Result<Job, Error> {
        let mut fact = statement.fact(self.now);
        let (tier, choice) = self.choose(statement, &fact);
        let replaced = self.replaced(statement, &fact)?;
        let named = replaced.iter().map(|found| found.fact.content_key()).collect();
        fact.supersedes = replaced.first().map(|found| found.fact.id.clone());
        let retirable = |found: &Found| tier.is_durable() || found.tier == Tier::Project;
        let (retire, pending): (Vec<_>, Vec<_>) = replaced.into_iter().partition(retirable);
        let place = self.scope.place(tier)?;
        let (here, retire) = retire.into_iter().partition(|found| found.is_in(&place));
        let twin = if tier.is_durable() { self.working_twin(&fact) } else { None };
        let earlier = [statement.recorded_at, twin.as_ref().map(|twin| twin.fact.recorded_at)];
        let usual = statement.end(self.now);
        let end = if statement.ttl.is_some() { End::Asked(usual) } else { End::Usual(usual) };
        let placing = Placing {
            fact,
            earlier: earlier.into_iter().flatten().min(),
            end: (tier == Tier::Project).then_some(end),
            origin: statement.recorded_at.map_or(Origin::Now, |_| Origin::Elsewhere),
            retire: here,
        };
        let pending = pending.first().map(|found| (found.fact.id.clone(), found.tier));
        Ok(Job { at, placing, place, choice, twin, retire, named, pending })
    }

    /// The tier named; else the one the kind chooses, unless the content already is a durable fact of the acting persona (F-26, F-33).
    fn choose(&mut self, statement: &Statement, fact: &Fact) -> (Tier, TierChoice) {
        let named = statement.tier;
        let ruled = named.unwrap_or_else(|| statement.ruled_tier(self.scope));
        if ruled == Tier::Project && (named.is_none() || self.manner == Manner::Many) {
            for tier in [Tier::Persona, Tier::ProjectLong, Tier::Shared] {
                if self.held(tier, fact).is_some() {
                    return (tier, TierChoice::Existing);
                }
            }
        }
        (ruled, named.map_or(TierChoice::Rule, |_| TierChoice::Named))
    }

    fn working_twin(&mut self, fact: &Fact) -> Option<Found> {
        self.held(Tier::Project, fact)
    }

    /// The acting persona's (or shared) live row of this content in a tier. A tier that cannot be read holds nothing here: it must not stop a write to another.
    fn held(&mut self, tier: Tier, fact: &Fact) -> Option<Found> {
        let scope = self.scope;
        let shelf = self.shelf(tier)?;
        let rows = shelf.rows();
        let counts = |row: &usize| {
            let owner = rows[*row].owner(tier);
            rows[*row].is_live(self.now) && (tier == Tier::Shared || is_own(tier, owner, scope))
        };
        let row = shelf.keys().same_content(rows, fact).filter(counts).last()?;
        Some(Found { place: shelf.place.clone(), tier, fact: rows[row].clone() })
    }

    fn shelf(&mut self, tier: Tier) -> Option<Arc<Shelf>> {
        let (mind, scope) = (self.mind, self.scope);
        let load = || mind.shelves.shelf(&mind.store, &scope.place(tier).ok()?).ok();
        self.shelves.entry(tier).or_insert_with(load).clone()
    }

    /// The rows a statement replaces; none when it replaces nothing (F-36).
    fn replaced(&self, statement: &Statement, fact: &Fact) -> Result<Vec<Found>, Error> {
        let Some(question) = &statement.supersedes else { return Ok(Vec::new()) };
        let mind = self.mind;
        let sight = Sight::of(&mind.store, &mind.shelves, self.scope, &question.tiers())?;
        let found = resolve(question, &sight, self.scope, self.now)?;
        let own_content = found.iter().any(|found| found.fact.content_key() == fact.content_key());
        if own_content { Err(Error::SupersedesSelf) } else { Ok(found) }
    }
}
