//! Review by a model: it is shown a few records and may propose better wordings of them; everything it answers is judged here, and nothing else of it is ever used.
//!
//! A review is three synchronous steps around one model call, during which no lock is held: [`prepare`](prepare::prepare) (snapshot → window → request), the model, [`judge`](judge::judge) (reply → plan), and applying the plan, which is consolidation's.
//! [`schedule`] says when a review runs inside a host's session.

pub mod digest;
pub mod judge;
pub mod log;
pub mod policy;
pub mod prepare;
pub mod proposal;
mod record;
pub mod reply;
pub mod request;
pub mod schedule;
pub mod window;

pub use record::CHARACTERS_LIMIT;

use crate::error::{ConsolidateError, Error};
use crate::scope::{Scope, Tier};

/// The targets of a review, in its order: the named one, or with no name or `all` every one there is here (O-100).
///
/// # Errors
/// `optimize.shared_manual_only` for `shared`, `optimize.target_unknown`, `scope.no_project`.
pub fn targets(name: Option<&str>, scope: &Scope) -> Result<Vec<Tier>, Error> {
    let all = match scope.project {
        Some(_) => vec![Tier::Project, Tier::ProjectLong, Tier::Persona],
        None => vec![Tier::Persona],
    };
    let Some(name) = name.filter(|name| *name != "all") else { return Ok(all) };
    match name.parse() {
        Ok(Tier::Shared) => Err(ConsolidateError::SharedManualOnly.into()),
        Ok(tier @ (Tier::Project | Tier::ProjectLong | Tier::Persona)) => {
            scope.place(tier).map(|_| vec![tier])
        }
        _ => Err(ConsolidateError::TargetUnknown.into()),
    }
}
