//! `mind` as an MCP server over a pair of byte streams: tools and resources for a model, and not one rule of its own.
//!
//! A call's arguments become a request of `mind-core`, its answer becomes a shape of `mind-protocol` and a short text. Nothing here holds memory between two calls, but for plans that were staged and not applied yet.

mod answer;
mod call;
mod fault;
mod parameter;
mod profile;
mod render;
mod resource;
mod schema;
mod server;
mod session;
mod stdio;
mod tool;
mod transport;
pub mod wire;

pub use profile::{Profile, Setup, SetupError};
pub use session::{End, Watchdog, serve};
pub use stdio::serve_stdio;
