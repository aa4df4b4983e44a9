//! Reviews by models of every kind: what they answer is judged, some of it applied, and some of that undone.

use anyhow::{Result, anyhow};
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::Fact;
use mind_core::port::Store as _;
use mind_core::review::judge::Change;
use mind_core::review::prepare::{Model, Prepared, Preparing};
use mind_core::scope::{FactPlace, Tier};
use mind_testkit::replies::{Replies, hold, hold_applied};
use serde_json::json;

use super::model::{Exchange, Key, Row, Tidied, Who};
use super::world::World;

/// Replies a model gives to one request, at most.
const REPLIES: usize = 6;
/// Codes an undo may be refused with when the rows are not as the receipt has them.
const UNDO_REFUSALS: [&str; 5] = [
    "fact.expired",
    "optimize.collision",
    "optimize.receipt_unknown",
    "optimize.replacement_changed",
    "scan.refused",
];

impl World {
    /// One review of a place by some model.
    pub(super) fn review(&mut self, who: &Who, tier: Tier) -> Result<()> {
        let Some(place) = who.place(tier) else { return Ok(()) };
        let origin = if self.dice.below(2) == 0 { Origin::Auto } else { Origin::Explicit };
        let Some(prepared) = self.prepared(who, &place, origin) else { return Ok(()) };
        let foreign = self.foreign(who, &place);
        let mut replies = Replies::new(self.dice.roll(), &prepared, &foreign);
        for _ in 0..=self.dice.below(REPLIES) {
            let text = match self.dice.below(4) {
                0 => obedient(&prepared),
                1 => json!({"version": 1, "operations": []}).to_string(),
                _ => replies.reply(),
            };
            let change = hold(&prepared, &text, prepared.created_at).map_err(|why| anyhow!(why))?;
            let Some(change) = change else {
                self.tally.refused += 1;
                continue;
            };
            self.tally.accepted += 1;
            if self.dice.below(3) > 0 {
                return self.apply(who, &prepared, &change);
            }
        }
        Ok(())
    }

    /// Undoes a change of today or of earlier days.
    pub(super) fn undo_something(&mut self) {
        let open = self.model.tidied.iter().filter(|tidied| !tidied.undone);
        let open: Vec<Tidied> = open.rev().take(20).cloned().collect();
        if open.is_empty() {
            return;
        }
        let tidied = self.dice.pick(&open).clone();
        let (now, receipt) = (self.now(), tidied.receipt.clone());
        let done = self.mind.undo(&tidied.who.scope(), &tidied.place, &receipt, &|| Ok(()));
        match done {
            Ok(_) => {
                self.model.undo(&receipt, now);
                self.tally.undone += 1;
            }
            Err(error) => {
                let code = error.code();
                let evicted = code == "optimize.receipt_unknown";
                let owed = self.can_be_undone(&tidied, now) && !evicted;
                let known = UNDO_REFUSALS.contains(&code);
                self.hold(known && !owed, "what is applied can be undone", || {
                    format!("{receipt} in {}: {code}", tidied.place)
                });
            }
        }
    }

    fn prepared(&mut self, who: &Who, place: &FactPlace, origin: Origin) -> Option<Prepared> {
        let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
        let scope = who.scope();
        let desk = (who.segment(), place.clone());
        let preparing = Preparing {
            place,
            scope: &scope,
            owner: &PlanOwner::of(&scope),
            origin,
            progress: self.progress.get(&desk).copied().unwrap_or_default(),
            settled: &[],
            model: &Model { provider, id, thinking },
        };
        let found = self.mind.prepare_review(&preparing);
        let after = found.as_ref().map_or_else(|skip| skip.after, |prepared| prepared.after);
        self.progress.insert(desk, after);
        found.ok()
    }

    /// Ids of a place the review must not touch.
    fn foreign(&self, who: &Who, place: &FactPlace) -> Vec<String> {
        let rows = self.model.live(place, self.now()).map(|(key, _)| key);
        let others = rows.filter(|key| !who.is_near(place.tier(), key));
        others.map(|key| key.id.clone()).take(5).collect()
    }

