//! `recall` without a query: the live facts, newest first (F-48).

use std::cmp::Reverse;

use super::answer::{Hit, Page};
use super::gather::{Gathered, by_content, next_offset};
use super::request::RecallRequest;
use super::shelf::Sight;
use super::show::{At, body, entry};
use crate::scope::Scope;

/// The page of a listing over gathered rows.
pub(super) fn listing(
    scope: &Scope,
    request: &RecallRequest,
    sight: Sight,
    gathered: &Gathered,
) -> Page {
    let mut groups = by_content(&gathered.rows, &sight, scope);
    groups.sort_by_cached_key(|group| {
        let fact = group[0].fact(&sight);
        (Reverse(fact.last_seen_at), Reverse(fact.recorded_at), fact.id.clone())
    });
    let page = groups.iter().skip(request.offset).take(request.limit);
    let hits = page.map(|group| hit(group, &sight, request)).collect();
    Page {
        tokens: Vec::new(),
        total: groups.len(),
        hits,
        next_offset: next_offset(request.offset, request.limit, groups.len()),
        withheld: gathered.withheld,
        expired: gathered.expired,
        invalid: gathered.invalid,
        unreadable: sight.unreadable,
        warnings: sight.warnings,
    }
}

fn hit(group: &[At], sight: &Sight, request: &RecallRequest) -> Hit {
    let shown = group[0];
    let fact = shown.fact(sight);
    let body = body(fact, shown.refusal(sight), request.screen);
    let others = group[1..].iter().map(|at| at.other(sight)).collect();
    Hit { entry: entry(shown.tier(sight), fact, body, others), score: 0.0, parts: Vec::new() }
}
