//! Deferred work in the model (F-70 to F-76).

use std::collections::BTreeMap;

use mind_core::scope::{FactPlace, Project};

use super::{DAY, HOUR, Key, Model, Who};

/// Deferred work that was acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) text: String,
    pub(crate) state: &'static str,
    pub(crate) created: i64,
    pub(crate) due: Option<i64>,
    pub(crate) expires: i64,
}

impl Item {
    pub(crate) fn is_live(&self, now: i64) -> bool {
        now < self.expires
    }

    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.state, "done" | "dropped")
    }
}

impl Model {
    /// Adds an item, or refreshes the open one that says it; answers when it ends.
    pub(crate) fn add(
        &mut self,
        project: &Project,
        key: &Key,
        text: &str,
        (due, ttl): (Option<i64>, Option<i64>),
        now: i64,
    ) -> i64 {
        let items = self.swept(project, now);
        let end = now + ttl.unwrap_or(2 * DAY);
        let due = due.map(|span| now + span);
        let known = items.get(key);
        let due = due.or_else(|| known.and_then(|item| item.due));
        let expires = due.map_or(end, |due| due.max(end));
        let created = known.map_or(now, |item| item.created);
        let text = known.map_or_else(|| text.to_owned(), |item| item.text.clone());
        items.insert(key.clone(), Item { text, state: "open", created, due, expires });
        expires
    }

    pub(crate) fn move_item(
        &mut self,
        project: &Project,
        key: &Key,
        state: &'static str,
        now: i64,
    ) {
        let item = self.backlog.get_mut(project).and_then(|items| items.get_mut(key));
        let changed = item.is_some_and(|item| std::mem::replace(&mut item.state, state) != state);
        if changed {
            self.swept(project, now);
        }
    }

    /// A reminder was shown.
    pub(crate) fn acknowledge(&mut self, project: &Project, key: &Key, now: i64) {
        if let Some(item) = self.swept(project, now).get_mut(key) {
            item.due = None;
        }
    }

    /// Everything somebody keeps in a project for hours goes; answers how many facts and items.
    pub(crate) fn clear(&mut self, who: &Who, project: &Project, now: i64) -> (usize, usize) {
        let (place, own) = (FactPlace::Project(project.clone()), Some(who.segment()));
        let rows = self.places.get(&place).into_iter().flatten();
        let keys: Vec<Key> =
            rows.map(|(key, _)| key).filter(|key| key.owner == own).cloned().collect();
        for key in &keys {
            self.take(&place, key, "forgotten");
        }
        if !keys.is_empty() {
            self.commit(&place, now);
        }
        let items = self.backlog.entry(project.clone()).or_default();
        let before = items.len();
        items.retain(|key, _| key.owner != own);
        let gone = before - items.len();
        if gone > 0 {
            self.swept(project, now);
        }
        (keys.len(), gone)
    }

    /// The items of a project without the expired ones: what a committing change leaves.
    pub(crate) fn swept(&mut self, project: &Project, now: i64) -> &mut BTreeMap<Key, Item> {
        let items = self.backlog.entry(project.clone()).or_default();
        items.retain(|_, item| item.is_live(now));
        items
    }
}

/// A span in milliseconds of a number of quarters of an hour, and the same in hours.
pub(crate) fn quarters(count: usize) -> (i64, f64) {
    let count = i64::try_from(count).unwrap_or(1);
    #[expect(clippy::cast_precision_loss, reason = "a few hundred quarters")]
    let hours = count as f64 / 4.0;
    (count * HOUR / 4, hours)
}
