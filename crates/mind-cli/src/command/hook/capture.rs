//! What a prompt itself asks to be kept (capture.md), and what the model and the person are told of it.

use mind_core::capture::{Names, Settings, hints, notices};

use crate::session::Session;

/// How a model with the tools of `mind` and a person with its command call things.
const NAMES: Names<'_> = Names {
    remember: Some("the mind tool `remember`"),
    backlog: Some("the mind tool `backlog_add`"),
    forget: "mind forget",
    doctor: "`mind doctor`",
};

/// What is said of a prompt. It holds nothing of the prompt's own words.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Lines for the model, each with its end.
    pub(super) hints: String,
    /// Lines for the person.
    pub(super) notices: Vec<String>,
}

/// Keeps what a prompt asks for. It never fails: what could not be stored is said.
pub(super) fn keep(session: &Session<'_>, prompt: &str, settings: Settings) -> Said {
    let noticed = session.mind.capture(&session.scope, prompt, settings);
    let hints = hints(&noticed, &NAMES).into_iter().map(|hint| hint + "\n").collect();
    Said { hints, notices: notices(&noticed, &NAMES) }
}
