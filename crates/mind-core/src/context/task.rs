//! The task block: what this request needs.

use super::block::{Block, Sheet};
use super::budget::NOTES_BYTES;
use super::input::{FactRow, Frame, Rank, Visible};
use super::line::{Line, Row};
use super::manifest::Section;
use super::notice::Notice;
use super::queue::{Candidate, Key, Offer, Queue};
use super::twins::repeats;
use crate::backlog::BacklogState;
use crate::fact::{Kind, ReferenceTier};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

const MATCHING_CAP: usize = 8;
const NOTES_CAP: usize = 8;
const WORKING_CAP: usize = 5;
const BACKLOG_CAP: usize = 6;

/// Makes the task block beside a standing block.
pub(super) fn task(
    visible: &Visible<'_>,
    frame: &Frame<'_>,
    standing: &Block,
    rank: Option<Rank<'_>>,
) -> Block {
    let passing = |store| !matches!(store, ReferenceTier::Facts(tier) if tier.is_durable());
    let stores = visible.stores.iter().filter(|seen| passing(seen.store));
    let notice = Notice::new(frame).stores(stores).notes(visible.notes_state);
    let offers = [
        matching(visible, frame, standing, rank),
        notes(visible, frame),
        working(visible, frame, rank),
        backlog(visible),
    ];
    let longest = notice.counts(&offers.each_ref().map(Offer::worst)).line();
    let limit = frame.budget.task(standing.text.len());
    let mut sheet = Sheet::open(frame, "task", "", limit, &longest).beside(standing);
    for offer in offers {
        sheet.fill(offer);
    }
    sheet.close(&notice)
}

/// Durable facts that match and are not in the standing block, by score.
fn matching<'a>(
    visible: &Visible<'a>,
    frame: &Frame<'_>,
    standing: &Block,
    rank: Option<Rank<'_>>,
) -> Offer<'a> {
    let offer = Offer::new(Section::Matching);
    let Some(rank) = rank else { return offer };
    let repeats = repeats(visible, frame, Tier::is_durable);
    let asked = mask(visible, |at, row| {
        row.tier.is_durable()
            && !row.withheld
            && repeats.binary_search(&at).is_err()
            && !standing.shown.contains(&at)
    });
    let matches = (rank.0)(&asked);
    let candidates: Vec<Candidate<'a>> = matches
        .rows
        .iter()
        .map(|(at, score)| {
            let row = &visible.facts[*at];
            let seen = -row.fact.last_seen_at.millis();
            let ranks = [falling(*score), row.fact.kind as i64, seen, row.tier as i64, 0];
            fact(Section::Matching, row, *at, Some(*score), ranks)
        })
        .collect();
    let further = matches.total.saturating_sub(candidates.len());
    Offer { queues: vec![Queue::new(MATCHING_CAP, candidates)], further, ..offer }
}

/// Session notes: those that match, then objectives, then the newest (SN-60 to SN-63).
fn notes<'a>(visible: &Visible<'a>, frame: &Frame<'_>) -> Offer<'a> {
    let (mut open, mut withheld) = (Vec::new(), Vec::new());
    for row in &visible.notes {
        let note = row.note;
        let class = match row.score {
            Some(_) => 0,
            None if note.kind == Kind::Objective => 1,
            None => 2,
        };
        let score = row.score.map_or(0, falling);
        let ranks = [class, score, -note.recorded_at.millis(), 0, 0];
        let key = Key { ranks, id: note.id.as_str(), owner: "" };
        let line = Line { section: Section::Notes, row: Row::Note(note), score: row.score };
        let queue = if row.withheld { &mut withheld } else { &mut open };
        queue.push(Candidate { key, line });
    }
    let mut offer = Offer {
        queues: vec![Queue::new(NOTES_CAP, open)],
        withheld: Queue::new(0, withheld),
        ..Offer::new(Section::Notes)
    };
    let notice = Notice::new(frame).notes(visible.notes_state).counts(&[offer.worst()]);
    offer.room = NOTES_BYTES.saturating_sub(notice.line().len());
    offer
}

