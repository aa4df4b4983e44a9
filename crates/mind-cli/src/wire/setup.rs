//! What is changed in the configuration of hosts.

use mind_protocol as wire;

use crate::setup::{Change, Kind, Plan};

/// The files of hosts, and what was done to them.
pub(crate) fn setup(plans: &[Plan], applied: bool) -> wire::SetupReport {
    let files = |plan: &Plan| {
        linked(plan).into_iter().chain(plan.changes.iter().map(file)).collect::<Vec<_>>()
    };
    wire::SetupReport { applied, files: plans.iter().flat_map(files).collect() }
}

fn linked(plan: &Plan) -> Option<wire::SetupFile> {
    let path = plan.linked()?;
    Some(wire::SetupFile {
        host: plan.host.name().to_owned(),
        path: path.display().to_string(),
        change: wire::SetupChange::Linked,
        diff: None,
        backup: None,
    })
}

fn file(change: &Change) -> wire::SetupFile {
    let kind = match change.kind() {
        Kind::None => wire::SetupChange::None,
        Kind::Create => wire::SetupChange::Create,
        Kind::Edit => wire::SetupChange::Edit,
        Kind::Restore => wire::SetupChange::Restore,
        Kind::Remove => wire::SetupChange::Remove,
    };
    wire::SetupFile {
        host: change.host.name().to_owned(),
        path: change.path.display().to_string(),
        change: kind,
        diff: (kind != wire::SetupChange::None && !change.is_whole()).then(|| change.diff()),
        backup: change.backup().map(|path| path.display().to_string()),
    }
}
