//! Contract suites for the ports of `mind-core`, and the doubles they are proven with.

mod clock;
pub mod contract;
mod fake;
mod flawed;
mod home;

pub use clock::FixedClock;
pub use contract::{CLAUSES, Hook, StoreHarness, StoreHomes};
pub use fake::{FakeStore, Place};
pub use flawed::{Flaw, FlawedHome, FlawedStore};
pub use home::FakeHome;
