//! The kit, tested: the fake keeps the contract, and what breaks it is refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod contract;
mod flaws;
mod model;
mod owner;
mod provider;
mod strictness;
