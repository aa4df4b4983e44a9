//! Where memory is, and how much of it.

use mind_core::mind::Status;
use mind_mcp::wire::{error, tier_status, unreadable, warnings};
use mind_protocol as wire;
use mind_store_fs::home::ChosenBy;

use crate::session::Session;

/// Where memory is, and how much of it.
pub(crate) fn status(session: &Session<'_>, status: &Status) -> wire::StatusReport {
    let (persona, project) = (&session.scope.persona, session.scope.project.as_ref());
    let readable = project.is_some() && status.backlog_unreadable.is_none();
    wire::StatusReport {
        home: session.home.path.display().to_string(),
        home_chosen_by: chosen_by(session.home.chosen_by).to_owned(),
        persona: (!persona.name().is_empty()).then(|| persona.name().to_owned()),
        segment: persona.segment().to_string(),
        project: project.and_then(|project| project.path()).map(str::to_owned),
        slug: project.map(|project| project.slug().to_string()),
        tiers: status.tiers.iter().map(tier_status).collect(),
        backlog: readable.then_some(status.backlog),
        backlog_unreadable: status.backlog_unreadable.as_ref().map(error),
        unreadable: unreadable(&status.unreadable),
        warnings: warnings(&status.warnings),
    }
}

/// Why a home was chosen, in one word.
const fn chosen_by(choice: ChosenBy) -> &'static str {
    match choice {
        ChosenBy::Flag => "flag",
        ChosenBy::Variable => "variable",
        ChosenBy::Config => "config",
        ChosenBy::AgentDirectory => "agent-directory",
        ChosenBy::DataDirectory => "data-directory",
        ChosenBy::Default => "default",
    }
}
