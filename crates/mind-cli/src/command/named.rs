//! Ids as people type them: in capitals, or only as many digits as it takes to tell one from the others.
//!
//! The core takes ids whole. What it finds under the very word that was typed is what was meant; only a word that names nothing is looked at once more here.

use mind_core::error::{CANDIDATES_LISTED, Candidate, Candidates, Error};
use mind_core::mind::{Exported, Screen};
use mind_core::scope::Tier;

use crate::fault::Fault;
use crate::session::Session;

/// Digits an id has that was made from its content.
const WHOLE: usize = 12;
/// Digits that are taken for the beginning of one.
const FEWEST: usize = 4;

/// Does something with a reference as it was typed, and, when nothing answers to that, with the one id it can only mean.
pub(super) fn named<T>(
    asked: &str,
    session: &Session<'_>,
    mut act: impl FnMut(&str) -> Result<T, Error>,
) -> Result<T, Fault> {
    let refused = match act(asked) {
        Ok(done) => return Ok(done),
        Err(error @ Error::NotFound { .. }) => error,
        Err(error) => return Err(error.into()),
    };
    match meant(asked, session)? {
        Some(whole) => Ok(act(&whole)?),
        None => Err(refused.into()),
    }
}

/// The reference with its id whole; none where no fact has such an id, or where a tier that cannot be read may have another.
fn meant(asked: &str, session: &Session<'_>) -> Result<Option<String>, Error> {
    let (place, id) = asked.rsplit_once('/').map_or(("", asked), |(place, id)| (place, id));
    let digits = id.to_ascii_lowercase();
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex || !(FEWEST..=WHOLE).contains(&digits.len()) {
        return Ok(None);
    }
    let export = session.mind.export(&session.scope, &[], Screen::Reveal)?;
    if !export.unreadable.is_empty() {
        return Ok(None);
    }
    let tier = place.split(':').next().and_then(|tier| tier.parse::<Tier>().ok());
    let is_meant = |one: &&Exported| {
        // An id that a hand has written counts too, or the beginning would seem to mean another one.
        let id = one.fact.id.as_str().to_ascii_lowercase();
        id.starts_with(&digits) && tier.is_none_or(|tier| tier == one.tier)
    };
    let found: Vec<&Exported> = export.facts.iter().filter(is_meant).collect();
    let Some(first) = found.first().map(|one| &one.fact.id) else { return Ok(None) };
    if found.iter().any(|one| one.fact.id != *first) {
        return Err(ambiguous(asked, &found));
    }
    let slash = if place.is_empty() { "" } else { "/" };
    Ok(Some(format!("{place}{slash}{first}")))
}

fn ambiguous(asked: &str, found: &[&Exported]) -> Error {
    let candidate = |one: &&Exported| Candidate {
        reference: format!("{}/{}", one.tier, one.fact.id),
        kind: Some(one.fact.kind),
        tier: Some(one.tier),
        persona: one.fact.owner(one.tier).cloned(),
        recorded_at: one.fact.recorded_at,
    };
    Error::AmbiguousId {
        reference: asked.to_owned(),
        candidates: Box::new(Candidates {
            listed: found.iter().take(CANDIDATES_LISTED).map(candidate).collect(),
            further: found.len().saturating_sub(CANDIDATES_LISTED),
        }),
    }
}
