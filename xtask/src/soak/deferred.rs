//! What a session does to the backlog.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use mind_core::mind::{BacklogDraft, BacklogMove, ForgetMode};

use super::model::{Key, Who, quarters};
use super::words::secret;
use super::world::World;

impl World {
    pub(super) fn defer_something(&mut self, who: &Who) {
        let Some(project) = who.project.clone() else { return };
        let text = format!("Look after this: {}", self.statement());
        let due = (self.dice.below(3) == 0).then(|| quarters(1 + self.dice.below(200)));
        let ttl = (self.dice.below(3) == 0).then(|| quarters(1 + self.dice.below(300)));
        let draft = BacklogDraft {
            text: text.clone(),
            tags: vec!["later".to_owned()],
            due_seconds: due.map(|(_, hours)| hours * 3_600.0),
            ttl_hours: ttl.map(|(_, hours)| hours),
        };
        let now = self.now();
        let added = match self.mind.backlog_add(&who.scope(), &draft) {
            Ok(added) => added,
            Err(error) => return self.unexpected("backlog add", "new", &error),
        };
        self.tally.deferred += 1;
        let key = Key { owner: Some(who.segment()), id: added.id.to_string() };
        let spans = (due.map(|(span, _)| span), ttl.map(|(span, _)| span));
        let expires = self.model.add(&project, &key, &text, spans, now);
        let said = added.expires_at.millis();
        self.hold(said == expires, "an item's receipt", || {
            format!("{} ends {said}, foretold {expires}", key.id)
        });
    }

    /// Takes, finishes or drops an item of one's own or, by its owner, one of somebody else.
    pub(super) fn move_something(&mut self, who: &Who) {
        let Some(project) = who.project.clone() else { return };
        let now = self.now();
        let items = self.model.backlog.get(&project).into_iter().flatten();
        let open: Vec<Key> = items
            .filter(|(_, item)| item.is_live(now) && !item.is_closed())
            .map(|(key, _)| key.clone())
            .collect();
        if open.is_empty() {
            return;
        }
        let key = self.dice.pick(&open).clone();
        let note = (self.dice.below(2) == 0).then(|| "See the log of that day.".to_owned());
        let (to, state) = match self.dice.below(4) {
            0 | 1 => (BacklogMove::Take, "taken"),
            2 => (BacklogMove::Done { note }, "done"),
            _ => (BacklogMove::Drop { note }, "dropped"),
        };
        let owner = key.owner.as_deref().unwrap_or_default();
        let reference = format!("backlog:{owner}/{}", key.id);
        if self.dice.below(6) == 0 {
            let to = BacklogMove::Done { note: Some(secret(&mut self.dice)) };
            let refused = self.mind.backlog_move(&who.scope(), &reference, &to).err();
            self.refused_secret("backlog", refused.as_ref());
        }
        if let Err(error) = self.mind.backlog_move(&who.scope(), &reference, &to) {
            return self.unexpected("backlog move", &key.id, &error);
        }
        self.tally.deferred += 1;
        self.model.move_item(&project, &key, state, now);
    }

    /// What is due is what the model says, and one of it is acknowledged.
    pub(super) fn remind(&mut self, who: &Who) -> Result<()> {
        let Some(project) = who.project.clone() else { return Ok(()) };
        let now = self.now();
        let due = self.mind.due_items(&who.scope())?;
        let ids: BTreeSet<String> = due.iter().map(|item| item.id.to_string()).collect();
        let own = Some(who.segment());
        let items = self.model.backlog.get(&project).into_iter().flatten();
        let expect: BTreeSet<String> = items
            .filter(|(key, item)| key.owner == own && item.is_live(now) && !item.is_closed())
            .filter(|(_, item)| item.due.is_some_and(|due| due <= now))
            .map(|(key, _)| key.id.clone())
            .collect();
        self.hold(ids == expect, "what is due is shown", || {
            format!("{ids:?}, expected {expect:?}")
        });
        let Some(first) = due.first() else { return Ok(()) };
        let (id, shown) = (first.id.to_string(), first.due_at.context("it is due")?);
        self.mind.acknowledge(&who.scope(), &id, shown)?;
        self.model.acknowledge(&project, &Key { owner: own, id }, now);
        Ok(())
    }

    /// Takes everything of one's own out of a project's working facts and backlog.
    pub(super) fn clear_the_desk(&mut self, who: &Who) -> Result<()> {
        let Some(project) = who.project.clone() else { return Ok(()) };
        let now = self.now();
        let gone = self.mind.reset_workspace(&who.scope(), ForgetMode::Remove)?;
        let foretold = self.model.clear(who, &project, now);
        self.tally.forgotten += gone.facts;
        self.hold((gone.facts, gone.items) == foretold, "a cleared desk", || {
            format!("said {gone:?}, foretold {foretold:?}")
        });
        Ok(())
    }

    /// Takes what has expired out of a project's stores.
    pub(super) fn sweep(&mut self, who: &Who) -> Result<()> {
        let Some(project) = who.project.clone() else { return Ok(()) };
        let now = self.now();
        self.mind.sweep(&who.scope())?;
        let place = mind_core::scope::FactPlace::Project(project.clone());
        self.model.commit(&place, now);
        self.model.swept(&project, now);
        Ok(())
    }
}
