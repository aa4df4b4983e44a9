//! Which statements of a batch can be written together, and which must see the others written first.

use std::collections::{BTreeMap, BTreeSet};

use super::Job;
use crate::error::Error;
use crate::fact::{ContentKey, FactId};
use crate::mind::draft::Statement;
use crate::mind::resolve::Question;
use crate::scope::FactPlace;

/// When a statement can be queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// With what is queued.
    Now,
    /// After it; other contents need not wait.
    Later,
    /// After it, and at once, because what it replaces decides about those that follow.
    Settled,
}

/// What the queued jobs are about.
#[derive(Default)]
pub(super) struct Queue {
    /// Where each queued content goes.
    contents: BTreeMap<ContentKey, FactPlace>,
    /// Ids of rows that may be new.
    arriving: BTreeSet<FactId>,
    /// Contents of rows that are to be retired.
    leaving: BTreeSet<ContentKey>,
    later: Vec<(usize, Statement)>,
    put_off: BTreeSet<ContentKey>,
}

impl Queue {
    /// Whether a statement of this content waits already, so that the next one waits behind it.
    pub(super) fn puts_off(&self, key: &ContentKey) -> bool {
        self.put_off.contains(key)
    }

    pub(super) fn put_off(&mut self, key: ContentKey, at: usize, statement: Statement) {
        self.put_off.insert(key);
        self.later.push((at, statement));
    }

    /// Whether a statement of this content is queued.
    pub(super) fn holds(&self, key: &ContentKey) -> bool {
        self.contents.contains_key(key)
    }

    /// Whether a reference may be to something that is not written yet.
    pub(super) fn may_be_named(&self, named: &Question) -> bool {
        !self.later.is_empty() || self.arriving.contains(&named.reference.id)
    }

    /// When a statement can be queued, given what it would do as things stand.
    pub(super) fn order(
        &self,
        key: &ContentKey,
        statement: &Statement,
        job: &Result<Job, Error>,
    ) -> Order {
        let replaces = statement.supersedes.is_some();
        let Ok(job) = job else {
            // What is queued may be what makes a reference good or bad.
            let settled = replaces && !self.contents.is_empty();
            return if settled { Order::Settled } else { Order::Now };
        };
        let moves = |content: &ContentKey| {
            self.contents.contains_key(content) || self.leaving.contains(content)
        };
        let elsewhere = self.contents.get(key).is_some_and(|place| *place != job.place);
        let leaves = job.named.iter().any(moves) || self.leaving.contains(key);
        match (elsewhere || leaves, replaces) {
            (false, _) => Order::Now,
            (true, false) if !leaves => Order::Later,
            (true, _) => Order::Settled,
        }
    }

    pub(super) fn add(&mut self, key: ContentKey, job: &Job) {
        self.contents.insert(key, job.place.clone());
        self.arriving.insert(job.placing.fact.id.clone());
        self.leaving.extend(job.leaving());
    }

    /// Forgets what was queued, once it is written, and gives what waited for it.
    pub(super) fn clear(&mut self) -> Vec<(usize, Statement)> {
        std::mem::take(self).later
    }
}

impl Job {
    /// The contents of the rows it retires.
    fn leaving(&self) -> impl Iterator<Item = ContentKey> {
        self.placing.retire.iter().chain(&self.retire).map(|found| found.fact.content_key())
    }
}
