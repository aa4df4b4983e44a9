//! The owner port's contract as a suite, a fake that keeps it, and fakes that do not.

mod fake;
mod flawed;

use mind_persona_port::{Generation, Owner, Ownership, PersonaHost};

pub use fake::FakeOwner;
pub use flawed::{FlawedOwner, OwnerFlaw};

/// Something that happens to an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This persona is chosen.
    Choose(&'static str),
    /// The default persona is chosen.
    ChooseNobody,
    /// The owner is not known any more.
    Unsettle,
    /// Another session begins, for whoever owns it.
    NextSession,
}

impl Turn {
    /// Every sort of thing that happens.
    pub const ALL: [Self; 4] =
        [Self::Choose("ops"), Self::ChooseNobody, Self::Unsettle, Self::NextSession];
}

/// What an owner is tried with.
pub trait OwnerHarness {
    /// An owner that is ready, for persona `dev`.
    fn ready() -> Self
    where
        Self: Sized;

    /// The host under test.
    fn host(&self) -> &dyn PersonaHost;

    /// Lets something happen; false when it cannot happen to this sort of owner.
    fn turn(&mut self, turn: Turn) -> bool;
}

/// Where clauses get their owners from.
pub struct Owners<'a> {
    make: Box<dyn Fn() -> Box<dyn OwnerHarness> + 'a>,
}

impl<'a> Owners<'a> {
    /// Owners of one kind of harness.
    pub fn of<H: OwnerHarness + 'static>() -> Self {
        Self::from_fn(|| Box::new(H::ready()))
    }

    /// Owners as this function makes them.
    pub fn from_fn(make: impl Fn() -> Box<dyn OwnerHarness> + 'a) -> Self {
        Self { make: Box::new(make) }
    }

    fn ready(&self) -> Box<dyn OwnerHarness> {
        (self.make)()
    }
}

/// W-1, W-2: while nothing happens, the answer stays the same, however often and from wherever it is asked for.
pub fn w01_an_answer_holds_while_nothing_changes(owners: &Owners<'_>) {
    let mut harness = owners.ready();
    let dev = harness.host().current();
    assert_eq!(dev.owner.ready(), Some(Some("dev")), "the harness begins with dev");
    for turn in Turn::ALL {
        let first = harness.host().current();
        let host = harness.host();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| host.current());
            assert_eq!(other.join().expect("an answer, not a panic"), first);
        });
        for _ in 0..100 {
            assert_eq!(harness.host().current(), first);
        }
        harness.turn(turn);
    }
}

/// W-2: whatever happens, the generation is another one, also when the same persona owns the memory again.
pub fn w02_a_change_is_another_generation(owners: &Owners<'_>) {
    let mut harness = owners.ready();
    for turn in [Turn::ALL, Turn::ALL].concat() {
        let before = harness.host().current();
        if harness.turn(turn) {
            assert_ne!(harness.host().current().generation, before.generation, "{turn:?}");
        }
    }
}

/// W-2: no generation comes back, over a long life and back and forth.
pub fn w02_no_generation_comes_back(owners: &Owners<'_>) {
    let mut harness = owners.ready();
    let mut seen: Vec<Generation> = vec![harness.host().current().generation];
    for round in 0..300 {
        let turns = [Turn::Choose("ops"), Turn::Choose("dev"), Turn::Unsettle, Turn::NextSession];
        if harness.turn(turns[round % turns.len()]) {
            let Ownership { generation, .. } = harness.host().current();
            assert!(!seen.contains(&generation), "{generation:?} came back");
            seen.push(generation);
        }
    }
}

/// W-3: nobody in particular is an answer; an owner that is not known is never taken for nobody.
pub fn w03_nobody_is_not_nothing(owners: &Owners<'_>) {
    let mut harness = owners.ready();
    if harness.turn(Turn::ChooseNobody) {
        assert_eq!(harness.host().current().owner, Owner::Ready { persona: None });
    }
    if harness.turn(Turn::Unsettle) {
        assert_eq!(harness.host().current().owner.ready(), None);
    }
    if harness.turn(Turn::Choose("ops")) {
        assert_eq!(harness.host().current().owner.ready(), Some(Some("ops")));
    }
}

/// Runs the contract of `mind_persona_port::PersonaHost` against an [`OwnerHarness`]: one named test for each clause, W-1 to W-3.
#[macro_export]
macro_rules! owner_contract {
    ($harness:ty) => {
        $crate::owner_contract! { @each tests [$harness] }
    };
    (@each $what:ident $arguments:tt) => {
        $crate::owner_contract! { @$what $arguments
            w01_an_answer_holds_while_nothing_changes
            w02_a_change_is_another_generation
            w02_no_generation_comes_back
            w03_nobody_is_not_nothing
        }
    };
    (@tests [$harness:ty] $($clause:ident)*) => {
        $(
            #[test]
            fn $clause() {
                $crate::owner::$clause(&$crate::owner::Owners::of::<$harness>());
            }
        )*
    };
    (@table [] $($clause:ident)*) => {
        /// Every clause with its name, for running the suite where failing is the point.
        pub const OWNER_CLAUSES: &[(&str, fn(&Owners<'_>))] =
            &[$((stringify!($clause), $clause)),*];
    };
}

crate::owner_contract! { @each table [] }
