//! `mind` as an MCP server over a pair of byte streams: tools and resources for a model, and not one rule of its own.
//!
//! A call's arguments become a request of `mind-core`, its answer becomes a shape of `mind-protocol` and a short text. Nothing here holds memory between two calls, but for plans that were staged and not applied yet.

mod answer;
mod call;
mod fault;
mod host;
pub mod parameter;
mod profile;
mod resource;
mod schema;
mod server;
mod session;
mod stdio;
mod tidy;
mod tool;
mod transport;
pub mod wire;
pub mod words;

pub use fault::Fault;
pub use host::{Abandoned, Begun, HostCall, HostDesk, Work};
pub use profile::{Profile, Setup, SetupError};
pub use session::{End, Watchdog, serve, serve_host};
pub use stdio::{serve_host_stdio, serve_stdio};
pub use tidy::{TidyStep, Tidying};
pub use tool::{DESTINATIONS, KINDS};
