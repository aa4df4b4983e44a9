//! One rival process: it opens the home, writes as fast as it can, and says each thing before and after.

use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use mind_core::Mind;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::{Operation, Origin, PlanOwner, Staging};
use mind_core::mind::{BacklogDraft, Destination, Draft, ForgetMode};
use mind_core::scope::{FactPlace, Persona, Project, Scope, Tier};
use mind_store_fs::{FsStore, Limits};
use mind_testkit::FixedClock;
use mind_testkit::replies::Dice;
use serde::{Deserialize, Serialize};

use super::world::at;

/// What a rival says begins with this, so that nothing else is mistaken for it.
pub(super) const MARK: &str = "> ";

/// The part a rival plays.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Part {
    pub(super) home: PathBuf,
    pub(super) now: i64,
    pub(super) persona: String,
    /// The project's canonical path.
    pub(super) project: PathBuf,
    pub(super) seed: u64,
    pub(super) day: u32,
    pub(super) acts: usize,
}

/// One thing a rival does, said before it is begun and again once it is acknowledged.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Line {
    pub(super) done: bool,
    pub(super) act: Act,
}

/// What it is. Ids that are not known yet are empty.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Act {
    Keep { tier: String, text: String, supersedes: Option<String>, id: String },
    Promote { id: String },
    Forget { id: String },
    Tidy { before: Vec<String>, text: String, after: String, receipt: String },
    Undo { receipt: String },
    Defer { text: String, id: String },
}

/// Plays a part to its end, or until it is killed.
pub(super) fn play(part: &Part) -> Result<()> {
    let clock = FixedClock::new(at(part.now)?);
    let store = FsStore::new(part.home.clone(), Limits::default());
    let scope = Scope {
        persona: Persona::named(&part.persona)?,
        project: Some(Project::at(part.project.as_os_str().as_encoded_bytes())),
    };
    let mind = Mind::new(store, clock, Duration::from_secs(30));
    let mut rival = Rival {
        mind,
        scope,
        dice: Dice::new(part.seed),
        long: Vec::new(),
        short: Vec::new(),
        receipt: None,
    };
    for number in 0..part.acts {
        let text = format!(
            "Rival {} noted point {number} of day {}, draw {}.",
            part.persona, part.day, part.seed
        );
        rival.act(&text)?;
    }
    Ok(())
}

struct Rival {
    mind: Mind<FsStore, FixedClock>,
    scope: Scope,
    dice: Dice,
    /// Ids of its facts of the project, durable and working.
    long: Vec<String>,
    short: Vec<String>,
    /// A change it can undo.
    receipt: Option<String>,
}

impl Rival {
    fn act(&mut self, text: &str) -> Result<()> {
        match self.dice.below(12) {
            0 if !self.short.is_empty() => self.promote(),
            1 if !self.short.is_empty() => self.forget(),
            2 if !self.long.is_empty() => self.keep(text, Tier::ProjectLong, true),
            3 | 4 if self.long.len() > 1 => self.tidy(),
            5 if self.receipt.is_some() => self.undo(),
            6 => self.defer(text),
            7 => self.keep(text, Tier::Shared, false),
            8 | 9 => self.keep(text, Tier::Project, false),
            _ => self.keep(text, Tier::ProjectLong, false),
        }
    }

    fn keep(&mut self, text: &str, tier: Tier, replacing: bool) -> Result<()> {
        let supersedes = if replacing { self.long.pop() } else { None };
        let draft = Draft {
            kind: Some("note".to_owned()),
            tier: Some(tier.to_string()),
            text: text.to_owned(),
            supersedes: supersedes.clone(),
            ..Draft::default()
        };
        let said = |id: String| Act::Keep {
            tier: tier.to_string(),
            text: text.to_owned(),
            supersedes: supersedes.clone(),
            id,
        };
        say(false, said(String::new()))?;
        let id = self.mind.remember(&self.scope, &draft)?.id.to_string();
        say(true, said(id.clone()))?;
        match tier {
            Tier::ProjectLong => self.long.push(id),
            Tier::Project => self.short.push(id),
            _ => {}
        }
        Ok(())
    }

    fn promote(&mut self) -> Result<()> {
        let id = self.short.remove(0);
        say(false, Act::Promote { id: id.clone() })?;
        self.mind.promote(&self.scope, &id, Destination::ProjectLong)?;
        say(true, Act::Promote { id: id.clone() })?;
        self.long.push(id);
        Ok(())
    }

    fn forget(&mut self) -> Result<()> {
        let id = self.short.remove(0);
        say(false, Act::Forget { id: id.clone() })?;
        self.mind.forget(&self.scope, &id, None, ForgetMode::Remove)?;
        say(true, Act::Forget { id })
    }

    /// Makes one fact of two. Another's write may come between looking and applying; then nothing has changed.
    fn tidy(&mut self) -> Result<()> {
        let before: Vec<String> = self.long.iter().rev().take(2).cloned().collect();
        let text = format!("Both of {} and {}.", before[0], before[1]);
        let place = FactPlace::ProjectLong(self.scope.project.clone().context("in a project")?);
        let operation = Operation {
            source_ids: before.clone(),
            kind: "note".to_owned(),
            text: text.clone(),
            tags: None,
        };
        let owner = PlanOwner::of(&self.scope);
        let plan = self.mind.stage(&Staging {
            place: &place,
            scope: &self.scope,
            owner: owner.clone(),
            origin: Origin::Manual,
            fingerprint: None,
            operations: &[operation],
        });
        let plan = match plan {
            Ok(plan) => plan,
            // Each of the two replaced something else.
            Err(error) if error.code() == "optimize.supersedes_conflict" => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let after = plan.steps[0].after.get().id.to_string();
        let said = |receipt: String| Act::Tidy {
            before: before.clone(),
            text: text.clone(),
            after: after.clone(),
            receipt,
        };
        say(false, said(String::new()))?;
        match self.mind.apply(&self.scope, &Order::of(&plan), &owner, &|| Ok(())) {
            Ok(applied) => {
                say(true, said(applied.receipt_id.clone()))?;
                self.receipt = Some(applied.receipt_id);
                self.long.truncate(self.long.len() - 2);
            }
            Err(error) if error.code() == "store.changed" => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        let receipt = self.receipt.take().context("it was looked at")?;
        let place = FactPlace::ProjectLong(self.scope.project.clone().context("in a project")?);
        say(false, Act::Undo { receipt: receipt.clone() })?;
        match self.mind.undo(&self.scope, &place, &receipt, &|| Ok(())) {
            Ok(_) => say(true, Act::Undo { receipt }),
            // Others may have pushed it out of the history.
            Err(error) if ["optimize.receipt_unknown", "store.changed"].contains(&error.code()) => {
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn defer(&mut self, text: &str) -> Result<()> {
        let said = |id: String| Act::Defer { text: text.to_owned(), id };
        say(false, said(String::new()))?;
        let draft = BacklogDraft { text: text.to_owned(), ..BacklogDraft::default() };
        let id = self.mind.backlog_add(&self.scope, &draft)?.id.to_string();
        say(true, said(id))
    }
}

/// Says a line, so that it is heard even when the process is killed right after.
fn say(done: bool, act: Act) -> Result<()> {
    let line = serde_json::to_string(&Line { done, act })?;
    let mut out = stdout();
    writeln!(out, "{MARK}{line}")?;
    Ok(out.flush()?)
}
