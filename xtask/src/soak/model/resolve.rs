//! Which rows an id names for somebody (F-20), in the words of the contract.

use mind_core::scope::{FactPlace, Tier};

use super::{Key, Model, Who};

/// What an id names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// These live rows, all of one content.
    Rows(Vec<(FactPlace, Key)>),
    /// Rows of several others.
    Ambiguous,
    /// No live row.
    Nothing,
}

impl Model {
    /// One's own rows and the shared ones; without any, the only one of somebody else.
    pub(crate) fn named(&self, who: &Who, id: &str, tier: Option<Tier>, now: i64) -> Named {
        let mut found = Vec::new();
        for place in who.places() {
            if tier.is_some_and(|tier| tier != place.tier()) {
                continue;
            }
            let here = self.live(&place, now).filter(|(key, _)| key.id == id);
            found.extend(here.map(|(key, _)| (place.clone(), key.clone())));
        }
        let near = |(place, key): &(FactPlace, Key)| who.is_near(place.tier(), key);
        if found.iter().any(near) {
            found.retain(near);
        } else if found.len() > 1 {
            return Named::Ambiguous;
        }
        if found.is_empty() { Named::Nothing } else { Named::Rows(found) }
    }
}
