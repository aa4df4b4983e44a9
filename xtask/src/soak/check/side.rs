//! What must hold beside the facts: retired rows, receipts, deferred work.

use std::collections::BTreeSet;

use anyhow::Result;
use mind_core::mind::BacklogListing;
use mind_core::port::Store as _;
use mind_core::scope::{FactPlace, Persona};

use crate::soak::model::{Gone, Key, Tidied, Who};
use crate::soak::world::World;

/// Rows a retired list keeps (F-39).
const RETIRED: usize = 200;
/// The newest changes of a place whose receipts are looked for; a history holds 32, and undoing takes some.
const RECEIPTS: usize = 6;

impl World {
    pub(super) fn hold_sides(&mut self) -> Result<()> {
        self.hold_retired()?;
        self.hold_receipts()?;
        for yard in 0..self.yards.len() {
            let who = self.who("nobody", Some(yard))?;
            self.hold_backlog(&who)?;
        }
        Ok(())
    }

    /// What was superseded is in the retired list, and says by what.
    fn hold_retired(&mut self) -> Result<()> {
        let places: Vec<FactPlace> = self.model.places.keys().cloned().collect();
        for place in &places {
            let list = self.mind.store().retired(place)?;
            let on_disk: BTreeSet<Gone> = list
                .rows
                .iter()
                .map(|row| {
                    let owner = row.fact.owner(place.tier()).map(ToString::to_string);
                    let key = Key { owner, id: row.fact.id.to_string() };
                    Gone { key, by: row.retired_by.to_string() }
                })
                .collect();
            let expect = self.model.retired.get(place).map_or(&[][..], Vec::as_slice);
            let newest: BTreeSet<Gone> = expect.iter().rev().take(RETIRED / 2).cloned().collect();
            let all: BTreeSet<Gone> = expect.iter().cloned().collect();
            let missing: Vec<&Gone> = newest.difference(&on_disk).collect();
            let surplus = on_disk.difference(&all);
            let surplus: Vec<&Gone> =
                surplus.filter(|gone| !self.may_be_retired(place, &gone.key)).collect();
            let told = format!("{place}: misses {missing:?}, has {surplus:?} besides");
            let holds = missing.is_empty() && surplus.is_empty() && list.rows.len() <= RETIRED;
            let last = expect.last().cloned();
            self.hold(holds, "superseded facts are retired", || told);
            if let Some(newest) = last {
                self.hold_history(place, &newest)?;
            }
        }
        Ok(())
    }

    /// A superseded fact is read by its id, marked as retired, unless a live row has that id.
    fn hold_history(&mut self, place: &FactPlace, gone: &Gone) -> Result<()> {
        let project = match place {
            FactPlace::ProjectLong(project) | FactPlace::Project(project) => Some(project.clone()),
            FactPlace::Persona(_) | FactPlace::Shared => None,
        };
        let persona = match place {
            FactPlace::Persona(persona) => persona.clone(),
            _ => Persona::named("nobody")?,
        };
        let (who, id) = (Who { persona, project }, &gone.key.id);
        if self.model.sees(&who, id, Some(place.tier()), self.now()) {
            return Ok(());
        }
        let reading = self.mind.read(&who.scope(), &format!("{}/{id}", place.tier()), None);
        let retired = reading.as_ref().is_ok_and(|reading| reading.retired.is_some());
        self.hold(retired, "history is read by its id", || {
            let code = reading.as_ref().err().map_or("ok", mind_core::Error::code);
            format!("{id} in {place}: {code}")
        });
        Ok(())
    }

