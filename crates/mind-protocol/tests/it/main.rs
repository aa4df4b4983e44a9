//! The wire shapes as a reader of the schemas sees them.

mod schema;
mod shape;
