//! The kit, tested: the fake keeps the contract, and what breaks it is refused.

mod contract;
mod flaws;
mod strictness;
