//! Conversations with the server, in process, over the bytes a client would send.

mod arguments;
mod ceiling;
mod client;
mod hostile;
mod life;
mod protocol;
mod resource;
mod schema;
mod tools;
mod trouble;
