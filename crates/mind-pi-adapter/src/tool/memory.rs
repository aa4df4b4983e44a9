//! The tool `memory`: facts in the stores, and notes of the session beside them (PI-71).

mod fields;

use mind_core::Mind;
use mind_core::error::Error;
use mind_core::mind::{
    Destination, Draft, ForgetMode, Forgotten, LIMIT_DEFAULT, LIMIT_MAX, Named, RecallRequest,
    Remembered, TierChoice,
};
use mind_core::port::{Clock, Store};
use mind_core::scope::Tier;
use mind_core::time::Timestamp;
use mind_mcp::{wire, words};

pub(super) use fields::ACTIONS;

use super::page::{piece_of_fact, piece_of_item, recalled};
use super::{By, Reply, Rest, Says, Task};
use crate::details::Details;
use crate::fault::Fault;
use crate::job::Job;
use crate::notes::Before;
use crate::session::Session;
use crate::span::rounded_up;

/// What is decided by the session alone: a note that is to be saved.
pub(super) fn note(
    task: &Task,
    session: &mut Session,
    now: Timestamp,
) -> Option<Result<Reply, Fault>> {
    if task.action != "remember" {
        return None;
    }
    match tier_of(task) {
        Err(fault) => Some(Err(fault.into())),
        Ok(Some(tier)) if tier == Tier::Session.as_str() => {
            Some(session.note(&draft(task, None), now))
        }
        Ok(_) => None,
    }
}

/// Asks the stores.
pub(super) fn ask<S: Store, C: Clock>(
    task: &Task,
    job: &Job,
    mind: &Mind<S, C>,
    (now, says): (Timestamp, Says),
) -> Result<Rest, Fault> {
    match task.action {
        "remember" => remember(task, job, mind, now).map(Rest::Nothing),
        "recall" => recall(task, job, mind).map(Rest::Nothing),
        "read" => read(task, job, mind).map(Rest::Nothing),
        "forget" => forget(task, job, mind, says),
        _ => promote(task, job, mind).map(Rest::Nothing),
    }
}

