//! `remember`: storing facts, one or many in one transaction (F-30 to F-39).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Mind;
use super::draft::Statement;
use super::key::KeyMap;
use super::plan::{End, Origin, Placed, Placing, Plan, rows_of};
use super::receipt::{Outcome, Remembered, Replaced, TierChoice, Unmoved};
use super::request::Draft;
use super::resolve::{Found, is_own, resolve};
use super::shelf::{Shelf, Sight};
use crate::error::{Error, StoreFault, StoreWarning};
use crate::fact::{ContentKey, Fact, FactId};
use crate::port::{Clock, Commit, Decision, Edits, Expect, Store, Transaction};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn remember_all(
        &self,
        scope: &Scope,
        drafts: &[Draft],
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
            transaction,
            results: vec![None; drafts.len()],
            shelves: BTreeMap::new(),
            groups: BTreeMap::new(),
            contents: BTreeMap::new(),
        };
        for (at, statement) in parsed.into_iter().enumerate() {
            match statement {
                Ok(statement) => batch.add(at, &statement),
                Err(error) => batch.results[at] = Some(Err(error)),
            }
        }
        batch.flush();
        let answered = |result: Option<_>| result.expect("flushing answers every draft");
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
    /// Durable facts that stay active until the new working fact is promoted.
    pending: Option<(FactId, Tier)>,
}

/// The open transaction, and the jobs that go into each place in one update.
struct Batch<'a, S, C> {
    mind: &'a Mind<S, C>,
    scope: &'a Scope,
    now: Timestamp,
    transaction: Box<dyn Transaction + 'a>,
    results: Vec<Option<Result<Remembered, Error>>>,
    shelves: BTreeMap<Tier, Option<Arc<Shelf>>>,
    groups: BTreeMap<FactPlace, Vec<Job>>,
    contents: BTreeMap<ContentKey, FactPlace>,
}

impl<S: Store, C: Clock> Batch<'_, S, C> {
    /// Queues a statement. One that replaces a fact, or whose content is on its way to another place, sees everything before it written first.
    fn add(&mut self, at: usize, statement: &Statement) {
        if statement.supersedes.is_some() {
            self.flush();
        }
        let key = ContentKey::new(statement.kind, statement.text.as_str(), &statement.tags);
        let mut job = self.job(at, statement);
        if let (Ok(ready), Some(place)) = (&job, self.contents.get(&key))
            && ready.place != *place
        {
            self.flush();
            job = self.job(at, statement);
        }
        match job {
            Err(error) => self.results[at] = Some(Err(error)),
            Ok(job) => {
                self.contents.insert(key, job.place.clone());
                self.groups.entry(job.place.clone()).or_default().push(job);
            }
        }
        if statement.supersedes.is_some() {
            self.flush();
        }
    }

    /// Decides where a statement goes and what goes with it.
    fn job(&mut self, at: usize, statement: &Statement) -> Result<Job, Error> {
        let mut fact = statement.fact(self.now);
        let (tier, choice) = self.choose(statement, &fact);
        let replaced = self.replaced(statement, &fact)?;
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
        Ok(Job { at, placing, place, choice, twin, retire, pending })
    }

    /// The tier named; else the one the kind chooses, unless the content already is a durable fact of the acting persona (F-26, F-33).
    fn choose(&mut self, statement: &Statement, fact: &Fact) -> (Tier, TierChoice) {
        if let Some(tier) = statement.tier {
            return (tier, TierChoice::Named);
        }
        let ruled = statement.ruled_tier(self.scope);
        if ruled == Tier::Project {
            for tier in [Tier::Persona, Tier::ProjectLong, Tier::Shared] {
                if self.held(tier, fact).is_some() {
                    return (tier, TierChoice::Existing);
                }
            }
        }
        (ruled, TierChoice::Rule)
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

    /// Writes everything queued, one update a place.
    fn flush(&mut self) {
        for (place, jobs) in std::mem::take(&mut self.groups) {
            let mut exhausted = false;
            self.commit(&place, jobs, &mut exhausted);
        }
        self.contents.clear();
        self.shelves.clear();
    }

    /// Writes the jobs of one place. When together they would overfill it, those that fit go in, in order.
    fn commit(&mut self, place: &FactPlace, mut jobs: Vec<Job>, exhausted: &mut bool) {
        match self.update(place, &jobs) {
            Ok((commit, placed)) => self.finish(jobs, &commit, placed),
            Err(error) if is_full(&error) && jobs.len() > 1 && !*exhausted => {
                let later = jobs.split_off(jobs.len() / 2);
                self.commit(place, jobs, exhausted);
                self.commit(place, later, exhausted);
            }
            Err(error) => {
                *exhausted |= is_full(&error);
                for job in jobs {
                    self.results[job.at] = Some(Err(error.clone()));
                }
            }
        }
    }

    fn update(
        &mut self,
        place: &FactPlace,
        jobs: &[Job],
    ) -> Result<(Commit, Vec<Result<Placed, Error>>), Error> {
        let (tier, now) = (place.tier(), self.now);
        let owner = self.scope.owner_in(tier);
        let mut placed = Vec::new();
        let commit = self.transaction.update(place, Expect::Any, &mut |rows| {
            let mut plan = Plan::new(rows, tier, owner.clone(), now);
            placed = jobs.iter().map(|job| plan.place(&job.placing)).collect();
            decision(plan.finish())
        })?;
        Ok((commit, placed))
    }

    /// Carries out what follows a write that stands, and answers each job.
    fn finish(&mut self, jobs: Vec<Job>, commit: &Commit, placed: Vec<Result<Placed, Error>>) {
        let stands: Vec<bool> = placed.iter().map(Result::is_ok).collect();
        let twins = jobs.iter().zip(stands).filter(|(_, stands)| *stands);
        let twins: Vec<Found> = twins.filter_map(|(job, _)| job.twin.clone()).collect();
        let unmoved = self.drop_twins(&twins, commit);
        for (job, placed) in jobs.into_iter().zip(placed) {
            let result = placed.map(|placed| self.receipt(&job, placed, commit, unmoved.as_ref()));
            self.results[job.at] = Some(result);
        }
    }

    fn receipt(
        &mut self,
        job: &Job,
        placed: Placed,
        commit: &Commit,
        unmoved: Option<&Unmoved>,
    ) -> Remembered {
        let moved = job.twin.is_some() && unmoved.is_none();
        let mut warnings = warnings_of(commit);
        let pending = job.pending.clone().map(|(id, tier)| Replaced::Pending { id, tier });
        let retired_here = job
            .placing
            .retire
            .first()
            .map(|found| Replaced::Retired { id: found.fact.id.clone(), tier: found.tier });
        let elsewhere = self.retire_elsewhere(&job.retire, &placed.id, commit, &mut warnings);
        Remembered {
            id: placed.id,
            tier: job.place.tier(),
            kind: job.placing.fact.kind,
            outcome: if moved { Outcome::PromotedExisting } else { placed.outcome },
            choice: job.choice,
            expires_at: placed.expires_at,
            replaced: elsewhere.or(retired_here).or(pending),
            also_working: job.twin.as_ref().and(unmoved.cloned()),
            warnings,
        }
    }

    /// Takes out the working rows whose content now stands durably; says why when they stay.
    fn drop_twins(&mut self, twins: &[Found], commit: &Commit) -> Option<Unmoved> {
        let place = twins.first()?.place.as_ref()?;
        if !commit.is_durable() {
            return Some(Unmoved::NotDurable);
        }
        remove_rows(&mut *self.transaction, place, twins, self.now).err().map(Unmoved::failed)
    }

    fn retire_elsewhere(
        &mut self,
        found: &[Found],
        by: &FactId,
        commit: &Commit,
        warnings: &mut Vec<StoreWarning>,
    ) -> Option<Replaced> {
        retire_rows(&mut *self.transaction, found, by, commit, self.now, warnings)
    }
}

