//! What became of the one thing a killed rival had begun and not acknowledged: all of it, or nothing.

use anyhow::Result;
use mind_core::consolidate::evidence::Evidence;
use mind_core::consolidate::receipt::ReceiptState;
use mind_core::mind::ReceiptOutcome;
use mind_core::port::Store as _;
use mind_core::scope::{FactPlace, Tier};

use crate::soak::model::{Key, Who};
use crate::soak::rival::Act;
use crate::soak::world::World;

impl World {
    /// Looks for an act that was begun, and takes it into the model where it happened.
    pub(super) fn look_for(&mut self, who: &Who, act: &Act) -> Result<()> {
        let now = self.now();
        match act {
            Act::Keep { tier, text, supersedes, .. } => {
                let tier: Tier = tier.parse()?;
                let Some(place) = who.place(tier) else { return Ok(()) };
                let rows = self.mind.store().facts(&place)?;
                let found = rows.rows.iter().find(|fact| fact.text.as_str() == text);
                if let Some(fact) = found {
                    let id = fact.id.to_string();
                    self.kept(who, (tier.as_str(), text), supersedes.as_deref(), &id);
                } else if let Some(id) = supersedes {
                    self.model.perhaps_retired.insert((place, who.key(tier, id)));
                }
            }
            Act::Promote { id } => self.look_for_promoted(who, id)?,
            Act::Forget { id } => {
                if !self.is_there(who, Tier::Project, id)? {
                    self.tally.forgotten += self.model.forget(who, id, None, now);
                }
            }
            Act::Tidy { before, text, after, .. } => {
                if self.is_there(who, Tier::ProjectLong, after)? {
                    let receipt = self.newest_receipt(who)?;
                    self.tidied(who, before, (after, text), &receipt);
                }
            }
            Act::Undo { receipt } => {
                let undone = self.model.tidied.iter().rfind(|tidied| tidied.receipt == *receipt);
                let after = undone.map(|tidied| tidied.exchanges[0].after.0.id.clone());
                if let Some(after) = after
                    && !self.is_there(who, Tier::ProjectLong, &after)?
                {
                    self.model.undo(receipt, now);
                    self.tally.undone += 1;
                }
            }
            Act::Defer { text, .. } => {
                let Some(project) = &who.project else { return Ok(()) };
                let items = self.mind.store().backlog(project)?;
                let found = items.rows.iter().find(|item| item.text.as_str() == text);
                if let Some(id) = found.map(|item| item.id.to_string()) {
                    self.deferred(who, text, &id);
                }
            }
        }
        Ok(())
    }

    /// A promotion may stand in both places; never in neither.
    fn look_for_promoted(&mut self, who: &Who, id: &str) -> Result<()> {
        let now = self.now();
        let long = self.is_there(who, Tier::ProjectLong, id)?;
        let short = self.is_there(who, Tier::Project, id)?;
        self.hold(long || short, "an interrupted promotion", || format!("{id} is nowhere"));
        if long {
            let place = who.place(Tier::Project).filter(|_| short);
            let key = who.key(Tier::Project, id);
            let row = place.as_ref().and_then(|place| self.model.row(place, &key).cloned());
            self.model.promote(who, id, Tier::ProjectLong, now);
            if let Some((place, row)) = place.zip(row) {
                self.model.put(&place, key, row);
            }
        }
        Ok(())
    }

    fn is_there(&self, who: &Who, tier: Tier, id: &str) -> Result<bool> {
        let Some(place) = who.place(tier) else { return Ok(false) };
        let owner = who.key(tier, id).owner;
        let rows = self.mind.store().facts(&place)?;
        Ok(rows.rows.iter().any(|fact| {
            fact.id.as_str() == id && fact.owner(tier).map(ToString::to_string) == owner
        }))
    }

    fn newest_receipt(&self, who: &Who) -> Result<String> {
        let page = self.mind.history(&who.scope(), &Self::long_place(who)?, 0, 1)?;
        Ok(page.receipts.first().map(|entry| entry.id.clone()).unwrap_or_default())
    }

    /// Does what a person would: says of each receipt a killed rival left open what became of it.
    pub(super) fn settle_receipts(&mut self, who: &Who) -> Result<()> {
        let place = Self::long_place(who)?;
        let page = self.mind.history(&who.scope(), &place, 0, 32)?;
        let open = page.receipts.iter().filter(|entry| entry.state == ReceiptState::Prepared);
        let open: Vec<_> = open.map(|entry| (entry.id.clone(), entry.evidence)).collect();
        for (id, evidence) in open {
            let outcome = match evidence {
                Some(Evidence::After | Evidence::RowsAfter) => ReceiptOutcome::Applied,
                Some(Evidence::Before | Evidence::RowsBefore) => ReceiptOutcome::Rejected,
                Some(Evidence::Unclear) | None => {
                    self.hold(false, "evidence of an open receipt", || format!("{id} in {place}"));
                    continue;
                }
            };
            self.mind.settle_receipt(&who.scope(), &place, &id, outcome)?;
            self.tally.settled += 1;
        }
        Ok(())
    }

    /// Whether a row may be in the retired list without having left its place.
    pub(in crate::soak) fn may_be_retired(&self, place: &FactPlace, key: &Key) -> bool {
        self.model.perhaps_retired.contains(&(place.clone(), key.clone()))
    }
}
