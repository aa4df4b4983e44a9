//! The reports that are not a tool's words.

use mind_core::mind::{Status, Workspace};
use mind_core::scope::Scope;
use mind_mcp::words;
use mind_protocol::host::SettingValue;

use super::why::{Texts, remembered_by_run};
use crate::run::LastRun;
use crate::settings::{Settings, named};

/// Who remembers here, how much, and what the last run was given.
pub(crate) fn overview(scope: &Scope, status: &Status, last: Option<&LastRun>) -> String {
    let mut lines = vec![format!("persona {}", scope.persona.segment())];
    lines.push(match &scope.project {
        Some(project) => format!("project {}", project.path().unwrap_or(project.slug().as_str())),
        None => "project none; start Pi inside a project".to_owned(),
    });
    for tier in &status.tiers {
        let withheld = match tier.withheld {
            0 => String::new(),
            withheld => format!(", {withheld} withheld as unsafe"),
        };
        lines.push(format!("{}: {} fact(s){withheld}", tier.tier, tier.live));
    }
    if scope.project.is_some() {
        lines.push(format!("backlog: {} open or taken", status.backlog));
    }
    for tier in &status.unreadable {
        let because = &tier.because;
        lines.push(format!("{} not read: {because} ({})", tier.tier, because.code()));
    }
    lines.extend(words::warning_lines(&status.warnings));
    lines.extend(last.map_or_else(
        || vec!["no run yet".to_owned()],
        |last| remembered_by_run(last, Texts::Left),
    ));
    lines.join("\n")
}

/// Every setting and where it comes from.
pub(crate) fn settings(settings: &Settings) -> String {
    let mut lines = Vec::new();
    for (name, value) in &settings.in_force.values {
        let value = match value {
            SettingValue::Switch(true) => "on",
            SettingValue::Switch(false) => "off",
            SettingValue::Word(word) if word.is_empty() => "none",
            SettingValue::Word(word) => mind_core::scan::label(word),
        };
        let source = settings.in_force.sources.get(name).copied().map_or("default", named);
        lines.push(format!("{name} = {value} ({source})"));
    }
    lines.extend(settings.faults.iter().map(|fault| format!("not understood: {fault}")));
    lines.join("\n")
}

/// What would go from a workspace, or went.
pub(crate) fn workspace(workspace: Workspace) -> String {
    format!("{} working fact(s) and {} backlog item(s)", workspace.facts, workspace.items)
}
