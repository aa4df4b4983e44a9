//! Conversations with the server, in process, over the bytes a client would send.

#![expect(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod arguments;
mod ceiling;
mod client;
mod host;
mod hostile;
mod life;
mod optimize;
mod protocol;
mod resource;
mod schema;
mod tools;
mod trouble;
mod unreadable;
