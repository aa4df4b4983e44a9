//! What the scanner refuses and what it lets through, clause by clause of its contract.

mod admit;
mod allowed;
mod assignment;
mod disguise;
mod hidden;
mod property;
mod refused;
mod rule;
mod secret;
mod steer;
mod strict;

use super::suspects::Suspects;
use super::{Rejection, Rule, ScanScope, examine, scan};

/// The rule that refuses `text` in `scope`; with and without the gate, which must never make a difference.
fn found(text: &str, scope: ScanScope) -> Option<Rule> {
    let verdict = scan(text, scope);
    let ungated = examine(text, scope, |_| Suspects::EVERY);
    assert_eq!(verdict, ungated, "the gate hides a finding in {text:?}");
    match verdict {
        Ok(()) => None,
        Err(Rejection::Found(rule)) => Some(rule),
        Err(Rejection::TooLarge) => panic!("too large"),
    }
}

/// Holds `texts` to be refused by `rule` in the scope `context`.
fn refuses(rule: Rule, texts: &[&str]) {
    for text in texts {
        assert_eq!(found(text, ScanScope::Context), Some(rule), "{text:?}");
    }
}

/// Holds `texts` to pass in the scope `context`.
fn allows(texts: &[&str]) {
    for text in texts {
        assert_eq!(found(text, ScanScope::Context), None, "{text:?}");
    }
}
