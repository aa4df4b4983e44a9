//! The stores a call sees, read strictly: no backup, no cache, no repair (store.md D-90).

use mind_core::error::Error;
use mind_core::mind::Status;
use mind_core::port::{Fingerprint, Snapshot, Store as _};
use mind_core::scope::FactPlace;
use mind_protocol::Check;

use super::{check, failed, warned};
use crate::backing;
use crate::session::Session;
use crate::show::counted;

/// Positions of invalid rows that are named.
const POSITIONS: usize = 10;
/// The share of a limit, in hundredths, from which a store counts as nearly full.
const NEARLY: u64 = 90;

/// A check a store, and one for each thing about it that wants a look.
pub(super) fn examine(session: &Session<'_>) -> Vec<Check> {
    let store = session.mind.store();
    let status = session.status();
    let mut checks = Vec::new();
    for place in session.scope.visible() {
        match store.strict(&place) {
            Ok(snapshot) => checks.extend(store_checks(&place, &snapshot, session)),
            Err(error) => checks.push(broken(&place.to_string(), error)),
        }
    }
    if let Some(project) = &session.scope.project {
        let label = format!("backlog {}", project.slug());
        match store.backlog(project) {
            Ok(snapshot) => {
                checks.push(check(&label, &size(snapshot.rows.len(), &snapshot.fingerprint)));
                checks.extend(invalid(&label, &snapshot.invalid));
            }
            Err(error) => checks.push(broken(&label, error)),
        }
    }
    checks.extend(unsafe_rows(&status));
    checks
}

fn broken(label: &str, error: Error) -> Check {
    failed(label, &error.into())
}

fn store_checks<T>(place: &FactPlace, snapshot: &Snapshot<T>, session: &Session<'_>) -> Vec<Check> {
    let label = place.to_string();
    let rows = snapshot.rows.len() + snapshot.invalid.len();
    let mut checks = vec![check(&label, &size(rows, &snapshot.fingerprint))];
    checks.extend(invalid(&label, &snapshot.invalid));
    if let Ok(limits) = backing::limits(&session.config) {
        let limits = [
            (snapshot.bytes, limits.store_bytes(), "bytes", "limits.store_bytes"),
            (rows as u64, limits.store_entries() as u64, "entries", "limits.store_entries"),
        ];
        for (actual, limit, unit, setting) in limits {
            if actual * 100 >= limit * NEARLY {
                let finding = format!("{actual} of {limit} {unit}");
                let next = format!("forget something, or raise `{setting}` in the config file");
                checks.push(warned(&label, &finding, &next));
            }
        }
    }
    checks
}

fn size(rows: usize, fingerprint: &Fingerprint) -> String {
    match fingerprint {
        Fingerprint::Absent => "not created".to_owned(),
        Fingerprint::Sha256(_) => counted(rows, "entry", "entries"),
    }
}

fn invalid(label: &str, positions: &[usize]) -> Option<Check> {
    let (first, more) = positions.split_at(positions.len().min(POSITIONS));
    let first: Vec<String> = first.iter().map(ToString::to_string).collect();
    let more = if more.is_empty() { "" } else { " and more" };
    let rows = counted(positions.len(), "row is", "rows are");
    let finding = format!("{rows} not valid, at {}{more}", first.join(", "));
    let next = "correct the file by hand; the rows are kept and not shown";
    (!positions.is_empty()).then(|| warned(label, &finding, next))
}

fn unsafe_rows(status: &Status) -> Option<Check> {
    let withheld: usize = status.tiers.iter().map(|tier| tier.withheld).sum();
    let finding = format!("{} withheld as unsafe", counted(withheld, "fact is", "facts are"));
    let next = "look at them with `mind recall`, and forget them by id";
    (withheld > 0).then(|| warned("scanner", &finding, next))
}
