//! A plan: which rows of exactly these bytes become which row, told in full before anything is done (O-30 to O-39).

use super::check::{CheckedOperation, check};
use super::replace::{Flags, flags};
use super::target::check_fingerprint;
use crate::digest;
use crate::error::Error;
use crate::fact::{Fact, FactId};
use crate::json;
use crate::port::{Edits, Fingerprint, Snapshot};
use crate::scan::Clean;
use crate::scope::{FactPlace, Scope, Segment, Tier};
use crate::time::Timestamp;

/// Operations of one plan.
pub const OPERATIONS_LIMIT: usize = 20;
/// Sources of one operation.
pub const SOURCES_LIMIT: usize = 32;
/// How long a plan can be applied, in milliseconds.
pub const PLAN_LIFE_MS: i64 = 10 * 60_000;

/// One replacement as it is asked for: these rows become this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Stored ids, exactly as persisted; a reference is none.
    pub source_ids: Vec<String>,
    /// The kind of the replacement.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// Its tags; without them the union of the sources' tags.
    pub tags: Option<Vec<String>>,
}

/// Whose wish a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Someone named the operations.
    Manual,
    /// A review that was asked for.
    Explicit,
    /// A review that began by itself.
    Auto,
}

impl Origin {
    /// Every origin.
    pub const ALL: [Self; 3] = [Self::Manual, Self::Explicit, Self::Auto];

    /// The origin's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Explicit => "explicit",
            Self::Auto => "auto",
        }
    }
}

/// What a plan belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanOwner {
    /// The host's session; none outside a host.
    pub session: Option<String>,
    /// The acting persona.
    pub persona: Segment,
    /// The project's slug; none outside one. A word, because that of a plan read back from a file is only compared.
    pub project: Option<String>,
    /// The generation of the owner; none outside a host.
    pub generation: Option<u64>,
}

impl PlanOwner {
    /// The owner of a plan made outside a host.
    pub fn of(scope: &Scope) -> Self {
        Self {
            session: None,
            persona: scope.persona.segment().clone(),
            project: scope.project.as_ref().map(|project| project.slug().to_string()),
            generation: None,
        }
    }
}

/// What a plan is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging<'a> {
    /// The store, see [`target`](fn@super::target).
    pub place: &'a FactPlace,
    /// On whose behalf.
    pub scope: &'a Scope,
    /// What it belongs to.
    pub owner: PlanOwner,
    /// Whose wish it is.
    pub origin: Origin,
    /// The fingerprint the operations were thought out for, in its written form.
    pub fingerprint: Option<&'a str>,
    /// The replacements.
    pub operations: &'a [Operation],
}

/// A plan that passed every check. It holds the rows before and after; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// `plan-` and 16 hex digits, of everything that makes it this plan (O-38).
    pub id: String,
    /// The store.
    pub place: FactPlace,
    /// The bytes it is bound to.
    pub fingerprint: Fingerprint,
    /// What it belongs to.
    pub owner: PlanOwner,
    /// Whose wish it is.
    pub origin: Origin,
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it cannot be applied.
    pub expires_at: Timestamp,
    /// The replacements, in the order they were asked for.
    pub steps: Vec<Step>,
}

/// One replacement of a plan, with its preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Positions of the sources among the valid rows, ascending.
    pub rows: Vec<usize>,
    /// The sources, whole, in file order.
    pub before: Vec<Fact>,
    /// The replacement.
    pub after: Clean<Fact>,
    /// What a reader should look at twice.
    pub flags: Flags,
}

/// Makes a plan from a strict snapshot of its place, or refuses it as a whole with the first failure in the order of O-33.
///
/// The limits of the store are not looked at here; the store does that when the plan is applied.
///
/// # Errors
/// `store.changed`, `optimize.*`, and with `detail.operation` the codes of a fact, its id, its owner and the scanner.
pub fn stage(
    snapshot: &Snapshot<Fact>,
    staging: &Staging<'_>,
    now: Timestamp,
) -> Result<Plan, Error> {
    check_fingerprint(staging.fingerprint, snapshot)?;
    restage(&snapshot.rows, snapshot.fingerprint, staging, (now, now))
}

