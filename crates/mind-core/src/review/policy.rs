//! The one answer to "may a review begin by itself?" that every surface asks (O-110).

/// Whether reviews begin by themselves in a session, and who says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    off_by: Option<&'static str>,
    session: Option<bool>,
}

impl Policy {
    /// Reads what is set when a session opens: each place with its name, and what it says. One that says off is enough.
    pub fn read(places: impl IntoIterator<Item = (&'static str, Option<bool>)>) -> Self {
        let off =
            |(name, says): (&'static str, Option<bool>)| (says == Some(false)).then_some(name);
        Self { off_by: places.into_iter().find_map(off), session: None }
    }

    /// What a word says, in any case: `on` or `true`, and anything else is off, because whoever misspells a switch wants it to be one. No word, or an empty one, says nothing.
    pub fn word(word: Option<&str>) -> Option<bool> {
        let word = word.map(str::trim).filter(|word| !word.is_empty())?;
        Some(Self::is_word(word, &["on", "true"]))
    }

    /// Whether a word is one of those there are.
    pub fn knows(word: &str) -> bool {
        Self::is_word(word.trim(), &["on", "true", "off", "false"])
    }

    fn is_word(word: &str, known: &[&str]) -> bool {
        known.iter().any(|known| word.eq_ignore_ascii_case(known))
    }

    /// Switches it for this session only.
    pub const fn switch(&mut self, on: bool) {
        self.session = Some(on);
    }

    /// Whether a review may begin by itself.
    pub fn is_on(&self) -> bool {
        self.session.unwrap_or(self.off_by.is_none())
    }

    /// Who says so: `session`, the place that switched it off, or `default`.
    pub fn said_by(&self) -> &'static str {
        match (self.session, self.off_by) {
            (Some(_), _) => "session",
            (None, Some(place)) => place,
            (None, None) => "default",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-110: on by default, off by any one place, and a session's own switch counts for that session.
    #[test]
    fn o110_one_policy() {
        let read = |environment: Option<&str>, setting: Option<bool>| {
            Policy::read([("MIND_OPTIMIZE", Policy::word(environment)), ("optimize.auto", setting)])
        };
        let told = |policy: &Policy| (policy.is_on(), policy.said_by());
        assert_eq!(told(&read(None, None)), (true, "default"));
        assert_eq!(told(&read(Some("on"), Some(true))), (true, "default"));
        assert_eq!(told(&read(Some(" OFF"), Some(true))), (false, "MIND_OPTIMIZE"));
        assert_eq!(told(&read(Some(" "), None)), (true, "default"));
        for misspelt in ["of", "no", "0", "disabled", "offf"] {
            assert_eq!(told(&read(Some(misspelt), Some(true))), (false, "MIND_OPTIMIZE"));
            assert!(!Policy::knows(misspelt));
        }
        assert!(Policy::knows("True") && Policy::knows(" off "));
        assert_eq!(told(&read(None, Some(false))), (false, "optimize.auto"));
        let mut policy = read(Some("off"), Some(false));
        policy.switch(true);
        assert_eq!(told(&policy), (true, "session"));
        policy.switch(false);
        assert_eq!(told(&policy), (false, "session"));
    }
}
