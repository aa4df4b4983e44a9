//! `recall` with a query: the engine's ranking over the visible live rows.

use std::cmp::Reverse;

use super::Mind;
use super::answer::{Hit, Page};
use super::gather::{Gathered, check_limit, count, gather, next_offset};
use super::list::listing;
use super::request::RecallRequest;
use super::shelf::{Indexed, Sight, View};
use super::show::{At, body, entry};
use super::standing::Moment;
use crate::error::Error;
use crate::fact::Kind;
use crate::port::{Clock, Store};
use crate::recall::{Channel, Index, Query, SearchOptions, rank};
use crate::scope::{Scope, Tier};
use crate::time::Timestamp;

/// A row the engine found.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) at: At,
    pub(super) score: f64,
    pub(super) parts: Vec<(Channel, f64)>,
}

/// The best rows, and how many contents matched in all.
#[derive(Debug)]
pub(super) struct Rank {
    pub(super) rows: Vec<Ranked>,
    pub(super) total: usize,
}

/// What a ranking is asked for beside the query.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) scope: &'a Scope,
    pub(super) kind: Option<Kind>,
    /// The time the rows must be live at.
    pub(super) moment: Moment,
    /// Best rows wanted; those that tie with the last are returned too.
    pub(super) limit: usize,
}

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn find(&self, view: View<'_>, request: &RecallRequest) -> Result<Page, Error> {
        let scope = view.scope;
        check_limit(request.limit)?;
        let now = self.clock.now();
        let query = parse_query(&request.query, request.at.unwrap_or(now))?;
        let sight = Sight::of(&self.store, &self.shelves, view, &request.tiers)?;
        if query.is_blank() {
            let gathered = gather(&sight, request, now);
            return Ok(listing(scope, request, sight, &gathered));
        }
        let (moment, gathered) = match request.at {
            None => (Moment::Now(now), count(&sight, request.kind, now)),
            Some(at) => (Moment::Past(at), gather(&sight, request, now)),
        };
        let wanted = Wanted {
            scope,
            kind: request.kind,
            moment,
            limit: request.offset.saturating_add(request.limit),
        };
        let rank = self.rank(&sight, &query, wanted);
        Ok(self.page(&query, request, sight, &gathered, &rank))
    }

    /// Ranks the live rows of a sight for a query: one row a content, in the order of answers.
    pub(super) fn rank(&self, sight: &Sight, query: &Query, wanted: Wanted<'_>) -> Rank {
        let shelves: Vec<Indexed> =
            sight.shelves.iter().map(|shelf| shelf.indexed(wanted.moment)).collect();
        let hidden = self.hidden_twins(sight, &shelves, wanted);
        let keep = |shelf: usize, row: usize| {
            let at = At { shelf, row: shelves[shelf].rows()[row] };
            let kind = wanted.kind.is_none_or(|kind| at.fact(sight).kind == kind);
            kind && (hidden.is_empty() || hidden.binary_search(&at).is_err())
        };
        let indexes: Vec<&Index> = shelves.iter().map(Indexed::index).collect();
        let keeps_all = wanted.kind.is_none() && hidden.is_empty();
        let options = SearchOptions {
            limit: wanted.limit,
            keep: (!keeps_all).then_some(&keep),
            ..SearchOptions::default()
        };
        let ranking = rank(&indexes, query, &options);
        let placed = |hit: crate::recall::Scored| Ranked {
            at: At { shelf: hit.store, row: shelves[hit.store].rows()[hit.row] },
            score: hit.score,
            parts: hit.parts,
        };
        let ordered = |hits: Vec<crate::recall::Scored>| {
            let mut rows: Vec<Ranked> = hits.into_iter().map(placed).collect();
            rows.sort_by(|a, b| {
                b.score.total_cmp(&a.score).then_with(|| tie(a.at, sight).cmp(&tie(b.at, sight)))
            });
            rows
        };
        let rows = [ordered(ranking.hits), ordered(ranking.rest)].concat();
        Rank { rows, total: ranking.matched }
    }

    /// Rows whose content another row answers for, sorted: the shown one is the first by precedence among those that count.
    fn hidden_twins(&self, sight: &Sight, shelves: &[Indexed], wanted: Wanted<'_>) -> Vec<At> {
        let counts = |at: &At| {
            let kind = wanted.kind.is_none_or(|kind| at.fact(sight).kind == kind);
            kind && shelves[at.shelf].rows().binary_search(&at.row).is_ok()
        };
        let mut hidden = Vec::new();
        for group in &self.twins.of(sight).groups {
            let mut rows: Vec<At> = group.iter().copied().filter(counts).collect();
            rows.sort_by_key(|at| at.precedence(sight, wanted.scope));
            hidden.extend(rows.into_iter().skip(1));
        }
        hidden.sort_unstable();
        hidden
    }

    fn page(
        &self,
        query: &Query,
        request: &RecallRequest,
        sight: Sight,
        gathered: &Gathered,
        rank: &Rank,
    ) -> Page {
        let page = rank.rows.iter().skip(request.offset).take(request.limit);
        let hits = page.map(|ranked| self.hit(ranked, &sight, request)).collect();
        Page {
            tokens: query.tokens().to_vec(),
            total: rank.total,
            hits,
            next_offset: next_offset(request.offset, request.limit, rank.total),
            withheld: gathered.withheld,
            expired: gathered.expired,
            invalid: gathered.invalid,
            unreadable: sight.unreadable,
            warnings: sight.warnings,
        }
    }

    fn hit(&self, ranked: &Ranked, sight: &Sight, request: &RecallRequest) -> Hit {
        let (at, fact) = (ranked.at, ranked.at.fact(sight));
        let twins = self.twins.of(sight);
        let group = twins.groups.iter().find(|group| group.contains(&at));
        let others = group.into_iter().flatten().filter(|other| **other != at);
        let others = others.map(|other| other.other(sight)).collect();
        let body = body(fact, at.refusal(sight), request.screen);
        Hit {
            entry: entry(at.tier(sight), fact, body, others),
            score: ranked.score,
            parts: ranked.parts.clone(),
        }
    }
}

/// Reads a query; dates and words like `yesterday` in it are seen from `now`.
pub(super) fn parse_query(text: &str, now: Timestamp) -> Result<Query, Error> {
    Query::parse(text, now.millis()).map_err(|error| Error::QueryTooLong {
        limit: Query::MAX_CHARACTERS,
        actual: error.characters,
    })
}

/// Kind, newest first, tier, id: what decides between equal scores.
fn tie(at: At, sight: &Sight) -> (Kind, Reverse<Timestamp>, Tier, &str) {
    let fact = at.fact(sight);
    (fact.kind, Reverse(fact.last_seen_at), at.tier(sight), fact.id.as_str())
}
