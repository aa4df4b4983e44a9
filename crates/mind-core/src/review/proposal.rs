//! What an operator sees before anything is applied: every source and every replacement, in full (O-116).

use std::fmt::Write as _;

use super::prepare::Model;
use super::record::record;
use super::request::RunId;
use crate::consolidate::plan::{Plan, Step};
use crate::consolidate::text::flags;

/// Bytes the body of one card may have.
pub const CARD_BYTES: usize = 32 * 1_024;

/// The bodies of the cards that show a plan: at least one, each within [`CARD_BYTES`], split between rows where a row fits one.
pub fn proposal(plan: &Plan, run: &RunId, model: &Model) -> Vec<String> {
    let Model { provider, id, thinking } = model;
    let head = format!(
        "Proposal of {run} for {}: {provider} {id}, thinking {thinking}. Nothing has changed yet.",
        plan.place.tier()
    );
    let mut cards = Cards { done: Vec::new(), open: String::new() };
    cards.push(&head);
    for (index, step) in plan.steps.iter().enumerate() {
        cards.push(&summary(index, plan.steps.len(), step));
        for source in &step.before {
            cards.push(&format!("- {}", record(source)));
        }
        cards.push(&format!("+ {}", record(step.after.get())));
    }
    cards.done.push(cards.open);
    cards.done
}

fn summary(index: usize, of: usize, step: &Step) -> String {
    let flags = flags(step.flags);
    let mut line = format!("{} of {of}: {} records → 1", index + 1, step.before.len());
    if !flags.is_empty() {
        write!(line, "; {}", flags.join(", ")).expect("writing to a string succeeds");
    }
    line
}

/// Lines on cards: a line that does not fit any more begins the next card, and one that fits none goes on over several.
struct Cards {
    done: Vec<String>,
    open: String,
}

impl Cards {
    fn push(&mut self, line: &str) {
        if !self.open.is_empty() {
            if self.open.len() + 1 + line.len() <= CARD_BYTES {
                self.open.push('\n');
                self.open.push_str(line);
                return;
            }
            self.done.push(std::mem::take(&mut self.open));
        }
        let mut rest = line;
        while rest.len() > CARD_BYTES {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(CARD_BYTES));
            self.done.push(piece.to_owned());
            rest = after;
        }
        rest.clone_into(&mut self.open);
    }
}
