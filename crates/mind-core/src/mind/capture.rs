//! `capture`: what a user's own words ask for, stored or suggested.

use super::Mind;
use super::receipt::Remembered;
use super::remember::Manner;
use super::request::Draft;
use crate::capture::{Cue, Mode, Settings, Subject, cues};
use crate::error::Error;
use crate::fact::Kind;
use crate::port::{Clock, Store};
use crate::scope::Scope;

/// What became of a cue. It holds nothing of the user's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// A strong cue, remembered.
    Kept(Remembered),
    /// A strong cue that could not be remembered; nothing was changed.
    Failed {
        /// What kind of fact it would have been.
        kind: Kind,
        /// Why.
        error: Error,
    },
    /// A strong cue that is left to the model.
    Asked {
        /// What kind of fact it would be.
        kind: Kind,
    },
    /// A casual cue.
    Casual {
        /// What kind of fact it would be.
        kind: Kind,
        /// What it would be kept as.
        subject: Subject,
    },
}

impl<S: Store, C: Clock> Mind<S, C> {
    pub(super) fn capture_cues(
        &self,
        scope: &Scope,
        text: &str,
        settings: Settings,
    ) -> Vec<Noticed> {
        if settings.mode == Mode::Off {
            return Vec::new();
        }
        let cues = cues(text);
        let mut kept = match settings.mode {
            Mode::Auto => self.keep(scope, &cues),
            Mode::Prompt | Mode::Off => Vec::new(),
        }
        .into_iter();
        let noticed = cues.iter().filter_map(|cue| match cue {
            Cue::Strong { kind, .. } => Some(match kept.next() {
                Some(Ok(receipt)) => Noticed::Kept(receipt),
                Some(Err(error)) => Noticed::Failed { kind: *kind, error },
                None => Noticed::Asked { kind: *kind },
            }),
            Cue::Casual { kind, subject, .. } if settings.nudge => {
                Some(Noticed::Casual { kind: *kind, subject: *subject })
            }
            Cue::Casual { .. } => None,
        });
        noticed.collect()
    }

    /// Remembers the strong cues in one transaction; without one nothing is opened.
    fn keep(&self, scope: &Scope, cues: &[Cue<'_>]) -> Vec<Result<Remembered, Error>> {
        let drafts: Vec<Draft> = cues.iter().filter_map(|cue| cue.draft(scope)).collect();
        if drafts.is_empty() {
            return Vec::new();
        }
        let refuse_all = |error: Error| drafts.iter().map(|_| Err(error.clone())).collect();
        self.remember_all(scope, &drafts, Manner::Many).unwrap_or_else(refuse_all)
    }
}
