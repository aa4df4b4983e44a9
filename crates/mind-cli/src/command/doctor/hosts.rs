//! Which hosts are connected, and whether what they would start is there.

use mind_protocol::Check;

use super::{check, warned};
use crate::setup::{Connection, Host, connection};
use crate::surroundings::Surroundings;

/// A check a host that is on this machine.
pub(super) fn examine(surroundings: &Surroundings) -> Vec<Check> {
    let present = Host::ALL.into_iter().filter(|host| host.is_present(surroundings));
    let checks: Vec<Check> = present.map(|host| examine_host(host, surroundings)).collect();
    if checks.is_empty() { vec![check("hosts", "none found on this machine")] } else { checks }
}

fn examine_host(host: Host, surroundings: &Surroundings) -> Check {
    let title = host.title();
    let next = format!("mind setup {}", host.name());
    match connection(host, surroundings) {
        Connection::Whole => check("hosts", &format!("{title} is connected")),
        Connection::None => warned("hosts", &format!("{title} is not connected"), &next),
        Connection::Partial => warned("hosts", &format!("{title} is connected in part"), &next),
        Connection::Broken { program } => {
            warned("hosts", &format!("{title} would start {program}, which is not there"), &next)
        }
        // What is wrong there is not wrong with memory.
        Connection::Refused(fault) => {
            let place = fault.path().map_or(String::new(), |path| format!(": {}", path.display()));
            let finding = format!("{title}: {} ({}){place}", fault.message(), fault.code());
            warned("hosts", &finding, "correct it, or connect the host by hand")
        }
    }
}