    /// What a plan replaced is whole in its receipt.
    fn hold_receipts(&mut self) -> Result<()> {
        let places: BTreeSet<FactPlace> =
            self.model.tidied.iter().map(|tidied| tidied.place.clone()).collect();
        for place in places {
            let receipts = self.mind.store().receipts(&place)?.rows;
            let here =
                self.model.tidied.iter().filter(|tidied| tidied.place == place && !tidied.undone);
            let newest: Vec<Tidied> = here.rev().take(RECEIPTS).cloned().collect();
            for tidied in newest {
                let receipt = receipts.iter().find(|receipt| receipt.id == tidied.receipt);
                let operations = receipt.map_or(&[][..], |receipt| receipt.operations.as_slice());
                let rows: BTreeSet<(String, String)> = operations
                    .iter()
                    .flat_map(|exchange| &exchange.before)
                    .map(|fact| (fact.id.to_string(), fact.text.as_str().to_owned()))
                    .collect();
                let before = tidied.exchanges.iter().flat_map(|exchange| &exchange.before);
                let expect: BTreeSet<(String, String)> =
                    before.map(|(key, row)| (key.id.clone(), row.text.clone())).collect();
                self.hold_lineage(&tidied)?;
                self.hold(rows == expect, "what a plan replaced is in its receipt", || {
                    let ids: Vec<&String> = expect.iter().map(|(id, _)| id).collect();
                    format!(
                        "{} in {place}: {ids:?}, receipt there: {}",
                        tidied.receipt,
                        receipt.is_some()
                    )
                });
            }
        }
        Ok(())
    }

    /// A replacement that still stands as it came names everything it was made from.
    fn hold_lineage(&mut self, tidied: &Tidied) -> Result<()> {
        let rows = self.mind.store().facts(&tidied.place)?;
        for exchange in &tidied.exchanges {
            let (key, row) = &exchange.after;
            if self.model.row(&tidied.place, key) != Some(row) {
                continue;
            }
            let after = rows.rows.iter().find(|fact| {
                let owner = fact.owner(tidied.place.tier()).map(ToString::to_string);
                fact.id.as_str() == key.id && owner == key.owner
            });
            let named = |id: &str| {
                id == key.id
                    || after
                        .is_some_and(|fact| fact.derived_from.iter().any(|one| one.as_str() == id))
            };
            let lost = exchange.before.iter().find(|(before, _)| !named(&before.id));
            let told = lost.map(|(before, _)| before.id.clone()).unwrap_or_default();
            self.hold(lost.is_none(), "a replacement names its sources", || told);
        }
        Ok(())
    }

    /// Deferred work that is not over is listed, and nothing else.
    fn hold_backlog(&mut self, who: &Who) -> Result<()> {
        let now = self.now();
        let mut seen = BTreeSet::new();
        for state in ["open", "taken", "done", "dropped"] {
            let state = state.parse().ok();
            let mut offset = Some(0);
            while let Some(from) = offset {
                let listing = BacklogListing { state, all: true, limit: 50, offset: from };
                let page = self.mind.backlog_list(&who.scope(), &listing)?;
                seen.extend(page.items.iter().map(|item| {
                    let owner = item.persona.as_ref().map(ToString::to_string);
                    let key = Key { owner, id: item.id.to_string() };
                    (key, item.state.as_str(), item.expires_at.millis())
                }));
                offset = page.next_offset;
            }
        }
        let Some(project) = &who.project else { return Ok(()) };
        let items = self.model.backlog.get(project).into_iter().flatten();
        let expect: BTreeSet<_> = items
            .clone()
            .filter(|(_, item)| item.is_live(now))
            .map(|(key, item)| (key.clone(), item.state, item.expires))
            .collect();
        let held: BTreeSet<Key> = items.map(|(key, _)| key.clone()).collect();
        let snapshot = self.mind.store().backlog(project)?;
        let on_disk: BTreeSet<Key> = snapshot
            .rows
            .iter()
            .map(|item| {
                let owner = item.persona.as_ref().map(ToString::to_string);
                Key { owner, id: item.id.to_string() }
            })
            .collect();
        let differ: Vec<_> = seen.symmetric_difference(&expect).take(6).collect();
        let told = format!("{}: {differ:?}", project.slug());
        let slug = project.slug().to_string();
        self.hold(differ.is_empty(), "deferred work is listed", || told);
        self.hold(on_disk == held, "a backlog holds its items and no other", || {
            let differ: Vec<_> = on_disk.symmetric_difference(&held).take(6).collect();
            format!("{slug}: {differ:?}")
        });
        Ok(())
    }
}