/// Working facts of every persona: those that match by score, then the newest.
fn working<'a>(visible: &Visible<'a>, frame: &Frame<'_>, rank: Option<Rank<'_>>) -> Offer<'a> {
    let is_working = |tier: Tier| tier == Tier::Project;
    let repeats = repeats(visible, frame, is_working);
    let is_repeat = |at: usize| repeats.binary_search(&at).is_ok();
    let mut scores = rank.map_or_else(Vec::new, |rank| {
        let asked = |at, row: &FactRow<'_>| is_working(row.tier) && !row.withheld && !is_repeat(at);
        (rank.0)(&mask(visible, asked)).rows
    });
    scores.sort_by_key(|(at, _)| *at);
    let (mut open, mut withheld, mut duplicates) = (Vec::new(), Vec::new(), Vec::new());
    for (at, row) in visible.facts.iter().enumerate().filter(|(_, row)| is_working(row.tier)) {
        let found = scores.binary_search_by_key(&at, |(at, _)| *at);
        let score = found.ok().map(|place| scores[place].1);
        let kind = score.map_or(0, |_| row.fact.kind as i64);
        let (seen, recorded) = (row.fact.last_seen_at.millis(), row.fact.recorded_at.millis());
        let ranks = [score.map_or(0, falling), kind, -seen, -recorded, 0];
        let queue = if row.withheld {
            &mut withheld
        } else if is_repeat(at) {
            &mut duplicates
        } else {
            &mut open
        };
        queue.push(fact(Section::Working, row, at, score, ranks));
    }
    Offer {
        queues: vec![Queue::new(WORKING_CAP, open)],
        withheld: Queue::new(0, withheld),
        duplicates: Queue::new(0, duplicates),
        ..Offer::new(Section::Working)
    }
}

/// Deferred work in backlog order, which does not change when a due time passes: what is overdue was due earlier.
fn backlog<'a>(visible: &Visible<'a>) -> Offer<'a> {
    let (mut open, mut withheld) = (Vec::new(), Vec::new());
    for row in &visible.backlog {
        let item = row.item;
        let untaken = i64::from(item.state != BacklogState::Taken);
        let due = item.due_at.map_or(i64::MAX, Timestamp::millis);
        let ranks = [untaken, due, -item.created_at.millis(), 0, 0];
        let owner = item.persona.as_ref().map_or("", Segment::as_str);
        let key = Key { ranks, id: item.id.as_str(), owner };
        let line = Line { section: Section::Backlog, row: Row::Item(item), score: None };
        let queue = if row.withheld { &mut withheld } else { &mut open };
        queue.push(Candidate { key, line });
    }
    Offer {
        queues: vec![Queue::new(BACKLOG_CAP, open)],
        withheld: Queue::new(0, withheld),
        ..Offer::new(Section::Backlog)
    }
}

/// For each visible fact, whether a ranking is asked about it.
fn mask(visible: &Visible<'_>, asked: impl Fn(usize, &FactRow<'_>) -> bool) -> Vec<bool> {
    visible.facts.iter().enumerate().map(|(at, row)| asked(at, row)).collect()
}

fn fact<'a>(
    section: Section,
    row: &FactRow<'a>,
    at: usize,
    score: Option<f64>,
    ranks: [i64; 5],
) -> Candidate<'a> {
    let (fact, tier, content) = (row.fact, row.tier, row.content);
    let owner = fact.owner(tier).map_or("", Segment::as_str);
    let key = Key { ranks, id: fact.id.as_str(), owner };
    Candidate { key, line: Line { section, row: Row::Fact { fact, tier, at, content }, score } }
}

/// A score as a number of which the smaller is the better; zero is worse than any match. Bits of positive numbers stand in the order of the numbers.
fn falling(score: f64) -> i64 {
    let bits = if score > 0.0 { score.to_bits() } else { 0 };
    -i64::try_from(bits).expect("a positive number has its sign bit clear")
}
