//! Contract suites for the ports of `mind-core`, and the doubles they are proven with.

mod clock;
mod fake;

pub use clock::FixedClock;
pub use fake::{FakeStore, Place};
