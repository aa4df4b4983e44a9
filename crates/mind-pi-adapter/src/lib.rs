//! The host session: what `mind` does inside a host such as Pi, as request and answer.
//!
//! It starts no timer, no turn and no work of its own; the host calls, and carries out what is answered.
//! [`Host`] is the whole of it behind one session: the calls, the effects they ask for, session notes, capture, the blocks a model gets, reminders and reports.
//! [`Companion`] is its owner: whose memory the session touches, judged afresh for every call.
//! What it needs of its surroundings it asks of a [`World`].

mod activity;
mod call;
mod capture;
mod card;
mod command;
mod companion;
mod details;
mod doctor;
mod extension;
mod fault;
mod host;
mod job;
mod notes;
mod nudge;
mod open;
mod outbox;
mod pending;
mod reminder;
mod review;
mod run;
mod session;
mod settings;
mod span;
mod status;
mod tool;
mod world;

pub use companion::{Because, Companion, Diagnosis, Hearing, Moment, PiPersona, Setup, State};
pub use extension::EXTENSION;
pub use host::Host;
pub use world::{Bring, ConfigSettings, PreferencesFile, Wake, World};
