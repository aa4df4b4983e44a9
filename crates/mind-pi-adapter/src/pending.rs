//! Effects whose reports are waited for.

use mind_core::note::Write;
use mind_core::review::request::RunId;
use mind_core::time::Timestamp;

use crate::notes::Before;

/// An effect whose report is waited for.
#[derive(Debug)]
pub(crate) enum Pending {
    /// A note, and what is to be said when it is there.
    Note {
        write: Box<Write>,
        /// What was done in the stores before, in words and details.
        before: Option<Box<Before>>,
        /// How often the host may still be asked.
        rounds: u8,
        /// The title of the report it is told in, when a person asked.
        title: Option<&'static str>,
    },
    /// A card of reminders: each item with the due time it was shown for.
    Reminder(Vec<(String, Timestamp)>),
    /// A card nobody waits for.
    Card,
    /// A record of a review; that of a run that began, by the run.
    Record(Option<RunId>),
    /// A card that shows what a review would change.
    Proposal(RunId),
}
