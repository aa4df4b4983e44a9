//! What a worker brought back (W-54, O-90): dropped unread, or judged.

use mind_core::note::HostId;
use mind_core::review::judge::{Proposal, Reply, judge};
use mind_core::review::proposal::proposal;
use mind_core::review::request::RunId;
use mind_core::review::schedule::{DeclineReason, Event, Verdict, WorkerEnd, WorkerFault};
use mind_core::time::Timestamp;
use mind_protocol::host::{Model, WorkerSettled, WorkerStatus};

use super::{Todo, core_model};
use crate::session::Session;

/// Characters of a companion's word for a result.
const RESULT_LIMIT: usize = 256;

impl Session {
    /// Judges what a worker brought back. A result nobody waits for is dropped unread (W-54).
    pub(crate) fn worker_settled(&mut self, settled: &WorkerSettled, now: Timestamp) -> Vec<Todo> {
        let Some(run) = RunId::parse(&settled.run_id) else { return Vec::new() };
        if !self.reviews.machine.awaits(&run) {
            return Vec::new();
        }
        let end = self.ended(&run, settled, now);
        self.review(Event::Worker(run, end), now)
    }

    fn ended(&mut self, run: &RunId, settled: &WorkerSettled, now: Timestamp) -> WorkerEnd {
        let word = settled.reason.as_deref().unwrap_or_default();
        let odd = settled.attempts.is_some_and(|attempts| !(1..=2).contains(&attempts));
        let output = match (settled.status, &settled.output) {
            (WorkerStatus::Refused, _) => return WorkerEnd::Declined(DeclineReason::of(word)),
            (WorkerStatus::Cancelled, _) => return WorkerEnd::Failed(WorkerFault::Cancelled),
            (WorkerStatus::Failed, _) => return WorkerEnd::Failed(WorkerFault::of(word)),
            (WorkerStatus::Completed, Some(output)) if !odd => output,
            (WorkerStatus::Completed, _) => {
                return WorkerEnd::Failed(WorkerFault::InvalidOutput);
            }
        };
        let result_ref = settled.result_ref.clone().filter(|word| is_opaque(word));
        let verdict = self.judged(run, output, settled.model.as_ref(), now);
        self.reviews.result.clone_from(&result_ref);
        WorkerEnd::Judged { verdict, result_ref }
    }

    fn judged(
        &mut self,
        run: &RunId,
        text: &str,
        model: Option<&Model>,
        now: Timestamp,
    ) -> Verdict {
        let model = model.map(core_model);
        let Some((prepared, _)) = self.reviews.prepared(run) else { return Verdict::Nothing };
        let reply = Reply { text, model: model.as_ref() };
        match judge(prepared, reply, now) {
            Err(error) => Verdict::Refused(error),
            Ok(Proposal::Nothing) => Verdict::Nothing,
            Ok(Proposal::Change(change)) => {
                let (sources, replacements) = change.counts();
                let cards = proposal(&change.plan, run, &prepared.model).len();
                let digest = change.digest.clone();
                self.reviews.change = Some(change);
                Verdict::Accepted { digest, sources, replacements, cards }
            }
        }
    }
}

fn is_opaque(word: &str) -> bool {
    word.len() <= RESULT_LIMIT && HostId::new(word).is_some()
}
