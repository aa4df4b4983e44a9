//! A session as a host keeps it, moved about at random: the engine's notes are those a fresh replay gives, on this branch and on no other.

use proptest::prelude::*;

use super::*;
use crate::note::{Refused, Settled, Step};

/// A session tree. Every entry has a parent; some hold an event.
#[derive(Debug, Default)]
struct Tree {
    entries: Vec<(Option<usize>, Option<Event>)>,
    leaf: Option<usize>,
}

impl Tree {
    fn append(&mut self, event: Option<Event>) -> usize {
        self.entries.push((self.leaf, event));
        let at = self.entries.len() - 1;
        self.leaf = Some(at);
        at
    }

    /// Positions from the root to the leaf.
    fn path(&self) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = self.leaf;
        while let Some(here) = at {
            path.push(here);
            at = self.entries[here].0;
        }
        path.reverse();
        path
    }

    fn history(&self) -> History {
        let path = self.path();
        let mut history = History::default();
        for (at, (_, event)) in self.entries.iter().enumerate() {
            let Some(event) = event else { continue };
            if path.contains(&at) {
                history.branch.push(entry(&format!("e{at}"), event));
            } else {
                history.elsewhere.events += 1;
                history.elsewhere.bytes += event.encode().len();
            }
        }
        history
    }

    fn bind(&self) -> Bind {
        Bind { leaf: self.leaf.map(|at| host(&format!("e{at}"))), ..bind() }
    }
}

#[derive(Clone, Debug)]
enum Act {
    Save(u8, Option<u8>),
    Forget(u8),
    /// A message of the conversation.
    Talk,
    /// To another point of the tree.
    Go(usize),
    /// A note decided, then a message, then the append.
    SaveLate(u8),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (0..6_u8, prop::option::of(0..2_u8)).prop_map(|(n, source)| Act::Save(n, source)),
        2 => (0..6_u8).prop_map(Act::Forget),
        2 => Just(Act::Talk),
        2 => any::<usize>().prop_map(Act::Go),
        1 => (0..6_u8).prop_map(Act::SaveLate),
    ];
    prop::collection::vec(act, 0..60)
}

fn wish(n: u8, source: Option<u8>) -> Draft {
    let source = source.map(|n| format!("source {n}"));
    Draft { source, ..draft(&format!("note {n}")) }
}

/// Carries a write out as a host does, deciding again while the leaf has moved.
fn carry_out(tree: &mut Tree, notes: &mut Notes, mut write: Write) {
    loop {
        let here = tree.bind();
        if write.bind().differs(&here) == Some(Refused::Leaf) {
            match write.settle(notes, Report::Refused(Refused::Leaf), &here, noon()) {
                Settled::Again(again) => write = again,
                Settled::Known { .. } => return,
                settled => panic!("{settled:?}"),
            }
        } else {
            let at = tree.append(Some(write.event().clone()));
            let settled = write.settle(notes, applied(&format!("e{at}")), &here, noon());
            assert!(matches!(settled, Settled::Done(_)), "{settled:?}");
            return;
        }
    }
}

fn perform(tree: &mut Tree, notes: &mut Notes, act: &Act) {
    match act {
        Act::Save(n, source) => {
            match notes.save(&wish(*n, *source), &tree.bind(), noon()).unwrap() {
                Step::Write(write) => carry_out(tree, notes, write),
                Step::Known { id, .. } => assert!(notes.find(&id).is_ok()),
            }
        }
        Act::Forget(n) => {
            let id = note(&format!("note {n}"), &[]).id;
            if let Ok(write) = notes.forget(&id, &tree.bind(), noon()) {
                carry_out(tree, notes, write);
            }
        }
        Act::Talk => {
            tree.append(None);
        }
        Act::Go(to) => {
            tree.leaf = to.checked_rem(tree.entries.len());
            notes.reload(&tree.history());
        }
        Act::SaveLate(n) => {
            let step = notes.save(&wish(*n, None), &tree.bind(), noon()).unwrap();
            tree.append(None);
            if let Step::Write(write) = step {
                carry_out(tree, notes, write);
            }
        }
    }
}

/// Everything a replay says.
fn told(notes: &Notes) -> impl PartialEq + std::fmt::Debug + use<> {
    (notes.shown(), notes.usage(), notes.mark(), notes.closed().cloned())
}

proptest! {
    /// SN-4, SN-20, SN-23, SN-36, SN-37: after every act, what the engine holds is what a fresh replay of the branch gives.
    #[test]
    fn the_engine_follows_the_session(acts in acts()) {
        let (mut tree, mut notes) = (Tree::default(), Notes::default());
        for act in &acts {
            perform(&mut tree, &mut notes, act);
            prop_assert_eq!(told(&notes), told(&Notes::replay(&tree.history())), "after {:?}", act);
        }
    }

    /// SN-4, SN-37: an append is seen from its own branch and, apart from the counts, from no other.
    #[test]
    fn an_append_stays_on_its_branch(acts in acts(), back in any::<usize>()) {
        let (mut tree, mut notes) = (Tree::default(), Notes::default());
        for act in &acts {
            perform(&mut tree, &mut notes, act);
        }
        let there = back.checked_rem(tree.entries.len());
        let here = std::mem::replace(&mut tree.leaf, there);
        let other = Notes::replay(&tree.history());
        tree.leaf = here;
        let fresh = draft("something nobody noted before");
        let Ok(Step::Write(write)) = notes.save(&fresh, &tree.bind(), noon()) else {
            return Err(TestCaseError::fail("a fresh note is written"));
        };
        carry_out(&mut tree, &mut notes, write);
        prop_assert!(texts(&notes).contains(&"something nobody noted before"));
        tree.leaf = there;
        let after = Notes::replay(&tree.history());
        prop_assert_eq!((after.shown(), after.mark()), (other.shown(), other.mark()));
        prop_assert_eq!(after.usage().events, other.usage().events + 1);
    }

    /// SN-20: the replay of a prefix is the state at that time.
    #[test]
    fn a_prefix_is_an_earlier_state(acts in acts()) {
        let (mut tree, mut notes) = (Tree::default(), Notes::default());
        let mut states: Vec<(usize, Vec<Note>)> = vec![(0, Vec::new())];
        for act in acts.iter().filter(|act| !matches!(act, Act::Go(_))) {
            perform(&mut tree, &mut notes, act);
            states.push((notes.mark().count, notes.shown()));
        }
        let whole = tree.history();
        for (count, shown) in states {
            let prefix = History { branch: whole.branch[..count].to_vec(), ..History::default() };
            prop_assert_eq!(Notes::replay(&prefix).shown(), shown);
        }
    }
}
