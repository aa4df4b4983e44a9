//! The wire shapes as a reader of the schemas sees them.
#![cfg(test)]

mod schema;
mod shape;
