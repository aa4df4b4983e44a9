//! The owner where nobody else is asked: the setting says it.

use crate::owner::{Generation, Owner, Ownership, PersonaHost};

/// An owner that is ready from the start and changes only with the session (W-11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standalone {
    persona: Option<String>,
    generation: Generation,
}

impl Standalone {
    /// The owner of a session: the persona of the settings, none for the default one. An empty name is none.
    pub fn new(persona: Option<String>) -> Self {
        Self { persona: persona.filter(|name| !name.is_empty()), generation: Generation(1) }
    }

    /// The owner of the next session, whose settings may name another persona.
    #[must_use]
    pub fn next_session(self, persona: Option<String>) -> Self {
        let generation = Generation(self.generation.0 + 1);
        Self { generation, ..Self::new(persona) }
    }
}

impl PersonaHost for Standalone {
    fn current(&self) -> Ownership {
        let owner = Owner::Ready { persona: self.persona.clone() };
        Ownership { owner, generation: self.generation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Stamp};

    /// W-11: ready at once, and another generation only with another session.
    #[test]
    fn w11_standalone() {
        let first = Standalone::new(Some("dev".to_owned()));
        let ownership = first.current();
        assert_eq!(ownership.owner.ready(), Some(Some("dev")));
        assert_eq!(first.current(), ownership);
        let next = first.next_session(Some(String::new()));
        assert_eq!(next.current().owner.ready(), Some(None));
        assert_ne!(next.current().generation, ownership.generation);
    }

    /// W-2: a stamp is of one generation and one persona.
    #[test]
    fn a_stamp_is_current_until_anything_moves() {
        let host = Standalone::new(Some("dev".to_owned()));
        let stamp = Stamp {
            mode: Mode::Standalone,
            session: "01a2-demo".to_owned(),
            provider: None,
            persona: Some("dev".to_owned()),
            generation: host.current().generation,
        };
        assert!(stamp.is_current(&host));
        let other = Stamp { persona: None, ..stamp.clone() };
        assert!(!other.is_current(&host));
        assert!(!stamp.is_current(&host.next_session(Some("dev".to_owned()))));
    }
}
