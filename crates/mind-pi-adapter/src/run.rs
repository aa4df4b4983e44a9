//! The beginning of a run: the blocks a model gets, and the hints behind them (PI-60 to PI-64, CA-60).

use mind_core::context::{BUDGET_DEFAULT, Blocks};
use mind_core::error::Error;
use mind_core::mind::{ContextRequest, Noticed};
use mind_core::port::{Clock, Store};
use mind_core::{Mind, capture};
use mind_mcp::wire;
use mind_protocol::Manifest;
use mind_protocol::host::{Degraded, Request, RequestRole, RunStarted};

use crate::job::Job;
use crate::session::Session;

/// What the last run was given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LastRun {
    pub(crate) standing: String,
    pub(crate) task: String,
    pub(crate) manifest: Manifest,
}

/// What a run is to be given.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    request: ContextRequest,
    hints: Vec<String>,
}

impl Wanted {
    /// What a run of this session is to be given; what waited to be told is taken.
    pub(crate) fn of(session: &mut Session, request: &Request) -> Self {
        let budget_tokens = session.settings.budget_tokens.unwrap_or(BUDGET_DEFAULT);
        if session.is_lean() {
            let request = ContextRequest {
                budget_tokens,
                lean: true,
                tools: false,
                ..ContextRequest::default()
            };
            return Self { request, hints: Vec::new() };
        }
        let (mut noticed, heard) = session.listening.run_begins();
        if !heard && request.role == RequestRole::User {
            noticed.extend(unheard(session, &request.text));
        }
        let mut hints = session.hints(&noticed);
        hints.extend(session.nudge.take().map(str::to_owned));
        let request = ContextRequest {
            task: request.text.clone(),
            budget_tokens,
            reserved_bytes: hints.iter().map(|hint| hint.len() + 1).sum(),
            tools: session.names.memory.is_some(),
            ..ContextRequest::default()
        };
        Self { request, hints }
    }

    /// Reads the memory for it.
    ///
    /// # Errors
    /// As [`Mind::context`].
    pub(crate) fn blocks<S: Store, C: Clock>(
        &self,
        job: &Job,
        mind: &Mind<S, C>,
    ) -> Result<Blocks, Error> {
        job.run(mind, |mind, scope| {
            if self.request.lean {
                mind.context(scope, &self.request)
            } else {
                mind.in_session(&job.notes).context(scope, &self.request)
            }
        })
    }

    /// The answer: the hints stand behind the task block, alone when it is empty.
    pub(crate) fn started(self, blocks: Blocks) -> (RunStarted, LastRun) {
        let Blocks { standing, task, manifest, .. } = blocks;
        let degraded = manifest.stores.iter().find_map(|store| store.outcome.as_ref().err());
        let degraded = degraded
            .map(|error| Degraded { code: error.code().to_owned(), message: error.to_string() });
        // A block ends its own last line.
        let task = format!("{task}{}", self.hints.join("\n"));
        let manifest = wire::manifest(&manifest);
        let last =
            LastRun { standing: standing.clone(), task: task.clone(), manifest: manifest.clone() };
        (RunStarted { standing, task, manifest: Some(manifest), degraded }, last)
    }
}

/// A run whose user text nobody handed on is looked at once, for hints only (CA-63).
fn unheard(session: &mut Session, text: &str) -> Vec<Noticed> {
    if !session.is_active() || session.listening.knows(text) {
        return Vec::new();
    }
    let settings = session.capture_settings();
    let settings = capture::Settings { mode: settings.mode.unattended(), ..settings };
    let cues = crate::capture::heard(text, settings);
    let noticed = cues.iter().filter_map(|cue| match cue {
        capture::Cue::Strong { kind, .. } => Some(Noticed::Asked { kind: *kind }),
        capture::Cue::Casual { kind, subject, .. } if settings.nudge => {
            Some(Noticed::Casual { kind: *kind, subject: *subject })
        }
        capture::Cue::Casual { .. } => None,
    });
    let noticed = noticed.collect();
    session.listening.fresh(&cues, noticed, settings)
}
