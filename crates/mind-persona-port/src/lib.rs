//! Whose memory is it? The port through which `mind` learns who owns the memory it may touch.
//!
//! A memory belongs to a persona, and a host may let another extension choose it. [`PersonaHost`] is the one question asked of whoever knows, [`Stamp`] what a call remembers of the answer, and [`Standalone`] the owner where nobody else is asked.
//! `protocol` holds what a companion extension says on a host's bus, and how it is judged.
//!
//! This crate depends on nothing of `mind`, does no I/O and keeps no time.

mod mode;
mod owner;
#[cfg(feature = "protocol")]
pub mod protocol;
mod stamp;
mod standalone;

pub use mode::{CompanionSetting, Mode, ModeSigns, UnknownSetting};
pub use owner::{Generation, Owner, Ownership, PersonaHost, Unavailable};
pub use stamp::Stamp;
pub use standalone::Standalone;
