//! Limits that some places pass already: each such place has its own limit in a list that may only shrink.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};

use super::Finding;
use crate::workspace::Workspace;

const LIST: &str = "xtask/ratchet.txt";

/// Lines an exception may allow beyond what is there, before it has to be lowered.
const SLACK: usize = 20;

/// A limit for everyone.
pub(super) struct Limit {
    /// What nobody needs a reason for.
    pub(super) usual: usize,
    /// What no exception reaches.
    pub(super) hard: usize,
}

/// The exceptions, and which of them were asked about.
pub(super) struct Ratchet {
    exceptions: BTreeMap<String, usize>,
    met: BTreeSet<String>,
}

impl Ratchet {
    /// Reads the list: `lines place` on each line; `#` begins a remark.
    pub(super) fn read(workspace: &Workspace) -> Result<Self> {
        let mut exceptions = BTreeMap::new();
        for line in workspace.read(LIST)?.lines() {
            if let Some((lines, place)) = line.split_once(' ').filter(|_| !line.starts_with('#')) {
                let lines = lines.parse().with_context(|| format!("{LIST}: {line}"))?;
                exceptions.insert(place.to_owned(), lines);
            }
        }
        Ok(Self { exceptions, met: BTreeSet::new() })
    }

    /// Holds a place to its own limit, else to everyone's.
    pub(super) fn hold(
        &mut self,
        place: &str,
        lines: usize,
        limit: &Limit,
        found: &mut Vec<Finding>,
    ) {
        self.met.insert(place.to_owned());
        let own = self.exceptions.get(place).copied();
        let allowed = own.unwrap_or(limit.usual).min(limit.hard);
        if lines > allowed {
            found.push(Finding::new(place, format!("{lines} lines, allowed are {allowed}")));
        } else if own.is_some() && lines <= limit.usual {
            found.push(Finding::new(LIST, format!("{place} needs no exception any more")));
        } else if own.is_some_and(|own| own > lines + SLACK) {
            found.push(Finding::new(LIST, format!("lower {place} to {lines}")));
        }
    }

    /// Exceptions for places that are gone.
    pub(super) fn finish(self, found: &mut Vec<Finding>) {
        for place in self.exceptions.into_keys().filter(|place| !self.met.contains(place)) {
            found.push(Finding::new(LIST, format!("{place} does not exist any more")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(own: Option<usize>, lines: usize) -> Vec<String> {
        let exceptions = own.map(|own| ("a.rs".to_owned(), own)).into_iter().collect();
        let mut ratchet = Ratchet { exceptions, met: BTreeSet::new() };
        let mut found = Vec::new();
        ratchet.hold("a.rs", lines, &Limit { usual: 300, hard: 600 }, &mut found);
        ratchet.finish(&mut found);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_ratchet_only_turns_one_way() {
        let check = |own, lines, expect: &[&str]| assert_eq!(held(own, lines), expect);
        check(None, 300, &[]);
        check(None, 301, &["a.rs: 301 lines, allowed are 300"]);
        check(Some(400), 400, &[]);
        check(Some(400), 401, &["a.rs: 401 lines, allowed are 400"]);
        check(Some(400), 379, &["xtask/ratchet.txt: lower a.rs to 379"]);
        check(Some(400), 300, &["xtask/ratchet.txt: a.rs needs no exception any more"]);
        check(Some(900), 601, &["a.rs: 601 lines, allowed are 600"]);
    }
}