    fn apply(&mut self, who: &Who, prepared: &Prepared, change: &Change) -> Result<()> {
        let (scope, place) = (who.scope(), prepared.place.clone());
        let (order, owner) = (change.order(prepared, None), PlanOwner::of(&scope));
        let expect = hold_applied(prepared, change, prepared.created_at);
        let expect = expect.map_err(|why| anyhow!(why))?;
        let late = self.dice.below(12) == 0;
        if late {
            self.pass(11);
        }
        let now = self.now();
        match self.mind.apply(&scope, &order, &owner, &|| Ok(())) {
            Ok(applied) => {
                let rows = self.mind.store().facts(&place)?.rows.clone();
                self.hold(rows == expect && !late, "what is applied is what was shown", || {
                    applied.receipt_id.clone()
                });
                let exchanges = self.exchanges(&place, change);
                let receipt = applied.receipt_id;
                let who = who.clone();
                let tidied = Tidied { receipt, who, place, exchanges, undone: false };
                self.model.tidy(tidied, now);
                self.tally.applied += 1;
            }
            Err(error) => {
                let expired = late && error.code() == "optimize.plan_expired";
                self.hold(expired, "what is accepted can be applied", || {
                    format!("{} in {place}: {}", order.id, error.code())
                });
            }
        }
        Ok(())
    }

    /// The exchanges of a plan as the model has the rows; the plan tells only which, and the new words.
    fn exchanges(&mut self, place: &FactPlace, change: &Change) -> Vec<Exchange> {
        let mut all = Vec::new();
        for step in &change.plan.steps {
            let keys: Vec<Key> = step.before.iter().map(|fact| key_of(place, fact)).collect();
            let known = |key: &Key| Some((key.clone(), self.model.row(place, key)?.clone()));
            let before: Vec<(Key, Row)> = keys.iter().filter_map(known).collect();
            self.hold(before.len() == keys.len(), "a plan's sources are known rows", || {
                format!("{keys:?} in {place}")
            });
            let after = step.after.get();
            let rows = || before.iter().map(|(_, row)| row);
            let row = Row {
                kind: after.kind.as_str().to_owned(),
                text: after.text.as_str().to_owned(),
                tags: after.tags.iter().map(str::to_owned).collect(),
                recorded: rows().map(|row| row.recorded).min().unwrap_or_default(),
                seen: rows().map(|row| row.seen).max().unwrap_or_default(),
                expires: rows().filter_map(|row| row.expires).min(),
                supersedes: rows().find_map(|row| row.supersedes.clone()),
            };
            all.push(Exchange { before, after: (key_of(place, after), row) });
        }
        all
    }

    /// Whether every row is as the receipt left it, and none that would come back is there or over.
    fn can_be_undone(&self, tidied: &Tidied, now: i64) -> bool {
        tidied.exchanges.iter().all(|exchange| {
            let (key, row) = &exchange.after;
            let taken =
                |before: &Key| before != key && self.model.row(&tidied.place, before).is_some();
            self.model.row(&tidied.place, key) == Some(row)
                && exchange.before.iter().all(|(key, row)| !taken(key) && row.is_live(now))
        })
    }
}

fn key_of(place: &FactPlace, fact: &Fact) -> Key {
    let owner = fact.owner(place.tier()).map(ToString::to_string);
    Key { owner, id: fact.id.to_string() }
}

/// A model that does as it is told: two records become one that says both.
fn obedient(prepared: &Prepared) -> String {
    let shown: Vec<&Fact> = prepared.rows().take(2).collect();
    let ids: Vec<&str> = shown.iter().map(|fact| fact.id.as_str()).collect();
    let texts: Vec<&str> = shown.iter().map(|fact| fact.text.as_str()).collect();
    let kind = shown.first().map_or("note", |fact| fact.kind.as_str());
    let text = texts.join(" ");
    json!({"version": 1, "operations": [{"sourceIds": ids, "kind": kind, "text": text}]})
        .to_string()
}
