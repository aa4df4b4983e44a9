//! A set of rules, as small as a number.

use super::Rule;

/// The rules that may find something in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Suspects(u32);

impl Suspects {
    /// No rule.
    pub(super) const NONE: Self = Self(0);

    /// Every rule.
    #[cfg(test)]
    pub(super) const EVERY: Self = Self(u32::MAX);

    /// These rules and `rule`.
    pub(super) const fn with(self, rule: Rule) -> Self {
        Self(self.0 | 1 << rule as u32)
    }

    /// The rules of the set in the order of [`Rule::ALL`].
    pub(super) fn rules(self) -> impl Iterator<Item = Rule> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let rule = Rule::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*rule)
        })
    }
}
