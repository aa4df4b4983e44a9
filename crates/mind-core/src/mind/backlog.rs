//! The backlog's verbs: add, move, list (F-70 to F-79).

mod add;
mod list;
mod moves;

pub(super) use list::next_due;

use crate::backlog::BacklogItem;
use crate::error::{CANDIDATES_LISTED, Candidate, Candidates, Error};
use crate::fact::{Reference, ReferenceTier, backlog_id};
use crate::scan;
use crate::scope::{Scope, Segment};
use crate::time::Timestamp;

/// Whether an item is the acting persona's, or nobody's, which everybody may move.
pub(super) fn is_near(item: &BacklogItem, scope: &Scope) -> bool {
    item.persona.as_ref().is_none_or(|persona| persona == scope.persona.segment())
}

pub(super) fn is_own(item: &BacklogItem, scope: &Scope) -> bool {
    item.persona.as_ref() == Some(scope.persona.segment())
}

/// Reads a reference to a backlog item.
fn parse_reference(text: &str) -> Result<Reference, Error> {
    let reference = Reference::parse(text)?;
    match reference.tier {
        None | Some(ReferenceTier::Backlog) => Ok(reference),
        Some(ReferenceTier::Facts(_)) => Err(Error::IdInvalid),
    }
}

/// The one live item a reference names, own items first (F-74).
fn resolve(
    asked: &str,
    reference: &Reference,
    items: &[BacklogItem],
    scope: &Scope,
    now: Timestamp,
) -> Result<usize, Error> {
    let owner = reference.owner.as_ref();
    let answers = |item: &BacklogItem| {
        owner.is_none_or(|owner| owner.is(item.persona.as_ref())) && item.answers_to(&reference.id)
    };
    let answering: Vec<usize> = (0..items.len()).filter(|row| answers(&items[*row])).collect();
    let mut live: Vec<usize> =
        answering.iter().copied().filter(|row| items[*row].is_live(now)).collect();
    if live.iter().any(|row| is_own(&items[*row], scope)) {
        live.retain(|row| is_own(&items[*row], scope));
    }
    prefer_current_id(&mut live, reference, items);
    // The later of two rows with one key is the row (F-18).
    if live.windows(2).all(|pair| same_key(&items[pair[0]], &items[pair[1]])) {
        live.drain(..live.len().saturating_sub(1));
    }
    match (live.as_slice(), answering.is_empty()) {
        ([row], _) => Ok(*row),
        ([], true) => Err(Error::BacklogNotFound { reference: scan::label(asked).to_owned() }),
        ([], false) => Err(Error::BacklogExpired { reference: scan::label(asked).to_owned() }),
        _ => Err(Error::BacklogAmbiguousId {
            reference: scan::label(asked).to_owned(),
            candidates: Box::new(candidates(&live, items)),
        }),
    }
}

/// Behind `backlog/`, an id means current ids where there are any.
fn prefer_current_id(live: &mut Vec<usize>, reference: &Reference, items: &[BacklogItem]) {
    let current = |row: &usize| {
        let item = &items[*row];
        backlog_id(item.text.as_str(), &item.tags) == reference.id
    };
    if reference.tier.is_some() && live.iter().any(current) {
        live.retain(current);
    }
}

fn same_key(a: &BacklogItem, b: &BacklogItem) -> bool {
    a.persona == b.persona
        && backlog_id(a.text.as_str(), &a.tags) == backlog_id(b.text.as_str(), &b.tags)
}

fn candidates(rows: &[usize], items: &[BacklogItem]) -> Candidates {
    let candidate = |row: &usize| {
        let item = &items[*row];
        let owner = item.persona.as_ref().map_or("", Segment::as_str);
        let id = backlog_id(item.text.as_str(), &item.tags);
        Candidate {
            reference: format!("backlog:{owner}/{id}"),
            kind: None,
            tier: None,
            persona: item.persona.clone(),
            recorded_at: item.created_at,
        }
    };
    Candidates {
        listed: rows.iter().take(CANDIDATES_LISTED).map(candidate).collect(),
        further: rows.len().saturating_sub(CANDIDATES_LISTED),
    }
}
