//! Owners that are broken on purpose, to prove that the contract's suite refuses them.

use std::sync::atomic::{AtomicU64, Ordering};

use mind_persona_port::{Generation, Owner, Ownership, PersonaHost};

use super::{FakeOwner, OwnerHarness, Turn};

/// One way to be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerFlaw {
    /// Every question gets another generation.
    NeverTheSame,
    /// The generation is told by the persona's name, so that one comes back with its persona.
    GenerationOfName,
    /// The generation stands still while the owner changes.
    StandsStill,
    /// Generations come round again.
    ComesRound,
    /// An owner that is not known is taken for nobody.
    NobodyForNothing,
    /// Nobody is taken for an owner that is not known.
    NothingForNobody,
    /// The same persona in another session counts as no change.
    IgnoresSessions,
}

impl OwnerFlaw {
    /// Every flaw.
    pub const ALL: [Self; 7] = [
        Self::NeverTheSame,
        Self::GenerationOfName,
        Self::StandsStill,
        Self::ComesRound,
        Self::NobodyForNothing,
        Self::NothingForNobody,
        Self::IgnoresSessions,
    ];
}

/// A fake owner with one flaw.
#[derive(Debug)]
pub struct FlawedOwner {
    inner: FakeOwner,
    flaw: OwnerFlaw,
    asked: AtomicU64,
}

impl FlawedOwner {
    /// A ready owner with a flaw.
    pub fn new(flaw: OwnerFlaw) -> Self {
        Self { inner: FakeOwner::ready(Some("dev")), flaw, asked: AtomicU64::new(0) }
    }
}

impl PersonaHost for FlawedOwner {
    fn current(&self) -> Ownership {
        use mind_persona_port::Unavailable::OwnerNotReady;
        let Ownership { owner, generation } = self.inner.current();
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        let number = match (self.flaw, &owner) {
            (OwnerFlaw::NeverTheSame, _) => asked,
            (OwnerFlaw::StandsStill, _) => 1,
            (OwnerFlaw::ComesRound, _) => generation.0 % 7,
            (OwnerFlaw::GenerationOfName, Owner::Ready { persona: Some(name) }) => {
                name.bytes().map(u64::from).sum()
            }
            _ => generation.0,
        };
        let owner = match (self.flaw, owner) {
            (OwnerFlaw::NobodyForNothing, Owner::Unavailable(_)) => Owner::Ready { persona: None },
            (OwnerFlaw::NothingForNobody, Owner::Ready { persona: None }) => {
                Owner::Unavailable(OwnerNotReady)
            }
            (_, owner) => owner,
        };
        Ownership { owner, generation: Generation(number) }
    }
}

impl OwnerHarness for FlawedOwner {
    fn ready() -> Self {
        Self::new(OwnerFlaw::NeverTheSame)
    }

    fn host(&self) -> &dyn PersonaHost {
        self
    }

    fn turn(&mut self, turn: Turn) -> bool {
        let passed_over = self.flaw == OwnerFlaw::IgnoresSessions && turn == Turn::NextSession;
        passed_over || self.inner.turn(turn)
    }
}
