//! What a misspelt word may have meant.

use mind_core::error::Error;
use mind_core::fact::Kind;
use mind_core::scope::Tier;

use crate::fault::Fault;

/// Tiers whose facts are kept in a store.
pub(crate) const STORED: [Tier; 4] =
    [Tier::Persona, Tier::ProjectLong, Tier::Shared, Tier::Project];
/// How alike two words must be for one to be taken for the other's misspelling.
const LIKENESS: f64 = 0.8;

/// The word that is most like another one, if it is like it at all.
pub(crate) fn nearest(
    word: &str,
    known: impl IntoIterator<Item = &'static str>,
) -> Option<&'static str> {
    let likeness = |known: &&str| strsim::jaro_winkler(known, word);
    let best = known.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) >= LIKENESS).then_some(best)
}

/// The refusal of a tier that a call cannot use, naming those it can.
pub(crate) fn tier(given: &str, usable: &[Tier]) -> Fault {
    let known: Vec<&str> = usable.iter().map(|tier| tier.as_str()).collect();
    Fault::hinted(Error::TierUnknown, suggestion(given, &known))
}

/// Tiers of a call; the store has no notes of a session.
pub(crate) fn tiers(given: &[String]) -> Result<Vec<Tier>, Fault> {
    given.iter().map(|name| known_tier(name)).collect()
}

/// A tier with a store.
pub(crate) fn known_tier(given: &str) -> Result<Tier, Fault> {
    given.parse().map_err(|_| tier(given, &STORED))
}

/// A kind.
pub(crate) fn known_kind(given: &str) -> Result<Kind, Fault> {
    given.parse().map_err(|_| kind(given))
}

/// The refusal of a kind that does not exist.
pub(crate) fn kind(given: &str) -> Fault {
    let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
    Fault::hinted(Error::KindUnknown, suggestion(given, &known))
}

fn suggestion(given: &str, known: &[&'static str]) -> String {
    let (last, others) = known.split_last().expect("there are words to choose from");
    let all = format!("{} or {last}", others.join(", "));
    match nearest(given, known.iter().copied()) {
        Some(nearest) if nearest != given => format!("did you mean {nearest}? there are {all}"),
        _ => format!("use {all}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_has_a_nearest_one() {
        let check = |given: &str, expect| {
            assert_eq!(nearest(given, Kind::ALL.map(Kind::as_str)), expect, "{given}");
        };
        check("gotchas", Some("gotcha"));
        check("prefernce", Some("preference"));
        check("idea", None);
    }
}
