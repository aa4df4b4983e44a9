//! `context`: the visible rows and their ranking, made into the blocks a model gets.

use std::sync::Arc;

use super::Mind;
use super::backlog::is_near;
use super::request::ContextRequest;
use super::shelf::{Indexed, Sight};
use super::show::At;
use super::standing::Moment;
use crate::backlog::BacklogItem;
use crate::context::{
    self, Blocks, Budget, FactRow, Frame, ItemRow, MATCHES_ASKED, Matches, NoteRow, Rank,
    StoreSeen, Visible,
};
use crate::error::Error;
use crate::fact::{FactId, ReferenceTier, Source};
use crate::note::Note;
use crate::port::{Clock, Snapshot, Store};
use crate::recall::{Channel, Document, Index, Query, Ranking, Scored, SearchOptions};
use crate::scan::{self, ScanScope};
use crate::scope::{FactPlace, Scope};
use crate::text::clip;
use crate::time::Timestamp;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn blocks(&self, scope: &Scope, request: &ContextRequest) -> Result<Blocks, Error> {
        let frame = Frame {
            persona: scope.persona.segment(),
            project: scope.project.as_ref().map(|project| scan::label(project.base())),
            now: self.clock.now(),
            budget: Budget::of_tokens(request.budget_tokens, request.reserved_bytes)?,
            lean: request.lean,
            tools: request.tools,
        };
        let mut places = scope.visible();
        places.retain(|place| !request.lean || place.tier().is_durable());
        let sight = Sight::over(&self.store, &self.shelves, &places);
        let backlog = scope.project.as_ref().filter(|_| !request.lean);
        let backlog = backlog.map(|project| self.store.backlog(project));
        let live = live(&sight, frame.now);
        let query = (!request.lean).then(|| query(&request.task, frame.now)).flatten();
        let visible = Visible {
            facts: self.rows(&sight, &live),
            notes: notes(&request.notes, query.as_ref()),
            notes_state: request.notes_state,
            backlog: match &backlog {
                Some(Ok(snapshot)) => items(snapshot, scope, frame.now),
                _ => Vec::new(),
            },
            stores: stores(&places, &sight, backlog.as_ref()),
        };
        let mut blocks = match &query {
            None => context::blocks(&visible, &frame, None),
            Some(query) => {
                let finder = Finder::new(query, &sight, &live, frame.now);
                context::blocks(&visible, &frame, Some(Rank(&|asked| finder.matches(asked))))
            }
        };
        blocks.warnings = sight.warnings;
        if let Some(Ok(snapshot)) = &backlog {
            blocks.warnings.extend(snapshot.warnings.iter().cloned());
        }
        Ok(blocks)
    }

    /// The live rows of a sight, each with what the scanner says and the others that say the same.
    fn rows<'a>(&self, sight: &'a Sight, live: &[At]) -> Vec<FactRow<'a>> {
        let row = |at: &At| FactRow {
            tier: at.tier(sight),
            fact: at.fact(sight),
            withheld: at.refusal(sight).is_some(),
            content: None,
        };
        let mut rows: Vec<FactRow<'a>> = live.iter().map(row).collect();
        for (content, group) in self.twins.of(sight).groups.iter().enumerate() {
            for place in group.iter().filter_map(|at| live.binary_search(at).ok()) {
                rows[place].content = Some(content);
            }
        }
        rows
    }
}

/// Every live row that counts, shelf by shelf.
fn live(sight: &Sight, now: Timestamp) -> Vec<At> {
    let mut rows = Vec::new();
    for (shelf, shelved) in sight.shelves.iter().enumerate() {
        rows.extend(shelved.live(now).map(|row| At { shelf, row }));
    }
    rows
}

/// Finds the rows that match a query.
struct Finder<'a> {
    query: &'a Query,
    live: &'a [At],
    shelves: Vec<Indexed>,
    /// For each shelf, where its indexed rows stand among the live ones.
    places: Vec<Vec<usize>>,
}

impl<'a> Finder<'a> {
    fn new(query: &'a Query, sight: &Sight, live: &'a [At], now: Timestamp) -> Self {
        let indexed = sight.shelves.iter().map(|shelf| shelf.indexed(Moment::Now(now)));
        let shelves: Vec<Indexed> = indexed.collect();
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); shelves.len()];
        for (place, at) in live.iter().enumerate() {
            let places = &mut places[at.shelf];
            if shelves[at.shelf].rows().get(places.len()) == Some(&at.row) {
                places.push(place);
            }
        }
        Self { query, live, shelves, places }
    }

    /// Ranks the rows asked about among the stores they are in, whose word statistics count: what is noted for hours does not move what is durable.
    fn matches(&self, asked: &[bool]) -> Matches {
        let asked_rows = self.live.iter().zip(asked).filter(|(_, asked)| **asked);
        let mut shelves: Vec<usize> = asked_rows.map(|(at, _)| at.shelf).collect();
        shelves.dedup();
        let place = |store: usize, row: usize| self.places[shelves[store]][row];
        let keep = |store: usize, row: usize| asked[place(store, row)];
        let indexes: Vec<&Index> =
            shelves.iter().map(|shelf| self.shelves[*shelf].index()).collect();
        let options =
            SearchOptions { limit: MATCHES_ASKED, keep: Some(&keep), ..SearchOptions::default() };
        let ranking = relevant(crate::recall::rank(&indexes, self.query, &options));
        let rows = ranking.hits.iter().map(|hit| (place(hit.store, hit.row), hit.score));
        Matches { rows: rows.collect(), total: ranking.matched }
    }
}

