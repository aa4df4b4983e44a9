//! `backlog add` (F-71, F-72, F-76).

use std::cmp::Reverse;

use super::is_near;
use crate::backlog::{BacklogItem, BacklogState, BacklogText, CLOSED_KEPT};
use crate::error::Error;
use crate::fact::{Extra, Tags, backlog_id};
use crate::mind::Mind;
use crate::mind::draft::Ttl;
use crate::mind::receipt::{BacklogAdded, Outcome};
use crate::mind::request::BacklogDraft;
use crate::mind::rows::warnings_of;
use crate::port::{BacklogStamp, Clock, Decision, Edits, Expect, Store};
use crate::scan::{self, Clean, ScanScope};
use crate::scope::Scope;
use crate::time::{DEFAULT_TTL_MS, Timestamp};

impl<S: Store, C: Clock> Mind<S, C> {
    pub(in crate::mind) fn add_item(
        &self,
        scope: &Scope,
        draft: &BacklogDraft,
    ) -> Result<BacklogAdded, Error> {
        let now = self.clock.now();
        let project = scope.project.as_ref().ok_or(Error::NoProject)?;
        let item = parse(draft, scope, now)?;
        let asked = Asked { due: draft.due_seconds.is_some(), item };
        let mut added = None;
        let commit =
            self.store.update_backlog(project, now, self.wait, Expect::Any, &mut |items| {
                match asked.decide(items, scope, now) {
                    Ok((edits, row)) => {
                        added = Some(row);
                        Decision::Edit(edits)
                    }
                    Err(error) => Decision::Refuse(error),
                }
            })?;
        let mut added = added.expect("a committed decision added an item");
        added.warnings = warnings_of(&commit);
        Ok(added)
    }
}

/// A new item, and whether a due time was asked for.
struct Asked {
    item: BacklogItem,
    due: bool,
}

impl Asked {
    fn decide(
        &self,
        items: &[BacklogItem],
        scope: &Scope,
        now: Timestamp,
    ) -> Result<(Edits<BacklogItem>, BacklogAdded), Error> {
        let mut edits = Edits::new();
        let known = self.known(items, scope, now);
        let added = if let Some(row) = known {
            self.refresh(row, &items[row], &mut edits)?
        } else {
            edits.append(Clean::admit(self.item.clone())?);
            receipt(&self.item, Outcome::Stored)
        };
        for row in surplus(items, now) {
            if known != Some(row) {
                edits.remove(row);
            }
        }
        Ok((edits, added))
    }

    /// The live row with the item's key; one of nobody counts as own (F-72).
    fn known(&self, items: &[BacklogItem], scope: &Scope, now: Timestamp) -> Option<usize> {
        let same = |item: &BacklogItem| {
            item.is_live(now)
                && is_near(item, scope)
                && backlog_id(item.text.as_str(), &item.tags) == self.item.id
        };
        let rows = (0..items.len()).filter(|row| same(&items[*row]));
        rows.max_by_key(|row| (items[*row].persona.is_some(), *row))
    }

    fn refresh(
        &self,
        row: usize,
        known: &BacklogItem,
        edits: &mut Edits<BacklogItem>,
    ) -> Result<BacklogAdded, Error> {
        let id = known.id.to_string();
        match known.state {
            BacklogState::Open => {}
            BacklogState::Taken => return Err(Error::AlreadyTaken { id }),
            BacklogState::Done => return Err(Error::AlreadyDone { id }),
            BacklogState::Dropped => return Err(Error::AlreadyDropped { id }),
        }
        let mut item = known.clone();
        item.due_at = if self.due { self.item.due_at } else { known.due_at };
        let ends = [self.item.expires_at, item.due_at];
        item.expires_at = ends.into_iter().flatten().max();
        item.persona.clone_from(&self.item.persona);
        let added = receipt(&item, Outcome::Refreshed);
        if item.persona == known.persona {
            let BacklogItem { state, due_at, expires_at, .. } = item;
            edits.restamp(row, BacklogStamp { state, due_at, expires_at });
        } else {
            edits.amend(row, Clean::admit(item)?);
        }
        Ok(added)
    }
}

fn parse(draft: &BacklogDraft, scope: &Scope, now: Timestamp) -> Result<BacklogItem, Error> {
    let text = BacklogText::parse(&draft.text)?;
    let tags = Tags::parse(&draft.tags)?;
    let due_at = draft.due_seconds.map(|seconds| due(seconds, now)).transpose()?;
    let usual = || now.plus_millis(DEFAULT_TTL_MS).unwrap_or(Timestamp::MAX);
    let ttl = draft.ttl_hours.map(|hours| Ttl::of_hours(hours, now)).transpose()?;
    let end = ttl.map_or_else(usual, |ttl| ttl.end(now));
    let item = BacklogItem {
        id: backlog_id(text.as_str(), &tags),
        text,
        state: BacklogState::Open,
        tags,
        created_at: now,
        persona: Some(scope.persona.segment().clone()),
        due_at,
        expires_at: Some(due_at.map_or(end, |due| due.max(end))),
        note: None,
        extra: Extra::default(),
    };
    scan::check(&item, ScanScope::Context)?;
    Ok(item)
}

fn due(seconds: f64, now: Timestamp) -> Result<Timestamp, Error> {
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked just before")]
    let millis = (seconds.is_finite() && seconds > 0.0)
        .then(|| (seconds * 1000.0).round())
        .filter(|millis| *millis < 1e15)
        .map(|millis| millis as i64)
        .ok_or(Error::DueInvalid)?;
    now.plus_millis(millis).ok_or(Error::DueInvalid)
}

/// Rows an add clears away: expired ones, and closed ones beyond the newest thousand (F-76).
fn surplus(items: &[BacklogItem], now: Timestamp) -> Vec<usize> {
    let (live, mut surplus): (Vec<usize>, Vec<usize>) =
        (0..items.len()).partition(|row| items[*row].is_live(now));
    let mut closed: Vec<usize> =
        live.into_iter().filter(|row| items[*row].state.is_closed()).collect();
    closed.sort_by_key(|row| Reverse((items[*row].created_at, &items[*row].id)));
    surplus.extend(closed.into_iter().skip(CLOSED_KEPT));
    surplus
}

fn receipt(item: &BacklogItem, outcome: Outcome) -> BacklogAdded {
    BacklogAdded {
        id: item.id.clone(),
        outcome,
        due_at: item.due_at,
        expires_at: item.expiry(),
        warnings: Vec::new(),
    }
}
