//! Reviews, as far as they ask the stores.

use std::collections::VecDeque;
use std::time::Duration;

use mind_core::error::Error;
use mind_core::port::{Clock, Store};
use mind_core::review::prepare::{Model, Preparing, Skip};
use mind_core::review::schedule::{ApplyEnd, Event, Preparation};
use mind_core::review::window::Progress;
use mind_core::scope::Tier;
use mind_mcp::Begun;
use serde::Serialize;

use super::answer::{answer_value, answered, value};
use super::{Host, Live};
use crate::fault::Fault;
use crate::job::Job;
use crate::review::{Todo, plan_owner};
use crate::session::Session;

impl<S: Store + 'static, C: Clock + Clone + 'static> Host<S, C> {
    /// Answers a call that may have moved a review: at once, or after the stores were asked.
    pub(super) fn reviewed<T: Serialize + Clone + Send + 'static>(
        &self,
        session: &mut Session,
        deadline: Duration,
        todos: Vec<Todo>,
        answer: T,
    ) -> Result<Begun, Fault> {
        if todos.is_empty() {
            return Ok(answered(session, answer));
        }
        let late = value(Vec::new(), answer.clone());
        self.work(session, deadline, late, move |host, job| {
            host.review(job, todos);
            let counts = host.counts(job);
            host.finish(job, |session| {
                session.count(counts);
                answer_value(session, answer)
            })
        })
    }

    /// Looks and applies, and feeds what came of it, until nothing is left to ask.
    pub(super) fn review(&self, job: &Job, todos: Vec<Todo>) {
        let mut left = VecDeque::from(todos);
        while let Some(todo) = left.pop_front() {
            let more = match todo {
                Todo::Prepare { target, origin, progress, settled } => {
                    self.prepare(job, target, (origin, progress, settled))
                }
                Todo::Apply(run) => {
                    let end = ApplyEnd::of(self.apply(job, &run));
                    self.feed(job, Event::Applied(run, end))
                }
            };
            left.extend(more.unwrap_or_default());
        }
    }

    fn prepare(
        &self,
        job: &Job,
        target: Tier,
        (origin, progress, settled): (
            mind_core::consolidate::plan::Origin,
            Progress,
            Vec<mind_core::review::digest::WindowDigest>,
        ),
    ) -> Option<Vec<Todo>> {
        let model: Option<Model> = self.of_review(job, |session| session.review_model()).flatten();
        let Some(model) = model else {
            let none = Event::Prepared(target, Preparation::NoModel);
            return self.feed(job, none);
        };
        let found = job.run(&self.mind, |mind, scope| {
            let owner = plan_owner(scope, &job.stamp.session, job.stamp.generation.0);
            let place = scope.place(target)?;
            let preparing = Preparing {
                place: &place,
                scope,
                owner: &owner,
                origin,
                progress,
                settled: &settled,
                model: &model,
            };
            Ok(mind.prepare_review(&preparing))
        });
        let found = found.unwrap_or_else(|error| Err(Skip::unreadable(error.code(), progress)));
        let event = Event::Prepared(target, Preparation::of(&found));
        if let Ok(prepared) = found {
            self.of_review(job, |session| session.reviews.keep(prepared));
        }
        self.feed(job, event)
    }

    /// Tells the machine, also when nobody waits for the answer any more: a review that has begun comes to an end.
    fn feed(&self, job: &Job, event: Event) -> Option<Vec<Todo>> {
        let now = self.now();
        self.of_review(job, |session| session.review(event, now))
    }

    fn of_review<T>(&self, job: &Job, change: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let mut live = self.live();
        let session = live.session.as_mut().filter(|session| session.serial == job.serial);
        session.filter(|_| job.is_current()).map(change)
    }

    /// Applies the kept plan, as long as its run is wanted; asked inside the store's decision.
    fn apply(
        &self,
        job: &Job,
        run: &mind_core::review::request::RunId,
    ) -> Result<mind_core::mind::Applied, Error> {
        let order = self.within(job, |session| {
            let (prepared, change) = session.reviews.prepared(run)?;
            Some(change?.order(prepared, session.reviews.result()))
        });
        let order = order.flatten().ok_or(Error::OwnerChanged)?;
        let wanted = || {
            let live: std::sync::MutexGuard<'_, Live> = self.live();
            let session = live.session.as_ref().filter(|session| session.serial == job.serial);
            match session.map(|session| session.reviews.machine.stopped(run)) {
                Some(None) => Ok(()),
                Some(Some(stop)) => Err(stop.error()),
                None => Err(Error::OwnerChanged),
            }
        };
        job.run(&self.mind, |mind, scope| {
            let owner = plan_owner(scope, &job.stamp.session, job.stamp.generation.0);
            mind.apply(scope, &order, &owner, &wanted)
        })
    }
}
