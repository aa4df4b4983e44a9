//! What the machine wants done, in order.

use super::ResultCard;
use crate::consolidate::plan::Origin;
use crate::error::ReviewError;
use crate::review::digest::WindowDigest;
use crate::review::log::ReviewRecord;
use crate::review::request::RunId;
use crate::review::window::Progress;
use crate::scope::Tier;

/// Something to be done. Effects of one step are done in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Answer to a request: these targets are reviewed, see [`Effect::accepted_text`].
    Accepted(Vec<Tier>),
    /// Answer to a request: no.
    Refused(ReviewError),
    /// The engine's: look for a window, at once, and feed [`Event::Prepared`](super::Event::Prepared).
    Prepare {
        /// The target.
        target: Tier,
        /// Whose wish it is.
        origin: Origin,
        /// Where to begin.
        progress: Progress,
        /// The windows reviewed before; empty unless the review began by itself.
        settled: Vec<WindowDigest>,
    },
    /// Append an entry of type [`ENTRY_TYPE`](crate::review::log::ENTRY_TYPE) without a leaf. For a started record that is reported as not appended, feed [`Event::NotRecorded`](super::Event::NotRecorded).
    Record(ReviewRecord),
    /// Start the worker of the prepared run, without waiting for it.
    RunWorker(RunId),
    /// Stop it; what it still brings is dropped.
    CancelWorker(RunId),
    /// Set the one timer of the reviews, in place of any other.
    ArmTimer(u64),
    /// Take it back.
    CancelTimer,
    /// The engine's: append every card of the kept plan, and feed [`Event::Card`](super::Event::Card) for each.
    Propose(RunId),
    /// The engine's: apply the kept plan, and feed [`Event::Applied`](super::Event::Applied).
    Apply(RunId),
    /// Append a result card.
    Card(Box<ResultCard>),
}

impl Effect {
    /// What a user is told whose request was accepted (O-101).
    pub fn accepted_text(targets: &[Tier]) -> String {
        let names: Vec<&str> = targets.iter().map(|target| target.as_str()).collect();
        format!("Reviewing {}: one bounded window per tier, one after another.", names.join(", "))
    }
}
