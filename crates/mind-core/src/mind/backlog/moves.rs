//! `backlog take`, `done`, `drop`, and acknowledging a reminder (F-73, F-79).

use super::{parse_reference, resolve};
use crate::backlog::{BacklogItem, BacklogNote, BacklogState};
use crate::error::Error;
use crate::mind::Mind;
use crate::mind::receipt::BacklogMoved;
use crate::mind::request::BacklogMove;
use crate::mind::rows::{take_along, warnings_of};
use crate::port::{BacklogStamp, Clock, Decision, Edits, Expect, Store};
use crate::scan::{self, Clean, Field, FreeText, ScanScope};
use crate::scope::Scope;
use crate::time::Timestamp;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(in crate::mind) fn move_item(
        &self,
        scope: &Scope,
        asked: &str,
        to: &BacklogMove,
    ) -> Result<BacklogMoved, Error> {
        let now = self.clock.now();
        let project = scope.project.as_ref().ok_or(Error::NoProject)?;
        let reference = parse_reference(asked)?;
        let target = Target::parse(to)?;
        let find = |items: &[BacklogItem]| {
            let row = resolve(asked, &reference, items, scope, now)?;
            check_open(&items[row], asked).map(|()| row)
        };
        // Refused before any lock: an unknown id must leave the home untouched.
        find(&self.store.backlog(project)?.rows)?;
        let mut moved = None;
        let commit =
            self.store.update_backlog(project, now, self.wait, Expect::Any, &mut |items| {
                let decision = find(items).and_then(|row| target.decide(row, items, now));
                match decision {
                    Ok((decision, receipt)) => {
                        moved = Some(receipt);
                        decision
                    }
                    Err(error) => Decision::Refuse(error),
                }
            })?;
        let mut moved = moved.expect("a committed decision moved an item");
        moved.warnings = warnings_of(&commit);
        Ok(moved)
    }

    pub(in crate::mind) fn acknowledge_item(
        &self,
        scope: &Scope,
        asked: &str,
        due: Timestamp,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let project = scope.project.as_ref().ok_or(Error::NoProject)?;
        let reference = parse_reference(asked)?;
        self.store.update_backlog(project, now, self.wait, Expect::Any, &mut |items| {
            let row = match resolve(asked, &reference, items, scope, now) {
                Ok(row) => row,
                Err(error) => return Decision::Refuse(error),
            };
            let item = &items[row];
            if item.due_at != Some(due) {
                return Decision::Keep;
            }
            let mut edits = Edits::new();
            let stamp = BacklogStamp { due_at: None, ..stamp_of(item) };
            // Clearing the due time of an item whose end follows from it must not end it.
            let stamp = BacklogStamp { expires_at: Some(item.expiry()), ..stamp };
            edits.restamp(row, stamp);
            take_along(&mut edits, items, |item| !item.is_live(now));
            Decision::Edit(edits)
        })?;
        Ok(())
    }
}

/// Where an item is to go, with the word on it.
struct Target {
    state: BacklogState,
    note: Option<BacklogNote>,
}

impl Target {
    fn parse(to: &BacklogMove) -> Result<Self, Error> {
        let (state, note) = match to {
            BacklogMove::Take => (BacklogState::Taken, None),
            BacklogMove::Done { note } => (BacklogState::Done, note.as_deref()),
            BacklogMove::Drop { note } => (BacklogState::Dropped, note.as_deref()),
        };
        let note = note.map_or(Ok(None), BacklogNote::parse)?;
        if let Some(note) = &note {
            scan::check(&OnlyNote(note), ScanScope::Context)?;
        }
        Ok(Self { state, note })
    }

    fn decide(
        &self,
        row: usize,
        items: &[BacklogItem],
        now: Timestamp,
    ) -> Result<(Decision<BacklogItem>, BacklogMoved), Error> {
        let item = &items[row];
        let unchanged = item.state == self.state;
        let moved = BacklogMoved {
            id: item.id.clone(),
            state: self.state,
            unchanged,
            warnings: Vec::new(),
        };
        if unchanged {
            return Ok((Decision::Keep, moved));
        }
        let mut edits = Edits::new();
        match &self.note {
            None => edits.restamp(row, BacklogStamp { state: self.state, ..stamp_of(item) }),
            Some(note) => {
                let note = Some(note.clone());
                let item = BacklogItem { state: self.state, note, ..item.clone() };
                edits.amend(row, Clean::admit(item)?);
            }
        }
        take_along(&mut edits, items, |item| !item.is_live(now));
        Ok((Decision::Edit(edits), moved))
    }
}

fn check_open(item: &BacklogItem, asked: &str) -> Result<(), Error> {
    let reference = asked.to_owned();
    if item.state.is_closed() { Err(Error::BacklogClosed { reference }) } else { Ok(()) }
}

fn stamp_of(item: &BacklogItem) -> BacklogStamp {
    BacklogStamp { state: item.state, due_at: item.due_at, expires_at: item.expires_at }
}

/// A note by itself, scanned before the item it goes to is known.
struct OnlyNote<'a>(&'a BacklogNote);

impl FreeText for OnlyNote<'_> {
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str)) {
        visit(Field::Note, self.0.as_str());
    }
}
