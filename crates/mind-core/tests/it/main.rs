//! Integration tests of the core.

mod recall_acceptance;
mod recall_channels;
mod recall_own_set;
mod recall_properties;
