//! Every store of the home, looked at strictly: no backup, no cache, no repair (store.md D-90).

use mind_core::mind::Status;
use mind_protocol::Check;
use mind_store_fs::doctor::{Condition, Finding, StoreHealth};

use super::{check, failed, warned};
use crate::session::Session;
use crate::show::counted;

/// Positions of invalid rows that are named.
const POSITIONS: usize = 10;
/// The share of a limit, in hundredths, from which a store counts as nearly full.
const NEARLY: u64 = 90;

/// A check a store, and one for each thing about it or the home that wants a look.
pub(super) fn examine(session: &Session<'_>) -> Vec<Check> {
    let mut checks = Vec::new();
    match session.mind.store().examine(&session.scope, session.now()) {
        Ok(health) => {
            checks.extend(health.findings.iter().map(|found| finding("home", found)));
            checks.extend(health.stores.iter().flat_map(store));
        }
        Err(error) => checks.push(failed("home", &error.into())),
    }
    checks.extend(unsafe_rows(&session.status()));
    checks
}

fn store(health: &StoreHealth) -> Vec<Check> {
    let label = health.label.as_str();
    let path = health.path.display();
    let state = match &health.condition {
        Condition::NotCreated => check(label, &format!("{path}: not created")),
        Condition::Ok => {
            let rows = counted(health.entries, "entry", "entries");
            check(label, &format!("{path}: ok ({rows}{})", ends(health)))
        }
        Condition::Refused(error) => failed(label, &error.clone().into()),
    };
    let mut checks = vec![state];
    checks.extend(invalid(label, &health.invalid));
    checks.extend(nearly_full(health));
    checks.extend(health.findings.iter().map(|found| finding(label, found)));
    checks
}

fn ends(health: &StoreHealth) -> String {
    let ends = [(health.expiring, "end soon"), (health.expired, "expired")];
    let ends = ends.into_iter().filter(|(count, _)| *count > 0);
    ends.fold(String::new(), |shown, (count, word)| format!("{shown}, {count} {word}"))
}

fn nearly_full(health: &StoreHealth) -> Vec<Check> {
    let rows = (health.entries + health.invalid.len()) as u64;
    let limits = [
        (health.bytes, health.limits.store_bytes(), "bytes", "limits.store_bytes"),
        (rows, health.limits.store_entries() as u64, "entries", "limits.store_entries"),
    ];
    let near = limits.into_iter().filter(|(actual, limit, ..)| actual * 100 >= limit * NEARLY);
    let check = |(actual, limit, unit, setting): (u64, u64, &str, &str)| {
        let next = format!("forget something, or raise `{setting}` in the config file");
        warned(&health.label, &format!("{actual} of {limit} {unit}"), &next)
    };
    near.map(check).collect()
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

/// What the store found besides its rows, and what mends it.
fn finding(label: &str, found: &Finding) -> Check {
    match found {
        Finding::Quarantine(path) => warned(
            label,
            &format!("a damaged store was set aside as {}", path.display()),
            "take out of it what you need, then delete it",
        ),
        Finding::Leftover(path) => warned(
            label,
            &format!("a writer that ended left {}", path.display()),
            "the next write removes it",
        ),
        Finding::Holder { path, pid } => {
            let who = pid.map_or_else(|| "somebody".to_owned(), |pid| format!("process {pid}"));
            let finding = format!("{who} holds the lock, or ended without saying so");
            warned(label, &finding, &format!("nothing, unless writes hang; see {}", path.display()))
        }
        Finding::LegacyLock { path, in_the_way: true } => warned(
            label,
            &format!("a lock of an older program stands in the way: {}", path.display()),
            "end that program, or remove the file when none runs",
        ),
        Finding::LegacyLock { path, in_the_way: false } => warned(
            label,
            &format!("an older program left its lock: {}", path.display()),
            "remove the file; do not use both programs on one home at a time",
        ),
        Finding::ByteOrderMark => {
            check(label, "the file begins with a byte order mark, which is kept")
        }
        Finding::BackupUnusable(path) => warned(
            label,
            &format!("the backup {} cannot be used", path.display()),
            "the next write makes a new one",
        ),
        Finding::WideMode { path, mode } => warned(
            label,
            &format!("others may use {}: mode {mode:03o}", path.display()),
            &format!("chmod go= {}", path.display()),
        ),
        Finding::ProjectGone(path) => warned(
            label,
            &format!("its project is no longer at {path}"),
            &format!(
                "if it was moved, run this where it is now: mind import --moved-from {}",
                quoted(path)
            ),
        ),
        Finding::OverPredecessorLimits => check(label, "too large for pi-persona-mind to read"),
        _ => warned(label, "something this command has no words for", "use a newer `mind`"),
    }
}

/// A path as a shell takes it.
fn quoted(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~+:@%,".contains(&byte);
    if path.bytes().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

fn unsafe_rows(status: &Status) -> Option<Check> {
    let withheld: usize = status.tiers.iter().map(|tier| tier.withheld).sum();
    let finding = format!("{} withheld as unsafe", counted(withheld, "fact is", "facts are"));
    let next = "look at them with `mind recall`, and forget them by id";
    (withheld > 0).then(|| warned("scanner", &finding, next))
}
