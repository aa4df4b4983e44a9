//! What a persona keeps in a project for hours, taken out at one stroke.

use super::Mind;
use super::backlog::is_own;
use super::request::ForgetMode;
use super::rows::{decision, take_along};
use crate::backlog::BacklogItem;
use crate::error::Error;
use crate::fact::Fact;
use crate::port::{Clock, Decision, Edits, Expect, Store};
use crate::scope::{Scope, Tier};

/// What a persona's workspace holds, or held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Workspace {
    /// Working facts.
    pub facts: usize,
    /// Backlog items, whatever their state.
    pub items: usize,
}

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn reset(&self, scope: &Scope, mode: ForgetMode) -> Result<Workspace, Error> {
        let now = self.clock.now();
        let project = scope.project.as_ref().ok_or(Error::NoProject)?;
        let place = scope.place(Tier::Project)?;
        let own_fact = |fact: &Fact| fact.persona.as_ref() == Some(scope.persona.segment());
        let own_item = |item: &BacklogItem| is_own(item, scope);
        let found = Workspace {
            facts: self.store.facts(&place)?.rows.iter().filter(|fact| own_fact(fact)).count(),
            items: self.store.backlog(project)?.rows.iter().filter(|item| own_item(item)).count(),
        };
        if mode == ForgetMode::DryRun {
            return Ok(found);
        }
        let mut gone = Workspace::default();
        if found.facts > 0 {
            let mut transaction = self.store.transaction(now, self.wait)?;
            transaction.update(&place, Expect::Any, &mut |rows| {
                let mut edits = removals(rows, own_fact);
                gone.facts = edits.iter().count();
                take_along(&mut edits, rows, |fact| !fact.is_live(now));
                decision(edits)
            })?;
        }
        if found.items > 0 {
            self.store.update_backlog(project, now, self.wait, Expect::Any, &mut |rows| {
                let mut edits = removals(rows, own_item);
                gone.items = edits.iter().count();
                take_along(&mut edits, rows, |item| !item.is_live(now));
                if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
            })?;
        }
        Ok(gone)
    }
}

fn removals<T: crate::port::Record>(rows: &[T], goes: impl Fn(&T) -> bool) -> Edits<T> {
    let mut edits = Edits::new();
    (0..rows.len()).filter(|row| goes(&rows[*row])).for_each(|row| edits.remove(row));
    edits
}
