//! `backlog list` and due items (F-77 to F-79).

use std::cmp::Reverse;

use super::{is_near, parse_reference, resolve};
use crate::backlog::{BacklogItem, BacklogState};
use crate::error::Error;
use crate::mind::Mind;
use crate::mind::answer::{BacklogEntry, BacklogPage, Body};
use crate::mind::gather::{check_limit, next_offset};
use crate::mind::request::BacklogListing;
use crate::mind::show::item_body;
use crate::port::{Clock, Store};
use crate::scope::Scope;
use crate::time::Timestamp;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(in crate::mind) fn list_items(
        &self,
        scope: &Scope,
        listing: &BacklogListing,
    ) -> Result<BacklogPage, Error> {
        check_limit(listing.limit)?;
        let now = self.clock.now();
        let project = scope.project.as_ref().ok_or(Error::NoProject)?;
        let snapshot = self.store.backlog(project)?;
        let expired = snapshot.rows.iter().filter(|item| !item.is_live(now)).count();
        let mut items: Vec<&BacklogItem> =
            snapshot.rows.iter().filter(|item| is_listed(item, listing, scope, now)).collect();
        items.sort_by_cached_key(|item| rank(item, now));
        let page = items.iter().skip(listing.offset).take(listing.limit);
        let withheld = |item: &&&BacklogItem| matches!(item_body(item), Body::Withheld { .. });
        Ok(BacklogPage {
            total: items.len(),
            items: page.map(|item| entry(item)).collect(),
            next_offset: next_offset(listing.offset, listing.limit, items.len()),
            withheld: items.iter().filter(withheld).count(),
            expired,
            invalid: snapshot.invalid.len(),
            warnings: snapshot.warnings.clone(),
        })
    }

    pub(in crate::mind) fn read_item(
        &self,
        scope: &Scope,
        asked: &str,
    ) -> Result<BacklogEntry, Error> {
        let reference = parse_reference(asked)?;
        let project = scope.project.as_ref().ok_or(Error::NoProject)?;
        let snapshot = self.store.backlog(project)?;
        let row = resolve(asked, &reference, &snapshot.rows, scope, self.clock.now())?;
        Ok(entry(&snapshot.rows[row]))
    }

    pub(in crate::mind) fn due(&self, scope: &Scope) -> Result<Vec<BacklogEntry>, Error> {
        let now = self.clock.now();
        let Some(project) = &scope.project else { return Ok(Vec::new()) };
        let snapshot = self.store.backlog(project)?;
        let due = |item: &&BacklogItem| {
            item.is_live(now)
                && !item.state.is_closed()
                && is_near(item, scope)
                && item.due_at.is_some_and(|due| due <= now)
        };
        let mut items: Vec<&BacklogItem> = snapshot.rows.iter().filter(due).collect();
        items.sort_by_cached_key(|item| rank(item, now));
        Ok(items.into_iter().map(entry).collect())
    }
}

/// The earliest due time that is still to come.
pub(in crate::mind) fn next_due(
    items: &[BacklogItem],
    scope: &Scope,
    now: Timestamp,
) -> Option<Timestamp> {
    let counts =
        |item: &&BacklogItem| item.is_live(now) && !item.state.is_closed() && is_near(item, scope);
    items.iter().filter(counts).filter_map(|item| item.due_at).filter(|due| *due > now).min()
}

fn is_listed(item: &BacklogItem, listing: &BacklogListing, scope: &Scope, now: Timestamp) -> bool {
    let state = match listing.state {
        Some(state) => item.state == state,
        None => !item.state.is_closed(),
    };
    item.is_live(now) && state && (listing.all || is_near(item, scope))
}

/// Taken, open, done, dropped; overdue, future, no due; earlier due; newest; id (F-77).
fn rank(item: &BacklogItem, now: Timestamp) -> impl Ord + use<> {
    let state = match item.state {
        BacklogState::Taken => 0,
        BacklogState::Open => 1,
        BacklogState::Done => 2,
        BacklogState::Dropped => 3,
    };
    let due = match item.due_at {
        Some(due) if due <= now => 0,
        Some(_) => 1,
        None => 2,
    };
    (state, due, item.due_at, Reverse(item.created_at), item.id.clone())
}

fn entry(item: &BacklogItem) -> BacklogEntry {
    BacklogEntry {
        id: item.id.clone(),
        state: item.state,
        body: item_body(item),
        persona: item.persona.clone(),
        created_at: item.created_at,
        due_at: item.due_at,
        expires_at: item.expiry(),
    }
}
