//! A model that is asked again and again cannot wear a memory down (`fifty_cycles`, B05).

use std::collections::BTreeSet;
use std::time::Duration;

use mind_core::Mind;
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::{Fact, FactId};
use mind_core::mind::Draft;
use mind_core::port::Store as _;
use mind_core::review::judge::{Proposal, Reply};
use mind_core::review::prepare::{Prepared, Preparing, Skip};
use mind_core::review::window::Progress;
use mind_core::scope::{FactPlace, Tier};
use mind_testkit::{FakeStore, FixedClock};
use serde_json::json;

use crate::consolidation::{at, scope};
use crate::review_window::model;

struct Cycles {
    mind: Mind<FakeStore, FixedClock>,
    clock: FixedClock,
    store: FakeStore,
    progress: Progress,
    receipts: Vec<String>,
    codes: BTreeSet<&'static str>,
}

fn place() -> FactPlace {
    scope("dev").place(Tier::Persona).unwrap()
}

impl Cycles {
    /// Sixty durable facts.
    fn new() -> Self {
        let (store, clock) = (FakeStore::new(), FixedClock::new(at("10:00:00")));
        let mind = Mind::new(store.clone(), clock.clone(), Duration::ZERO);
        for n in 0..60 {
            let text = format!("Rule {n} of the house is kept in drawer {}.", n * 7);
            let tier = Some("persona".to_owned());
            mind.remember(&scope("dev"), &Draft { tier, text, ..Draft::default() }).unwrap();
        }
        let (receipts, codes) = (Vec::new(), BTreeSet::new());
        Self { mind, clock, store, progress: Progress::default(), receipts, codes }
    }

    fn rows(&self) -> Vec<Fact> {
        self.store.facts(&place()).unwrap().rows.clone()
    }

    fn prepared(&self, origin: Origin) -> Result<Prepared, Skip> {
        let scope = scope("dev");
        let preparing = Preparing {
            place: &place(),
            scope: &scope,
            owner: &PlanOwner::of(&scope),
            origin,
            progress: self.progress,
            settled: &[],
            model: &model(),
        };
        self.mind.prepare_review(&preparing)
    }

    /// One whole review by a model that answers like this.
    fn cycle(&mut self, origin: Origin, model: impl Fn(&[&Fact]) -> serde_json::Value) {
        self.clock.set(mind_core::port::Clock::now(&self.clock).plus_millis(60_000).unwrap());
        let prepared = match self.prepared(origin) {
            Ok(prepared) => prepared,
            Err(skip) => return self.progress = skip.after,
        };
        let shown: Vec<&Fact> = prepared.rows().collect();
        let text = model(&shown).to_string();
        let reply = Reply { text: &text, model: Some(&prepared.model) };
        match self.mind.judge_reply(&prepared, reply) {
            Ok(Proposal::Change(change)) => {
                let (scope, order) = (scope("dev"), change.order(&prepared, None));
                let owner = PlanOwner::of(&scope);
                let applied = self.mind.apply(&scope, &order, &owner, &|| Ok(())).unwrap();
                self.receipts.push(applied.receipt_id);
            }
            Ok(Proposal::Nothing) => {}
            Err(error) => drop(self.codes.insert(error.code())),
        }
        self.progress = prepared.after;
    }
}

/// A model that always wants two gone, in whatever words: sixty facts stay sixty.
#[test]
fn fifty_cycles_of_dropping() {
    let mut cycles = Cycles::new();
    let before = cycles.rows();
    for n in 0..50 {
        cycles.cycle(Origin::Auto, |shown| {
            let ids = [shown[0].id.as_str(), shown[1].id.as_str()];
            match n % 4 {
                0 => json!({"version": 1, "operations": [], "delete": ids}),
                1 => json!({"version": 1, "operations": [{"sourceIds": ids, "kind": "note", "text": " "}]}),
                2 => json!({"version": 1, "operations": [{"sourceIds": ids, "delete": true}]}),
                _ => json!({"version": 1, "operations": [{"sourceIds": ids, "kind": "note", "text": "Obsolete."}]}),
            }
        });
    }
    assert_eq!(cycles.rows(), before);
    let codes = ["fact.text_empty", "review.guard_numbers", "review.schema"];
    assert_eq!(cycles.codes, codes.into());
}

/// A model that always merges two into the words of the first: every original is there or in the lineage of what is, and the newest twenty merges undo.
#[test]
fn fifty_cycles_of_merging() {
    let mut cycles = Cycles::new();
    let originals: Vec<FactId> = cycles.rows().into_iter().map(|fact| fact.id).collect();
    let mut states = vec![sorted(cycles.rows())];
    while cycles.receipts.len() < 50 {
        let before = cycles.receipts.len();
        cycles.cycle(Origin::Explicit, |shown| {
            let ids: Vec<&str> = shown.iter().take(2).map(|fact| fact.id.as_str()).collect();
            let first = shown[0];
            json!({"version": 1, "operations": [
                {"sourceIds": ids, "kind": first.kind.as_str(), "text": first.text.as_str()}]})
        });
        if cycles.receipts.len() > before {
            states.push(sorted(cycles.rows()));
        }
    }
    assert_eq!(cycles.codes, BTreeSet::new());
    let rows = cycles.rows();
    let covered: BTreeSet<&FactId> =
        rows.iter().flat_map(|fact| fact.derived_from.iter().chain([&fact.id])).collect();
    assert_eq!(rows.len(), 10);
    assert!(originals.iter().all(|id| covered.contains(id)), "an original is nowhere");
    for _ in 0..20 {
        let receipt = cycles.receipts.pop().unwrap();
        states.pop();
        cycles.mind.undo(&scope("dev"), &place(), &receipt, &|| Ok(())).unwrap();
        assert_eq!(Some(&sorted(cycles.rows())), states.last());
    }
    assert_eq!(cycles.rows().len(), 30);
}

fn sorted(mut rows: Vec<Fact>) -> Vec<Fact> {
    rows.sort_by_key(|fact| fact.id.clone());
    rows
}
