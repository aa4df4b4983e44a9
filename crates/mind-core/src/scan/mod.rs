//! Admission: what may be remembered and what may be shown to a model.
//!
//! [`scan`] is a pure function of a text, a scope and the rules of [`RULES`]: no settings, no state, no way to switch it off.
//! [`Clean`] is the only thing a store accepts, and [`check`] is the same judgement for a row on its way out.

mod abuse;
mod admit;
mod fold;
mod form;
mod gate;
mod hidden;
mod rule;
mod secret;
mod spoken;
mod steer;
mod suspects;
#[cfg(test)]
mod tests;
mod twin;

use std::cell::LazyCell;

pub use admit::{Clean, Field, FreeText, Refusal, check};
pub use rule::Rule;

use suspects::Suspects;

/// The number of the rule set, raised with every change of it.
pub const RULES: u32 = 2;

/// The largest text that is scanned, in bytes.
const LARGEST: usize = 1 << 20;

/// How much is looked for; each scope contains the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScanScope {
    /// Labels a model will see: hidden characters and steering.
    All,
    /// Facts, notes and everything not named otherwise: secrets too.
    Context,
    /// Text that is to stand verbatim in a system prompt: abuse too.
    Strict,
}

/// Why a text was refused. It holds nothing of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Rejection {
    /// A rule found something; the first one does, in the order of [`Rule::ALL`].
    #[error("refused by rule {}", .0.id())]
    Found(Rule),
    /// The text is over 1 MiB and was not looked at.
    #[error("too large to scan: the limit is 1 MiB")]
    TooLarge,
}

/// Scans one text, in time that grows linearly with it.
pub fn scan(text: &str, scope: ScanScope) -> Result<(), Rejection> {
    examine(text, scope, gate::suspects)
}

/// What stands in the place of a label that must not be shown.
pub const WITHHELD: &str = "[withheld]";

/// A name or a reference as it may be shown: as it is, or [`WITHHELD`] when the rules of [`ScanScope::Context`] find something in it. The contract asks for fewer rules; but a label stands in the context, and an error in a log.
pub fn label(text: &str) -> &str {
    if scan(text, ScanScope::Context).is_ok() { text } else { WITHHELD }
}

/// Scans `text` with the rules of `scope` that `suspects` leaves over; a rule it leaves out must have nothing to find.
fn examine(
    text: &str,
    scope: ScanScope,
    suspects: impl Fn(&str) -> Suspects,
) -> Result<(), Rejection> {
    if text.len() > LARGEST {
        return Err(Rejection::TooLarge);
    }
    if let Some(rule) = hidden::first(text) {
        return Err(Rejection::Found(rule));
    }
    let norm = form::norm(text);
    let spoken = LazyCell::new(|| spoken::spoken(&norm));
    let found = suspects(&norm).rules().take_while(|rule| rule.scope() <= scope).find(|rule| {
        match rule.scope() {
            ScanScope::All => steer::finds(*rule, &spoken),
            ScanScope::Context => secret::finds(*rule, &norm),
            ScanScope::Strict => abuse::finds(*rule, &norm),
        }
    });
    found.map_or(Ok(()), |rule| Err(Rejection::Found(rule)))
}
