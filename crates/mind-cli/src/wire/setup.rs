//! What is changed in the configuration of hosts.

use mind_protocol as wire;

use crate::setup::{Change, Kind};

/// The files of hosts, and what was done to them.
pub(crate) fn setup(changes: &[Change], applied: bool) -> wire::SetupReport {
    wire::SetupReport { applied, files: changes.iter().map(file).collect() }
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
