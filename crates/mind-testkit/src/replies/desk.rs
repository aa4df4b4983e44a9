//! A memory that is reviewed: facts that are alike, contradict each other or have nothing to do with each other, of two personas.

use mind_core::Mind;
use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::error::Error;
use mind_core::fact::Fact;
use mind_core::mind::Draft;
use mind_core::port::{Clock, Store};
use mind_core::review::judge::Change;
use mind_core::review::prepare::{Model, Prepared, Preparing};
use mind_core::review::window::Progress;
use mind_core::scope::{Persona, Project, Scope, Tier};

use super::hold_applied;

const TEXTS: [&str; 14] = [
    "Alpha service listens on 7101.",
    "Alpha service listens on 7102.",
    "Nightly export is enabled.",
    "Nightly export is not enabled.",
    "The smoke test needs port 7101 free.",
    "Smoke test requires port 7101 to be free.",
    "Use the queue for exports.",
    "Don't forget to size the queue for exports.",
    "Deploys run from the release branch.",
    "The cache is shared between the two workers.",
    "缓存未启用。",
    "Timeouts are 1.5 s on the gateway and 30 s in the worker.",
    "L'esportazione non parte di domenica.",
    "The heron nests at dawn, 12 of 14 times.",
];

/// A memory of `dev`, with rows of `ops` among them.
#[derive(Debug)]
pub struct Desk<S, C> {
    /// The engine.
    pub mind: Mind<S, C>,
    /// For whom.
    pub scope: Scope,
    tier: Tier,
}

impl<S: Store, C: Clock> Desk<S, C> {
    /// Puts the facts into a tier of an empty memory.
    ///
    /// # Errors
    /// A store's.
    pub fn new(mind: Mind<S, C>, tier: Tier) -> Result<Self, Error> {
        let project = Some(Project::at(b"/srv/demo"));
        let of =
            |name| Persona::named(name).map(|persona| Scope { persona, project: project.clone() });
        let (scope, other) = (of("dev")?, of("ops")?);
        for (at, text) in TEXTS.into_iter().enumerate() {
            let tags = vec![["tests", "ports", "ops"][at % 3].to_owned()];
            let tier = Some(tier.to_string());
            let draft = Draft { tier, tags, text: text.to_owned(), ..Draft::default() };
            mind.remember(&scope, &draft)?;
            if at % 5 == 0 {
                mind.remember(&other, &draft)?;
            }
        }
        Ok(Self { mind, scope, tier })
    }

    /// A review of everything there is.
    ///
    /// # Panics
    /// When there is nothing to review, which no memory of a desk comes to.
    pub fn prepared(&self, origin: Origin) -> Prepared {
        let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
        let preparing = Preparing {
            place: &self.scope.place(self.tier).expect("a scope with a project"),
            scope: &self.scope,
            owner: &PlanOwner::of(&self.scope),
            origin,
            progress: Progress::default(),
            settled: &[],
            model: &Model { provider, id, thinking },
        };
        self.mind.prepare_review(&preparing).expect("rows to review")
    }

    /// The rows as they stand.
    ///
    /// # Errors
    /// A store's.
    pub fn rows(&self) -> Result<Vec<Fact>, Error> {
        Ok(self.mind.store().facts(&self.scope.place(self.tier)?)?.rows.clone())
    }

    /// Ids of rows that a review was not shown.
    ///
    /// # Errors
    /// A store's.
    pub fn foreign(&self, prepared: &Prepared) -> Result<Vec<String>, Error> {
        let shown: Vec<&str> = prepared.ids().map(mind_core::fact::FactId::as_str).collect();
        let ids = self.rows()?.into_iter().map(|fact| fact.id.to_string());
        Ok(ids.filter(|id| !shown.contains(&id.as_str())).collect())
    }

    /// Applies a change, looks whether it is what was shown, undoes it, and looks again (O-55, O-92).
    ///
    /// # Errors
    /// What does not hold.
    pub fn round_trip(&self, prepared: &Prepared, change: &Change) -> Result<(), String> {
        let told = |error: Error| format!("{error:?}");
        let before = sorted(self.rows().map_err(told)?);
        let expect = hold_applied(prepared, change, prepared.created_at)?;
        let (order, owner) = (change.order(prepared, None), PlanOwner::of(&self.scope));
        let applied = self.mind.apply(&self.scope, &order, &owner, &|| Ok(())).map_err(told)?;
        if self.rows().map_err(told)? != expect {
            return Err("what was applied is not what was shown".to_owned());
        }
        let place = self.scope.place(self.tier).map_err(told)?;
        self.mind.undo(&self.scope, &place, &applied.receipt_id, &|| Ok(())).map_err(told)?;
        if sorted(self.rows().map_err(told)?) != before {
            return Err("what was undone is not what was there".to_owned());
        }
        Ok(())
    }
}

fn sorted(mut rows: Vec<Fact>) -> Vec<Fact> {
    rows.sort_by_key(|fact| (fact.id.clone(), fact.persona.clone()));
    rows
}
