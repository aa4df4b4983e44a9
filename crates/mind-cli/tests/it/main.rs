//! The `mind` command, in process with a fixed clock, and as a process.
#![cfg(test)]

mod backlog;
mod batch;
mod binary;
mod config;
mod context;
mod corpus;
mod doctor;
mod facts;
#[expect(unreachable_pub, reason = "it is a crate of its own too")]
#[path = "../../../../fuzz/src/lib.rs"]
mod fuzz;
mod help;
mod hook;
mod hook_capture;
mod host;
mod input;
mod mcp;
mod optimize;
mod review;
mod scope;
mod secrets;
mod setup;
mod setup_pi;
mod stage;
mod steady;
mod surface_gate;
mod tour;
mod transfer;
mod wire;
