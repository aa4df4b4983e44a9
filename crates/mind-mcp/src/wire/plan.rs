//! Plans: as they are shown, and read back.

use mind_core::consolidate::Flags;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::{Operation, Origin, Plan, PlanOwner, Step};
use mind_core::error::{ApplyError, Error};
use mind_core::fact::{Fact, FactId};
use mind_core::port::Fingerprint;
use mind_core::scope::{Scope, Segment, Tier};
use mind_core::time::Timestamp;
use mind_protocol::optimize as wire;
use serde_json::{Map, Value};

use super::word;

/// A plan, whole.
pub fn plan(plan: &Plan) -> wire::Plan {
    wire::Plan {
        format: wire::Format,
        version: wire::Version,
        plan_id: plan.id.clone(),
        target: word::tier(plan.place.tier()),
        fingerprint: plan.fingerprint.to_string(),
        owner: wire::PlanOwner {
            session: plan.owner.session.clone(),
            persona: plan.owner.persona.to_string(),
            project: plan.owner.project.clone(),
            generation: plan.owner.generation,
        },
        origin: origin(plan.origin),
        created_at: plan.created_at.to_string(),
        expires_at: plan.expires_at.to_string(),
        operations: plan.steps.iter().map(operation).collect(),
        preview: plan.steps.iter().map(|step| preview(step, plan.place.tier())).collect(),
    }
}

/// The plan with less of its preview: first the rows that go become ids, then operations and preview are left out (O-132). Nothing where nothing is left to take.
pub fn staged_without_room(staged: &wire::StagedPlan) -> Option<wire::StagedPlan> {
    let mut less = staged.clone();
    if less.preview_omitted {
        return None;
    }
    if less.before_omitted {
        (less.plan.operations, less.plan.preview) = (Vec::new(), Vec::new());
        less.preview_omitted = true;
    } else {
        for row in less.plan.preview.iter_mut().flat_map(|preview| &mut preview.before) {
            *row = wire::Row { id: std::mem::take(&mut row.id), ..wire::Row::default() };
        }
        less.before_omitted = true;
    }
    Some(less)
}

/// A plan for a model's eyes: members of rows that this version does not know are not shown, because nobody has scanned them. A plan that goes back into a file keeps them.
pub(crate) fn plan_for_a_model(plan: &Plan) -> wire::Plan {
    let mut shown = self::plan(plan);
    for preview in &mut shown.preview {
        preview.before.iter_mut().chain([&mut preview.after]).for_each(|row| row.unknown.clear());
    }
    shown
}

/// A plan file as an order: strictly what was staged, for the present persona and project (O-40).
///
/// # Errors
/// `optimize.plan_altered` for anything that is not a plan as it was staged; `optimize.owner_mismatch` for one of a place this scope does not have.
pub fn order(file: &[u8], scope: &Scope, now: Timestamp) -> Result<Order, Error> {
    let altered = || Error::from(ApplyError::PlanAltered);
    let plan: wire::Plan = serde_json::from_slice(file).map_err(|_| altered())?;
    let tier = Tier::ALL.into_iter().find(|tier| word::tier(*tier) == plan.target);
    let tier = tier.filter(|tier| *tier != Tier::Session).ok_or_else(altered)?;
    let owner = PlanOwner {
        session: plan.owner.session,
        persona: Segment::stored(&plan.owner.persona).ok_or_else(altered)?,
        project: plan.owner.project,
        generation: plan.owner.generation,
    };
    let order = Order {
        id: plan.plan_id,
        place: scope.place(tier).map_err(|_| ApplyError::OwnerMismatch)?,
        fingerprint: Fingerprint::parse(&plan.fingerprint).ok_or_else(altered)?,
        owner,
        origin: Origin::Manual,
        run: None,
        created_at: Timestamp::parse(&plan.created_at).map_err(|_| altered())?,
        operations: plan.operations.into_iter().map(asked).collect(),
    };
    let exact = order.created_at.to_string() == plan.created_at;
    if !exact {
        return Err(altered());
    }
    order.check_unaltered(now)?;
    Ok(order)
}

fn operation(step: &Step) -> wire::Operation {
    let Operation { source_ids, kind, text, tags } = step.operation();
    wire::Operation { source_ids, kind, text, tags }
}

fn asked(operation: wire::Operation) -> Operation {
    let wire::Operation { source_ids, kind, text, tags } = operation;
    Operation { source_ids, kind, text, tags }
}

fn preview(step: &Step, tier: Tier) -> wire::Preview {
    wire::Preview {
        before: step.before.iter().map(|fact| row(fact, tier)).collect(),
        after: row(step.after.get(), tier),
        flags: flags(step.flags),
    }
}

const fn flags(flags: Flags) -> wire::Flags {
    wire::Flags {
        kinds_differ: flags.kinds_differ,
        negation_differs: flags.negation_differs,
        numbers_differ: flags.numbers_differ,
        words_lost: flags.words_lost,
        life_lost_hours: flags.life_lost_hours,
    }
}

pub(super) fn row(fact: &Fact, tier: Tier) -> wire::Row {
    wire::Row {
        id: fact.id.to_string(),
        kind: Some(word::kind(fact.kind)),
        text: Some(fact.text.as_str().to_owned()),
        tags: Some(fact.tags.iter().map(str::to_owned).collect()),
        recorded_at: Some(fact.recorded_at.to_string()),
        last_seen_at: Some(fact.last_seen_at.to_string()),
        expires_at: fact.expires_at.map(|at| at.to_string()),
        supersedes: fact.supersedes.as_ref().map(FactId::to_string),
        persona: fact.owner(tier).map(Segment::to_string),
        source: fact.source.as_ref().map(|source| source.as_str().to_owned()),
        derived_from: fact.derived_from.iter().map(FactId::to_string).collect(),
        unknown: fact.extra.iter().filter_map(unknown).collect::<Map<String, Value>>(),
    }
}

/// A member nobody knows, unless its name is one a row has here.
fn unknown((name, value): (&str, &str)) -> Option<(String, Value)> {
    let taken = ["persona"].contains(&name);
    let value = serde_json::from_str(value).ok().filter(|_| !taken)?;
    Some((name.to_owned(), value))
}

pub(super) const fn origin(origin: Origin) -> wire::Origin {
    match origin {
        Origin::Manual => wire::Origin::Manual,
        Origin::Explicit => wire::Origin::Explicit,
        Origin::Auto => wire::Origin::Auto,
    }
}