/// The tier that is named, in today's word or the older ones; two that disagree are refused.
fn tier_of(task: &Task) -> Result<Option<String>, mind_mcp::Fault> {
    let arguments = &task.arguments;
    let term = match arguments.text("term") {
        None => None,
        Some("long") => Some(Tier::Persona.as_str()),
        Some("short") => Some(Tier::Project.as_str()),
        Some(_) => {
            return Err(mind_mcp::Fault::Invalid { field: "term", expected: "long or short" });
        }
    };
    let shared = arguments.flag("shared").then_some(Tier::Shared.as_str());
    let tier = arguments.text("tier");
    let said = [("tier", tier), ("shared", shared), ("term", term)];
    let mut chosen: Option<(&'static str, &str)> = None;
    for (field, value) in said {
        let Some(value) = value else { continue };
        match chosen {
            Some((with, other)) if other != value => {
                return Err(mind_mcp::Fault::Conflict { field, with });
            }
            Some(_) => {}
            None => chosen = Some((field, value)),
        }
    }
    Ok(chosen.map(|(_, tier)| tier.to_owned()))
}

fn draft(task: &Task, tier: Option<String>) -> Draft {
    let arguments = &task.arguments;
    Draft {
        kind: arguments.owned("kind"),
        text: arguments.text_or_empty("text").to_owned(),
        tags: arguments.owned_texts("tags"),
        tier,
        ttl_hours: arguments.number("ttlHours"),
        source: arguments.owned("source"),
        derived_from: arguments.owned_texts("derivedFrom"),
        supersedes: arguments.owned("supersedes"),
        recorded_at: None,
    }
}

fn remember<S: Store, C: Clock>(
    task: &Task,
    job: &Job,
    mind: &Mind<S, C>,
    now: Timestamp,
) -> Result<Reply, Fault> {
    let draft = draft(task, tier_of(task)?);
    let receipt = job.run(mind, |mind, scope| mind.remember(scope, &draft))?;
    let Remembered { id, tier, kind, outcome, .. } = &receipt;
    let details = Details::done("remember")
        .with("id", id.as_str())
        .with("tier", tier.as_str())
        .with("kind", kind.as_str())
        .with("outcome", outcome.as_str())
        .summary(&format!("{kind} saved in {tier}"));
    let text = words::remembered(&receipt);
    // A host has one tier more than a server.
    let text = match receipt.choice {
        TierChoice::Rule => text.replace(
            "(persona, shared, project-long, project)",
            "(persona, shared, project-long, project, session)",
        ),
        TierChoice::Named | TierChoice::Existing => text,
    };
    let end = receipt.expires_at.filter(|_| task.by == By::Person);
    let text = end.map_or(text.clone(), |end| {
        let left = rounded_up(end.millis() - now.millis());
        format!("{text}\nIt expires in {left}; promote keeps it.")
    });
    Ok(Reply::done(text, details))
}

fn recall<S: Store, C: Clock>(task: &Task, job: &Job, mind: &Mind<S, C>) -> Result<Reply, Fault> {
    let arguments = &task.arguments;
    let durable = [Tier::Persona, Tier::Shared, Tier::ProjectLong];
    let here = |tier: &Tier| *tier != Tier::ProjectLong || job.project.is_some();
    let durable = durable.into_iter().filter(here);
    let tiers: Vec<Tier> = match arguments.text("scope").unwrap_or("all") {
        "all" => Vec::new(),
        "working" | "short" => vec![Tier::Project],
        "session" => vec![Tier::Session],
        "both" if job.project.is_some() => durable.chain([Tier::Project]).collect(),
        "durable" | "long" | "both" => durable.collect(),
        _ => {
            let expected = "all, durable, working or session";
            return Err(mind_mcp::Fault::Invalid { field: "scope", expected }.into());
        }
    };
    let request = RecallRequest {
        query: arguments.text_or_empty("query").to_owned(),
        tiers,
        limit: arguments.count("max").unwrap_or(LIMIT_DEFAULT).clamp(1, LIMIT_MAX),
        offset: arguments.count("offset").unwrap_or(0),
        ..RecallRequest::default()
    };
    let page = job.run(mind, |mind, scope| mind.in_session(&job.notes).recall(scope, &request))?;
    Ok(recalled(&page, &request, job.notes.gaps()))
}

fn read<S: Store, C: Clock>(task: &Task, job: &Job, mind: &Mind<S, C>) -> Result<Reply, Fault> {
    let reference = task.arguments.text_or_empty("id");
    let from = task.arguments.count("fromByte").unwrap_or(0);
    let tier = tier(task)?;
    let read = job.run(mind, |mind, scope| {
        match mind.in_session(&job.notes).read(scope, reference, tier) {
            // A reference may name deferred work too (F-19).
            Err(Error::NotFound { .. } | Error::IdInvalid) if tier.is_none() => {
                mind.look_up(scope, reference).map(|named| (named, None))
            }
            read => read.map(|(reading, origin)| (Named::Fact(Box::new(reading)), origin)),
        }
    })?;
    match read {
        (Named::Fact(reading), origin) => {
            let origin = origin.filter(|origin| origin.as_str() != job.stamp.session);
            piece_of_fact(&reading, origin.as_ref(), from)
        }
        (Named::Item(item), _) => piece_of_item(&item, from),
    }
}

fn forget<S: Store, C: Clock>(
    task: &Task,
    job: &Job,
    mind: &Mind<S, C>,
    says: Says,
) -> Result<Rest, Fault> {
    let reference = task.arguments.text_or_empty("id");
    let tier = tier(task)?;
    let forgotten = job.run(mind, |mind, scope| {
        mind.in_session(&job.notes).forget(scope, reference, tier, ForgetMode::Remove)
    })?;
    let stored = &forgotten.stored;
    let before = (!stored.removed.is_empty())
        .then(|| Before { text: removed(stored, says), details: removed_details(stored) });
    Ok(match (forgotten.note, before) {
        (Some(id), before) => Rest::Forget { id, before },
        (None, Some(before)) => Rest::SaidWhatRemains(Reply::done(before.text, before.details)),
        (None, None) => return Err(Error::NotFound { reference: reference.to_owned() }.into()),
    })
}

/// What was removed, in words; what is left of it is said once a session.
fn removed(receipt: &Forgotten, says: Says) -> String {
    let text = words::forgotten(receipt, ForgetMode::Remove);
    let kept = |line: &&str| says == Says::WhatRemains || !line.contains(wire::REMAINS);
    text.lines().filter(kept).collect::<Vec<_>>().join("\n")
}

fn removed_details(receipt: &Forgotten) -> Details {
    let gone = receipt.removed.iter().filter(|row| row.failed.is_none());
    let ids: Vec<&str> = gone.clone().map(|row| row.id.as_str()).collect();
    let tiers: Vec<&str> = gone.map(|row| row.tier.as_str()).collect();
    let details = Details::done("forget");
    let details = match (ids.first(), tiers.first()) {
        (Some(id), Some(tier)) => details.with("id", *id).with("tier", *tier),
        _ => details,
    };
    details.with("ids", ids).summary(&format!("forgot in {}", tiers.join(", ")))
}

fn promote<S: Store, C: Clock>(task: &Task, job: &Job, mind: &Mind<S, C>) -> Result<Reply, Fault> {
    let reference = task.arguments.text_or_empty("id");
    let all = [Destination::ProjectLong, Destination::Persona, Destination::Shared];
    let destination = match task.arguments.text("destination") {
        None => Destination::default(),
        Some(name) => {
            let known = all.into_iter().find(|one| one.tier().as_str() == name);
            known.ok_or(Error::TierUnknown)?
        }
    };
    let receipt = job.run(mind, |mind, scope| {
        mind.in_session(&job.notes).promote(scope, reference, destination)
    })?;
    let details = Details::done("promote")
        .with("id", receipt.id.as_str())
        .with("tier", receipt.tier.as_str())
        .with("kind", receipt.kind.as_str())
        .with("outcome", receipt.outcome.as_str())
        .summary(&format!("{} promoted to {}", receipt.kind, receipt.tier));
    Ok(Reply::done(words::promoted(&receipt), details))
}

fn tier(task: &Task) -> Result<Option<Tier>, Error> {
    task.arguments.text("tier").map(str::parse).transpose()
}