/// The plan that was, or would be, made of some rows at the first of two times, checked at the second.
pub(super) fn restage(
    rows: &[Fact],
    fingerprint: Fingerprint,
    staging: &Staging<'_>,
    (created_at, now): (Timestamp, Timestamp),
) -> Result<Plan, Error> {
    let tier = staging.place.tier();
    let checked = check(rows, staging.operations, (tier, staging.scope, now))?;
    let step = |CheckedOperation { rows: sources, after }| {
        let before: Vec<Fact> = sources.iter().map(|row: &usize| rows[*row].clone()).collect();
        let flags = flags(&before, after.get());
        Step { rows: sources, before, after, flags }
    };
    let steps: Vec<Step> = checked.into_iter().map(step).collect();
    let operations: Vec<Operation> = steps.iter().map(Step::operation).collect();
    Ok(Plan {
        id: plan_id((tier, fingerprint), &staging.owner, created_at, &operations),
        place: staging.place.clone(),
        fingerprint,
        owner: staging.owner.clone(),
        origin: staging.origin,
        created_at,
        expires_at: created_at.plus_millis(PLAN_LIFE_MS).unwrap_or(Timestamp::MAX),
        steps,
    })
}

impl Plan {
    /// Whether it can no longer be applied.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        now >= self.expires_at
    }

    /// What applying it does to the rows it was made from: the sources go, expired rows go, the replacements stand at the end in plan order; every other row stays as it is (O-35).
    pub fn edits(&self, rows: &[Fact], now: Timestamp) -> Edits<Fact> {
        let mut gone: Vec<bool> = rows.iter().map(|row| !row.is_live(now)).collect();
        for row in self.steps.iter().flat_map(|step| &step.rows) {
            gone[*row] = true;
        }
        let mut edits = Edits::new();
        (0..rows.len()).filter(|row| gone[*row]).for_each(|row| edits.remove(row));
        self.steps.iter().for_each(|step| edits.append(step.after.clone()));
        edits
    }
}

impl Step {
    /// The stored ids of the sources, in file order.
    pub fn source_ids(&self) -> impl Iterator<Item = &FactId> {
        self.before.iter().map(|fact| &fact.id)
    }

    /// What is asked for, told in full.
    pub fn operation(&self) -> Operation {
        let after = self.after.get();
        Operation {
            source_ids: self.source_ids().map(ToString::to_string).collect(),
            kind: after.kind.as_str().to_owned(),
            text: after.text.as_str().to_owned(),
            tags: Some(after.tags.iter().map(str::to_owned).collect()),
        }
    }
}

impl Operation {
    fn push_json(&self, out: &mut String) {
        out.push('[');
        json::push_strings(out, self.source_ids.iter().map(String::as_str));
        for text in [&self.kind, &self.text] {
            out.push(',');
            json::push_string(out, text);
        }
        out.push(',');
        json::push_strings(out, self.tags.iter().flatten().map(String::as_str));
        out.push(']');
    }
}

/// `plan-` and the first 16 hex digits of SHA-256 over `[target, fingerprint, persona, project, createdAt, [[sourceIds, kind, text, tags], …]]` (O-38).
pub(super) fn plan_id(
    (target, fingerprint): (Tier, Fingerprint),
    owner: &PlanOwner,
    created_at: Timestamp,
    operations: &[Operation],
) -> String {
    let fields = [
        target.as_str(),
        &fingerprint.to_string(),
        owner.persona.as_str(),
        owner.project.as_ref().map_or("", String::as_str),
        &created_at.to_string(),
    ];
    let mut json = String::new();
    json::push_strings(&mut json, fields);
    json.pop();
    json.push_str(",[");
    for (at, operation) in operations.iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        operation.push_json(&mut json);
    }
    json.push_str("]]");
    format!("plan-{}", digest::short_hex(&[json.as_bytes()], 16))
}
