//! The verbs of a call made in a host's session, whose notes stand beside the stores (SN-5, SN-70, SN-71).

use super::Mind;
use super::answer::{Page, Reading};
use super::receipt::{Forgotten, Promoted};
use super::request::{ContextRequest, Destination, ForgetMode, RecallRequest, Screen};
use super::shelf::View;
use crate::context::Blocks;
use crate::error::{Error, NoteError};
use crate::fact::{FactId, Reference, ReferenceTier};
use crate::note::{HostId, Notes};
use crate::port::{Clock, Store};
use crate::scope::{Scope, Tier};

/// An engine with the notes of one session in sight, as [`Mind::in_session`] gives it. It writes no note: what becomes of one is decided by [`Notes`] and carried out by the host.
///
/// Notes whose history is unsafe are named among the unreadable tiers; a call for them alone is refused with `note.history_unsafe`.
#[derive(Debug)]
pub struct InSession<'a, S, C> {
    mind: &'a Mind<S, C>,
    notes: &'a Notes,
}

/// The receipt of a `forget` inside a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenInSession {
    /// What was taken out of the stores.
    pub stored: Forgotten,
    /// The note that goes too, once the host has appended its tombstone; see [`Notes::forget`].
    pub note: Option<FactId>,
}

impl<'a, S, C> InSession<'a, S, C> {
    pub(super) const fn new(mind: &'a Mind<S, C>, notes: &'a Notes) -> Self {
        Self { mind, notes }
    }
}

impl<S: Store, C: Clock> InSession<'_, S, C> {
    /// As [`Mind::recall`], notes included.
    ///
    /// # Errors
    /// As [`Mind::recall`], and `note.history_unsafe` when tier `session` alone is asked for.
    pub fn recall(&self, scope: &Scope, request: &RecallRequest) -> Result<Page, Error> {
        self.mind.find(self.view(scope), request)
    }

    /// As [`Mind::read`], notes included, and the session a note was made in.
    ///
    /// # Errors
    /// As [`Mind::read`]; `note.history_unsafe` where a note might have answered.
    pub fn read(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
    ) -> Result<(Reading, Option<HostId>), Error> {
        let reading = self.mind.read_one(self.view(scope), reference, tier, Screen::Withhold);
        let reading = reading.map_err(|error| self.missed(error, reference, tier))?;
        let is_note = reading.entry.tier == Tier::Session && reading.retired.is_none();
        let note = self.notes.find(&reading.entry.id).ok().filter(|_| is_note);
        Ok((reading, note.map(|active| active.note.origin.clone())))
    }

    /// As [`Mind::forget`]: takes a content out of the stores and names the note that says it, whose tombstone is the host's to append.
    ///
    /// # Errors
    /// As [`Mind::forget`]; `note.history_unsafe` where a note might have answered.
    pub fn forget(
        &self,
        scope: &Scope,
        reference: &str,
        tier: Option<Tier>,
        mode: ForgetMode,
    ) -> Result<ForgottenInSession, Error> {
        let forgotten = self.mind.forget_one(self.view(scope), reference, tier, mode);
        let (stored, note) = forgotten.map_err(|error| self.missed(error, reference, tier))?;
        Ok(ForgottenInSession { stored, note })
    }

    /// As [`Mind::promote`]; a note is never promoted.
    ///
    /// # Errors
    /// As [`Mind::promote`]; `fact.not_working` for a note.
    pub fn promote(
        &self,
        scope: &Scope,
        reference: &str,
        destination: Destination,
    ) -> Result<Promoted, Error> {
        let promoted = self.mind.promote_one(scope, reference, destination);
        promoted.map_err(|error| match error {
            Error::NotFound { .. } | Error::NoProject | Error::NoSession
                if self.names_note(reference) =>
            {
                NoteError::NotWorking { reference: reference.to_owned() }.into()
            }
            error => error,
        })
    }

    /// As [`Mind::context`], with the session's notes; those of the request are not looked at.
    ///
    /// # Errors
    /// As [`Mind::context`].
    pub fn context(&self, scope: &Scope, request: &ContextRequest) -> Result<Blocks, Error> {
        let (notes, notes_state) = (self.notes.shown(), self.notes.state());
        let request = ContextRequest { notes, notes_state, ..request.clone() };
        self.mind.context(scope, &request)
    }

    fn view<'a>(&'a self, scope: &'a Scope) -> View<'a> {
        View { scope, notes: Some(self.notes) }
    }

    /// Nothing was found; where the notes cannot be used, that is the answer.
    fn missed(&self, error: Error, reference: &str, tier: Option<Tier>) -> Error {
        let may_be_note = matches!(error, Error::NotFound { .. })
            && tier.is_none_or(|tier| tier == Tier::Session)
            && named_tier(reference).is_none_or(|tier| tier == ReferenceTier::Facts(Tier::Session));
        match self.notes.active() {
            Err(unsafe_history) if may_be_note => unsafe_history,
            _ => error,
        }
    }

    fn names_note(&self, reference: &str) -> bool {
        let Ok(reference) = Reference::parse(reference) else { return false };
        let session = ReferenceTier::Facts(Tier::Session);
        reference.tier.is_none_or(|tier| tier == session) && self.notes.find(&reference.id).is_ok()
    }
}

fn named_tier(reference: &str) -> Option<ReferenceTier> {
    Reference::parse(reference).ok().and_then(|reference| reference.tier)
}
