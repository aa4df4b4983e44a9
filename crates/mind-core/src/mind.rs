//! The use cases: one public method a verb.

mod answer;
mod backlog;
mod capture;
mod consolidate;
mod context;
mod draft;
mod forget;
mod gather;
mod key;
mod list;
mod owner;
mod plan;
mod promote;
mod read;
mod receipt;
mod remember;
mod request;
mod resolve;
mod rows;
mod search;
mod session;
mod shelf;
mod show;
mod standing;
mod twins;
mod upkeep;
mod workspace;

use std::sync::Arc;
use std::time::Duration;

pub use answer::{
    BacklogEntry, BacklogPage, Body, Entry, Export, Exported, Hit, Named, Other, Page, Reading,
    Retired, Status, TierStatus, Unreadable,
};
pub use capture::Noticed;
pub use consolidate::{Applied, Outcome as ReceiptOutcome, Settled, Undone};
pub use receipt::{
    BacklogAdded, BacklogMoved, Forgotten, Outcome, Promoted, Remembered, Removed, Replaced, Sweep,
    TierChoice, Unmoved,
};
pub use request::{
    BACKLOG_LIMIT_DEFAULT, BacklogDraft, BacklogListing, BacklogMove, ContextRequest, Destination,
    Draft, ForgetMode, LIMIT_DEFAULT, LIMIT_MAX, RecallRequest, Screen,
};
pub use session::{ForgottenInSession, InSession};
pub use workspace::Workspace;

use crate::capture::Settings;
use crate::context::Blocks;
use crate::error::Error;
use crate::note::Notes;
use crate::port::{Clock, Store};
use crate::scope::{Scope, Tier};
use crate::time::Timestamp;
use remember::Manner;

/// The memory engine: a store, a clock, and the rules between them.
///
/// It is `Send + Sync` where its store and clock are; every method may be called from several threads. What it keeps between calls is derived from the store's snapshots and changes no answer.
#[derive(Debug)]
pub struct Mind<S, C> {
    store: S,
    clock: C,
    wait: Duration,
    shelves: Arc<shelf::Shelves>,
    twins: Arc<twins::KeptTwins>,
}

impl<S: Store, C: Clock> Mind<S, C> {
    /// An engine over a store. `wait` is how long a write waits for a lock another holds.
    pub fn new(store: S, clock: C, wait: Duration) -> Self {
        Self { store, clock, wait, shelves: Arc::default(), twins: Arc::default() }
    }

    /// The store underneath.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The present time, as its clock has it.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Stores a fact, or refreshes the row that already says it.
    ///
    /// # Errors
    /// The first field that does not parse, `scan.refused`, `scope.no_project`, an unresolved `supersedes`, `store.*`; nothing was changed.
    pub fn remember(&self, scope: &Scope, draft: &Draft) -> Result<Remembered, Error> {
        let mut results = self.remember_all(scope, std::slice::from_ref(draft), Manner::One)?;
        results.pop().expect("one draft has one result")
    }

    /// Stores many facts in one transaction, each by itself: one that is refused does not stop the others. The answers stand in the order of the drafts. Where the acting persona has a content durably, no working copy of it is made, even for a draft that names that tier: the same drafts twice are the same memory.
    ///
    /// # Errors
    /// The whole call fails only when the transaction cannot be had. A store that fails fails each draft that was for it.
    pub fn remember_batch(
        &self,
        scope: &Scope,
        drafts: &[Draft],
    ) -> Result<Vec<Result<Remembered, Error>>, Error> {
        self.remember_all(scope, drafts, Manner::Many)
    }

    /// Remembers what a user's own words ask for, and says what became of each cue, in order of appearance. All facts of one text are stored in one transaction, each by itself.
    ///
    /// `text` must be what a person typed: never a tool's result, a model's answer, a file or a report of another agent. It never fails: what could not be stored is answered, and the text itself goes on as it is. A text without a strong cue opens nothing.
    pub fn capture(&self, scope: &Scope, text: &str, settings: Settings) -> Vec<Noticed> {
        self.capture_cues(scope, text, settings)
    }

    /// Whether a draft could be remembered: its fields, its text and its tier. Nothing is looked up and nothing changes.
    ///
    /// # Errors
    /// What [`Mind::remember`] would refuse the draft with before it looks at a store.
    pub fn check(&self, scope: &Scope, draft: &Draft) -> Result<(), Error> {
        draft::Statement::parse(draft, scope, self.clock.now()).map(|_| ())
    }

    /// Ranks the visible live facts for a query; without one, lists them newest first. A pure read.
    ///
    /// # Errors
    /// `recall.query_too_long`, `input.out_of_range`, `scope.no_project` or `note.no_session` for a tier the call does not have; a store's error only when not one tier could be read.
    pub fn recall(&self, scope: &Scope, request: &RecallRequest) -> Result<Page, Error> {
        self.find(scope.into(), request)
    }

    /// One fact, whole, with where else it stands and what it replaced. A pure read.
    ///
    /// # Errors
    /// `fact.id_invalid`, `fact.not_found`, `fact.expired`, `fact.ambiguous_id`.
    pub fn read(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
    ) -> Result<Reading, Error> {
        self.read_one(scope.into(), reference, tier, Screen::Withhold)
    }

    /// Whatever a reference names: a fact, or deferred work where no fact answers (F-19). A pure read.
    ///
    /// # Errors
    /// As [`Mind::read`]; for deferred work `backlog.not_found`, `backlog.expired`, `backlog.ambiguous_id`, `scope.no_project`.
    pub fn look_up(&self, scope: &Scope, reference: &str) -> Result<Named, Error> {
        self.look_up_one(scope, reference, Screen::Withhold)
    }

