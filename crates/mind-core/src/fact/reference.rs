//! References: how a caller names one row.

use crate::error::Error;
use crate::fact::FactId;
use crate::scope::{Segment, Tier};

/// What a reference is narrowed to, besides the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceTier {
    /// A tier of facts.
    Facts(Tier),
    /// The backlog, which is not a tier.
    Backlog,
}

impl ReferenceTier {
    /// The word a reference has for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Facts(tier) => tier.as_str(),
            Self::Backlog => "backlog",
        }
    }
}

/// Whose row a reference names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The row of this persona.
    Persona(Segment),
    /// The row of nobody.
    Nobody,
}

impl Owner {
    /// Whether a row with this owner is the one named.
    pub fn is(&self, owner: Option<&Segment>) -> bool {
        match self {
            Self::Persona(segment) => owner == Some(segment),
            Self::Nobody => owner.is_none(),
        }
    }
}

/// `ID`, `TIER/ID`, `TIER:PERSONA/ID` or `TIER:/ID`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The id, always.
    pub id: FactId,
    /// The tier, when named.
    pub tier: Option<ReferenceTier>,
    /// The owner, when named; never without a tier.
    pub owner: Option<Owner>,
}

impl Reference {
    /// Reads a reference.
    ///
    /// # Errors
    /// [`Error::IdInvalid`] for anything outside the four forms.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let Some((place, id)) = text.split_once('/') else {
            return Ok(Self { id: FactId::parse(text)?, tier: None, owner: None });
        };
        let (tier, owner) = match place.split_once(':') {
            None => (place, None),
            Some((tier, "")) => (tier, Some(Owner::Nobody)),
            Some((tier, segment)) => {
                let segment = Segment::stored(segment).ok_or(Error::IdInvalid)?;
                (tier, Some(Owner::Persona(segment)))
            }
        };
        let tier = match tier {
            "backlog" => ReferenceTier::Backlog,
            name => ReferenceTier::Facts(name.parse().map_err(|_| Error::IdInvalid)?),
        };
        Ok(Self { id: FactId::parse(id)?, tier: Some(tier), owner })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-19: the four forms, and nothing else.
    #[test]
    fn forms() {
        let id = || FactId::parse("6d7b7855bcd3").unwrap();
        let facts = |tier| Some(ReferenceTier::Facts(tier));
        let ops = || Some(Owner::Persona(Segment::stored("ops").unwrap()));
        let check = |text: &str, tier, owner| {
            assert_eq!(Reference::parse(text).unwrap(), Reference { id: id(), tier, owner });
        };
        check("6d7b7855bcd3", None, None);
        check("project-long/6d7b7855bcd3", facts(Tier::ProjectLong), None);
        check("project:ops/6d7b7855bcd3", facts(Tier::Project), ops());
        check("project:/6d7b7855bcd3", facts(Tier::Project), Some(Owner::Nobody));
        check("backlog:ops/6d7b7855bcd3", Some(ReferenceTier::Backlog), ops());
        for bad in ["", "/", "project/", "long/6d7b7855bcd3", "project:ops/a/b", ":ops/a", "a b"] {
            assert_eq!(Reference::parse(bad).unwrap_err().code(), "fact.id_invalid", "{bad:?}");
        }
    }
}
