//! What a call remembers of the owner it began with.

use crate::mode::Mode;
use crate::owner::{Generation, Ownership, PersonaHost};

/// On whose behalf a call was made: two stamps are the same only when all their parts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Where the owner comes from.
    pub mode: Mode,
    /// The host's session.
    pub session: String,
    /// Who named the owner; nobody in standalone mode.
    pub provider: Option<String>,
    /// The persona's raw name; none for the default one.
    pub persona: Option<String>,
    /// The generation of the answer.
    pub generation: Generation,
}

impl Stamp {
    /// Whether the owner is still the one of this stamp, as its host says now. What is not ready is not current, whatever its generation.
    pub fn is_current(&self, host: &dyn PersonaHost) -> bool {
        let Ownership { owner, generation } = host.current();
        generation == self.generation && owner.ready() == Some(self.persona.as_deref())
    }
}
