//! Replies as a model gives them when it is careless, wrong or hostile, and the judge of what becomes of them.

mod desk;
mod hold;
mod mutate;

use mind_core::fact::Fact;
use mind_core::review::prepare::Prepared;
use serde_json::{Value, json};

pub use desk::Desk;
pub use hold::{CANARY, hold, hold_applied};

/// Replies to one review, all different and always the same for one seed: plausible ones, and such with something wrong in them, from one changed word to bytes that are no JSON.
#[derive(Debug)]
pub struct Replies {
    dice: Dice,
    shown: Vec<Fact>,
    foreign: Vec<String>,
}

impl Replies {
    /// Replies to a prepared review. `foreign` are ids it was not shown.
    pub fn new(seed: u64, prepared: &Prepared, foreign: &[String]) -> Self {
        let shown = prepared.rows().cloned().collect();
        Self { dice: Dice(seed), shown, foreign: foreign.to_vec() }
    }

    /// The next reply.
    pub fn reply(&mut self) -> String {
        let mut reply = self.plausible();
        for _ in 0..self.dice.below(4) {
            self.change(&mut reply);
        }
        let mut text = reply.to_string();
        if self.dice.below(3) == 0 {
            text = self.spoil(text);
        }
        text
    }

    /// A reply that may well be accepted.
    fn plausible(&mut self) -> Value {
        let mut left: Vec<usize> = (0..self.shown.len()).collect();
        let mut operations = Vec::new();
        for _ in 0..self.dice.below(4) {
            let count = (1 + self.dice.below(3)).min(left.len());
            if count == 0 {
                break;
            }
            let picked: Vec<usize> =
                (0..count).map(|_| left.remove(self.dice.below(left.len()))).collect();
            operations.push(self.operation(&picked));
        }
        json!({"version": 1, "operations": operations})
    }

    fn operation(&mut self, picked: &[usize]) -> Value {
        let sources: Vec<Fact> = picked.iter().map(|at| self.shown[*at].clone()).collect();
        let ids: Vec<&str> = sources.iter().map(|fact| fact.id.as_str()).collect();
        let texts: Vec<&str> = sources.iter().map(|fact| fact.text.as_str()).collect();
        let text = match self.dice.below(4) {
            0 => texts.join(" "),
            1 => format!("{} In short.", texts.join(" ")),
            2 => texts.iter().rev().copied().collect::<Vec<_>>().join("; "),
            _ => format!("{} ({CANARY})", texts[0]),
        };
        let mut operation =
            json!({"sourceIds": ids, "kind": sources[0].kind.as_str(), "text": text});
        if self.dice.below(3) == 0 {
            let tags: Vec<&str> = sources.iter().flat_map(|fact| fact.tags.iter()).collect();
            let tags: std::collections::BTreeSet<&str> = tags.into_iter().collect();
            operation["tags"] = json!(tags);
        }
        operation
    }
}

/// Numbers that follow from a seed (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit; zero for a limit of zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.roll() % (limit.max(1) as u64)) as usize
    }

    /// One of them.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
