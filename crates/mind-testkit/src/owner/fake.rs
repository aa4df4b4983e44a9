//! An owner that does what a test says.

use std::sync::{Arc, Mutex, PoisonError};

use mind_persona_port::{Generation, Owner, Ownership, PersonaHost, Unavailable};

use super::{OwnerHarness, Turn};

/// An owner that a test sets; it can change by itself at a chosen moment. Clones are the same owner.
#[derive(Clone, Debug)]
pub struct FakeOwner {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    ownership: Ownership,
    asked: usize,
    /// The question at which the owner becomes another, and who it becomes.
    change_at: Option<(usize, Owner)>,
}

impl FakeOwner {
    /// A ready owner; without a persona the default one's.
    pub fn ready(persona: Option<&str>) -> Self {
        let owner = Owner::Ready { persona: persona.map(str::to_owned) };
        let ownership = Ownership { owner, generation: Generation(1) };
        let state = State { ownership, asked: 0, change_at: None };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Makes it another owner, or the same one chosen again.
    pub fn set(&self, owner: Owner) {
        self.with(|state| state.change(owner));
    }

    /// Makes it not ready, for this reason.
    pub fn stop(&self, because: Unavailable) {
        self.set(Owner::Unavailable(because));
    }

    /// Lets the owner change at the `n`th question from now, before that question is answered; the first is 1.
    pub fn change_at(&self, n: usize, owner: Owner) {
        self.with(|state| state.change_at = Some((state.asked + n, owner)));
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        self.with(|state| state.asked)
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn change(&mut self, owner: Owner) {
        self.ownership =
            Ownership { owner, generation: Generation(self.ownership.generation.0 + 1) };
    }
}

impl PersonaHost for FakeOwner {
    fn current(&self) -> Ownership {
        self.with(|state| {
            state.asked += 1;
            if let Some((_, owner)) = state.change_at.take_if(|(at, _)| *at <= state.asked) {
                state.change(owner);
            }
            state.ownership.clone()
        })
    }
}

impl OwnerHarness for FakeOwner {
    fn ready() -> Self {
        Self::ready(Some("dev"))
    }

    fn host(&self) -> &dyn PersonaHost {
        self
    }

    fn turn(&mut self, turn: Turn) -> bool {
        let owner = match turn {
            Turn::Choose(name) => Owner::Ready { persona: Some(name.to_owned()) },
            Turn::ChooseNobody => Owner::Ready { persona: None },
            Turn::Unsettle => Owner::Unavailable(Unavailable::OwnerNotReady),
            Turn::NextSession => self.with(|state| state.ownership.owner.clone()),
        };
        self.set(owner);
        true
    }
}
