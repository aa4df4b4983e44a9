//! What a home holds, what leaves it, and what has run out: `status`, `export`, `sweep`.

use super::Mind;
use super::answer::{Export, Exported, Status, TierStatus, Unreadable};
use super::receipt::Sweep;
use super::request::Screen;
use super::rows::decision;
use super::shelf::{Shelf, Sight};
use crate::error::{Error, StoreFault};
use crate::port::{Clock, Decision, Edits, Expect, Store};
use crate::scope::{Scope, Tier};
use crate::time::{HOUR_MS, Timestamp};

/// How close an end must be to be counted as soon.
const SOON_MS: i64 = 6 * HOUR_MS;

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn status_of(&self, scope: &Scope) -> Status {
        let now = self.clock.now();
        let mut status = Status::default();
        for place in scope.visible() {
            match self.shelves.shelf(&self.store, &place) {
                Ok(shelf) => {
                    status.warnings.extend(shelf.snapshot.warnings.iter().cloned());
                    status.tiers.push(tier_status(&shelf, now));
                }
                Err(because) => status.unreadable.push(Unreadable { tier: place.tier(), because }),
            }
        }
        let Some(project) = &scope.project else { return status };
        match self.store.backlog(project) {
            Ok(backlog) => {
                let live = backlog.rows.iter().filter(|item| item.is_live(now));
                status.backlog = live.filter(|item| !item.state.is_closed()).count();
                status.warnings.extend(backlog.warnings.iter().cloned());
            }
            Err(error) => status.backlog_unreadable = Some(error),
        }
        status
    }

    pub(super) fn export_all(
        &self,
        scope: &Scope,
        tiers: &[Tier],
        screen: Screen,
    ) -> Result<Export, Error> {
        let now = self.clock.now();
        let sight = Sight::of(&self.store, &self.shelves, scope, tiers)?;
        let mut export = Export::default();
        for shelf in &sight.shelves {
            for row in shelf.live(now) {
                if screen == Screen::Withhold && shelf.refusal(row).is_some() {
                    export.withheld += 1;
                } else {
                    let fact = shelf.rows()[row].clone();
                    export.facts.push(Exported { tier: shelf.tier, fact });
                }
            }
        }
        (export.unreadable, export.warnings) = (sight.unreadable, sight.warnings);
        Ok(export)
    }

    pub(super) fn sweep_all(&self, scope: &Scope) -> Result<Sweep, Error> {
        let now = self.clock.now();
        let Some(project) = &scope.project else { return Ok(Sweep::Removed(0)) };
        let (mut facts, mut items) = (0, 0);
        let place = scope.place(Tier::Project)?;
        let expired = |rows: &[crate::fact::Fact]| rows.iter().any(|fact| !fact.is_live(now));
        if expired(&self.store.facts(&place)?.rows) {
            // An import holds the transaction as long as it lasts; a sweep does not wait for it (D-61).
            let mut transaction = match self.store.transaction(now, std::time::Duration::ZERO) {
                Err(Error::Store(error)) if matches!(error.fault, StoreFault::Locked { .. }) => {
                    return Ok(Sweep::Deferred);
                }
                transaction => transaction?,
            };
            transaction.update(&place, Expect::Any, &mut |rows| {
                let mut edits = Edits::new();
                let gone = (0..rows.len()).filter(|row| !rows[*row].is_live(now));
                gone.for_each(|row| edits.remove(row));
                facts = edits.iter().count();
                decision(edits)
            })?;
        }
        if self.store.backlog(project)?.rows.iter().any(|item| !item.is_live(now)) {
            self.store.update_backlog(project, now, self.wait, Expect::Any, &mut |rows| {
                let mut edits = Edits::new();
                let gone = (0..rows.len()).filter(|row| !rows[*row].is_live(now));
                gone.for_each(|row| edits.remove(row));
                items = edits.iter().count();
                if edits.is_empty() { Decision::Keep } else { Decision::Edit(edits) }
            })?;
        }
        Ok(Sweep::Removed(facts + items))
    }
}

fn tier_status(shelf: &Shelf, now: Timestamp) -> TierStatus {
    let rows = shelf.rows();
    let live: Vec<usize> = shelf.live(now).collect();
    let soon = |row: &&usize| {
        rows[**row].expires_at.is_some_and(|end| end.millis() - now.millis() <= SOON_MS)
    };
    TierStatus {
        tier: shelf.tier,
        live: live.len(),
        expiring_soon: live.iter().filter(soon).count(),
        expired: rows.iter().filter(|fact| !fact.is_live(now)).count(),
        invalid: shelf.snapshot.invalid.len(),
        withheld: live.iter().filter(|row| shelf.refusal(**row).is_some()).count(),
        bytes: shelf.snapshot.bytes,
        sequence: shelf.snapshot.sequence,
    }
}
