//! Integration tests of the core.

mod recall_acceptance;
mod recall_properties;