/// Edits as a decision: none is no change.
pub(super) fn decision(edits: Edits<Fact>) -> Decision<Fact> {
    if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
}

/// What the store had to say about a change.
pub(super) fn warnings_of(commit: &Commit) -> Vec<StoreWarning> {
    match commit {
        Commit::Unchanged { .. } => Vec::new(),
        Commit::Changed { warnings, .. } => warnings.clone(),
    }
}

/// Takes found rows of one place out of it, with every row of the same semantic key and, in the same write, the expired ones.
pub(super) fn remove_rows(
    transaction: &mut (dyn Transaction + '_),
    place: &FactPlace,
    found: &[Found],
    now: Timestamp,
) -> Result<Commit, Error> {
    transaction.update(place, Expect::Any, &mut |rows| {
        let keys = KeyMap::of(rows);
        let mut gone = vec![false; rows.len()];
        for row in found.iter().flat_map(|found| rows_of(found, &keys, rows)) {
            gone[row] = true;
        }
        let mut edits = Edits::new();
        if gone.contains(&true) {
            for row in (0..rows.len()).filter(|row| gone[*row] || !rows[*row].is_live(now)) {
                edits.remove(row);
            }
        }
        decision(edits)
    })
}

/// Retires found rows, each in its own place, once their replacement is certain to stand (D-62). The answer names the first; one that could not be retired counts before one that could.
pub(super) fn retire_rows(
    transaction: &mut (dyn Transaction + '_),
    found: &[Found],
    by: &FactId,
    replacement: &Commit,
    now: Timestamp,
    warnings: &mut Vec<StoreWarning>,
) -> Option<Replaced> {
    let mut answer = None;
    for target in found {
        let (id, tier) = (target.fact.id.clone(), target.tier);
        let result = if replacement.is_durable() {
            retire_row(transaction, target, by, now).map_err(Unmoved::failed)
        } else {
            Err(Unmoved::NotDurable)
        };
        match result {
            Ok(commit) => {
                warnings.extend(warnings_of(&commit));
                answer = answer.or(Some(Replaced::Retired { id, tier }));
            }
            Err(because) => return Some(Replaced::StillActive { id, tier, because }),
        }
    }
    answer
}

fn retire_row(
    transaction: &mut (dyn Transaction + '_),
    found: &Found,
    by: &FactId,
    now: Timestamp,
) -> Result<Commit, Error> {
    transaction.update(found.store()?, Expect::Any, &mut |rows| {
        let mut edits = Edits::new();
        for row in rows_of(found, &KeyMap::of(rows), rows) {
            edits.retire(row, by.clone(), now);
        }
        decision(edits)
    })
}

fn is_full(error: &Error) -> bool {
    matches!(error, Error::Store(store) if matches!(store.fault, StoreFault::Full { .. }))
}
