//! What can be consolidated, whose rows they are, and which of them may be touched.

use std::cmp::Reverse;

use super::keys::Keys;
use crate::error::{ConsolidateError, Error};
use crate::fact::Fact;
use crate::port::Snapshot;
use crate::scan::{ScanScope, check};
use crate::scope::{FactPlace, Scope, Tier};
use crate::time::Timestamp;

/// The place a name means: `project`, `project-long`, `persona` or `shared`; without a name `project` inside a project, else `persona` (O-1, O-2, O-10).
///
/// # Errors
/// `optimize.target_unknown`; `scope.no_project` for a project's tier outside one.
pub fn target(name: Option<&str>, scope: &Scope) -> Result<FactPlace, Error> {
    let tier = match name {
        Some(name) => name.parse().ok().filter(|tier| *tier != Tier::Session),
        None if scope.project.is_some() => Some(Tier::Project),
        None => Some(Tier::Persona),
    };
    scope.place(tier.ok_or(ConsolidateError::TargetUnknown)?)
}

/// Whether a row is the caller's to consolidate (F-28): in the project tiers the acting persona's, elsewhere every row.
pub(crate) fn is_own(fact: &Fact, tier: Tier, scope: &Scope) -> bool {
    fact.owner(tier) == scope.owner_in(tier).as_ref()
}

/// That the bytes are those a caller saw (O-13).
pub(super) fn check_fingerprint(
    given: Option<&str>,
    snapshot: &Snapshot<Fact>,
) -> Result<(), Error> {
    let current = given.is_none_or(|given| given == snapshot.fingerprint.to_string());
    if current { Ok(()) } else { Err(ConsolidateError::Changed.into()) }
}

/// The rows of a store by what they say.
pub(crate) fn keys(rows: &[Fact], tier: Tier) -> Keys<'_> {
    Keys::of(rows, tier)
}

/// The key rows are listed by: newest `lastSeenAt` first (O-14).
pub(crate) fn newest_first(fact: &Fact) -> impl Ord {
    (Reverse(fact.last_seen_at), Reverse(fact.recorded_at), &fact.id)
}

/// Why a row is only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Selectable,
    Expired,
    Foreign,
    Unsafe,
    Shadowed,
}

/// Where a row stands; the first reason counts (O-16).
pub(crate) fn standing(
    fact: &Fact,
    keys: &Keys<'_>,
    (tier, scope, now): (Tier, &Scope, Timestamp),
) -> Standing {
    if !fact.is_live(now) {
        Standing::Expired
    } else if !is_own(fact, tier, scope) {
        Standing::Foreign
    } else if check(fact, ScanScope::Context).is_err() {
        Standing::Unsafe
    } else if keys.is_held_twice(fact) {
        Standing::Shadowed
    } else {
        Standing::Selectable
    }
}
