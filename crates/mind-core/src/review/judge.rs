//! The second half of a review: a reply becomes a plan, or is refused as a whole (O-90 to O-92).
//!
//! Nothing of a reply is repaired, trimmed or asked for again, and a refusal holds no part of it.

use std::collections::BTreeSet;

use super::digest::WindowDigest;
use super::prepare::{Model, Prepared};
use super::reply::read;
use crate::consolidate::hints::Traits;
use crate::consolidate::order::Order;
use crate::consolidate::plan::{Operation, Origin, Plan, Staging, Step, stage};
use crate::consolidate::receipt::Run;
use crate::error::{Error, ReviewError};
use crate::fact::{Fact, Tags};
use crate::time::{HOUR_MS, Timestamp};

/// How much life a source may lose, in milliseconds.
const LIFE_LOST_MS: i64 = 24 * HOUR_MS;

/// What a worker brought back.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// The answer, untouched.
    pub text: &'a str,
    /// The model that is said to have given it; without one it is not known to be the right one.
    pub model: Option<&'a Model>,
}

/// A reply that passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// The model leaves the records alone.
    Nothing,
    /// A plan, bound to the snapshot the review was prepared from. Nothing has changed.
    Change(Box<Change>),
}

/// What a reply would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The plan.
    pub plan: Plan,
    /// What the window will say once it is applied.
    pub digest: WindowDigest,
}

impl Change {
    /// The plan as it is applied, with the run it came from for its receipt.
    pub fn order(&self, prepared: &Prepared, result_ref: Option<String>) -> Order {
        let Model { provider, id, thinking } = &prepared.model;
        let run = Run {
            id: prepared.run.as_str().to_owned(),
            model: format!("{provider} {id}"),
            thinking: thinking.clone(),
            result_ref,
        };
        Order { run: Some(run), ..Order::of(&self.plan) }
    }

    /// How many rows go, and how many come.
    pub fn counts(&self) -> (usize, usize) {
        (self.plan.steps.iter().map(|step| step.before.len()).sum(), self.plan.steps.len())
    }
}

/// Judges a reply. The first check that fails refuses all of it.
///
/// # Errors
/// `review.*` of O-90, with `detail.operation` where it concerns one, and the codes of staging. Nothing was changed.
pub fn judge(prepared: &Prepared, reply: Reply<'_>, now: Timestamp) -> Result<Proposal, Error> {
    if reply.model != Some(&prepared.model) {
        return Err(ReviewError::ModelChanged.into());
    }
    let operations = read(reply.text)?;
    if operations.is_empty() {
        return Ok(Proposal::Nothing);
    }
    check_window(prepared, &operations)?;
    let plan = stage(&prepared.snapshot, &staging(prepared, &operations), now)?;
    each(&plan.steps, check_life)?;
    if prepared.origin == Origin::Auto {
        check_guards(&plan.steps)?;
    }
    let digest = digest_after(prepared, &plan);
    Ok(Proposal::Change(Box::new(Change { plan, digest })))
}

fn staging<'a>(prepared: &'a Prepared, operations: &'a [Operation]) -> Staging<'a> {
    Staging {
        place: &prepared.place,
        owner: prepared.owner.clone(),
        scope: &prepared.scope,
        origin: prepared.origin,
        fingerprint: None,
        operations,
    }
}

/// That every id was shown, and that kinds and tags are those of the sources.
fn check_window(prepared: &Prepared, operations: &[Operation]) -> Result<(), Error> {
    let sources = |operation: &Operation| -> Option<Vec<&Fact>> {
        let shown = |id: &String| prepared.rows().find(|fact| fact.id.as_str() == id);
        operation.source_ids.iter().map(shown).collect()
    };
    let mut all = Vec::with_capacity(operations.len());
    for (index, operation) in operations.iter().enumerate() {
        let sources = sources(operation).ok_or_else(|| ReviewError::NotInWindow.of(index))?;
        all.push((operation, sources));
    }
    each(&all, |(operation, sources)| {
        let kept = sources.iter().any(|fact| fact.kind.as_str() == operation.kind);
        if kept { Ok(()) } else { Err(ReviewError::KindChanged) }
    })?;
    each(&all, |(operation, sources)| check_tags(operation, sources))
}

fn check_tags(operation: &Operation, sources: &[&Fact]) -> Result<(), ReviewError> {
    let had: BTreeSet<Box<str>> = sources.iter().flat_map(|fact| fact.tags.normalised()).collect();
    let given = operation.tags.as_deref().unwrap_or_default();
    let given = Tags::parse(given).map_err(|_| ReviewError::TagInvented)?;
    let invented = given.normalised().iter().any(|tag| !had.contains(tag));
    if invented { Err(ReviewError::TagInvented) } else { Ok(()) }
}

/// That no source is cut short by more than a day.
fn check_life(step: &Step) -> Result<(), ReviewError> {
    let longest = step.before.iter().filter_map(|fact| fact.expires_at).max();
    let lost = longest
        .zip(step.after.get().expires_at)
        .map_or(0, |(longest, end)| longest.millis() - end.millis());
    if lost <= LIFE_LOST_MS {
        return Ok(());
    }
    let hours = |millis: i64| (millis / HOUR_MS).unsigned_abs();
    Err(ReviewError::ShortensLife { limit_hours: hours(LIFE_LOST_MS), lost_hours: hours(lost) })
}

/// What nobody looks at before it is done keeps its numbers, its denials and most of its words.
fn check_guards(steps: &[Step]) -> Result<(), Error> {
    let traits = |fact: &Fact| Traits::of(fact.text.as_str());
    let told: Vec<(Vec<Traits>, Traits)> = steps
        .iter()
        .map(|step| (step.before.iter().map(traits).collect(), traits(step.after.get())))
        .collect();
    let held = |holds: bool, error| if holds { Ok(()) } else { Err(error) };
    each(&told, |(before, after)| {
        let had: BTreeSet<&String> = before.iter().flat_map(Traits::numerals).collect();
        let has: BTreeSet<&String> = after.numerals().iter().collect();
        held(had == has, ReviewError::GuardNumbers)
    })?;
    each(&told, |(before, after)| {
        let same = before.iter().all(|source| source.denies() == after.denies());
        held(same, ReviewError::GuardNegation)
    })?;
    each(&told, |(before, after)| {
        let lost = before.iter().any(|source| source.is_mostly_lost_in(after));
        held(!lost, ReviewError::GuardWords)
    })
}

/// The digest of the window with the sources replaced.
fn digest_after(prepared: &Prepared, plan: &Plan) -> WindowDigest {
    let gone: BTreeSet<usize> = plan.steps.iter().flat_map(|step| step.rows.clone()).collect();
    let stay = prepared.window.iter().filter(|row| !gone.contains(row));
    let rows = stay.map(|row| &prepared.snapshot.rows[*row]);
    let new = plan.steps.iter().map(|step| step.after.get());
    WindowDigest::of(prepared.place.tier(), &prepared.owner, rows.chain(new))
}

/// Holds one check against every operation; the first that fails says which.
fn each<T>(all: &[T], check: impl Fn(&T) -> Result<(), ReviewError>) -> Result<(), Error> {
    all.iter().enumerate().try_for_each(|(index, one)| check(one).map_err(|error| error.of(index)))
}