/// Share of the best score that a row must reach to be put before a model unasked.
const FLOOR: f64 = 0.2;

/// The same for a row that has no word of the request, only words that look like one.
const FLOOR_ALIKE: f64 = 0.5;

/// Leaves out what matches only a little beside the best: a search may list it, but nobody asked for it here.
fn relevant(mut ranking: Ranking) -> Ranking {
    let best = ranking.hits.first().map_or(0.0, |hit| hit.score);
    let has_words =
        |hit: &Scored| hit.parts.iter().any(|(channel, _)| *channel == Channel::Lexical);
    let ends = ranking.hits.last().is_some_and(|last| last.score < FLOOR * best);
    let before = ranking.hits.len();
    ranking.hits.retain(|hit| {
        let floor = if has_words(hit) { FLOOR } else { FLOOR_ALIKE };
        hit.score >= floor * best
    });
    let kept = ranking.hits.len();
    ranking.matched = if ends { kept } else { ranking.matched.max(before) - (before - kept) };
    ranking
}

/// The query of a request's text: its beginning, because what a query may be long is not what a request may be.
fn query(task: &str, now: Timestamp) -> Option<Query> {
    let asked = clip(crate::text::trim(task), Query::MAX_CHARACTERS).kept;
    let query = Query::parse(asked, now.millis()).ok();
    query.filter(|query| !query.is_blank())
}

/// The notes with what the scanner and the query say of each.
fn notes<'a>(notes: &'a [Note], query: Option<&Query>) -> Vec<NoteRow<'a>> {
    let safe = |note: &Note| scan::check(note, ScanScope::Context).is_ok();
    let mut rows: Vec<NoteRow<'a>> =
        notes.iter().map(|note| NoteRow { note, withheld: !safe(note), score: None }).collect();
    let Some(query) = query.filter(|_| !rows.is_empty()) else { return rows };
    let shown: Vec<usize> = (0..rows.len()).filter(|at| !rows[*at].withheld).collect();
    let tags: Vec<Vec<&str>> = shown.iter().map(|at| notes[*at].tags.iter().collect()).collect();
    let index = Index::build(shown.iter().zip(&tags).map(|(at, tags)| document(&notes[*at], tags)));
    let options = SearchOptions { limit: notes.len(), ..SearchOptions::default() };
    for hit in crate::recall::search(&[&index], query, &options) {
        rows[shown[hit.row]].score = Some(hit.score);
    }
    rows
}

fn document<'a>(note: &'a Note, tags: &'a [&'a str]) -> Document<'a, &'a str> {
    Document {
        id: FactId::as_str(&note.id),
        tags,
        kind: note.kind.as_str(),
        source: note.source.as_ref().map(Source::as_str),
        recorded_at: note.recorded_at.millis(),
        ..Document::from_text(note.text.as_str())
    }
}

/// The open and taken items the acting persona answers for.
fn items<'a>(
    snapshot: &'a Snapshot<BacklogItem>,
    scope: &Scope,
    now: Timestamp,
) -> Vec<ItemRow<'a>> {
    let near =
        |item: &&BacklogItem| item.is_live(now) && !item.state.is_closed() && is_near(item, scope);
    let row = |item| ItemRow { item, withheld: scan::check(item, ScanScope::Context).is_err() };
    snapshot.rows.iter().filter(near).map(row).collect()
}

/// What came of looking at each store.
fn stores(
    places: &[FactPlace],
    sight: &Sight,
    backlog: Option<&Result<Arc<Snapshot<BacklogItem>>, Error>>,
) -> Vec<StoreSeen> {
    let mut seen: Vec<StoreSeen> = Vec::new();
    for place in places {
        let tier = place.tier();
        let shelf = sight.shelves.iter().find(|shelf| shelf.tier == tier);
        let fault = sight.unreadable.iter().find(|unreadable| unreadable.tier == tier);
        let outcome = match (shelf, fault) {
            (Some(shelf), _) => Ok(shelf.snapshot.fingerprint),
            (None, Some(fault)) => Err(fault.because.clone()),
            (None, None) => continue,
        };
        seen.push(StoreSeen { store: ReferenceTier::Facts(tier), outcome });
    }
    seen.extend(backlog.map(|backlog| StoreSeen {
        store: ReferenceTier::Backlog,
        outcome: backlog.as_ref().map(|snapshot| snapshot.fingerprint).map_err(Clone::clone),
    }));
    seen
}
