//! The host session: what `mind` does inside a host such as Pi, as pure request and answer.
//!
//! It starts no timer, no turn and no work of its own; the host calls, and carries out what is answered.
//! [`Companion`] is its owner: whose memory the session touches, judged afresh for every call.

mod companion;

pub use companion::{Because, Companion, Diagnosis, Hearing, Moment, PiPersona, Setup, State};
