//! Contract suites for the ports of `mind-core`, `mind-llm-port` and `mind-persona-port`, and the doubles they are proven with.

mod clock;
pub mod contract;
mod fake;
mod flawed;
mod home;
pub mod model;
pub mod owner;
pub mod provider;
pub mod replies;

pub use clock::FixedClock;
pub use contract::{CLAUSES, Hook, StoreHarness, StoreHomes};
pub use fake::{FakeStore, Place};
pub use flawed::{Flaw, FlawedHome, FlawedStore};
pub use home::FakeHome;
pub use owner::{FakeOwner, OwnerHarness};
pub use provider::ReferenceProvider;