    /// As [`Mind::read`], showing text the scanner withholds: for a person who asked for it, never for a model.
    ///
    /// # Errors
    /// As [`Mind::read`].
    pub fn reveal(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
    ) -> Result<Reading, Error> {
        self.read_one(scope.into(), reference, tier, Screen::Reveal)
    }

    /// The verbs of a call made in a host's session: its notes stand beside the stores, as tier `session`.
    pub const fn in_session<'a>(&'a self, notes: &'a Notes) -> InSession<'a, S, C> {
        InSession::new(self, notes)
    }

    /// The few facts a model gets before a request, within a budget, with the same bytes as long as the memory is the same. A pure read.
    ///
    /// # Errors
    /// `input.out_of_range` for the budget. A store that cannot be read is no error: the blocks and the manifest name it.
    pub fn context(&self, scope: &Scope, request: &ContextRequest) -> Result<Blocks, Error> {
        self.blocks(scope, request)
    }

    /// Takes a fact out of active use in every tier it is in. A tier that fails is named in the receipt; what was done before it stays done.
    ///
    /// # Errors
    /// As [`Mind::read`], and `store.*` when the transaction cannot be had; nothing was changed.
    pub fn forget(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
        mode: ForgetMode,
    ) -> Result<Forgotten, Error> {
        self.forget_one(scope.into(), reference, tier, mode).map(|(forgotten, _)| forgotten)
    }

    /// Makes a working fact durable: the durable row is written first, so that an interruption leaves the fact in both tiers and the same call finishes it.
    ///
    /// # Errors
    /// `fact.not_working`, `fact.foreign_owner`, `fact.expired`, `fact.not_found`, `fact.ambiguous_id`, `scan.refused`, `scope.no_project`, `store.*`.
    pub fn promote(
        &self,
        scope: &Scope,
        reference: &str,
        destination: Destination,
    ) -> Result<Promoted, Error> {
        self.promote_one(scope, reference, destination)
    }

    /// Adds deferred work, or refreshes the open item that already says it.
    ///
    /// # Errors
    /// `backlog.*`, `fact.tag_*`, `scan.refused`, `scope.no_project`, `store.*`; nothing was changed.
    pub fn backlog_add(&self, scope: &Scope, draft: &BacklogDraft) -> Result<BacklogAdded, Error> {
        self.add_item(scope, draft)
    }

    /// Takes, finishes or drops deferred work.
    ///
    /// # Errors
    /// `backlog.not_found`, `backlog.expired`, `backlog.ambiguous_id`, `backlog.closed`, `backlog.note_too_long`, `scan.refused`, `scope.no_project`, `store.*`.
    pub fn backlog_move(
        &self,
        scope: &Scope,
        reference: &str,
        to: &BacklogMove,
    ) -> Result<BacklogMoved, Error> {
        self.move_item(scope, reference, to)
    }

    /// Lists deferred work. A pure read.
    ///
    /// # Errors
    /// `input.out_of_range`, `scope.no_project`, `store.*`.
    pub fn backlog_list(
        &self,
        scope: &Scope,
        listing: &BacklogListing,
    ) -> Result<BacklogPage, Error> {
        self.list_items(scope, listing)
    }

    /// The acting persona's and nobody's open and taken items whose time has come. A pure read; showing them is the host's part.
    ///
    /// # Errors
    /// `store.*`. Outside a project nothing is due.
    pub fn due_items(&self, scope: &Scope) -> Result<Vec<BacklogEntry>, Error> {
        self.due(scope)
    }

    /// When the next item falls due that does not wait already; none outside a project. A pure read.
    ///
    /// # Errors
    /// A store's error.
    pub fn next_due(&self, scope: &Scope) -> Result<Option<Timestamp>, Error> {
        let Some(project) = &scope.project else { return Ok(None) };
        Ok(backlog::next_due(&self.store.backlog(project)?.rows, scope, self.clock.now()))
    }

    /// Clears an item's due time, if it is still the one that was shown; a newer one stays.
    ///
    /// # Errors
    /// As [`Mind::backlog_move`].
    pub fn acknowledge(&self, scope: &Scope, reference: &str, due: Timestamp) -> Result<(), Error> {
        self.acknowledge_item(scope, reference, due)
    }

    /// Every live fact of some tiers, or of every visible one, in written order. A pure read.
    ///
    /// # Errors
    /// As [`Mind::recall`].
    pub fn export(&self, scope: &Scope, tiers: &[Tier], screen: Screen) -> Result<Export, Error> {
        self.export_all(scope, tiers, screen)
    }

    /// What the visible places hold. A pure read that never fails: what cannot be read is named.
    pub fn status(&self, scope: &Scope) -> Status {
        self.status_of(scope)
    }

    /// Removes expired rows of the project's working facts and backlog from their stores. It does not wait for an import.
    ///
    /// # Errors
    /// `store.*`.
    pub fn sweep(&self, scope: &Scope) -> Result<Sweep, Error> {
        self.sweep_all(scope)
    }

    /// Takes the acting persona's working facts and deferred work out of a project, or counts them. Rows of other personas stay.
    ///
    /// # Errors
    /// `scope.no_project`, `store.*`. Where the backlog fails, the facts are gone already; the same call again finishes it.
    pub fn reset_workspace(&self, scope: &Scope, mode: ForgetMode) -> Result<Workspace, Error> {
        self.reset(scope, mode)
    }
}
